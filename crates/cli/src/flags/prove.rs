//! The flags of `prove`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice::PlainFormat;
use super::limit::LimitFlags;
use super::model::ModelFlags;

const EXAMPLES: &str = "\
Examples:
  orrery prove model.xml                          every `A[]` and `E<>`, for every number of processes
  orrery prove model.xml --for-all N              the constant that says how many
  orrery prove model.xml --show views             and the proof, as a table
  orrery prove model.xml --report proof.html      a page with the answers and the proofs
  orrery prove model.xml --format json            for scripts

Exit status:
  0  every query holds for every value of the constant
  1  some query does not, for some value
  2  the model, a query or a flag is wrong
  3  some query is undecided";

/// `prove` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ProveFlags {
    #[command(flatten)]
    pub(crate) model: ModelFlags,
    /// The constant to generalise; by default, the only one that sets the number of processes
    #[arg(long, value_name = "N")]
    pub(crate) for_all: Option<String>,
    /// Number of processes in a view; by default, as many as the query mentions, and up to 3 if that fails
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) views: Option<u8>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Also show this
    #[arg(long, value_name = "WHAT", help_heading = "Output")]
    pub(crate) show: Option<ShowChoice>,
    /// How to write the results
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
    /// Also write a page with the answers, the proofs and the runs
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    pub(crate) report: Option<PathBuf>,
}

/// What else is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ShowChoice {
    /// The proof as a table, and the run of an instance that refutes a query
    Views,
    /// The run of an instance that refutes a query
    Run,
}
