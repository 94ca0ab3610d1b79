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

/// Runs on the whole screen until the user has had enough. The screen is as it was afterwards, even after a panic.
pub(in super::super) fn run(name: &str, dialogue: &mut Dialogue<'_>) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen();
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
