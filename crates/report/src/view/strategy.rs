//! Strategies of games.

use serde::{Deserialize, Serialize};

use super::run::MoveView;

/// What the controller does to win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StrategyView {
    /// Any rule that fits may be followed; otherwise the first that fits counts.
    pub permissive: bool,
    /// The ordinary search has confirmed it on the model under the strategy; false would be a mistake in Orrery. Absent
    /// where that could not be asked, or took too long.
    #[serde(default)]
    pub verified: Option<bool>,
    pub states: Vec<ControlledView>,
}

/// What it does in a discrete state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ControlledView {
    /// The location of each process: `Train(0).Coming`.
    pub locations: Vec<String>,
    /// The variables: `n == 2`.
    pub variables: Vec<String>,
    pub rules: Vec<RuleView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleView {
    pub action: ActionView,
    /// The edges to take, if any.
    pub moves: Vec<MoveView>,
    /// One of these conditions on clocks must hold; an empty one always does.
    pub when: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionView {
    /// What was to be reached is reached.
    Done,
    Wait,
    Take,
}
