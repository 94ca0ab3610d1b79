//! The flags of `coverage`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::amount::{duration, size};
use super::choice::{PlainFormat, SymmetryChoice};
use super::model::ConstantFlags;

const EXAMPLES: &str = "\
Examples:
  orrery coverage model.xml                       what is never reached or taken
  orrery coverage model.xml -o coverage.svg       the same as a picture: dead parts are grey
  orrery coverage model.xml --format json         for scripts

Exit status:
  0  every location is reached and every edge is taken
  1  something is never reached or taken
  2  the model or a flag is wrong
  3  undecided: not all states were seen, and something is not covered yet";

/// `coverage` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CoverageFlags {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    #[command(flatten)]
    pub(crate) constants: ConstantFlags,
    /// Also draw the automata, with what is never reached or taken in grey: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Treat interchangeable processes as one
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) symmetry: SymmetryChoice,
    /// Stop after this time: 20, 500ms, 10m, 2h
    #[arg(long, value_name = "SECONDS", value_parser = duration, help_heading = "Limits")]
    pub(crate) time_limit: Option<Duration>,
    /// Stop before the program takes more than this: 500MB, 8GiB. By default, what the machine (or its
    /// container) has free
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}
