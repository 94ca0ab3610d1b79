//! Which shard a state belongs to.
//!
//! All states with one discrete part belong to one store, so what covers what is decided there, exactly as
//! if there were no other. Its worker alone touches it: nothing is locked, and no memory wanders between
//! the caches of cores.

use super::candidate::Candidate;
use super::nodes::NodeId;

/// The shards of a search. A node has the number `local * shards + shard`.
#[derive(Clone, Copy, Debug)]
pub struct Shards(u32);

impl Shards {
    #[must_use]
    pub fn new(count: usize) -> Shards {
        Shards(u32::try_from(count).unwrap_or(u32::MAX).max(1))
    }

    /// The shard of a packed state.
    #[must_use]
    pub fn of(self, candidate: &Candidate) -> usize {
        // The index of a store uses the other half of the hash.
        let low = candidate.hash() & u64::from(u32::MAX);
        usize::try_from((low * u64::from(self.0)) >> 32).expect("below the number of shards")
    }

    /// The number among all of a node that has this number in its shard.
    #[must_use]
    pub fn global(self, local: NodeId, shard: usize) -> NodeId {
        let shard = u32::try_from(shard).expect("below the number of shards");
        let number = local.0.checked_mul(self.0).and_then(|number| number.checked_add(shard));
        NodeId(number.expect("nodes are counted in 32 bits"))
    }

    /// The shard of a node, and its number there.
    #[must_use]
    pub fn local(self, node: NodeId) -> (usize, NodeId) {
        ((node.0 % self.0) as usize, NodeId(node.0 / self.0))
    }
}
