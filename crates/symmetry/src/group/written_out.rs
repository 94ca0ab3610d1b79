//! Edges written out: one for each way in which their select variables can be bound.
//!
//! `x[h][i]` with a selected `i` keeps the array `x` whole, since its index is not a constant. Written out, it is one. The
//! states and transitions are the same: an edge with a binding has become an edge.

use network::{Edge, Network};
use program::fold;

/// The most edges of a network that is written out.
const MOST_EDGES: u64 = 1024;

/// Which edges are what after they were written out.
#[derive(Clone, Debug)]
pub(crate) struct WrittenOut {
    /// By process, for each edge afterwards: the edge before, and how its select variables are bound.
    edges: Vec<Vec<(u32, Box<[i32]>)>>,
}

impl WrittenOut {
    /// The network with its edges written out; none if no edge selects anything, or there are too many bindings.
    pub(crate) fn of(network: &Network) -> Option<(Network, WrittenOut)> {
        let edges = || network.processes.iter().flat_map(|process| &process.edges);
        let ways = edges().map(|edge| {
            let sizes = edge.selects.iter().map(|select| select.domain.size());
            sizes.fold(1u64, u64::saturating_mul)
        });
        let total = ways.fold(0, u64::saturating_add);
        if edges().all(|edge| edge.selects.is_empty()) || total > MOST_EDGES {
            return None;
        }
        let mut inner = network.clone();
        let mut numbers = Vec::with_capacity(inner.processes.len());
        for process in &mut inner.processes {
            let (mut written, mut known) = (Vec::new(), Vec::new());
            for (number, edge) in (0u32..).zip(&process.edges) {
                bind(edge, &mut Vec::new(), &mut |values, bound| {
                    known.push((number, values));
                    written.push(bound);
                });
            }
            process.edges = written;
            numbers.push(known);
        }
        Some((inner, WrittenOut { edges: numbers }))
    }

    /// The number of an edge with its select variables bound; none if no such edge is known.
    pub(crate) fn number(&self, process: usize, edge: u32, bindings: &[i32]) -> Option<u32> {
        let known = (0u32..).zip(&self.edges[process]);
        let is_it = |(_, (number, bound)): &(u32, &(u32, Box<[i32]>))| {
            *number == edge && **bound == *bindings
        };
        known.into_iter().find(is_it).map(|(number, _)| number)
    }

    /// The edge before, and how its select variables are bound.
    pub(crate) fn whole(&self, process: usize, number: u32) -> (u32, &[i32]) {
        let (edge, bindings) = &self.edges[process][number as usize];
        (*edge, bindings)
    }
}

/// Binds the select variables in order, in all ways.
fn bind(
    edge: &Edge,
    bound: &mut Vec<(network::VariableId, i32)>,
    add: &mut dyn FnMut(Box<[i32]>, Edge),
) {
    if let Some(select) = edge.selects.get(bound.len()) {
        for value in select.domain.values() {
            bound.push((select.variable, value));
            bind(edge, bound, add);
            bound.pop();
        }
        return;
    }
    let values = bound.iter().map(|(_, value)| *value).collect();
    if bound.is_empty() {
        add(values, edge.clone());
        return;
    }
    let mut written = edge.clone();
    written.selects.clear();
    written.guard = fold::guard(&edge.guard, bound);
    written.update = fold::stmts(&edge.update, bound);
    if let Some(sync) = &mut written.sync {
        sync.channel = fold::channel(&sync.channel, bound);
    }
    add(values, written);
}
