//! Goals of other queries, looked out for along the way.
//!
//! A search that sees every state without meeting its own goal has also seen whatever other goals there
//! are to see. Those it has not met are not reachable either, and need no search of their own. Those it has
//! met are searched for when it is their turn, so that the run to them is the one it would be anyway.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use network::eval::Fault;
use network::{Goal, Network};

use crate::plan::{Abstraction, Order, Plan, QueryShape};
use analysis::{LiveCells, LocalBounds};
use engine::goal::GoalCode;
use engine::semantics::Semantics;
use program::State;

/// As many goals as there are bits to remember them by.
pub(super) const MOST_SHARED_QUERIES: usize = 64;

/// Could the search of this plan look out for other goals at all? Convex hulls and over-approximations
/// keep their own rules, and so do clocks that measure time and clock differences.
pub(super) fn is_possible(plan: &Plan) -> bool {
    plan.shape == QueryShape::Reachability
        && plan.approximate.is_none()
        && plan.order != Order::Time
        && matches!(plan.abstraction, Abstraction::Lu | Abstraction::M | Abstraction::None)
}

/// What the search for a goal keeps apart.
pub(super) struct KeptSearch<'k> {
    network: &'k Network,
    plan: &'k Plan,
    target: &'k Goal,
    bounds: LocalBounds,
    live: Option<LiveCells>,
}

impl<'k> KeptSearch<'k> {
    /// By the search of a plan for its target.
    pub(super) fn by(network: &'k Network, plan: &'k Plan, target: &'k Goal) -> KeptSearch<'k> {
        let goals = std::slice::from_ref(target);
        let bounds = LocalBounds::of(network, goals, has_equal_bounds(plan));
        let live = plan.dead_variables.then(|| LiveCells::of(network, goals, &[]));
        KeptSearch { network, plan, target, bounds, live }
    }

    /// Is that all that another goal speaks of? The symmetries must be those of both, zones as exact and
    /// variables as alive as they are without the other.
    pub(super) fn is_enough_for(&self, plan: &Plan, goal: &Goal) -> bool {
        is_possible(plan)
            && same_search(self.network, self.plan, plan)
            && self.live.as_ref().is_none_or(|live| live.keeps(self.network, goal))
            && (goal.is_discrete() || self.has_bounds_of(goal))
    }

    fn has_bounds_of(&self, goal: &Goal) -> bool {
        let both = [self.target.clone(), goal.clone()];
        LocalBounds::of(self.network, &both, has_equal_bounds(self.plan)) == self.bounds
    }
}

fn has_equal_bounds(plan: &Plan) -> bool {
    plan.abstraction != Abstraction::Lu
}

/// Are two plans the same but for what they look for?
fn same_search(network: &Network, left: &Plan, right: &Plan) -> bool {
    let same_group = match (&left.symmetry.group, &right.symmetry.group) {
        (None, None) => true,
        // Groups of different slices speak of different cells.
        (Some(mine), Some(other)) if left.slice == right.slice && left.fused == right.fused => {
            mine.acts_like(other, network)
        }
        _ => false,
    };
    let bare = |plan: &Plan| {
        let mut bare = Plan { reasons: Vec::new(), slice: None, ..plan.clone() };
        bare.symmetry.closure = None;
        bare.independent = None;
        bare
    };
    // Steps are left out with an eye on all goals that are looked out for.
    let same_steps = left.independent.is_some() == right.independent.is_some();
    keeps_slice(left, right) && same_group && same_steps && bare(left) == bare(right)
}

/// Is nothing missing in the one plan that the other looks for?
fn keeps_slice(left: &Plan, right: &Plan) -> bool {
    if left.fused.is_some() || right.fused.is_some() {
        return left.slice == right.slice && left.fused == right.fused;
    }
    match (&left.slice, &right.slice) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(left), Some(right)) => left.serves(right),
    }
}

/// Which goals have not been met so far. Threads share it.
pub(super) struct SharedGoals {
    unmet: AtomicU64,
    /// What the search has found depends on the order in which alternatives are evaluated.
    mixed: AtomicBool,
    /// When the first goal is met first, in half units, once a search in the order of time has shown it.
    least: OnceLock<u64>,
}

impl SharedGoals {
    /// None of so many goals has been met.
    pub(super) fn new(goals: usize) -> SharedGoals {
        assert!(goals <= MOST_SHARED_QUERIES, "there is a bit for each goal");
        let unmet = if goals == MOST_SHARED_QUERIES { u64::MAX } else { (1 << goals) - 1 };
        let (unmet, mixed) = (AtomicU64::new(unmet), AtomicBool::new(false));
        SharedGoals { unmet, mixed, least: OnceLock::new() }
    }

    /// The first goal is met at this moment, in half units, and not before.
    pub(super) fn meet_first(&self, when: u64) {
        self.least.get_or_init(|| when);
    }

    /// When the first goal is met first, if a search has shown it.
    pub(super) fn met_first(&self) -> Option<u64> {
        self.least.get().copied()
    }

    /// A state has been found of which one alternative holds and another is invalid.
    pub(super) fn mix(&self) {
        self.mixed.store(true, Relaxed);
    }

    /// Has such a state been found?
    pub(super) fn is_mixed(&self) -> bool {
        self.mixed.load(Relaxed)
    }

    /// Has this one not been met?
    pub(super) fn is_unmet(&self, goal: usize) -> bool {
        self.unmet.load(Relaxed) >> goal & 1 == 1
    }

    /// May a state with the loaded discrete part satisfy one that has not been met?
    pub(super) fn may_meet(&self, goals: &[GoalCode], semantics: &mut Semantics<'_>) -> bool {
        self.any(goals, |goal| goal.may_hold(semantics), |_| ())
    }

    /// Notes which ones this state satisfies.
    pub(super) fn meet(&self, goals: &[GoalCode], semantics: &mut Semantics<'_>, state: &State) {
        let strike = |number: usize| {
            self.unmet.fetch_and(!(1 << number), Relaxed);
        };
        self.any(goals, |goal| goal.holds_somewhere(semantics, state), strike);
    }

    /// Is there a goal that was not met and passes the test? One that cannot be evaluated passes: its own
    /// search is to find out.
    fn any(
        &self,
        goals: &[GoalCode],
        mut test: impl FnMut(&GoalCode) -> Result<bool, Fault>,
        note: impl Fn(usize),
    ) -> bool {
        let mut found = false;
        for (number, goal) in goals.iter().enumerate() {
            if self.is_unmet(number) && test(goal).unwrap_or(true) {
                found = true;
                note(number);
            }
        }
        found
    }
}
