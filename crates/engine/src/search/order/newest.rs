//! Depth first, but not always into the same successor.

use fastrand::Rng;

use super::frontier::Frontier;
use crate::store::NodeId;

/// Among how many of the newest the next is chosen.
const NEWEST: usize = 4;

/// One of the newest few, at random; the same for the same seed. Where each state leads deeper into the same loop, depth
/// first goes on for ever: this tries many deep paths instead.
pub struct Newest {
    nodes: Vec<NodeId>,
    random: Rng,
}

impl Newest {
    /// The order of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Newest {
        Newest { nodes: Vec::new(), random: Rng::with_seed(seed) }
    }
}

impl Frontier for Newest {
    fn push(&mut self, node: NodeId, _: u64) {
        self.nodes.push(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        if self.nodes.is_empty() {
            return None;
        }
        let newest = self.nodes.len().min(NEWEST);
        let chosen = self.nodes.len() - 1 - self.random.usize(..newest);
        Some(self.nodes.swap_remove(chosen))
    }
    fn len(&self) -> usize {
        self.nodes.len()
    }
}
