//! What may be left out, by the kind of query: the one place that decides it.

use network::features::Features;
use network::{Network, QueryKind, Scope};

/// How much may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    Nothing,
    /// Variables, and what is done to them. The transitions stay the same, so this changes no answer.
    Variables,
    /// Processes too. The others reach the same states, but what can go on for ever, or not at all, may differ.
    Processes,
}

impl Extent {
    /// What the query allows in this network.
    #[must_use]
    pub fn of(network: &Network, kind: &QueryKind) -> Extent {
        let features = Features::of(network);
        // What has a higher priority may hold up others, and hooks do something in every transition.
        let independent = !features.priorities && !features.update_hooks;
        match by_kind(kind) {
            Extent::Processes if !independent => Extent::Variables,
            extent => extent,
        }
    }
}

fn by_kind(kind: &QueryKind) -> Extent {
    match kind.scope() {
        Scope::States | Scope::Values if kind.goals().iter().any(|goal| goal.has_deadlock()) => {
            Extent::Variables
        }
        Scope::States | Scope::Values => Extent::Processes,
        // Maximal runs and what can still happen: a process that nobody heeds may go on for ever.
        Scope::MaximalRuns => Extent::Variables,
        // What a run costs depends on every transition, and a strategy speaks of all variables. The others are not
        // answered.
        Scope::Tree | Scope::Costs | Scope::Nothing => Extent::Nothing,
    }
}
