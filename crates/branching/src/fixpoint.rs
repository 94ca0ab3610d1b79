//! The two fixpoints that all others are made of (Clarke, Emerson and Sistla, 1986). Each looks at every edge
//! at most once.

use crate::graph::Graph;
use crate::set::StateSet;

/// The states from which some path stays in `first` until it is in `second`: the least set that contains
/// `second` and every state of `first` with a successor in it.
#[must_use]
pub fn some_until(graph: &Graph, first: &StateSet, second: &StateSet) -> StateSet {
    let mut found = second.clone();
    let mut waiting: Vec<usize> = second.iter().collect();
    while let Some(state) = waiting.pop() {
        for before in graph.predecessors(state) {
            let before = *before as usize;
            if first.contains(before) && !found.contains(before) {
                found.insert(before);
                waiting.push(before);
            }
        }
    }
    found
}

/// The states from which some maximal path stays in `stay`: the greatest subset of `stay` each state of which is one
/// where a path may end, or has a successor in the subset.
#[must_use]
pub(crate) fn some_always(graph: &Graph, stay: &StateSet) -> StateSet {
    let mut kept = stay.clone();
    // How many edges lead from each state into the set; where a path may end, one more.
    let mut ways: Vec<usize> = (0..graph.states())
        .map(|state| {
            let inside = graph.successors(state).iter().filter(|to| stay.contains(**to as usize));
            inside.count() + usize::from(graph.ends().contains(state))
        })
        .collect();
    let mut waiting: Vec<usize> = stay.iter().filter(|state| ways[*state] == 0).collect();
    waiting.iter().for_each(|state| kept.remove(*state));
    while let Some(state) = waiting.pop() {
        for before in graph.predecessors(state) {
            let before = *before as usize;
            ways[before] -= 1;
            if ways[before] == 0 && kept.contains(before) {
                kept.remove(before);
                waiting.push(before);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests;
