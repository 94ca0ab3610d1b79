//! The discrete states that a search sees.

use std::collections::BTreeSet;

use engine::search::{Evidence, Found, Outcome, Prefilter, Reach, ZoneSpace, reach};
use engine::watch::StopReason;
use network::{Goal, Network};
use program::State;
use query::plan::{Plan, TimeDomain};
use query::prepared::Prepared;

use crate::every_plan::Patience;

/// What a search of everything sees.
#[derive(PartialEq, Eq, Debug)]
pub enum Seen {
    States(BTreeSet<Vec<i32>>),
    /// Some evaluation is invalid.
    Invalid,
    TooMany,
}

/// Expansions of one turn.
const TURN: u64 = 3;

/// Searches everything by a plan.
#[must_use]
pub fn discrete_states(network: &Network, plan: &Plan, most: u64) -> Seen {
    let goal = [Goal::Or(Vec::new())];
    let Ok(prepared) = Prepared::new(network, &goal, &[], &[], plan) else { return Seen::Invalid };
    let parts = prepared.parts(plan, Box::new(|_, _| Ok(Found::Nothing)), Prefilter::Nowhere);
    let mut frontier = prepared.frontier(plan);
    if plan.domain == TimeDomain::Integers {
        let mut space = ZoneSpace::of(parts, prepared.integers());
        // Stopped and continued all the time, as when it takes turns with zones.
        let mut search = Reach::default();
        let mut outcome = Outcome::Stopped(StopReason::Interrupted);
        for _ in 0..most / TURN {
            outcome = search.go_on(&mut space, &mut *frontier, &mut Patience::new(TURN));
            if !matches!(outcome, Outcome::Stopped(_)) {
                break;
            }
        }
        seen(space.into_evidence(outcome))
    } else {
        let mut space = ZoneSpace::new(parts);
        let outcome = reach(&mut space, &mut *frontier, &mut Patience::new(most));
        seen(space.into_evidence(outcome))
    }
}

fn seen(mut evidence: Evidence<'_>) -> Seen {
    match evidence.outcome {
        Outcome::Exhausted => {}
        Outcome::Faulted(..) => return Seen::Invalid,
        Outcome::Found(_) | Outcome::Stopped(_) => return Seen::TooMany,
    }
    let (mut state, mut states) = (State::blank(), BTreeSet::new());
    let key_cells = evidence.key_cells();
    for node in evidence.nodes() {
        evidence.load(node, &mut state);
        states.insert(state.cells[..key_cells].to_vec());
    }
    Seen::States(states)
}
