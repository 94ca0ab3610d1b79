//! What the command line says. Help, man page and completions are made from these definitions.

mod amount;
mod check;
mod choice;
mod cli;
mod coverage;
mod limit;
mod model;
mod on_demand;
mod optimise;
mod other;
mod prove;
mod schedule;
mod sweep;
mod synth;

pub(crate) use check::CheckFlags;
pub(crate) use choice::{FormatChoice, OverflowChoice, PlainFormat, When};
pub(crate) use cli::{Cli, Command};
pub(crate) use coverage::CoverageFlags;
pub(crate) use limit::LimitFlags;
pub(crate) use model::{ConstantFlags, ModelFlags};
pub(crate) use optimise::{CheapestFlags, OptimiseFlags, Sought};
pub(crate) use other::{ConvertFlags, ExplainFlags, SimulateFlags, SymmetryFlags, ViewFlags};
pub(crate) use prove::{ProveFlags, ShowChoice};
pub(crate) use schedule::{KindChoice, OvertakingChoice, ScheduleFlags, StartsChoice};
pub(crate) use sweep::Sweep;
pub(crate) use synth::SynthFlags;
