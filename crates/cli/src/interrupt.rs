//! Ctrl-C: once to stop cleanly, twice to quit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::console::message;

/// Set when the user wants to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
}

/// What the shell sees when a program quits because of Ctrl-C.
const QUIT: i32 = 130;

impl Interrupt {
    /// From now on, the first signal is noted and the second one ends the program.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = Arc::clone(&interrupt.flag);
        let listening = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(QUIT);
            }
        });
        if listening.is_err() {
            message("note: Ctrl-C will quit without figures\n");
        }
        interrupt
    }

    /// Set when the user wants to stop.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Does the user want to stop?
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
