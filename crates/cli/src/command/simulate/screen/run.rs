//! The terminal.

use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::super::dialogue::Dialogue;
use super::app::{App, Flow};
use super::draw::draw;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::status::Status;

/// How long to wait for a key before looking for signals.
const WAIT: Duration = Duration::from_millis(200);
/// How long the program may take to end after a signal.
const GRACE: Duration = Duration::from_secs(1);
/// What the shell sees of a program whose terminal has gone.
const HUNG_UP: i32 = 129;

/// Runs on the whole screen until the user has had enough. The screen is as it was afterwards, even after a panic.
pub(in super::super) fn run(name: &str, dialogue: &mut Dialogue<'_>) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen();
    end_if_stuck(interrupt.clone());
    let mut terminal = ratatui::try_init().map_err(|error| unusable(&error))?;
    let mut app = App::new(name, dialogue);
    let done = loop {
        if let Err(error) = terminal.draw(|frame| draw(frame, &mut app)) {
            break Err(unusable(&error));
        }
        match next(&interrupt) {
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                if app.key(key) == Flow::Quit {
                    break Ok(Status::Fine);
                }
            }
            Ok(Some(_)) => {}
            Ok(None) => break Ok(Status::Fine),
            Err(error) => break Err(unusable(&error)),
        }
    };
    ratatui::restore();
    done
}

/// Ends the program some time after a signal has asked for it: reading from a terminal that has gone never returns.
fn end_if_stuck(interrupt: Interrupt) {
    std::thread::spawn(move || {
        while !interrupt.is_asked() {
            std::thread::sleep(WAIT);
        }
        std::thread::sleep(GRACE);
        // There may be nothing left to restore, and nobody to tell.
        let _ = ratatui::try_restore();
        std::process::exit(HUNG_UP);
    });
}

/// What happens next on the terminal; none if a signal asks to end.
fn next(interrupt: &Interrupt) -> std::io::Result<Option<Event>> {
    loop {
        if interrupt.is_set() {
            return Ok(None);
        }
        if event::poll(WAIT)? {
            return event::read().map(Some);
        }
    }
}

fn unusable(error: &std::io::Error) -> Failure {
    Failure::wrong(format!("the terminal cannot be used: {error}; try --plain"))
}
