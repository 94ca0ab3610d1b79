//! The answers to the queries of a model.

use serde::{Deserialize, Serialize};

use super::run::RunView;
use super::strategy::StrategyView;

/// Everything `check` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What was asked about.
    pub model: ModelView,
    /// The queries with their answers, in order.
    pub queries: Vec<QueryView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl CheckView {
    pub const SCHEMA: &str = "orrery.check/1";

    #[must_use]
    pub fn new(tool: ToolView, model: ModelView) -> CheckView {
        let schema = CheckView::SCHEMA.to_owned();
        CheckView { schema, tool, model, queries: Vec::new(), diagnostics: Vec::new() }
    }
}

/// A program and its version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToolView {
    pub name: String,
    pub version: String,
}

/// A model, by its size.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ModelView {
    /// The file as the user named it.
    pub path: String,
    pub processes: usize,
    pub clocks: usize,
    /// How many integer cells the state has.
    pub variables: usize,
}

/// A query and its answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueryView {
    /// Its number, from 1.
    pub index: usize,
    /// Its text, with runs of blanks folded to one.
    pub formula: String,
    /// The line it stands on, if it stands in a file.
    pub line: Option<u32>,
    pub verdict: VerdictView,
    /// Why the answer is not simply yes or no.
    pub reason: Option<String>,
    /// The extreme values that `sup`, `inf` and `bounds` ask for.
    pub value: Option<ValueView>,
    /// A run that supports the answer.
    pub trace: Option<RunView>,
    /// Why there is no run, although one was asked for and exists.
    #[serde(default)]
    pub trace_reason: Option<String>,
    /// What is said of states of the run, or of the start: why a formula of branching time holds or fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ClaimView>,
    /// What the controller does to win a game, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<StrategyView>,
    /// How it was answered; absent where nothing was searched.
    pub plan: Option<PlanView>,
    /// What it took; all 0 where nothing was searched.
    pub stats: StatsView,
    #[serde(default)]
    pub comment: String,
    /// What the author expects, if the model says so.
    #[serde(default)]
    pub expect: Option<ExpectView>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictView {
    Holds,
    Fails,
    /// Not decided: a limit was reached, or an over-approximation was not conclusive.
    Unknown,
    /// Outside what can be checked.
    Unsupported,
    /// The query is not well-formed, or the model did something undefined on the way.
    Error,
}

impl VerdictView {
    /// The word used in JSON and tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            VerdictView::Holds => "holds",
            VerdictView::Fails => "fails",
            VerdictView::Unknown => "unknown",
            VerdictView::Unsupported => "unsupported",
            VerdictView::Error => "error",
        }
    }
}

/// What is said of a state of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClaimView {
    /// After so many transitions of the run.
    pub after: usize,
    /// A part of the formula.
    pub part: String,
    /// Does the state satisfy it?
    pub holds: bool,
    /// The same as a sentence.
    pub text: String,
}

/// What an author expects, and whether it came true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectView {
    /// `holds`, `fails`, `error`, or a value.
    pub outcome: String,
    /// Does the answer agree?
    pub met: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueView {
    /// All of them in one line, for people.
    pub text: String,
    /// One for each expression of the query.
    pub terms: Vec<TermView>,
}

/// The extreme values of one expression.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TermView {
    /// The expression as written.
    pub expression: String,
    /// The infimum, if it was asked for.
    pub lower: Option<BoundView>,
    /// The supremum, if it was asked for.
    pub upper: Option<BoundView>,
}

/// An end of an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoundView {
    /// The end itself; absent if there is none (infinity).
    pub limit: Option<i64>,
    /// The end is approached but not reached.
    pub strict: bool,
}

/// How a query was answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanView {
    /// The symmetry that was used.
    pub symmetry: SymmetryView,
    /// What clocks were followed with: `zones`, `integers`; in a plan that has not been carried out also `both`.
    #[serde(default)]
    pub domain: String,
    /// The abstraction of zones: `lu`, `m`, `none`, …
    pub abstraction: String,
    /// The order of the search: `bfs`, `dfs`, …
    pub search: String,
    /// How many polling loops are accelerated.
    #[serde(default)]
    pub accelerated: usize,
    /// Are steps that do not depend on each other taken in one order only where time stands still?
    #[serde(default)]
    pub independent_steps: bool,
    /// Why these choices, in sentences.
    #[serde(default)]
    pub reasons: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SymmetryView {
    /// `none`, `full`, `rotation`, …
    pub kind: String,
    /// At most this many states have one representative; a decimal number that may be very large.
    pub orbit_bound: String,
}

/// What an answer took.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StatsView {
    pub stored: u64,
    /// States whose successors were computed.
    pub explored: u64,
    pub transitions: u64,
    pub seconds: f64,
    /// Most memory in use at once.
    pub peak_bytes: u64,
    /// Successors that a stored state covered.
    #[serde(default)]
    pub covered: u64,
    /// States followed to where they lead, and not stored.
    #[serde(default)]
    pub followed: u64,
    /// Where the time went.
    #[serde(default)]
    pub phases: Vec<PhaseView>,
    /// What symmetry did; absent where there is none.
    #[serde(default)]
    pub symmetry: Option<SymmetryStatsView>,
    /// The query whose search answered this one as well; absent if it had its own. The figures of states
    /// are those of that search.
    #[serde(default)]
    pub found_by: Option<usize>,
    /// Of the wall time: what making the run took, from the end of the search on.
    #[serde(default)]
    pub run_seconds: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SymmetryStatsView {
    /// States stored, each standing for its orbit.
    pub orbits: u64,
    /// How many states an orbit has on average, estimated from samples.
    pub average_orbit: f64,
    /// How many states there would be without symmetry: the product of the two.
    pub unreduced: f64,
    /// States for which a representative was looked for.
    pub canonicalised: u64,
    /// Those that were their own representatives.
    pub identities: u64,
    /// Those for which the budget was not enough, so that their orbit may be stored more than once.
    pub exhausted: u64,
    /// Time spent on representatives, estimated from samples.
    pub seconds: f64,
    /// The same as a part of the whole time, from 0 to 1.
    pub share: f64,
}

/// A part of the work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PhaseView {
    pub name: String,
    /// How long it took.
    pub seconds: f64,
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeverityView {
    Warning,
    /// The text cannot be used.
    Error,
}

/// A message about a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiagnosticView {
    pub code: String,
    /// How bad it is.
    pub severity: SeverityView,
    pub message: String,
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The place as a UPPAAL user knows it: template, edge or location, label.
    #[serde(default)]
    pub place: Option<String>,
    /// What to do about it.
    #[serde(default)]
    pub help: Option<String>,
}
