//! Processes that become each other by a permutation of their locations.
//!
//! The process that passes a token around a ring has a location for every station. Rotating the ring turns
//! these locations. Which location becomes which follows from the edges: they are matched one by one, and
//! a match fixes what becomes of both ends.

use network::{LocationId, ProcessId};

use super::matcher::Matcher;
use super::pairing::Pairing;

/// The most attempts to match one edge with another.
const MOST_ATTEMPTS: usize = 4096;

impl<P: Pairing> Matcher<'_, P> {
    /// Some permutation of locations makes one process of the other.
    pub(crate) fn rearranged(&mut self, pair: (ProcessId, ProcessId)) -> bool {
        if !self.pairing.rearranges() {
            return false;
        }
        let process = self.network.process(pair.0);
        let mut search = RearrangementSearch {
            pair,
            order: order(&process.edges.iter().map(|e| (e.source, e.target)).collect::<Vec<_>>()),
            taken: vec![false; process.edges.len()],
            attempts: MOST_ATTEMPTS,
        };
        self.next_edge(&mut search, 0)
    }

    /// Matches the edges from this position of the order on.
    fn next_edge(&mut self, search: &mut RearrangementSearch, position: usize) -> bool {
        let (left, right) =
            (self.network.process(search.pair.0), self.network.process(search.pair.1));
        let Some(edge) = search.order.get(position).map(|edge| &left.edges[*edge]) else {
            return self.remaining_locations(search.pair);
        };
        for (number, other) in right.edges.iter().enumerate() {
            if search.taken[number] {
                continue;
            }
            if search.attempts == 0 {
                return false;
            }
            search.attempts -= 1;
            let mark = self.pairing.mark();
            search.taken[number] = true;
            if self.edges(search.pair, edge, other) && self.next_edge(search, position + 1) {
                self.mismatch = None;
                return true;
            }
            search.taken[number] = false;
            self.pairing.roll_back(mark);
        }
        false
    }

    /// Locations without edges find each other, and all that become each other agree.
    fn remaining_locations(&mut self, pair: (ProcessId, ProcessId)) -> bool {
        let (left, right) = (self.network.process(pair.0), self.network.process(pair.1));
        let mut taken = vec![false; right.locations.len()];
        for (number, location) in left.locations.iter().enumerate() {
            let id = LocationId::at(number);
            let mut found = false;
            for other in std::iter::once(number).chain(0..right.locations.len()) {
                let mark = self.pairing.mark();
                if !taken[other]
                    && self.pairing.location((pair.0, id), (pair.1, LocationId::at(other)))
                    && self.locations(location, &right.locations[other])
                {
                    taken[other] = true;
                    found = true;
                    break;
                }
                self.pairing.roll_back(mark);
            }
            if !found {
                return false;
            }
        }
        true
    }
}

struct RearrangementSearch {
    pair: (ProcessId, ProcessId),
    /// The edges, those that are connected to earlier ones first.
    order: Vec<usize>,
    taken: Vec<bool>,
    attempts: usize,
}

/// An order in which most edges start where an earlier one ends.
fn order(edges: &[(LocationId, LocationId)]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(edges.len());
    let mut known: Vec<LocationId> = Vec::new();
    while order.len() < edges.len() {
        let open = |number: &usize| !order.contains(number);
        let connected = |number: &usize| known.contains(&edges[*number].0);
        let next = (0..edges.len())
            .filter(open)
            .find(connected)
            .or_else(|| (0..edges.len()).find(open))
            .expect("some edge is open");
        order.push(next);
        known.extend([edges[next].0, edges[next].1]);
    }
    order
}
