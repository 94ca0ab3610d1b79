//! What was proved for all instances of a family.

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, QueryView, ToolView};

/// Everything `prove` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProveView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What was asked about, with the constant as written.
    pub model: ModelView,
    /// The queries with their answers, in order.
    pub queries: Vec<ProvedView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl ProveView {
    pub const SCHEMA: &str = "orrery.prove/1";
}

/// A query and what is known of it for all instances.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProvedView {
    /// The query; its run is one of the instance that `fails_at` names.
    #[serde(flatten)]
    pub query: QueryView,
    pub family: FamilyView,
    /// The views that prove it; absent if nothing was proved.
    pub views: Option<ViewsView>,
    /// The least value of the constant for which it was found not to hold.
    pub fails_at: Option<i32>,
    /// The value from which on it is known to fail for every value.
    #[serde(default)]
    pub fails_from: Option<i32>,
    /// The values of the constant for which it was checked one by one.
    #[serde(default)]
    pub checked: Vec<i32>,
    /// Where no proof was found: what leads, seen by a few processes, to a state that might be a bad one.
    #[serde(default)]
    pub abstract_run: Vec<String>,
    /// Where it leads to: what a few processes see of that state.
    #[serde(default)]
    pub stuck: Option<ViewView>,
}

/// A model with a constant left open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FamilyView {
    pub parameter: String,
    /// The least value for which there is a process.
    pub least: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ViewsView {
    /// How many processes a view shows.
    pub arity: usize,
    /// How many views there are, one for all orders of the processes.
    pub count: usize,
    /// Has the set of views been checked by a program that shares nothing with the one that found it?
    #[serde(default)]
    pub checked: bool,
    #[serde(default)]
    pub list: Vec<ViewView>,
}

/// What one sees of a state when looking at a few processes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ViewView {
    /// Each process with its location.
    pub locations: Vec<(String, String)>,
    /// Each variable with its value.
    pub values: Vec<(String, String)>,
    /// What is known of the clocks.
    pub zone: String,
}
