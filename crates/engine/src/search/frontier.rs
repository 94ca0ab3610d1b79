//! Search orders.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::store::NodeId;

/// The nodes waiting to be expanded.
pub trait Frontier {
    /// Adds a node. Orders that do not care ignore the rank; in the others smaller comes first.
    fn push(&mut self, node: NodeId, rank: u64);
    /// Takes the next node.
    fn pop(&mut self) -> Option<NodeId>;
    /// A node has been expanded; `in_vain` is how many of all expanded so far have been superseded.
    fn expanded(&mut self, in_vain: u64) {
        let _ = in_vain;
    }
    /// Is it breadth first, for now?
    fn is_breadth_first(&self) -> bool {
        false
    }
    /// Gives up breadth first, if there is a choice.
    fn leave_breadth(&mut self) {}
    /// How many wait.
    fn len(&self) -> usize;
    /// Does none wait?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Breadth first.
#[derive(Default)]
pub struct Fifo(VecDeque<NodeId>);

impl Frontier for Fifo {
    fn push(&mut self, node: NodeId, _: u64) {
        self.0.push_back(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        self.0.pop_front()
    }
    fn is_breadth_first(&self) -> bool {
        true
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Depth first.
#[derive(Default)]
pub struct Lifo(Vec<NodeId>);

impl Frontier for Lifo {
    fn push(&mut self, node: NodeId, _: u64) {
        self.0.push(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        self.0.pop()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// In random order, the same for the same seed.
pub struct Random {
    nodes: Vec<NodeId>,
    state: u64,
}

impl Random {
    /// The order of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { nodes: Vec::new(), state: seed.wrapping_mul(2).wrapping_add(1) }
    }

    /// Marsaglia's xorshift, from the state on.
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}

impl Frontier for Random {
    fn push(&mut self, node: NodeId, _: u64) {
        self.nodes.push(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        if self.nodes.is_empty() {
            return None;
        }
        let chosen = self.next() % self.nodes.len() as u64;
        Some(self.nodes.swap_remove(usize::try_from(chosen).expect("below a length")))
    }
    fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// By rank, breadth first among equals.
#[derive(Default)]
pub struct Ranked {
    heap: BinaryHeap<Reverse<(u64, NodeId)>>,
}

impl Frontier for Ranked {
    fn push(&mut self, node: NodeId, rank: u64) {
        self.heap.push(Reverse((rank, node)));
    }
    fn pop(&mut self) -> Option<NodeId> {
        self.heap.pop().map(|Reverse((_, node))| node)
    }
    fn len(&self) -> usize {
        self.heap.len()
    }
}
