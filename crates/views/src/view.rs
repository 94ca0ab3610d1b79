//! What one sees of a state when looking at a few members.

use network::LocationId;
use network::family::Placement;
use zones::Zone;

/// What one sees of a state when looking at K members: a state of the instance with K members, in which ids of
/// others are [`other`](network::family::Instance::other).
#[derive(Clone, Debug)]
pub struct View {
    /// Where each process is.
    pub locations: Vec<LocationId>,
    /// The cells of the state.
    pub cells: Vec<i32>,
    pub zone: Zone,
}

/// The part of a view without clocks.
pub(crate) type Discrete = (Vec<LocationId>, Vec<i32>);

impl View {
    /// What is left when one looks at fewer members, or at the same in another order.
    pub(crate) fn seen_by(&self, placement: &Placement) -> View {
        let cell = |(slot, at): (usize, &usize)| placement.lowered(slot, self.cells[*at]);
        View {
            locations: placement.processes.iter().map(|at| self.locations[*at]).collect(),
            cells: placement.slots.iter().enumerate().map(cell).collect(),
            zone: self.zone.select_rows(&rows(placement)),
        }
    }

    pub(crate) fn discrete(&self) -> Discrete {
        (self.locations.clone(), self.cells.clone())
    }
}

/// The rows of the clocks, and before them the one that is always 0.
pub(crate) fn rows(placement: &Placement) -> Vec<usize> {
    std::iter::once(0).chain(placement.clocks.iter().map(|clock| clock + 1)).collect()
}
