//! The program and its commands.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::check::CheckFlags;
use super::choice::When;
use super::coverage::CoverageFlags;
use super::on_demand::OnDemand;
use super::optimise::OptimiseFlags;
use super::other::{ConvertFlags, ExplainFlags, SimulateFlags, SymmetryFlags, ViewFlags};
use super::prove::ProveFlags;
use super::schedule::ScheduleFlags;
use super::synth::SynthFlags;

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
    Check(Box<OnDemand<CheckFlags>>),
    /// Answer the queries of a model for every number of processes
    Prove(OnDemand<ProveFlags>),
    /// Find the cheapest run to a goal, or the fastest
    Optimise(Box<OnDemand<OptimiseFlags>>),
    /// Find the best schedule of a table of orders, a job shop or aircraft landings
    Schedule(Box<OnDemand<ScheduleFlags>>),
    /// Tell what is symmetric, what is not, and which line breaks it
    Symmetry(OnDemand<SymmetryFlags>),
    /// Tell which locations are never reached and which edges are never taken
    Coverage(OnDemand<CoverageFlags>),
    /// Tell how each query would be answered, and why
    Explain(OnDemand<ExplainFlags>),
    /// Step through a model in the terminal
    Simulate(OnDemand<SimulateFlags>),
    /// Tell what to forbid so that a goal stays possible
    Synth(OnDemand<SynthFlags>),
    /// Draw the automata of a model
    View(OnDemand<ViewFlags>),
    /// Write a model in another format
    Convert(OnDemand<ConvertFlags>),
    /// Behave like UPPAAL's command-line tool, for scripts that call it
    #[command(disable_help_flag = true)]
    Verifyta {
        /// The flags and files of `verifyta`; `orrery verifyta --help` lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
        arguments: Vec<OsString>,
    },
    /// Write a script that completes commands and flags in your shell
    #[command(
        after_help = "Example:\n  orrery completions bash > ~/.local/share/bash-completion/completions/orrery"
    )]
    Completions {
        /// Your shell
        shell: clap_complete::Shell,
    },
    /// Write the manual: one page, or a page for each command into a folder
    #[command(
        after_help = "Examples:\n  orrery man | man -l -\n  orrery man ~/.local/share/man/man1   then `man orrery-check`"
    )]
    Man {
        /// Where to write the pages `orrery.1`, `orrery-check.1`, …
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
