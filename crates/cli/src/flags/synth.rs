//! The flags of `synth`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::amount::{duration, size};
use super::choice::{PlainFormat, SymmetryChoice};

const EXAMPLES: &str = "\
Examples:
  orrery synth plant.xta --keep 'E<> empty'       what must be forbidden so that the plant can
                                                  always be emptied
  orrery synth plant.xta --keep 'E<> empty' -o safe.xta
                                                  the model with that policy
The policy is the least restrictive one, and it is checked before it is shown. For models without clocks.

Exit status:
  0  there is a policy
  1  there is none: the goal cannot be reached at all
  2  the model, the formula or a flag is wrong
  3  undecided: a limit was reached, or it is not supported";

/// `synth` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SynthFlags {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// What is to stay possible: `E<> GOAL`
    #[arg(long, value_name = "FORMULA")]
    pub(crate) keep: String,
    /// Also write the model with the policy, as .xta or .xml
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Treat interchangeable processes as one
    #[arg(long, value_name = "KIND", default_value = "auto")]
    pub(crate) symmetry: SymmetryChoice,
    /// Stop after this time: 20, 500ms, 10m, 2h
    #[arg(long, value_name = "SECONDS", value_parser = duration, help_heading = "Limits")]
    pub(crate) time_limit: Option<Duration>,
    /// Stop before the program takes more than this: 500MB, 8GiB. By default, what the machine (or its
    /// container) has free
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,
    /// How to write the policy
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}
