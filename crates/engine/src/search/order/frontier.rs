//! Search orders.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use fastrand::Rng;

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
    /// The least rank of those that wait, in orders that care.
    fn least_rank(&self) -> Option<u64> {
        (!self.is_empty()).then_some(0)
    }
    /// Begins a round of workers that search together: see `Mailboxes`.
    fn begin_round(&mut self, most: u64) {
        let _ = most;
    }
    /// How many of those that wait are to be expanded in this round.
    fn ready(&self) -> usize {
        self.len()
    }
    /// Has it switched to its other order, if there are two?
    fn has_switched(&self) -> bool {
        false
    }
    /// Switches to its other order.
    fn switch(&mut self) {}
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Breadth first. A round is a level.
#[derive(Default)]
pub struct Fifo {
    queue: VecDeque<NodeId>,
    level: usize,
}

impl Frontier for Fifo {
    fn push(&mut self, node: NodeId, _: u64) {
        self.queue.push_back(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        self.level = self.level.saturating_sub(1);
        self.queue.pop_front()
    }
    fn begin_round(&mut self, _: u64) {
        self.level = self.queue.len();
    }
    fn ready(&self) -> usize {
        self.level
    }
    fn len(&self) -> usize {
        self.queue.len()
    }
}

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
    random: Rng,
}

impl Random {
    /// The order of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { nodes: Vec::new(), random: Rng::with_seed(seed) }
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
        let chosen = self.random.usize(..self.nodes.len());
        Some(self.nodes.swap_remove(chosen))
    }
    fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// By rank, breadth first among equals.
#[derive(Default)]
pub struct LeastRankFirst {
    heap: BinaryHeap<Reverse<(u64, NodeId)>>,
}

impl Frontier for LeastRankFirst {
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

/// By rank, depth first among equals.
#[derive(Default)]
pub struct LeastRankDeepest {
    /// The nodes of each rank.
    stacks: Vec<Vec<NodeId>>,
    /// No node has a smaller rank.
    least: usize,
    length: usize,
}

/// Larger ranks are not told apart.
const MOST_STACKS: usize = 1 << 16;

impl Frontier for LeastRankDeepest {
    fn push(&mut self, node: NodeId, rank: u64) {
        let rank = usize::try_from(rank).unwrap_or(MOST_STACKS).min(MOST_STACKS);
        if rank >= self.stacks.len() {
            self.stacks.resize_with(rank + 1, Vec::new);
        }
        self.stacks[rank].push(node);
        self.least = self.least.min(rank);
        self.length += 1;
    }
    fn pop(&mut self) -> Option<NodeId> {
        while let Some(stack) = self.stacks.get_mut(self.least) {
            if let Some(node) = stack.pop() {
                self.length -= 1;
                return Some(node);
            }
            self.least += 1;
        }
        None
    }
    fn len(&self) -> usize {
        self.length
    }
}
