//! A store that several workers share: stores for parts of the discrete states, each behind a lock.
//!
//! All states with one discrete part are in one shard, so what covers what is decided under one lock,
//! exactly as in a single store.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::candidate::Candidate;
use super::cover::{Covering, RowBoundsAt};
use super::nodes::{Insert, NodeId, Store};
use super::packing::Packing;
use crate::watch::Progress;

/// Stores by hash of the discrete part. A node has the number `local * shards + shard`.
pub struct Shards {
    stores: Vec<Mutex<Store>>,
}

impl Shards {
    /// Empty stores for this many workers.
    #[must_use]
    pub fn new(packing: &Packing, covering: Covering, workers: usize) -> Shards {
        // Two workers rarely meet at the same of so many locks; more would share fewer zones.
        let count = (4 * workers).next_power_of_two().min(256);
        let store = || Mutex::new(Store::new(packing.clone(), covering));
        Shards { stores: (0..count).map(|_| store()).collect() }
    }

    fn count(&self) -> u32 {
        u32::try_from(self.stores.len()).expect("at most 256 shards")
    }

    /// Locks a shard. A worker that panicked ends the search with its panic; what it left does not matter.
    fn shard(&self, number: u32) -> MutexGuard<'_, Store> {
        self.stores[number as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn global(&self, local: NodeId, shard: u32) -> NodeId {
        let number = local.0.checked_mul(self.count()).and_then(|number| number.checked_add(shard));
        NodeId(number.expect("nodes are counted in 32 bits"))
    }

    /// Adds a packed state with these cells unless a stored one covers it.
    pub fn insert(
        &self,
        candidate: &mut Candidate,
        cells: &[i32],
        parent: NodeId,
        bounds: &mut impl RowBoundsAt,
    ) -> Insert {
        #[expect(clippy::cast_possible_truncation, reason = "the index uses the other half")]
        let shard = candidate.hash() as u32 & (self.count() - 1);
        match self.shard(shard).insert_packed(candidate, cells, parent, bounds) {
            Insert::New(local, superseded) => Insert::New(self.global(local, shard), superseded),
            Insert::Covered(local) => Insert::Covered(self.global(local, shard)),
        }
    }

    /// Does something with the store of a node and its number there.
    pub fn with<A>(&self, node: NodeId, act: impl FnOnce(&mut Store, NodeId) -> A) -> A {
        let (local, shard) = (node.0 / self.count(), node.0 % self.count());
        act(&mut self.shard(shard), NodeId(local))
    }

    /// The sum of something over all shards.
    pub fn sum(&self, of: impl Fn(&Store) -> u64) -> u64 {
        (0..self.count()).map(|number| of(&self.shard(number))).sum()
    }

    /// Figures that the stores know.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            stored: self.sum(|store| store.live() as u64),
            bytes: self.sum(|store| store.bytes() as u64),
            ..Progress::default()
        }
    }
}
