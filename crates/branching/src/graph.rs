//! A stored graph with its edges, forwards and backwards.

use std::collections::{BTreeMap, VecDeque};

use crate::set::StateSet;

/// States by number, edges between them, and in which states a path may end.
#[derive(Clone, Debug)]
pub struct Graph {
    successors: Adjacency,
    predecessors: Adjacency,
    /// A path may end here: nothing is possible, or nothing need happen any more.
    ends: StateSet,
}

/// For each state, a list of others; all lists in one vector.
#[derive(Clone, Debug)]
struct Adjacency {
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Adjacency {
    /// Sorts pairs by their first part, by counting.
    fn new(states: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Adjacency {
        let mut starts = vec![0; states + 1];
        pairs.clone().for_each(|(from, _)| starts[from as usize + 1] += 1);
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[states]];
        for (from, to) in pairs {
            targets[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Adjacency { starts, targets }
    }

    fn of(&self, state: usize) -> &[u32] {
        &self.targets[self.starts[state]..self.starts[state + 1]]
    }
}

impl Graph {
    /// A graph of so many states. A path may end in the states of `ends`, and where no edge leaves.
    #[must_use]
    pub fn new(states: usize, edges: &[(u32, u32)], mut ends: StateSet) -> Graph {
        let successors = Adjacency::new(states, edges.iter().copied());
        let predecessors = Adjacency::new(states, edges.iter().map(|(from, to)| (*to, *from)));
        (0..states).filter(|at| successors.of(*at).is_empty()).for_each(|at| ends.insert(at));
        Graph { successors, predecessors, ends }
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.ends.size()
    }

    /// Where the edges of a state lead; a state may occur more than once.
    #[must_use]
    pub fn successors(&self, state: usize) -> &[u32] {
        self.successors.of(state)
    }

    /// Where the edges into a state come from; a state may occur more than once.
    #[must_use]
    pub(crate) fn predecessors(&self, state: usize) -> &[u32] {
        self.predecessors.of(state)
    }

    /// The states after the first on a shortest path within some states to some others; none if there is no such path.
    #[must_use]
    pub fn shortest_path(
        &self,
        from: usize,
        within: &StateSet,
        to: &StateSet,
    ) -> Option<Vec<usize>> {
        let mut parents: BTreeMap<usize, usize> = BTreeMap::new();
        let mut waiting = VecDeque::from([from]);
        while let Some(state) = waiting.pop_front() {
            if to.contains(state) {
                let mut path = Vec::new();
                let mut at = state;
                while at != from {
                    path.push(at);
                    at = parents[&at];
                }
                path.reverse();
                return Some(path);
            }
            if !within.contains(state) {
                continue;
            }
            for next in self.successors(state) {
                let next = *next as usize;
                if next != from && !parents.contains_key(&next) {
                    parents.insert(next, state);
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    /// The states in which a path may end.
    #[must_use]
    pub fn ends(&self) -> &StateSet {
        &self.ends
    }

    /// The states that no edge leaves.
    #[must_use]
    pub fn dead_ends(&self) -> StateSet {
        StateSet::of(self.states(), |state| self.successors(state).is_empty())
    }
}
