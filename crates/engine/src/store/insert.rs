//! Adding states: covered by an old one, or new, and then perhaps covering old ones.

use super::candidate::Candidate;
use super::cover::{Covering, RowBounds, RowBoundsAt};
use super::long_lists::LONG;
use super::nodes::{END, LISTED, LONG_LISTS, List, Node, NodeId, SUPERSEDED, Store};
use program::State;

/// What became of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Insert {
    /// It is a new node, and this many old ones are superseded by it.
    New(NodeId, u32),
    /// This node covers it.
    Covered(NodeId),
}

impl Store {
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
    pub(crate) fn insert_packed(
        &mut self,
        candidate: &mut Candidate,
        cells: &[i32],
        parent: NodeId,
        bounds: &mut impl RowBoundsAt,
    ) -> Insert {
        let discrete = self.discrete(candidate);
        let list = self.list(discrete);
        let mut superseded = 0;
        if list != List::Empty {
            // Most often the first is the one, and then nothing need be prepared.
            if let Some(first) = self.first_of(list)
                && self.equals_or_includes(first, candidate)
            {
                return self.covered(first);
            }
            let bounds = self.covering.needs_bounds().then(|| bounds.at(cells));
            candidate.prepare(bounds);
            let cover = match list {
                List::Long(list) => self.find_cover_listed(list, candidate),
                _ => self.find_cover(discrete, candidate),
            };
            if let Some(node) = cover {
                return self.covered(node);
            }
            superseded = match list {
                List::Long(list) => self.supersede_listed((discrete, list), candidate, bounds),
                _ => self.supersede(discrete, candidate, bounds),
            };
        }
        let node = self.add(discrete, candidate, parent);
        if superseded > 0 {
            self.live -= superseded as usize;
            self.needed.set(node.0);
        }
        Insert::New(node, superseded)
    }

    fn covered(&mut self, by: u32) -> Insert {
        self.needed.set(by);
        Insert::Covered(NodeId(by))
    }

    /// The node of a list that is looked at first.
    fn first_of(&self, list: List) -> Option<u32> {
        match list {
            List::Empty => None,
            List::Linked(first) => Some(first),
            List::Long(list) => self.long[list].first(),
        }
    }

    /// The number of the discrete part.
    pub(super) fn discrete(&mut self, candidate: &Candidate) -> u32 {
        let discrete = self.discrete.intern(&candidate.words, candidate.hash);
        if discrete as usize == self.first.len() {
            self.first.push(END);
        }
        discrete
    }

    /// Adds the candidate, which has been signed if its list is long.
    pub(super) fn add(&mut self, discrete: u32, candidate: &Candidate, parent: NodeId) -> NodeId {
        let zone = self.zones.intern(&candidate.zone);
        let node = u32::try_from(self.nodes.len()).ok().filter(|node| *node < LONG_LISTS);
        let node = node.expect("nodes are counted in 31 bits");
        let next = match self.list(discrete) {
            List::Long(list) => {
                self.long_bytes += self.long[list].push(node, zone, candidate);
                LISTED
            }
            _ => std::mem::replace(&mut self.first[discrete as usize], node),
        };
        self.nodes.push(Node { discrete, zone, parent, next });
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
    fn find_cover(&mut self, discrete: u32, candidate: &mut Candidate) -> Option<u32> {
        let Candidate { zone, threshold, .. } = candidate;
        let mut previous = END;
        let mut at = self.first[discrete as usize];
        while at != END {
            self.compared += 1;
            let node = &self.nodes[at as usize];
            let stored = self.zones.bounds(node.zone, zone.dim());
            let covers = match self.covering {
                Covering::Equality => stored.is(zone.bounds()),
                Covering::Inclusion | Covering::Simulation => threshold.is_met(stored),
            };
            if covers {
                self.bring_forward(discrete, previous, at);
                return Some(at);
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

    /// Takes the nodes that the candidate covers out of the list; how many. If very many are left, the list
    /// becomes a long one.
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
        let (mut count, mut left) = (0, 0);
        while at != END {
            self.compared += 1;
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
                left += 1;
                previous = at;
            }
            at = next;
        }
        if left >= LONG && self.covering != Covering::Equality {
            self.lengthen(discrete, candidate, bounds);
        }
        count
    }

    /// Takes a live node out of its list.
    pub(super) fn forget(&mut self, node: NodeId) {
        let Node { discrete, next, .. } = self.nodes[node.0 as usize];
        match self.list(discrete) {
            List::Empty => {}
            List::Long(list) => self.long[list].remove(node.0),
            List::Linked(first) if first == node.0 => self.first[discrete as usize] = next,
            List::Linked(first) => {
                let mut at = first;
                while self.nodes[at as usize].next != node.0 {
                    at = self.nodes[at as usize].next;
                }
                self.nodes[at as usize].next = next;
            }
        }
        self.nodes[node.0 as usize].next = SUPERSEDED;
        self.live -= 1;
    }
}
