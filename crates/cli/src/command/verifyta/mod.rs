//! `orrery verifyta`: the flags and output lines of UPPAAL's command-line tool, for scripts that call it.
//!
//! Verdicts go to standard output in the words that scripts look for; runs and messages about texts go to
//! standard error; the exit status is 0 whenever the queries could be answered, whatever the answers.

mod arguments;
mod messages;
mod outcome;
mod run;
mod summary;

pub(crate) use run::run;
