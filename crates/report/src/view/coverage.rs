//! What is reached and taken.

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, StatsView, ToolView};

/// Everything `coverage` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CoverageView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    pub model: ModelView,
    /// Were all states seen? If not, what was not seen may still be possible.
    pub complete: bool,
    /// Why not all states were seen.
    pub reason: Option<String>,
    /// What was seen need not be real, because clocks that stand still are over-approximated.
    pub approximate: bool,
    pub templates: Vec<CoveredTemplateView>,
    pub stats: StatsView,
    pub diagnostics: Vec<DiagnosticView>,
}

impl CoverageView {
    pub const SCHEMA: &str = "orrery.coverage/1";
}

/// A template, all its processes together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoveredTemplateView {
    pub name: String,
    /// How many processes are made from it.
    pub processes: usize,
    pub locations: Vec<CoveredLocationView>,
    pub edges: Vec<CoveredEdgeView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoveredLocationView {
    pub name: String,
    /// Where it is declared.
    pub place: Option<String>,
    /// How many of the processes reach it.
    pub reached_by: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoveredEdgeView {
    /// Its number in the template, from 0.
    pub index: usize,
    pub source: String,
    pub target: String,
    /// Its guard and synchronisation as written.
    pub label: String,
    /// Where it is declared.
    pub place: Option<String>,
    /// How many of the processes ever take it.
    pub taken_by: usize,
}
