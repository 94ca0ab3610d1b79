//! The simulator on the whole screen.
//!
//! * [`app`]: what is shown, and what keys do to it.
//! * [`prompt`]: the line for commands, with history and completion.
//! * [`chart`]: the run so far as a sequence chart of letters.
//! * [`wrap`]: long lines in several.
//! * [`draw`]: everything on the screen.
//! * [`run`]: the terminal.

mod app;
mod chart;
mod draw;
mod prompt;
mod run;
#[cfg(test)]
mod tests;
mod wrap;

pub(super) use run::run;
