//! The search in order of time.
//!
//! States are expanded in the order of the least time at which they are reached, and inspected as soon as they are found. A state that satisfies the goal
//! may do so later than another that is found after it. So the least time of the goal in what was found so far is kept, and the search
//! ends when no state that waits is earlier. A second search then stops at a state that satisfies the goal by then.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::time::Instant;

use zones::Zone;

use super::reachability::{alone, prefilter, seeks, stats};
use super::shared_goals::SharedGoals;
use crate::plan::Plan;
use crate::prepared::Prepared;
use crate::verdict::Stats;
use engine::search::{Evidence, Found, Frontier, Inspect, Outcome, ZoneSpace, reach};
use engine::store::NodeId;
use engine::watch::Watch;

/// What the search knows of time, in half units: `2t` stands for "at t", `2t + 1` for "as soon after t as one likes".
#[derive(Clone, Default)]
struct Progress {
    /// Nothing that is still to be found is earlier.
    floor: Rc<Cell<u64>>,
    /// The least time of the goal so far.
    best: Rc<Cell<Option<u64>>>,
}

impl Progress {
    /// A state satisfies the goal from this time on: is that the least there is?
    fn meet(&self, when: u64) -> bool {
        let best = self.best.get().map_or(when, |best| best.min(when));
        self.best.set(Some(best));
        best <= self.floor.get() && when == best
    }
}

/// The state that satisfies the first goal at the least time, as evidence; the last clock of the network measures time.
pub(super) fn in_order_of_time<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Evidence<'p>, Stats) {
    let progress = Progress::default();
    let (evidence, first) = searched(prepared, shared, plan, &progress, watch, started);
    let Some(best) = progress.best.get() else { return (evidence, first) };
    if matches!(evidence.outcome, Outcome::Found(_) | Outcome::Exhausted) {
        shared.meet_first(best);
    }
    if !matches!(evidence.outcome, Outcome::Exhausted) {
        return (evidence, first);
    }
    // The least time is known; which state it was is not.
    let progress = Progress::default();
    progress.floor.set(best);
    let (mut evidence, mut second) = searched(prepared, shared, plan, &progress, watch, started);
    if matches!(evidence.outcome, Outcome::Exhausted) {
        evidence = alone(prepared, shared, plan, &mut *prepared.frontier(plan), watch);
        second = stats(&evidence, started);
    }
    second.progress.explored += first.progress.explored;
    second.progress.transitions += first.progress.transitions;
    second.progress.covered += first.progress.covered;
    (evidence, second)
}

fn searched<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    progress: &Progress,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Evidence<'p>, Stats) {
    let goals = &prepared.goals;
    let inspect = seeks_in_time(prepared, shared, progress.clone());
    let mut space = ZoneSpace::new(prepared.parts(plan, inspect, prefilter(goals, shared)));
    let mut frontier = EarliestFirst { waiting: BinaryHeap::new(), progress: progress.clone() };
    let outcome = reach(&mut space, &mut frontier, watch);
    let evidence = space.into_evidence(outcome);
    let stats = stats(&evidence, started);
    (evidence, stats)
}

/// Looks for the first goal, but stops only at one that nothing is earlier than.
fn seeks_in_time<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    progress: Progress,
) -> Inspect<'p> {
    let mut seeks = seeks(&prepared.goals, shared);
    Box::new(move |semantics, state| {
        let found = seeks(semantics, state)?;
        if !matches!(found, Found::Goal) {
            return Ok(found);
        }
        semantics.load(&state.cells);
        let pieces = prepared.goals[0].first_pieces(semantics, state)?;
        let when = pieces.iter().map(earliest).min();
        let is_least = when.is_none_or(|when| progress.meet(when));
        Ok(if is_least { Found::Goal } else { Found::Nothing })
    })
}

/// The least value of the last clock.
fn earliest(zone: &Zone) -> u64 {
    let bound = zone.get(0, zone.dim() - 1);
    u64::from(bound.limit().unwrap_or(0).unsigned_abs()) * 2 + u64::from(bound.is_strict())
}

/// The node that is reached first, unless the goal is reached before.
struct EarliestFirst {
    waiting: BinaryHeap<Reverse<(u64, NodeId)>>,
    progress: Progress,
}

impl Frontier for EarliestFirst {
    fn push(&mut self, node: NodeId, rank: u64) {
        self.waiting.push(Reverse((rank, node)));
    }

    fn pop(&mut self) -> Option<NodeId> {
        let Reverse((rank, node)) = self.waiting.pop()?;
        if self.progress.best.get().is_some_and(|best| best <= 2 * rank) {
            return None;
        }
        self.progress.floor.set(self.progress.floor.get().max(2 * rank));
        Some(node)
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }
}
