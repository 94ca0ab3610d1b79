//! What a search hands over when it ends: how it ended, and everything that it stored.

use program::State;

use super::reach::Outcome;
use crate::domain::Domain;
use crate::graph::SymmetryStats;
use crate::semantics::BoundsOfRows;
use crate::store::{NodeId, Shards, Store};
use crate::watch::Progress;

/// The end of a search and the states it stored, from which runs are found again.
pub struct Evidence<'p> {
    /// How the search ended. Nodes have their numbers among those of all shards.
    pub outcome: Outcome,
    /// Figures of all shards.
    pub progress: Progress,
    /// What symmetry did; orbits as the first shard saw them.
    pub symmetry: Option<SymmetryStats>,
    /// Was some delay over-approximated?
    pub approximated: bool,
    /// The edges between nodes, if they were recorded.
    pub edges: Vec<(NodeId, NodeId)>,
    /// The states, by shard.
    pub(in crate::search) stores: Vec<Store>,
    pub(in crate::search) cover: BoundsOfRows<'p>,
    /// How states were stored.
    pub(in crate::search) domain: Box<dyn Domain + 'p>,
}

impl Evidence<'_> {
    /// The nodes from an initial one to this one, each the parent of the next.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let shards = Shards::new(self.stores.len());
        let mut path = Vec::new();
        let mut at = node;
        while at != NodeId::NONE {
            path.push(at);
            let (shard, local) = shards.local(at);
            at = self.stores[shard].parent(local);
        }
        path.reverse();
        path
    }

    /// All nodes, those that were superseded too.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        let shards = Shards::new(self.stores.len());
        let lengths: Vec<usize> = self.stores.iter().map(Store::len).collect();
        lengths.into_iter().enumerate().flat_map(move |(shard, length)| {
            (0u32..).take(length).map(move |local| shards.global(NodeId(local), shard))
        })
    }

    /// The state of a node.
    pub fn load(&mut self, node: NodeId, out: &mut State) {
        let (shard, local) = Shards::new(self.stores.len()).local(node);
        let store = &self.stores[shard];
        self.domain.cells(store, local, &mut out.cells);
        let rows = self.cover.rows(&out.cells);
        self.domain.valuations(store, local, rows, &mut out.zone);
    }

    /// How many cells tell states apart.
    #[must_use]
    pub fn key_cells(&self) -> usize {
        self.domain.key_cells(&self.stores[0])
    }

    #[must_use]
    pub fn discrete_states(&self) -> u64 {
        self.stores.iter().map(|store| store.discrete_states() as u64).sum()
    }

    #[must_use]
    pub fn zones(&self) -> u64 {
        self.stores.iter().map(|store| store.zones() as u64).sum()
    }
}
