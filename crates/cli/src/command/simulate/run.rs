//! The command: on the whole screen of a terminal, or line by line.

use std::io::{self, IsTerminal as _};

use orrery::report::text::{Styles, run_text};
use orrery::simulate::Player;
use orrery::{Model, Options, TraceOption};

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
    let input = match &flags.strategy {
        Some(strategy) => load::read_with_strategy(flags, strategy)?,
        None => load::read_model(&flags.model, &flags.constants)?,
    };
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let player = flags.strategy.as_deref().map(|strategy| player(model, strategy)).transpose()?;
    let whole_screen = is_wanted(flags);
    let styles = if whole_screen { Styles::PLAIN } else { console.styles() };
    let mut dialogue = Dialogue::new(model, styles, flags.seed)?;
    if let Some(player) = player {
        dialogue.play_against(player);
    }
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

/// Who moves the controller as a strategy says: a game that is asked on file by the name of its strategy, or written out.
fn player(model: &Model, strategy: &str) -> Result<Player, Failure> {
    let queries = model.queries();
    let named = queries.iter().find(|query| query.asked().strategy.as_deref() == Some(strategy));
    let written = load::is_game(strategy).then(|| queries.last()).flatten();
    let Some(query) = named.or(written) else {
        return Err(Failure::wrong(format!("there is no strategy `{strategy}` in the queries")));
    };
    let options = Options { trace: TraceOption::Some, slice: false, ..Options::default() };
    let answer = model
        .check(query, &options)
        .map_err(|error| Failure::wrong(format!("no strategy for `{query}`: {error}")))?;
    answer.player().ok_or_else(|| {
        let why = match answer.holds() {
            Some(false) => "the controller cannot win this game",
            Some(true) => "this is not a game",
            None => "this game is not decided",
        };
        Failure::wrong(format!("no strategy for `{query}`: {why}"))
    })
}

/// The whole screen is for people: both ends are terminals, and it is not a very simple one.
fn is_wanted(flags: &SimulateFlags) -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    !flags.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}
