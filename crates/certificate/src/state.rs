//! States of instances, with zones.

use network::LocationId;
use network::family::{Instance, Placement};
use reference::Discrete;
use zones::{Bound, Zone};

/// A view, or a state of a larger instance: locations, cells, and a zone over the clocks.
#[derive(Clone, Debug)]
pub struct State {
    /// Where each process is.
    pub locations: Vec<LocationId>,
    /// The cells of the state.
    pub cells: Vec<i32>,
    pub zone: Zone,
}

impl State {
    /// As the reference interpreter takes it.
    pub(crate) fn discrete<'n>(&self, instance: &'n Instance) -> Discrete<'n> {
        let mut memory = instance.network.initial_memory();
        memory[..self.cells.len()].copy_from_slice(&self.cells);
        Discrete { network: &instance.network, locations: self.locations.clone(), memory }
    }

    /// What is seen by the members of a placement, without clocks.
    pub(crate) fn seen(&self, placement: &Placement) -> (Vec<LocationId>, Vec<i32>) {
        let cells = placement.slots.iter().enumerate();
        (
            placement.processes.iter().map(|at| self.locations[*at]).collect(),
            cells.map(|(slot, at)| placement.lowered(slot, self.cells[*at])).collect(),
        )
    }

    /// The clocks of the members of a placement.
    pub(crate) fn seen_clocks(&self, placement: &Placement) -> Option<Zone> {
        let row = |row: usize| if row == 0 { 0 } else { placement.clocks[row - 1] + 1 };
        let bound = |i: usize, j: usize| self.zone.get(row(i), row(j));
        Zone::from_bounds(placement.clocks.len() + 1, bound)
    }
}

/// A zone with constraints; none if they contradict.
pub(crate) fn cut(zone: &Zone, constraints: &[network::guard::Difference]) -> Option<Zone> {
    let mut zone = zone.clone();
    for one in constraints {
        let row = |clock: Option<network::ClockId>| clock.map_or(0, |clock| clock.index() + 1);
        let bound = if one.strict { Bound::lt(one.bound) } else { Bound::le(one.bound) };
        zone.constrain(row(one.left), row(one.right), bound).ok()?;
    }
    Some(zone)
}
