//! Several models, and one model for several values of a constant.

use serde::{Deserialize, Serialize};

use super::check::{CheckView, DiagnosticView, ModelView, QueryView, ToolView, VerdictView};

/// What `check` found out about several models.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BatchView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// Each as if it had been checked alone, in order.
    pub models: Vec<CheckView>,
    pub summary: CountsView,
    /// Models that were not tried because the user interrupted.
    pub untried: usize,
}

/// How many answers there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CountsView {
    pub models: usize,
    pub queries: usize,
    pub holds: usize,
    pub fails: usize,
    pub unknown: usize,
    pub unsupported: usize,
    pub error: usize,
}

impl BatchView {
    pub const SCHEMA: &str = "orrery.batch/1";

    #[must_use]
    pub fn new(tool: ToolView, models: Vec<CheckView>, untried: usize) -> BatchView {
        let mut summary = CountsView { models: models.len(), ..CountsView::default() };
        for query in models.iter().flat_map(|model| &model.queries) {
            summary.queries += 1;
            *match query.verdict {
                VerdictView::Holds => &mut summary.holds,
                VerdictView::Fails => &mut summary.fails,
                VerdictView::Unknown => &mut summary.unknown,
                VerdictView::Unsupported => &mut summary.unsupported,
                VerdictView::Error => &mut summary.error,
            } += 1;
        }
        BatchView { schema: BatchView::SCHEMA.to_owned(), tool, models, summary, untried }
    }
}

/// What `check --sweep` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SweepView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// The file as the user named it.
    pub path: String,
    /// The constant whose value changes.
    pub constant: String,
    /// What was found for each value, in order.
    pub points: Vec<PointView>,
    /// Why larger values were not tried; absent if all were.
    pub stopped: Option<String>,
}

/// The answers for one value of a constant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PointView {
    pub value: i32,
    pub model: ModelView,
    pub queries: Vec<QueryView>,
    pub diagnostics: Vec<DiagnosticView>,
}

impl SweepView {
    pub const SCHEMA: &str = "orrery.sweep/1";

    #[must_use]
    pub fn new(tool: ToolView, path: String, constant: String) -> SweepView {
        let schema = SweepView::SCHEMA.to_owned();
        SweepView { schema, tool, path, constant, points: Vec::new(), stopped: None }
    }
}
