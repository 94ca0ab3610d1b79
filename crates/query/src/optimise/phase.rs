//! One phase of a search: states found, and those that wait to be expanded.

use std::cmp::Ordering;

use super::store::{NodeId, PricedStore};
use engine::semantics::Step;

/// How a state was reached: the renaming of the start, and the steps.
pub(super) type Path = (Step, Vec<Step>);

/// A state that waits to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Waiting {
    /// No run by way of this state costs less.
    pub(super) bound: i64,
    /// What is thought to be still to come; it decides among states with the same bound.
    pub(super) remaining: i64,
    /// Less promises more: what beams go by among states with the same bound.
    pub(super) promise: i64,
    pub(super) id: NodeId,
}

impl Ord for Waiting {
    /// The greatest is next: the cheapest; of those the one that seems nearest to the goal, and then the latest.
    fn cmp(&self, other: &Waiting) -> Ordering {
        let key = |each: &Waiting| (each.bound, each.remaining);
        key(other).cmp(&key(self)).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// States that one phase of a search has found. Another phase begins anew: a state that one phase has left out may not
/// make states of another superfluous.
pub(super) struct Phase {
    pub(super) store: PricedStore,
    /// What was found last and is not taken up by the order of the phase yet.
    pub(super) found: Vec<Waiting>,
}

impl Phase {
    pub(super) fn new(key_cells: usize) -> Phase {
        Phase { store: PricedStore::new(key_cells), found: Vec::new() }
    }

    pub(super) fn path(&self, mut id: NodeId) -> Path {
        let mut steps = Vec::new();
        while let Some(parent) = self.store.node(id).parent {
            steps.push(self.store.node(id).step.clone());
            id = parent;
        }
        steps.reverse();
        (self.store.node(id).step.clone(), steps)
    }

    /// Does another state make this one superfluous?
    pub(super) fn is_superfluous(&self, waiting: &Waiting) -> bool {
        self.store.node(waiting.id).dominated
    }
}
