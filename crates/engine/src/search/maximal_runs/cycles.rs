//! Cycles that time forbids to go round for ever.
//!
//! A run that stays in a strongly connected part of a finite graph takes some of its edges infinitely
//! often. If every cycle of the part has an edge that resets, or leaves inactive, a clock which is at least 1 and
//! is set to nothing but 0 within the part, then time passes without bound. A clock that no edge of the part sets
//! then exceeds every bound, so a node in which it has one is not visited infinitely often. What is left
//! without such nodes is examined in the same way, until no cycle is left or nothing more can be said.
//! Each round may take away as little as one node, so there is a limit on how many edges are looked at.
//!
//! Where states are renamed, clocks are known by their orbits only (docs/theory/maximal-runs.md).

use std::collections::BTreeSet;

use crate::semantics::StepFault;

use crate::semantics::Effect;

/// How often each edge may be looked at, on average.
const ROUNDS: usize = 64;

/// An edge of a finite graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub from: u32,
    pub to: u32,
    /// What it does to clocks, by number.
    pub effect: u32,
}

/// Is every run finite that follows these edges? `bounded` says which clocks have an upper bound in a
/// node. If the answer is no, nothing has been shown.
pub(super) fn end_in_time(
    edges: &[Edge],
    effects: &[Effect],
    bounded: &mut dyn FnMut(u32) -> Result<Vec<u32>, StepFault>,
) -> Result<bool, StepFault> {
    let mut parts = strongly_connected(edges);
    let mut patience = ROUNDS * edges.len();
    while let Some(part) = parts.pop() {
        let Some(left) = patience.checked_sub(part.len()) else { return Ok(false) };
        patience = left;
        let all = |of: fn(&Effect) -> &Vec<u32>| -> BTreeSet<u32> {
            part.iter().flat_map(|edge| of(&effects[edge.effect as usize])).copied().collect()
        };
        let (written, displaced) = (all(|effect| &effect.written), all(|effect| &effect.displaced));
        let takes_time = |edge: &Edge| {
            let elapsed = &effects[edge.effect as usize].elapsed;
            elapsed.iter().any(|clock| !displaced.contains(clock))
        };
        let quick: Vec<Edge> = part.iter().filter(|edge| !takes_time(edge)).copied().collect();
        if !strongly_connected(&quick).is_empty() {
            return Ok(false);
        }
        let nodes: BTreeSet<u32> = part.iter().map(|edge| edge.from).collect();
        let mut left = BTreeSet::new();
        for node in &nodes {
            if bounded(*node)?.iter().all(|clock| written.contains(clock)) {
                left.insert(*node);
            }
        }
        if left.len() == nodes.len() {
            return Ok(false);
        }
        let stays = |edge: &&Edge| left.contains(&edge.from) && left.contains(&edge.to);
        let rest: Vec<Edge> = part.iter().filter(stays).copied().collect();
        parts.extend(strongly_connected(&rest));
    }
    Ok(true)
}

/// The edges within each strongly connected part that has any (Tarjan's algorithm, with a stack of its
/// own).
pub(super) fn strongly_connected(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let graph = Adjacency::new(edges);
    let part = Tarjan::new(&graph).run();
    let mut parts: Vec<Vec<Edge>> = Vec::new();
    let mut place = vec![usize::MAX; graph.names.len()];
    for edge in edges {
        let (from, to) = (part[graph.number(edge.from)], part[graph.number(edge.to)]);
        if from == to {
            if place[from] == usize::MAX {
                place[from] = parts.len();
                parts.push(Vec::new());
            }
            parts[place[from]].push(*edge);
        }
    }
    parts
}

/// The nodes of some edges, numbered, and what follows each.
struct Adjacency {
    names: Vec<u32>,
    first: Vec<usize>,
    targets: Vec<usize>,
}

impl Adjacency {
    fn new(edges: &[Edge]) -> Adjacency {
        let mut names: Vec<u32> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
        names.sort_unstable();
        names.dedup();
        let mut graph = Adjacency { first: vec![0; names.len() + 1], names, targets: Vec::new() };
        for edge in edges {
            let from = graph.number(edge.from);
            graph.first[from + 1] += 1;
        }
        for node in 0..graph.names.len() {
            graph.first[node + 1] += graph.first[node];
        }
        let mut filled = graph.first.clone();
        graph.targets = vec![0; edges.len()];
        for edge in edges {
            let (from, to) = (graph.number(edge.from), graph.number(edge.to));
            graph.targets[filled[from]] = to;
            filled[from] += 1;
        }
        graph
    }

    fn number(&self, name: u32) -> usize {
        self.names.partition_point(|other| *other < name)
    }
}

const NEW: usize = usize::MAX;

struct Tarjan<'g> {
    graph: &'g Adjacency,
    /// When each node was met.
    met: Vec<usize>,
    /// The earliest node on the stack that it reaches.
    low: Vec<usize>,
    part: Vec<usize>,
    stack: Vec<usize>,
    /// Nodes being explored, with the next edge of each.
    path: Vec<(usize, usize)>,
    time: usize,
    parts: usize,
}

impl<'g> Tarjan<'g> {
    fn new(graph: &'g Adjacency) -> Tarjan<'g> {
        let nodes = graph.names.len();
        Tarjan {
            graph,
            met: vec![NEW; nodes],
            low: vec![0; nodes],
            part: vec![NEW; nodes],
            stack: Vec::new(),
            path: Vec::new(),
            time: 0,
            parts: 0,
        }
    }

    /// The part of each node.
    fn run(mut self) -> Vec<usize> {
        for root in 0..self.met.len() {
            if self.met[root] == NEW {
                self.meet(root);
                while let Some((node, next)) = self.path.pop() {
                    self.advance(node, next);
                }
            }
        }
        self.part
    }

    fn meet(&mut self, node: usize) {
        self.met[node] = self.time;
        self.low[node] = self.time;
        self.time += 1;
        self.stack.push(node);
        self.path.push((node, self.graph.first[node]));
    }

    fn advance(&mut self, node: usize, next: usize) {
        if next == self.graph.first[node + 1] {
            self.leave(node);
            return;
        }
        self.path.push((node, next + 1));
        let target = self.graph.targets[next];
        if self.met[target] == NEW {
            self.meet(target);
        } else if self.part[target] == NEW {
            self.low[node] = self.low[node].min(self.met[target]);
        }
    }

    fn leave(&mut self, node: usize) {
        if self.low[node] == self.met[node] {
            while let Some(member) = self.stack.pop() {
                self.part[member] = self.parts;
                if member == node {
                    break;
                }
            }
            self.parts += 1;
        }
        if let Some((parent, _)) = self.path.last() {
            self.low[*parent] = self.low[*parent].min(self.low[node]);
        }
    }
}

#[cfg(test)]
mod tests;
