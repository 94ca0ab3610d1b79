//! What the command line says. Help, man page and completions are made from these definitions.

mod amount;
mod check;
mod choice;
mod model;

pub(crate) use check::CheckFlags;
pub(crate) use choice::{FormatChoice, When};
pub(crate) use model::ModelFlags;

use clap::{Parser, Subcommand};

/// The whole command line.
#[derive(Parser, Debug)]
#[command(
    name = "orrery",
    version,
    about = "A model checker for networks of timed automata",
    long_about = "A model checker for networks of timed automata. It reads the models and queries of UPPAAL \
                  (.xml, .xta, .ta, .q) and of TChecker (.tck).",
    after_help = "Start with:\n  orrery check model.xml\n  orrery check model.xml --trace shortest\n\n\
                  `orrery COMMAND --help` explains a command with examples.",
    propagate_version = true,
    arg_required_else_help = true
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colours. `auto` uses them on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Answer the queries of a model
    Check(Box<CheckFlags>),
}
