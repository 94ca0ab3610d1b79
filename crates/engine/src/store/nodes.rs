//! Nodes: stored states with their parents.

use zones::Zone;

use super::cover::{Covering, RowBounds};
use super::discrete::DiscreteTable;
use super::packing::Packing;
use super::zones::{Packed, ZoneTable};
use crate::state::State;

/// A stored state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// "No node".
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// It is a new node, and this many old ones are superseded by it.
    New(NodeId, u32),
    /// This node covers it.
    Covered(NodeId),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    discrete: u32,
    zone: u32,
    parent: NodeId,
    /// The next live node of the same discrete state, or [`SUPERSEDED`].
    next: u32,
}

/// The end of a list.
const END: u32 = u32::MAX;
/// Not in any list.
const SUPERSEDED: u32 = u32::MAX - 1;

/// All stored states.
#[derive(Clone, Debug)]
pub struct Store {
    covering: Covering,
    discrete: DiscreteTable,
    zones: ZoneTable,
    nodes: Vec<Node>,
    /// The first live node of each discrete state.
    first: Vec<u32>,
    live: usize,
    candidate: Packed,
}

impl Store {
    /// An empty store.
    #[must_use]
    pub fn new(packing: Packing, covering: Covering) -> Store {
        Store {
            covering,
            discrete: DiscreteTable::new(packing),
            zones: ZoneTable::default(),
            nodes: Vec::new(),
            first: Vec::new(),
            live: 0,
            candidate: Packed::default(),
        }
    }

    /// Adds a state unless a stored one covers it; stored ones that it covers are superseded.
    pub fn insert(&mut self, state: &State, parent: NodeId, bounds: &RowBounds) -> Insert {
        let discrete = self.discrete.intern(&state.cells);
        if discrete as usize == self.first.len() {
            self.first.push(END);
        }
        self.candidate.fill(&state.zone);
        if let Some(node) = self.find_cover(discrete, bounds) {
            return Insert::Covered(node);
        }
        let superseded = self.supersede(discrete, bounds);
        let zone = self.zones.intern(&self.candidate);
        let node = u32::try_from(self.nodes.len()).expect("nodes are counted in 32 bits");
        self.nodes.push(Node { discrete, zone, parent, next: self.first[discrete as usize] });
        self.first[discrete as usize] = node;
        self.live = self.live + 1 - superseded as usize;
        Insert::New(NodeId(node), superseded)
    }

    fn find_cover(&self, discrete: u32, bounds: &RowBounds) -> Option<NodeId> {
        let dim = self.candidate.dim();
        let mut at = self.first[discrete as usize];
        while at != END {
            let node = &self.nodes[at as usize];
            let stored = self.zones.bounds(node.zone, dim);
            if self.covering.covers(stored, self.candidate.bounds(), dim, bounds) {
                return Some(NodeId(at));
            }
            at = node.next;
        }
        None
    }

    /// Takes the nodes that the candidate covers out of the list; how many.
    fn supersede(&mut self, discrete: u32, bounds: &RowBounds) -> u32 {
        let dim = self.candidate.dim();
        let mut previous = END;
        let mut at = self.first[discrete as usize];
        let mut count = 0;
        while at != END {
            let Node { zone, next, .. } = self.nodes[at as usize];
            let stored = self.zones.bounds(zone, dim);
            if self.covering.covers(self.candidate.bounds(), stored, dim, bounds) {
                count += 1;
                self.nodes[at as usize].next = SUPERSEDED;
                match previous {
                    END => self.first[discrete as usize] = next,
                    _ => self.nodes[previous as usize].next = next,
                }
            } else {
                previous = at;
            }
            at = next;
        }
        count
    }

    /// Has a newer state made this one superfluous?
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

    /// Nodes ever stored.
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

    /// Different discrete states.
    #[must_use]
    pub fn discrete_states(&self) -> usize {
        self.discrete.count()
    }

    /// Different zones.
    #[must_use]
    pub fn zones(&self) -> usize {
        self.zones.count()
    }

    /// Bytes of memory that it will soon take at once.
    #[must_use]
    pub fn imminent(&self) -> usize {
        self.discrete.imminent() + self.zones.imminent()
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.discrete.bytes()
            + self.zones.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.first.capacity() * size_of::<u32>()
    }
}

/// How a state compares with a stored one of the same discrete part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The stored node.
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
        let discrete = self.discrete.intern(&state.cells);
        if discrete as usize == self.first.len() {
            self.first.push(END);
        }
        self.candidate.fill(&state.zone);
        let candidate = self.candidate.bounds();
        let mut at = self.first[discrete as usize];
        while at != END {
            let node = &self.nodes[at as usize];
            let stored = self.zones.bounds(node.zone, self.candidate.dim());
            let relation = Relation {
                node: NodeId(at),
                stored_includes: stored.includes(candidate),
                includes_stored: candidate.includes(stored),
            };
            if let Some(answer) = visit(relation) {
                return Some(answer);
            }
            at = node.next;
        }
        None
    }

    /// Replaces the zone of a state by its convex hull with all stored zones of the same discrete part.
    pub fn merge(&mut self, state: &mut State) {
        let discrete = self.discrete.intern(&state.cells);
        let mut at = self.first.get(discrete as usize).copied().unwrap_or(END);
        let mut other = Zone::zero(1);
        while at != END {
            let node = &self.nodes[at as usize];
            self.zones.zone(node.zone, state.zone.dim(), &mut other);
            state.zone.hull(&other);
            at = node.next;
        }
    }

    /// Adds a state, whatever else is stored.
    pub fn push(&mut self, state: &State, parent: NodeId) -> NodeId {
        let discrete = self.discrete.intern(&state.cells);
        if discrete as usize == self.first.len() {
            self.first.push(END);
        }
        self.candidate.fill(&state.zone);
        let zone = self.zones.intern(&self.candidate);
        let node = u32::try_from(self.nodes.len()).expect("nodes are counted in 32 bits");
        self.nodes.push(Node { discrete, zone, parent, next: self.first[discrete as usize] });
        self.first[discrete as usize] = node;
        self.live += 1;
        NodeId(node)
    }
}
