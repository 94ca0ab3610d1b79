//! Nodes: stored states with their parents.

use zones::Zone;

use super::bits::Bits;
use super::candidate::Candidate;
use super::cover::Covering;
use super::discrete::{Compression, DiscreteTable};
use super::long_lists::LongList;
use super::orphans::Patience;
use super::packing::Packing;
use super::prefetch::prefetch;
use super::zones::ZoneTable;
use crate::watch::Progress;
use program::State;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const NONE: NodeId = NodeId(u32::MAX);
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) discrete: u32,
    pub(super) zone: u32,
    pub(super) parent: NodeId,
    /// The next live node of the same discrete state, [`LISTED`] or [`SUPERSEDED`].
    pub(super) next: u32,
}

/// The end of a list.
pub(super) const END: u32 = u32::MAX;
/// Not in any list.
pub(super) const SUPERSEDED: u32 = u32::MAX - 1;
/// In a long list.
pub(super) const LISTED: u32 = u32::MAX - 2;
/// Nodes are fewer; the numbers from here on are those of long lists.
pub(super) const LONG_LISTS: u32 = 1 << 31;

/// The live nodes of a discrete state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    Empty,
    /// This one and those linked to it.
    Linked(u32),
    /// Those of this long list.
    Long(usize),
}

#[derive(Clone, Debug)]
pub struct Store {
    pub(super) covering: Covering,
    pub(super) discrete: DiscreteTable,
    pub(super) zones: ZoneTable,
    pub(super) nodes: Vec<Node>,
    /// The first live node of each discrete state, or its long list.
    pub(super) first: Vec<u32>,
    pub(super) long: Vec<LongList>,
    /// Bytes of all long lists.
    pub(super) long_bytes: usize,
    pub(super) live: usize,
    /// Which nodes have been expanded.
    pub(super) expanded: Bits,
    /// Of which discrete states some node has been expanded.
    tried: Bits,
    /// Which nodes have covered a state or superseded a node: see [`super::orphans`].
    pub(super) needed: Bits,
    pub(super) patience: Patience,
    /// How many were superseded after they had been expanded.
    pub(super) in_vain: u64,
    /// How often a zone was compared with a stored one, bound by bound, that was not the first to be looked at.
    pub(super) compared: u64,
    /// Away while it is being added.
    pub(super) candidate: Option<Box<Candidate>>,
}

impl Store {
    #[must_use]
    pub fn new(packing: Packing, covering: Covering, compression: Compression) -> Store {
        Store {
            covering,
            discrete: DiscreteTable::new(packing, compression),
            zones: ZoneTable::default(),
            nodes: Vec::new(),
            first: Vec::new(),
            long: Vec::new(),
            long_bytes: 0,
            live: 0,
            expanded: Bits::default(),
            tried: Bits::default(),
            needed: Bits::default(),
            patience: Patience::default(),
            in_vain: 0,
            compared: 0,
            candidate: None,
        }
    }

    /// How discrete parts are packed.
    #[must_use]
    pub(crate) fn packing(&self) -> &Packing {
        self.discrete.packing()
    }

    /// Packs a state, for this store alone.
    pub(super) fn packed(&mut self, state: &State) -> Box<Candidate> {
        let mut candidate = self.candidate.take().unwrap_or_default();
        candidate.fill_cells(self.discrete.packing(), &state.cells);
        self.await_hash(candidate.hash());
        candidate.fill_zone(&state.zone);
        candidate
    }

    /// Something with this hash is about to be added: asks for the memory that will be looked at first.
    #[inline]
    pub(crate) fn await_hash(&self, hash: u64) {
        self.discrete.prefetch_index(hash);
    }

    /// As [`Store::await_hash`], once the memory asked for there has come.
    #[inline]
    pub(crate) fn await_state(&self, hash: u64) {
        if let Some(number) = self.discrete.prefetch_words(hash) {
            prefetch(&self.first, number as usize);
        }
    }

    /// Notes that a node has been expanded.
    pub(crate) fn mark_expanded(&mut self, node: NodeId) {
        self.expanded.set(node.0);
        self.tried.set(self.nodes[node.0 as usize].discrete);
    }

    /// Has some node with the same discrete state been expanded?
    #[must_use]
    pub(crate) fn is_tried(&self, node: NodeId) -> bool {
        self.tried.has(self.nodes[node.0 as usize].discrete)
    }

    /// How many nodes were superseded after they had been marked as expanded.
    #[must_use]
    pub(crate) fn expanded_in_vain(&self) -> u64 {
        self.in_vain
    }

    /// The live nodes of a discrete state.
    #[inline]
    pub(super) fn list(&self, discrete: u32) -> List {
        match self.first[discrete as usize] {
            END => List::Empty,
            node if node < LONG_LISTS => List::Linked(node),
            long => List::Long((long - LONG_LISTS) as usize),
        }
    }

    /// The live nodes of a discrete state, the one to be looked at first before the others.
    pub(super) fn nodes_of(&self, discrete: u32) -> impl Iterator<Item = u32> {
        let (first, long) = match self.list(discrete) {
            List::Empty => (None, None),
            List::Linked(first) => (Some(first), None),
            List::Long(list) => (None, Some(&self.long[list])),
        };
        let next = |at: &u32| Some(self.nodes[*at as usize].next).filter(|next| *next != END);
        let linked = std::iter::successors(first, next);
        linked.chain(long.into_iter().flat_map(LongList::nodes))
    }

    /// Has it covered a state or superseded a node?
    pub(super) fn is_needed(&self, node: NodeId) -> bool {
        self.needed.has(node.0)
    }

    /// Has a newer state made this one superfluous, or has it been dropped?
    #[must_use]
    pub fn is_superseded(&self, node: NodeId) -> bool {
        self.nodes[node.0 as usize].next == SUPERSEDED
    }

    /// The cells of a node.
    pub fn cells(&self, node: NodeId, out: &mut Vec<i32>) {
        self.discrete.cells(self.nodes[node.0 as usize].discrete, out);
    }

    /// The zone of a node, which has this dimension.
    pub fn zone(&self, node: NodeId, dim: usize, out: &mut Zone) {
        self.zones.zone(self.nodes[node.0 as usize].zone, dim, out);
    }

    /// The parent of a node, or [`NodeId::NONE`].
    #[must_use]
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.0 as usize].parent
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has nothing been stored?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes that no newer one has superseded.
    #[must_use]
    pub fn live(&self) -> usize {
        self.live
    }

    #[must_use]
    pub fn discrete_states(&self) -> usize {
        self.discrete.count()
    }

    #[must_use]
    pub fn zones(&self) -> usize {
        self.zones.count()
    }

    /// Figures of a search that stores here.
    #[must_use]
    pub fn progress(&self, explored: u64, transitions: u64, covered: u64) -> Progress {
        Progress {
            stored: self.live() as u64,
            explored,
            transitions,
            covered,
            followed: 0,
            reduced: 0,
            compared: self.compared,
            bytes: self.bytes() as u64,
            imminent: self.imminent() as u64,
        }
    }

    /// Bytes of memory that it will soon take at once.
    #[must_use]
    pub fn imminent(&self) -> usize {
        self.discrete.imminent() + self.zones.imminent()
    }

    #[must_use]
    pub fn bytes(&self) -> usize {
        self.discrete.bytes()
            + self.zones.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.first.capacity() * size_of::<u32>()
            + self.long.capacity() * size_of::<LongList>()
            + self.long_bytes
            + self.expanded.bytes()
            + self.tried.bytes()
            + self.needed.bytes()
    }
}

/// How a state compares with a stored one of the same discrete part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    pub node: NodeId,
    /// The stored zone includes the state's.
    pub stored_includes: bool,
    /// The state's zone includes the stored one.
    pub includes_stored: bool,
}

impl Store {
    /// Compares a state with every stored one of the same discrete part, latest first, until `visit` gives
    /// an answer.
    pub fn compare<A>(
        &mut self,
        state: &State,
        mut visit: impl FnMut(Relation) -> Option<A>,
    ) -> Option<A> {
        let packed = self.packed(state);
        let discrete = self.discrete(&packed);
        let candidate = packed.zone.bounds();
        let answer = self.nodes_of(discrete).find_map(|node| {
            let zone = self.nodes[node as usize].zone;
            let stored = self.zones.bounds(zone, packed.zone.dim());
            visit(Relation {
                node: NodeId(node),
                stored_includes: stored.includes(candidate),
                includes_stored: candidate.includes(stored),
            })
        });
        self.candidate = Some(packed);
        answer
    }

    /// Replaces the zone of a state by its convex hull with all stored zones of the same discrete part.
    pub fn merge(&mut self, state: &mut State) {
        let packed = self.packed(state);
        let discrete = self.discrete(&packed);
        self.candidate = Some(packed);
        let mut other = Zone::zero(1);
        for node in self.nodes_of(discrete) {
            self.zones.zone(self.nodes[node as usize].zone, state.zone.dim(), &mut other);
            state.zone.hull(&other);
        }
    }

    /// Adds a state, whatever else is stored.
    pub fn push(&mut self, state: &State, parent: NodeId) -> NodeId {
        let mut candidate = self.packed(state);
        candidate.sign_anything();
        let discrete = self.discrete(&candidate);
        let node = self.add(discrete, &candidate, parent);
        self.candidate = Some(candidate);
        node
    }
}
