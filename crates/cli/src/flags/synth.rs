//! The flags of `synth`.

use std::path::PathBuf;

use clap::Args;

use super::choice::{PlainFormat, SymmetryChoice};
use super::limit::LimitFlags;

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
    /// What must stay possible: `E<> GOAL`
    #[arg(long, value_name = "FORMULA")]
    pub(crate) keep: String,
    /// Also write the model with the policy, as .xta or .xml
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Treat interchangeable processes as one
    #[arg(long, value_name = "KIND", default_value = "auto")]
    pub(crate) symmetry: SymmetryChoice,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How to write the policy
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
}
