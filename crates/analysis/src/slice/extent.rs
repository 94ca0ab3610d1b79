//! What may be left out, by the kind of query: the one place that decides it.

use network::features::Features;
use network::{Goal, Network, QueryKind};

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
    let about_states = |goal: &Goal| {
        if goal.has_deadlock() { Extent::Variables } else { Extent::Processes }
    };
    match kind {
        QueryKind::Reachable(goal)
        | QueryKind::Invariant(goal)
        | QueryKind::Optimum { within: goal, .. } => about_states(goal),
        // Maximal runs and what can still happen: a process that nobody heeds may go on for ever.
        QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_) | QueryKind::LeadsTo(..) => {
            Extent::Variables
        }
        // What a run costs depends on every transition, and a strategy speaks of all variables. The others are not
        // answered.
        QueryKind::Branching(_)
        | QueryKind::Cheapest { .. }
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => Extent::Nothing,
    }
}
