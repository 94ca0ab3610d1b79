//! Lines typed on a terminal, with history, arrow keys and completion.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::completion::completions;
use crate::failure::Failure;

/// Reads lines from a terminal.
pub(super) struct Editor {
    lines: rustyline::Editor<Words, MemHistory>,
}

impl Editor {
    pub(super) fn new() -> Result<Editor, Failure> {
        let config =
            Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let mut lines = rustyline::Editor::with_history(config, history).map_err(unusable)?;
        lines.set_helper(Some(Words));
        Ok(Editor { lines })
    }

    /// The next line; none if the user has had enough (Ctrl-D, Ctrl-C).
    pub(super) fn next(&mut self) -> Result<Option<String>, Failure> {
        match self.lines.readline("> ") {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(unusable(error)),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn unusable(error: ReadlineError) -> Failure {
    Failure::wrong(format!("cannot read the commands: {error}"))
}

/// Completes commands and files.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(line.get(..position).unwrap_or(line)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
