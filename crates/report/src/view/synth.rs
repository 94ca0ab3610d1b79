//! Policies that keep a goal possible.

use serde::{Deserialize, Serialize};

use super::check::{DiagnosticView, ModelView, PlanView, StatsView, ToolView, VerdictView};
use super::run::RunView;

/// Everything `synth` found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SynthView {
    /// The name and version of this format.
    pub schema: String,
    pub tool: ToolView,
    /// What was asked about.
    pub model: ModelView,
    /// What is to stay possible, with the policy.
    pub queries: Vec<PolicyView>,
    /// What is wrong or suspicious in the texts.
    pub diagnostics: Vec<DiagnosticView>,
}

impl SynthView {
    pub const SCHEMA: &str = "orrery.synth/1";
}

/// What is to stay possible, and the policy that keeps it so.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PolicyView {
    /// Its number, from 1.
    pub index: usize,
    /// What is to stay possible.
    pub formula: String,
    /// The line it stands on, if it stands in a file.
    pub line: Option<u32>,
    /// `holds` if there is a policy, `fails` if the goal is out of reach from the start.
    pub verdict: VerdictView,
    /// Why the answer is not simply yes or no.
    pub reason: Option<String>,
    /// Reachable states; absent if the search did not end, as are the next four.
    pub reachable: Option<usize>,
    /// Those from which the goal can be reached.
    pub safe: Option<usize>,
    #[serde(rename = "unsafe")]
    pub unsafe_states: Option<usize>,
    /// States without any successor.
    pub dead_ends: Option<usize>,
    /// How many symmetries were used; a decimal number that may be very large.
    pub symmetries: Option<String>,
    /// What is forbidden, modulo these symmetries.
    pub policy: Vec<ForbiddenView>,
    /// A second search has confirmed the policy.
    pub verified: bool,
    /// The run to an invalid evaluation, if there is one.
    pub trace: Option<RunView>,
    /// How the states were found; absent where nothing was searched.
    pub plan: Option<PlanView>,
    pub stats: StatsView,
}

/// Something that is forbidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForbiddenView {
    /// The condition, in UPPAAL's syntax.
    pub predicate: String,
    /// How many reachable states it and its images forbid that those before do not.
    pub states: usize,
    /// All that symmetries make of the condition, itself first.
    pub images: Vec<String>,
}
