//! The cheapest runs that were found.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, PlanView, StatsView, ToolView, VerdictView};
use super::run::RunView;
use super::time::Time;

/// Everything `optimise` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OptimiseView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What was asked about.
    pub model: ModelView,
    /// The queries with their answers, in order.
    pub queries: Vec<CheapestView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl OptimiseView {
    pub const SCHEMA: &str = "orrery.optimise/1";

    #[must_use]
    pub fn new(tool: ToolView, model: ModelView) -> OptimiseView {
        let schema = OptimiseView::SCHEMA.to_owned();
        OptimiseView { schema, tool, model, queries: Vec::new(), diagnostics: Vec::new() }
    }
}

/// A query and the cheapest run to its goal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheapestView {
    /// Its number, from 1.
    pub index: usize,
    /// Its text, with runs of blanks folded to one.
    pub formula: String,
    /// The line it stands on, if it stands in a file.
    pub line: Option<u32>,
    /// What is to be least: `cost`, `time`, an expression, `cost per reward`.
    pub objective: String,
    /// Can the goal be reached?
    pub verdict: VerdictView,
    /// Why the answer is not simply yes or no, or why the value is not proved to be the least.
    pub reason: Option<String>,
    /// What the best run that was found costs.
    pub value: Option<ExactView>,
    /// No run costs less, that is proved.
    pub bound: Option<ExactView>,
    /// Is the value proved to be the least?
    pub optimal: bool,
    /// Does the run cost exactly the value? If not, runs come as close to it as one likes.
    pub attained: Option<bool>,
    /// What the run costs, by the definition: a number, or a fraction.
    pub run_cost: Option<String>,
    /// Each cheaper run when it was found.
    pub improvements: Vec<ImprovementView>,
    /// What was proved when.
    pub bounds: Vec<LowerBoundView>,
    pub trace: Option<RunView>,
    /// Why there is no run, although the goal can be reached.
    pub trace_reason: Option<String>,
    /// How it was answered; absent where nothing was searched.
    pub plan: Option<PlanView>,
    /// What it took; all 0 where nothing was searched.
    pub stats: StatsView,
}

/// A number, or a fraction as text: in JSON `700` or `"13/2"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExactView {
    Whole(i64),
    Fraction(String),
}

impl fmt::Display for ExactView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactView::Whole(value) => write!(f, "{value}"),
            ExactView::Fraction(text) => f.write_str(text),
        }
    }
}

/// A cheaper run was found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ImprovementView {
    /// When, from the start of the search on.
    pub seconds: f64,
    pub value: i64,
    /// No run costs less, that was proved by then.
    pub bound: i64,
}

/// A lower bound on every cost, and when it was proved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LowerBoundView {
    /// When, from the start of the search on.
    pub seconds: f64,
    /// No run costs less.
    pub bound: i64,
}

/// A step of a schedule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScheduledView {
    pub order: String,
    pub step: String,
    pub resource: String,
    pub start: Time,
    pub end: Time,
}
