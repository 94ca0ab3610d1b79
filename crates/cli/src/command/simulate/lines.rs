//! The dialogue line by line. Commands come from a terminal or from a pipe, so that a script can drive it as well as a
//! person.

use std::io::{self, BufRead as _, IsTerminal as _, Lines, StdinLock};

use super::dialogue::Dialogue;
use super::editor::Editor;
use super::input::{SimulatorInput, parse};
use crate::console::Console;
use crate::failure::Failure;
use crate::status::Status;

/// Where lines come from.
enum Source {
    Terminal(Box<Editor>),
    Pipe(Lines<StdinLock<'static>>),
}

impl Source {
    fn open() -> Result<Source, Failure> {
        Ok(match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true => Source::Terminal(Box::new(Editor::new()?)),
            false => Source::Pipe(io::stdin().lock().lines()),
        })
    }

    /// The next line; none at the end.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        match self {
            Source::Terminal(editor) => editor.next(),
            Source::Pipe(lines) => lines
                .next()
                .transpose()
                .map_err(|error| Failure::wrong(format!("cannot read the commands: {error}"))),
        }
    }
}

/// Answers line by line until there are no more.
pub(super) fn converse(
    dialogue: &mut Dialogue<'_>,
    console: &mut Console,
) -> Result<Status, Failure> {
    let mut source = Source::open()?;
    console.write(&dialogue.look())?;
    while let Some(line) = source.next()? {
        match parse(&line) {
            Ok(SimulatorInput::Quit) => break,
            Ok(input) => console.write(&dialogue.answer(input))?,
            Err(problem) => console.write(&format!("{problem}\n"))?,
        }
    }
    Ok(Status::Fine)
}
