//! How the queries of a model would be answered.

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, PlanView, ToolView};

/// Everything `explain` has to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What is asked about.
    pub model: ModelView,
    /// The queries with their plans, in order.
    pub queries: Vec<ExplainedView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl ExplainView {
    pub const SCHEMA: &str = "orrery.explain/1";
}

/// A query with its plan, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplainedView {
    /// Its number, from 1.
    pub index: usize,
    /// Its text, with runs of blanks folded to one.
    pub formula: String,
    /// The line it stands on, if it stands in a file.
    pub line: Option<u32>,
    /// How it would be answered.
    pub plan: Option<PlanView>,
    /// What was decided, one by one.
    pub decisions: Vec<DecisionView>,
    /// Why there is no plan.
    pub problem: Option<String>,
}

/// A choice with its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DecisionView {
    pub topic: String,
    pub choice: String,
    pub because: String,
}
