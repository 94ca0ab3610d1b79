//! Sets of states of an arena.

use zones::Federation;

use super::arena::Arena;

/// For each place of an arena, some of its valuations.
#[derive(Clone, Debug)]
pub struct Sets {
    of: Vec<Federation>,
}

/// Why a set could not be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Whoever watches said so.
    Stopped,
    /// A constant does not fit.
    TooLarge,
}

impl Sets {
    /// No valuation of any place.
    #[must_use]
    pub fn none(arena: &Arena) -> Sets {
        let of = arena.places().iter().map(|place| Federation::empty(place.zone.dim()));
        Sets { of: of.collect() }
    }

    /// Every valuation of every node.
    #[must_use]
    pub fn all(arena: &Arena) -> Sets {
        Sets { of: arena.places().iter().map(super::arena::Place::all).collect() }
    }

    /// These valuations, for each place; they must be valuations of the place.
    #[must_use]
    pub fn new(of: Vec<Federation>) -> Sets {
        Sets { of }
    }

    #[must_use]
    pub fn at(&self, place: usize) -> &Federation {
        &self.of[place]
    }

    pub(super) fn set(&mut self, place: usize, federation: Federation) {
        self.of[place] = federation;
    }

    /// How many zones they take.
    #[must_use]
    pub fn zones(&self) -> usize {
        self.of.iter().map(|federation| federation.zones().len()).sum()
    }

    /// Did a bound lose precision? Then the sets decide nothing.
    #[must_use]
    pub fn has_saturated(&self) -> bool {
        self.of.iter().any(Federation::has_saturated)
    }

    /// The valuations of each node that are not in the set.
    #[must_use]
    pub fn outside(&self, arena: &Arena) -> Sets {
        let places = arena.places().iter().zip(&self.of);
        let of = places.map(|(place, set)| {
            let mut rest = place.all();
            rest.subtract(set);
            rest
        });
        Sets { of: of.collect() }
    }

    pub fn union(&mut self, other: &Sets) {
        for (set, other) in self.of.iter_mut().zip(&other.of) {
            set.union(other);
        }
    }

    pub fn intersect(&mut self, other: &Sets) {
        for (set, other) in self.of.iter_mut().zip(&other.of) {
            set.intersect(other);
        }
    }

    /// Changes the set of every place.
    pub fn for_each(&mut self, change: impl FnMut((usize, &mut Federation))) {
        self.of.iter_mut().enumerate().for_each(change);
    }
}
