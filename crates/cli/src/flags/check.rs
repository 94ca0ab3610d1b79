//! The flags of `check`.

use std::path::PathBuf;

use clap::Args;

use super::choice::{FormatChoice, TraceChoice, When};
use super::limit::LimitFlags;
use super::model::{ModelFlags, SearchFlags};
use super::sweep::Sweep;

const EXAMPLES: &str = "\
Examples:
  orrery check model.xml                          all queries of the model
  orrery check model.xml queries.q                those of a file
  orrery check model.xml -q 'A[] not deadlock'    one of your own
  orrery check model.xml --query 2 --trace shortest
                                                  a short run that shows why
  orrery check model.xml --query 2 --trace-out run.svg
                                                  the same as a picture
  orrery check model.xml --format json            for scripts
  orrery check model.xml --time-limit 10m --memory-limit 8GiB
  orrery check a.xml b.xta models/                several models, and all in a folder
  orrery check model.xml --sweep N=2..40 --time-limit 60 --sweep-out sweep.csv --sweep-out sweep.svg
                                                  how far can N grow?
  orrery check model.xml --watch                  again whenever the file is saved

Exit status:
  0  every query holds, or is answered as the model expects
  1  some query does not
  2  the model, a query or a flag is wrong
  3  some query is undecided: a limit was reached, it is not supported, or you interrupted

The most serious one counts: 2 before 1 before 3.";

/// `check` and its flags.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckFlags {
    #[command(flatten)]
    pub(crate) model: ModelFlags,
    /// More models, and folders with models. A .q file belongs to the model before it
    #[arg(value_name = "MORE")]
    pub(crate) more: Vec<PathBuf>,
    /// Check once for each value of a constant: N=2..40, N=2..40/2 (every second), N=2,4,8. Ends where a limit is
    /// reached
    #[arg(long, value_name = "NAME=VALUES", value_parser = Sweep::parse, help_heading = "Sweeps")]
    pub(crate) sweep: Option<Sweep>,
    /// Also write the sweep to a file: .csv (a table), .svg (a plot of states and time) or .json. May be repeated
    #[arg(long, value_name = "FILE", requires = "sweep", help_heading = "Sweeps")]
    pub(crate) sweep_out: Vec<PathBuf>,
    /// Check again whenever a model or its queries change, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
    /// Accept a model without queries: exit 0 instead of 2
    #[arg(long)]
    pub(crate) no_queries_ok: bool,
    /// Use one search for each query, even where one search could answer several, to compare figures
    #[arg(long, help_heading = "Search")]
    pub(crate) separate: bool,
    /// Show a run that proves the answer, where one exists
    #[arg(long, value_name = "KIND", default_value = "none", help_heading = "Runs")]
    pub(crate) trace: TraceChoice,
    /// Write the run to a file: .txt, .json, .xtr (UPPAAL), .svg (sequence chart) or .gantt.svg (Gantt
    /// chart). With several queries, each gets a file of its own: run.svg becomes run-1.svg, run-2.svg, …
    #[arg(long, value_name = "FILE", help_heading = "Runs")]
    pub(crate) trace_out: Option<PathBuf>,
    /// Write the strategy that wins a game to a file: .txt (rules), .json, or .xta (the model under the strategy). With
    /// several queries, each gets a file of its own
    #[arg(long, value_name = "FILE", help_heading = "Runs")]
    pub(crate) strategy_out: Option<PathBuf>,
    /// Show the value of every clock after each step of a run
    #[arg(long, help_heading = "Runs")]
    pub(crate) clocks: bool,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How many threads may search; by default, one for each core. One thread is used where the
    /// search order decides which run is shown, and for queries about infinite runs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
          help_heading = "Limits")]
    pub(crate) threads: Option<u16>,
    /// How to write the results
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: FormatChoice,
    /// Also write an HTML page with answers, automata and runs. It is a single file
    ///
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) report: Option<PathBuf>,
    /// Show states, time and memory of each answer
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
    /// Whether to show a progress line; `auto` shows it on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) progress: When,
}
