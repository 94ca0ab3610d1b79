//! The flags of `coverage`.

use std::path::PathBuf;

use clap::Args;

use super::choice::{PlainFormat, SymmetryChoice};
use super::limit::LimitFlags;
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
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}
