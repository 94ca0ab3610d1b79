//! The terminal: results to standard output, everything else to standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write as _};

use orrery::report::text::Styles;

use crate::failure::Failure;
use crate::flags::When;

/// Standard output and standard error, with or without colours.
pub(crate) struct Console {
    out: BufWriter<io::StdoutLock<'static>>,
    out_colour: bool,
    err_colour: bool,
}

impl Console {
    /// Takes possession of standard output.
    pub(crate) fn new(colour: When) -> Console {
        let wanted = |terminal| is_coloured(colour, terminal, &|name| std::env::var(name).ok());
        Console {
            out: BufWriter::new(io::stdout().lock()),
            out_colour: wanted(io::stdout().is_terminal()),
            err_colour: wanted(io::stderr().is_terminal()),
        }
    }

    /// Writes results; they are seen at once.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes())?;
        self.flush()
    }

    /// Makes sure that all results have been written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// The colours of results.
    pub(crate) fn styles(&self) -> Styles {
        if self.out_colour { Styles::ANSI } else { Styles::PLAIN }
    }

    pub(crate) fn colours_messages(&self) -> bool {
        self.err_colour
    }

    /// Tells the user that something is wrong.
    pub(crate) fn error(&self, text: &str) {
        self.say("error", "\u{1b}[1;31m", text);
    }

    /// Tells the user something worth knowing.
    pub(crate) fn note(&self, text: &str) {
        self.say("note", "\u{1b}[1m", text);
    }

    fn say(&self, word: &str, style: &str, text: &str) {
        if self.err_colour {
            message(&format!("{style}{word}\u{1b}[0m: {text}\n"));
        } else {
            message(&format!("{word}: {text}\n"));
        }
    }
}

/// Writes to standard error. If that is closed, nobody wants to know.
pub(crate) fn message(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Colours or not, by the flag, then the environment, then the terminal.
fn is_coloured(when: When, terminal: bool, variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if set("NO_COLOR") => false,
        When::Auto
            if set("CLICOLOR_FORCE") && variable("CLICOLOR_FORCE").as_deref() != Some("0") =>
        {
            true
        }
        When::Auto => {
            terminal
                && variable("TERM").as_deref() != Some("dumb")
                && variable("CLICOLOR").as_deref() != Some("0")
        }
    }
}

#[cfg(test)]
mod tests;
