//! What is symmetric in a model, and what is not.

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, ToolView};

/// Everything `symmetry` has to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SymmetriesView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What is asked about.
    pub model: ModelView,
    /// How many symmetries the model has; a decimal number that may be very large.
    pub order: String,
    pub sorts: Vec<SortView>,
    /// Processes that can be rotated or reversed, but not exchanged freely.
    pub rings: Vec<RingView>,
    /// Processes that can be mapped to each other in yet other ways.
    #[serde(default)]
    pub graph: Option<GraphView>,
    /// What looks symmetric and is not.
    pub rejected: Vec<RejectedView>,
    /// What each query leaves of it, in order.
    pub queries: Vec<QuerySymmetryView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl SymmetriesView {
    pub const SCHEMA: &str = "orrery.symmetry/1";
}

/// Elements that are interchangeable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SortView {
    /// All of it in a sentence.
    pub text: String,
    /// The declared scalar sets among whose elements these are.
    pub scalar_sets: Vec<String>,
    /// The elements, with what belongs to each.
    pub elements: Vec<ElementView>,
    /// Variables whose values are elements.
    pub held_by: Vec<String>,
    /// Is it used? Elements that own things in ways too tangled to follow are not.
    pub used: bool,
}

/// One of several interchangeable elements.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ElementView {
    /// What it is called.
    pub name: String,
    pub processes: Vec<String>,
    /// Its variables: its processes' own, and its cells of arrays.
    pub variables: Vec<String>,
    pub clocks: Vec<String>,
}

/// A ring of processes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RingView {
    /// All of it in a sentence.
    pub text: String,
    /// The processes in order.
    pub members: Vec<String>,
    /// Can each take the place of the next?
    pub turns: bool,
    /// Can the order be reversed?
    pub reverses: bool,
    /// Is it used? Rings are, as long as their rotations together can be listed.
    pub used: bool,
}

/// Processes that can be mapped to each other in ways that are neither exchanges nor rotations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GraphView {
    /// All of it in a sentence.
    pub text: String,
    pub members: Vec<String>,
    /// In how many ways, apart from exchanges.
    pub ways: usize,
}

/// What looks symmetric and is not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RejectedView {
    /// All of it in a sentence.
    pub text: String,
    /// The elements that are special, or that are all different.
    pub elements: Vec<String>,
    /// Elements they differ from.
    pub others: Vec<String>,
    pub reason: String,
    /// What is to blame.
    pub spot: Option<SpotView>,
}

/// A place in the source text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpotView {
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The place as a UPPAAL user knows it: template, edge or location, label.
    pub place: Option<String>,
    pub excerpt: String,
}

/// What a query leaves of the symmetries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuerySymmetryView {
    /// Its number, from 1.
    pub index: usize,
    /// Its text, with runs of blanks folded to one.
    pub formula: String,
    /// The line it stands on, if it stands in a file.
    pub line: Option<u32>,
    /// How many symmetries are left; `"1"` if none but doing nothing.
    pub order: String,
    /// Elements that remain interchangeable.
    pub interchangeable: Vec<Vec<String>>,
    /// Elements that the query singles out.
    pub pinned: Vec<String>,
    /// All of it in sentences.
    pub text: Vec<String>,
    /// Why the query has no symmetries to speak of: it is not well-formed or not supported.
    pub problem: Option<String>,
}
