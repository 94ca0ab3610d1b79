//! The command: on the whole screen of a terminal, or line by line.

use std::io::{self, IsTerminal as _};

use orrery::report::text::{Styles, run_text};

use super::dialogue::Dialogue;
use super::{lines, screen};
use crate::command::trace_file::{self, TraceFormat};
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::SimulateFlags;
use crate::load;
use crate::status::Status;

/// Runs until the user has had enough.
pub(crate) fn run(flags: &SimulateFlags, console: &mut Console) -> Result<Status, Failure> {
    let input = load::read_model(&flags.model, &flags.constants)?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let whole_screen = is_wanted(flags);
    let styles = if whole_screen { Styles::PLAIN } else { console.styles() };
    let mut dialogue = Dialogue::new(model, styles, flags.seed)?;
    if let Some(path) = &flags.replay {
        let replayed = dialogue.replay(path).map_err(Failure::Wrong)?;
        if let Some(target) = &flags.trace_out {
            let format = TraceFormat::of(target)?;
            trace_file::write(target, format, model.network(), &replayed)?;
            return Ok(Status::Fine);
        }
        if !whole_screen {
            console.write(&run_text(&replayed, dialogue.text()))?;
        }
    }
    if whole_screen {
        return screen::run(model.name(), &mut dialogue);
    }
    lines::converse(&mut dialogue, console)
}

/// The whole screen is for people: both ends are terminals, and it is not a very simple one.
fn is_wanted(flags: &SimulateFlags) -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !flags.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}
