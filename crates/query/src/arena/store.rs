//! The states of an arena while it is explored.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

use branching::timed::Origin;
use engine::semantics::Step;
use zones::Zone;

/// A discrete state with a zone that is closed under delays.
pub(crate) struct ArenaNode {
    pub(crate) cells: Box<[i32]>,
    pub(crate) zone: Zone,
    pub(crate) delays: bool,
    /// Where it was reached from; none for the start.
    pub(crate) parent: Option<u32>,
    pub(crate) step: Step,
    /// A later state that includes it; then it need not be expanded.
    pub(super) included_in: Option<u32>,
}

/// An edge of an arena with its transition.
pub(crate) struct Arrow {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) step: Step,
    pub(crate) enabled: Vec<Zone>,
    pub(crate) origins: Vec<Origin>,
}

/// All states found, each included in no other of the same discrete state that came before it.
pub(super) struct NodeStore {
    pub(super) nodes: Vec<ArenaNode>,
    /// By the hash of a discrete state: states that no other includes. The cells themselves are those of the states.
    by_hash: FxHashMap<u64, Vec<u32>>,
    key_cells: usize,
    discrete_states: usize,
    pub(super) bytes: u64,
}

impl NodeStore {
    pub(super) fn new(key_cells: usize) -> NodeStore {
        NodeStore {
            nodes: Vec::new(),
            by_hash: FxHashMap::default(),
            key_cells,
            discrete_states: 0,
            bytes: 0,
        }
    }

    /// The number of a state that includes this one, and whether it is new.
    pub(super) fn insert(&mut self, node: ArenaNode) -> (u32, bool) {
        let key = &node.cells[..self.key_cells];
        let key_cells = self.key_cells;
        let list = self.by_hash.entry(FxBuildHasher.hash_one(key)).or_default();
        let is_alike = |other: &ArenaNode| other.cells[..key_cells] == *key;
        let mut alike =
            list.iter().filter(|other| is_alike(&self.nodes[**other as usize])).peekable();
        self.discrete_states += usize::from(alike.peek().is_none());
        if let Some(found) =
            alike.find(|other| self.nodes[**other as usize].zone.includes(&node.zone))
        {
            return (*found, false);
        }
        let id = u32::try_from(self.nodes.len()).expect("states are counted in 32 bits");
        list.retain(|other| {
            let other = &mut self.nodes[*other as usize];
            let included = is_alike(other) && node.zone.includes(&other.zone);
            if included {
                other.included_in = Some(id);
            }
            !included
        });
        list.push(id);
        let dim = node.zone.dim() as u64;
        self.bytes += 8 * dim * dim + 4 * node.cells.len() as u64 + 200;
        self.nodes.push(node);
        (id, true)
    }

    /// The state that stands for a state.
    pub(super) fn standing_for(&self, mut id: u32) -> u32 {
        while let Some(larger) = self.nodes[id as usize].included_in {
            id = larger;
        }
        id
    }

    pub(super) fn discrete_states(&self) -> usize {
        self.discrete_states
    }
}
