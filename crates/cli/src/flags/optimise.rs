//! The flags of `optimise`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use orrery::network::Objective;
use orrery::{Counted, OptimiseSettings, Options, SearchOrder, TimeUnit};

use super::choice::{AbstractionChoice, PlainFormat, SymmetryChoice, When};
use super::limit::LimitFlags;
use super::model::ModelFlags;

const EXAMPLES: &str = "\
Examples:
  orrery optimise model.xml -q 'E<> P.done'                    the cheapest run to the goal
  orrery optimise model.xml -q 'E<> P.done' --objective time   the fastest
  orrery optimise model.xml -q 'E<> P.done' --objective 'late + 2 * idle'
                                                               the run that ends with the least value
  orrery optimise model.xml -q 'E[] true' --objective cost/time
                                                               the least mean cost of a run without an end
  orrery optimise model.xml --time-limit 60 --format json      the best within a minute
  orrery optimise model.xml -q 'E[] !P.late' --throughput 'P.out'
                                                               the best schedule that goes on for ever

What runs cost is written in the model: `cost += e` on edges, `cost' == e` in invariants. What they earn is `reward`.

Exit status:
  0  a run was found (`optimal` in JSON says whether it is proved to be the cheapest)
  1  the goal cannot be reached
  2  the model, a query or a flag is wrong
  3  undecided: a limit was reached before any run was found, or it is not supported";

/// What to minimise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sought {
    /// Of all runs to the goal.
    Least(Objective),
    /// The value of an expression at the goal.
    Value(String),
    /// Of the first for each unit of the second, in the long run.
    Ratio(Counted, Counted, TimeUnit),
    /// Of the time for each event, in the long run.
    PerEvent(String, TimeUnit),
}

impl Sought {
    /// What the flags ask for.
    pub(crate) fn of(flags: &OptimiseFlags) -> Sought {
        if let Some(event) = &flags.throughput {
            return Sought::PerEvent(event.clone(), flags.unit());
        }
        let counted = |word: &str| {
            [Counted::Time, Counted::Cost, Counted::Reward]
                .into_iter()
                .find(|counted| counted.name() == word.trim())
        };
        match flags.objective.trim() {
            "cost" => Sought::Least(Objective::Cost),
            "time" => Sought::Least(Objective::Time),
            other => {
                let ratio = other.split_once('/');
                let ratio = ratio.and_then(|(above, below)| counted(above).zip(counted(below)));
                ratio.map_or_else(
                    || Sought::Value(other.to_owned()),
                    |(above, below)| Sought::Ratio(above, below, flags.unit()),
                )
            }
        }
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        match self {
            Sought::Least(Objective::Cost) => "cost".to_owned(),
            Sought::Least(Objective::Time) => "time".to_owned(),
            Sought::Value(expression) => expression.clone(),
            Sought::Ratio(above, below, _) => format!("{} per {}", above.name(), below.name()),
            Sought::PerEvent(..) => "time per event".to_owned(),
        }
    }
}

/// In which order states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OrderChoice {
    /// Best first for the proof, alternating with wider and wider beams that find good runs early
    Auto,
    /// The cheapest state first (A*)
    Best,
    /// Depth first with branch and bound: little is proved until the end
    Depth,
    /// One beam: good runs early, and perhaps no proof
    Beam,
}

/// Whether estimates are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EstimatesChoice {
    /// From each process alone, and from shared resources
    Auto,
    /// None
    Off,
}

/// In which steps time passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TimeUnitChoice {
    /// The longest in which all constants of clocks are whole
    Auto,
    /// 1
    One,
}

/// `optimise` and its flags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OptimiseFlags {
    #[command(flatten)]
    pub(crate) model: ModelFlags,
    /// What to minimise: `cost`, `time`, or an integer expression or a clock, whose value at the goal counts; for `E[] p`
    /// `cost/time` or `cost/reward`, in the long run
    #[arg(long, value_name = "WHAT", default_value = "cost")]
    pub(crate) objective: String,
    /// Among the runs of `E[] p`, find one with the least average time between events. An event is a predicate that a
    /// transition makes true
    #[arg(long, value_name = "EVENT")]
    pub(crate) throughput: Option<String>,
    /// In which steps time passes where a run goes on for ever. Turn it to `one` to compare figures
    #[arg(long, value_name = "UNIT", default_value = "auto", help_heading = "Search")]
    pub(crate) time_unit: TimeUnitChoice,
    #[command(flatten)]
    pub(crate) how: CheapestFlags,
}

impl OptimiseFlags {
    /// The engine's word for the time unit.
    pub(crate) fn unit(&self) -> TimeUnit {
        match self.time_unit {
            TimeUnitChoice::Auto => TimeUnit::Longest,
            TimeUnitChoice::One => TimeUnit::One,
        }
    }
}

/// How the cheapest run is looked for and shown.
#[derive(Args, Debug)]
pub(crate) struct CheapestFlags {
    /// Use the model's variable `remaining` as a lower bound on the remaining cost. If it is not a lower
    /// bound, the value may not be the minimum
    #[arg(long, help_heading = "Search")]
    pub(crate) trust_remaining: bool,
    /// In which order states are explored
    #[arg(long, value_name = "ORDER", default_value = "auto", help_heading = "Search")]
    pub(crate) search: OrderChoice,
    /// Compute lower bounds on the remaining cost from the model. Turn it off to compare figures
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Search")]
    pub(crate) estimates: EstimatesChoice,
    /// How many states of each level a beam keeps
    #[arg(long, value_name = "STATES", default_value_t = 256, help_heading = "Search")]
    pub(crate) width: usize,
    /// Other seeds give other beams
    #[arg(long, value_name = "NUMBER", default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,
    /// Treat interchangeable processes as one. Turn it off to compare figures with other tools
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) symmetry: SymmetryChoice,
    /// How zones are extrapolated
    #[arg(long, value_name = "KIND", default_value = "auto", help_heading = "Search")]
    pub(crate) abstraction: AbstractionChoice,
    /// Write the run to a file: .txt, .json, .xtr (UPPAAL) or .svg (sequence chart)
    #[arg(long, value_name = "FILE", help_heading = "Runs")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Do not show the run
    #[arg(long, help_heading = "Runs")]
    pub(crate) no_run: bool,
    /// Show the value of every clock after each step of a run
    #[arg(long, help_heading = "Runs")]
    pub(crate) clocks: bool,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How many threads may search with `--search auto`: one for the proof, the others for good runs. By default two, if there
    /// are as many cores. With more than one, which of several cheapest runs is shown is up to chance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
          help_heading = "Limits")]
    pub(crate) threads: Option<u16>,
    /// How to write the results
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: PlainFormat,
    /// Show states, time and memory of each answer
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Whether to print each better run when it is found; `auto` does so on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) progress: When,
    /// Draw when values and bounds were found: .svg
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) history_out: Option<PathBuf>,
}

impl CheapestFlags {
    /// How the cheapest run is looked for.
    pub(crate) fn settings(&self) -> OptimiseSettings {
        OptimiseSettings {
            order: match self.search {
                OrderChoice::Auto => SearchOrder::Auto,
                OrderChoice::Best => SearchOrder::Best,
                OrderChoice::Depth => SearchOrder::Depth,
                OrderChoice::Beam => SearchOrder::Beam,
            },
            estimates: self.estimates == EstimatesChoice::Auto,
            width: self.width,
            seed: self.seed,
            trust_remaining: self.trust_remaining,
            ..OptimiseSettings::default()
        }
    }

    /// The engine's words for how to search.
    pub(crate) fn options(&self) -> Options {
        let usual = || std::thread::available_parallelism().map_or(1, usize::from).min(2);
        Options {
            symmetry: self.symmetry.option(),
            abstraction: self.abstraction.option(),
            threads: self.threads.map_or_else(usual, usize::from),
            ..Options::default()
        }
    }
}
