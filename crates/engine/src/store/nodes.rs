//! Nodes: stored states with their parents.

use zones::Zone;

use super::bits::Bits;
use super::candidate::Candidate;
use super::cover::{Covering, RowBounds, RowBoundsAt};
use super::discrete::DiscreteTable;
use super::packing::Packing;
use super::prefetch::prefetch;
use super::zones::ZoneTable;
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
    /// Which nodes have been expanded.
    expanded: Bits,
    /// Which nodes have covered a state or superseded a node: see [`super::orphans`].
    needed: Bits,
    /// How many were superseded after they had been expanded.
    in_vain: u64,
    /// Away while it is being added.
    candidate: Option<Box<Candidate>>,
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
            expanded: Bits::default(),
            needed: Bits::default(),
            in_vain: 0,
            candidate: None,
        }
    }

    /// How discrete parts are packed.
    #[must_use]
    pub fn packing(&self) -> &Packing {
        self.discrete.packing()
    }

    /// Packs a state, for this store alone.
    fn packed(&mut self, state: &State) -> Box<Candidate> {
        let mut candidate = self.candidate.take().unwrap_or_default();
        candidate.fill_cells(self.discrete.packing(), &state.cells);
        self.await_hash(candidate.hash());
        candidate.fill_zone(&state.zone);
        candidate
    }

    /// Something with this hash is about to be added: asks for the memory that will be looked at first.
    #[inline]
    pub fn await_hash(&self, hash: u64) {
        self.discrete.prefetch_index(hash);
    }

    /// As [`Store::await_hash`], once the memory asked for there has come.
    #[inline]
    pub fn await_state(&self, hash: u64) {
        if let Some(number) = self.discrete.prefetch_words(hash) {
            prefetch(&self.first, number as usize);
        }
    }

    /// Adds a state unless a stored one covers it; stored ones that it covers are superseded. The
    /// bounds of its rows are asked for only if they matter.
    pub fn insert(
        &mut self,
        state: &State,
        parent: NodeId,
        bounds: &mut impl RowBoundsAt,
    ) -> Insert {
        let mut candidate = self.packed(state);
        let result = self.insert_packed(&mut candidate, &state.cells, parent, bounds);
        self.candidate = Some(candidate);
        result
    }

    /// As [`Store::insert`], of a state with these cells that has been packed.
    pub fn insert_packed(
        &mut self,
        candidate: &mut Candidate,
        cells: &[i32],
        parent: NodeId,
        bounds: &mut impl RowBoundsAt,
    ) -> Insert {
        let discrete = self.discrete(candidate);
        let first = self.first[discrete as usize];
        let mut superseded = 0;
        if first != END {
            // Most often the first is the one, and then nothing need be prepared.
            if self.equals_or_includes(first, candidate) {
                self.needed.set(first);
                return Insert::Covered(NodeId(first));
            }
            let bounds = self.covering.needs_bounds().then(|| bounds.at(cells));
            if let Some(node) = self.find_cover(discrete, candidate, bounds) {
                self.needed.set(node.0);
                return Insert::Covered(node);
            }
            superseded = self.supersede(discrete, candidate, bounds);
        }
        let node = self.add(discrete, candidate, parent);
        if superseded > 0 {
            self.live -= superseded as usize;
            self.needed.set(node.0);
        }
        Insert::New(node, superseded)
    }

    /// The number of the discrete part.
    fn discrete(&mut self, candidate: &Candidate) -> u32 {
        let discrete = self.discrete.intern(&candidate.words, candidate.hash);
        if discrete as usize == self.first.len() {
            self.first.push(END);
        }
        discrete
    }

    /// Adds the candidate.
    fn add(&mut self, discrete: u32, candidate: &Candidate, parent: NodeId) -> NodeId {
        let zone = self.zones.intern(&candidate.zone);
        let node = u32::try_from(self.nodes.len()).expect("nodes are counted in 32 bits");
        self.nodes.push(Node { discrete, zone, parent, next: self.first[discrete as usize] });
        self.first[discrete as usize] = node;
        self.live += 1;
        NodeId(node)
    }

    /// Does the zone of a node cover the candidate without looking at clock bounds?
    fn equals_or_includes(&self, node: u32, candidate: &Candidate) -> bool {
        let candidate = &candidate.zone;
        let stored = self.zones.bounds(self.nodes[node as usize].zone, candidate.dim());
        match self.covering {
            Covering::Equality => stored.is(candidate.bounds()),
            Covering::Inclusion | Covering::Simulation => stored.includes(candidate.bounds()),
        }
    }

    /// A node that covers the candidate. It becomes the first of its list: what is reached next is often
    /// covered by the same.
    fn find_cover(
        &mut self,
        discrete: u32,
        candidate: &mut Candidate,
        bounds: Option<&RowBounds>,
    ) -> Option<NodeId> {
        let Candidate { zone, threshold, .. } = candidate;
        match bounds {
            Some(bounds) => threshold.of_simulation(zone, bounds),
            None => threshold.of_inclusion(zone),
        }
        let mut previous = END;
        let mut at = self.first[discrete as usize];
        while at != END {
            let node = &self.nodes[at as usize];
            let stored = self.zones.bounds(node.zone, zone.dim());
            let covers = match self.covering {
                Covering::Equality => stored.is(zone.bounds()),
                Covering::Inclusion | Covering::Simulation => threshold.is_met(stored),
            };
            if covers {
                self.bring_forward(discrete, previous, at);
                return Some(NodeId(at));
            }
            previous = at;
            at = node.next;
        }
        None
    }

    /// Makes a node the first of its list, in which it comes after `previous`.
    fn bring_forward(&mut self, discrete: u32, previous: u32, node: u32) {
        if previous != END {
            self.nodes[previous as usize].next = self.nodes[node as usize].next;
            self.nodes[node as usize].next = self.first[discrete as usize];
            self.first[discrete as usize] = node;
        }
    }

    /// Takes the nodes that the candidate covers out of the list; how many.
    fn supersede(
        &mut self,
        discrete: u32,
        candidate: &mut Candidate,
        bounds: Option<&RowBounds>,
    ) -> u32 {
        let Candidate { zone, ceiling, .. } = candidate;
        if let Some(bounds) = bounds {
            ceiling.of_simulation(zone, bounds);
        }
        let mut previous = END;
        let mut at = self.first[discrete as usize];
        let mut count = 0;
        while at != END {
            let next = self.nodes[at as usize].next;
            let stored = self.zones.bounds(self.nodes[at as usize].zone, zone.dim());
            let is_covered = match self.covering {
                Covering::Equality => stored.is(zone.bounds()),
                Covering::Inclusion => zone.bounds().includes(stored),
                Covering::Simulation => ceiling.is_kept(stored),
            };
            if is_covered {
                count += 1;
                self.in_vain += u64::from(self.expanded.has(at));
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

    /// Notes that a node has been expanded.
    pub fn mark_expanded(&mut self, node: NodeId) {
        self.expanded.set(node.0);
    }

    /// How many nodes were superseded after they had been marked as expanded.
    #[must_use]
    pub fn expanded_in_vain(&self) -> u64 {
        self.in_vain
    }

    /// Takes a live node out of its list.
    pub(super) fn forget(&mut self, node: NodeId) {
        let Node { discrete, next, .. } = self.nodes[node.0 as usize];
        let mut at = self.first[discrete as usize];
        if at == node.0 {
            self.first[discrete as usize] = next;
        } else {
            while self.nodes[at as usize].next != node.0 {
                at = self.nodes[at as usize].next;
            }
            self.nodes[at as usize].next = next;
        }
        self.nodes[node.0 as usize].next = SUPERSEDED;
        self.live -= 1;
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
            + self.expanded.bytes()
            + self.needed.bytes()
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
        let packed = self.packed(state);
        let discrete = self.discrete(&packed);
        let candidate = packed.zone.bounds();
        let mut at = self.first[discrete as usize];
        let mut answer = None;
        while at != END && answer.is_none() {
            let node = &self.nodes[at as usize];
            let stored = self.zones.bounds(node.zone, packed.zone.dim());
            answer = visit(Relation {
                node: NodeId(at),
                stored_includes: stored.includes(candidate),
                includes_stored: candidate.includes(stored),
            });
            at = node.next;
        }
        self.candidate = Some(packed);
        answer
    }

    /// Replaces the zone of a state by its convex hull with all stored zones of the same discrete part.
    pub fn merge(&mut self, state: &mut State) {
        let packed = self.packed(state);
        let discrete = self.discrete(&packed);
        self.candidate = Some(packed);
        let mut at = self.first[discrete as usize];
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
        let candidate = self.packed(state);
        let discrete = self.discrete(&candidate);
        let node = self.add(discrete, &candidate, parent);
        self.candidate = Some(candidate);
        node
    }
}
