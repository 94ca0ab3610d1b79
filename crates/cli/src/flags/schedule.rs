//! The flags of `schedule`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::optimise::CheapestFlags;

const EXAMPLES: &str = "\
Examples:
  orrery schedule orders.toml                                    the best schedule of a table
  orrery schedule la01.txt --time-limit 60                       a job shop (OR-Library, Taillard)
  orrery schedule airland1.txt --runways 2                       aircraft landings (OR-Library)
  orrery schedule orders.toml --trace-out best.gantt.svg --csv best.csv
  orrery schedule orders.toml --explain                          what is left out, and whether that can lose the best
  orrery schedule orders.toml --model-out orders.xta             the model, to look at or to change

Exit status:
  0  a schedule was found (`optimal` in JSON says whether it is proved to be the best)
  1  there is none
  2  the table or a flag is wrong
  3  undecided: a limit was reached before any schedule was found";

/// What kind of file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum KindChoice {
    /// By its name and content
    Auto,
    /// Orders, recipes and resources as TOML
    Table,
    /// A job shop, as in the OR-Library or by Taillard
    JobShop,
    /// Aircraft landings, as in the OR-Library
    Aircraft,
}

/// When steps may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StartsChoice {
    /// `events` if that keeps an optimal schedule, else `any`
    Auto,
    /// At any time
    Any,
    /// When something ends, is released or opens
    Events,
    /// A resource is not left idle if an order could use it and return it in time
    NonLazy,
    /// As soon as possible
    Greedy,
}

/// Whether orders of one recipe may overtake each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OvertakingChoice {
    /// Not, where that keeps an optimal schedule
    Auto,
    /// They may
    Allowed,
    /// They may not
    Forbidden,
}

/// `schedule` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ScheduleFlags {
    /// Orders, recipes and resources (.toml), a job-shop file, or a file of aircraft landings
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What kind of file it is
    #[arg(long, value_name = "KIND", default_value = "auto")]
    pub(crate) kind: KindChoice,
    /// How many runways there are (aircraft landings)
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) runways: u32,
    /// When steps may begin
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Heuristics")]
    pub(crate) starts: StartsChoice,
    /// Whether orders of one recipe (planes of one kind) may overtake each other
    #[arg(long, value_name = "WHETHER", default_value = "auto", help_heading = "Heuristics")]
    pub(crate) overtaking: OvertakingChoice,
    /// At most this many orders are in progress at once
    #[arg(long, value_name = "NUMBER", help_heading = "Heuristics", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) active: Option<u32>,
    /// No order begins earlier than this long before it is due
    #[arg(long, value_name = "TIME", help_heading = "Heuristics")]
    pub(crate) lead: Option<u32>,
    /// Only tell what the heuristics leave out, and whether they may lose the optimal schedule
    #[arg(long, help_heading = "Heuristics")]
    pub(crate) explain: bool,
    /// Write the model (.xta), and its query beside it (.q)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) model_out: Option<PathBuf>,
    /// Write the schedule as a table: order, step, resource, start, end
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) how: CheapestFlags,
}
