//! Ctrl-C: once to stop cleanly, twice to quit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::console::message;

/// Set when the user wants to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    /// The work at hand is to stop.
    stop: Arc<AtomicBool>,
    /// The user wants to stop, and not only the work at hand.
    asked: Arc<AtomicBool>,
    listening: Arc<AtomicBool>,
}

/// What the shell sees when a program quits because of Ctrl-C.
const QUIT: i32 = 130;

impl Interrupt {
    /// From now on, the first signal is noted and the second one ends the program.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        interrupt.start();
        interrupt
    }

    /// The same for one that exists already; only the first time counts.
    pub(crate) fn start(&self) {
        if self.listening.swap(true, Ordering::Relaxed) {
            return;
        }
        let (stop, asked) = (Arc::clone(&self.stop), Arc::clone(&self.asked));
        let listening = ctrlc::set_handler(move || {
            stop.store(true, Ordering::Relaxed);
            if asked.swap(true, Ordering::Relaxed) {
                std::process::exit(QUIT);
            }
        });
        if listening.is_err() {
            message("note: Ctrl-C will quit without figures\n");
        }
    }

    /// Set when the work at hand is to stop.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Is the work at hand to stop?
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Has the user asked for it?
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Stops the work at hand, because it is to be done again.
    pub(crate) fn stop_work(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next work may begin, unless the user has asked to stop.
    pub(crate) fn next_work(&self) {
        self.stop.store(self.is_asked(), Ordering::Relaxed);
    }
}
