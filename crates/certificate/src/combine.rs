//! Every state of some members such that each K of them look like a view: by trying all views for all of them.

use network::LocationId;
use network::family::{Instance, Placement};
use zones::Zone;

use crate::flaw::Flaw;
use crate::state::State;

/// What has been chosen so far.
struct Partial<'a> {
    locations: Vec<Option<LocationId>>,
    cells: Vec<Option<i32>>,
    chosen: Vec<(&'a State, &'a Placement)>,
}

/// Calls `found` for each state of the large instance's members such that the members of each set of placements (one set
/// for each K members, with all their orders) look like one of the views. `stop` says when it is enough.
pub(crate) fn combinations(
    large: &Instance,
    (views, sets): (&[State], &[Vec<Placement>]),
    stop: &mut dyn FnMut() -> bool,
    found: &mut dyn FnMut(&State) -> Result<(), Flaw>,
) -> Result<(), Flaw> {
    let mut partial = Partial {
        locations: vec![None; large.network.processes.len()],
        cells: vec![None; large.holds_ids.len()],
        chosen: Vec::new(),
    };
    choose(large, (views, sets), &mut partial, stop, found)
}

fn choose<'a>(
    large: &Instance,
    (views, sets): (&'a [State], &'a [Vec<Placement>]),
    partial: &mut Partial<'a>,
    stop: &mut dyn FnMut() -> bool,
    found: &mut dyn FnMut(&State) -> Result<(), Flaw>,
) -> Result<(), Flaw> {
    let Some(set) = sets.get(partial.chosen.len()) else {
        return match complete(large, partial) {
            Some(state) => found(&state),
            None => Ok(()),
        };
    };
    for placement in set {
        if stop() {
            return Err(Flaw::Stopped);
        }
        for view in views {
            let before = (partial.locations.clone(), partial.cells.clone());
            write(large, partial, view, placement);
            partial.chosen.push((view, placement));
            if partial.chosen.iter().all(|(view, placement)| is_shown(partial, view, placement)) {
                choose(large, (views, sets), partial, stop, found)?;
            }
            partial.chosen.pop();
            (partial.locations, partial.cells) = before;
        }
    }
    Ok(())
}

/// Writes what a view says where nothing is known, or only that an id is that of somebody else.
fn write(large: &Instance, partial: &mut Partial<'_>, view: &State, placement: &Placement) {
    for (location, at) in view.locations.iter().zip(&placement.processes) {
        partial.locations[*at].get_or_insert(*location);
    }
    for (slot, at) in placement.slots.iter().enumerate() {
        let value = placement.raised(slot, view.cells[slot]).unwrap_or(large.other);
        let known = &mut partial.cells[*at];
        if known.is_none() || (placement.holds_ids(slot) && *known == Some(large.other)) {
            *known = Some(value);
        }
    }
}

/// Does what is written look like the view where it is placed?
fn is_shown(partial: &Partial<'_>, view: &State, placement: &Placement) -> bool {
    let locations = view.locations.iter().zip(&placement.processes);
    let cells = view.cells.iter().zip(&placement.slots).enumerate();
    locations.into_iter().all(|(location, at)| partial.locations[*at] == Some(*location))
        && cells.into_iter().all(|(slot, (value, at))| {
            partial.cells[*at].is_some_and(|known| placement.lowered(slot, known) == *value)
        })
}

/// The state, if everything is known and the clocks fit together.
fn complete(large: &Instance, partial: &Partial<'_>) -> Option<State> {
    let clocks = large.network.clock_count() + 1;
    let mut zone = Zone::universe(clocks);
    for (view, placement) in &partial.chosen {
        let place = |row: usize| match row {
            0 => Some(0),
            _ => placement.clocks.iter().position(|clock| clock + 1 == row).map(|at| at + 1),
        };
        let lifted = Zone::from_bounds(clocks, |i, j| match (place(i), place(j)) {
            (Some(i), Some(j)) => view.zone.get(i, j),
            _ => Zone::universe(clocks).get(i, j),
        })?;
        zone.intersect(&lifted).ok()?;
    }
    Some(State {
        locations: partial.locations.iter().copied().collect::<Option<_>>()?,
        cells: partial.cells.iter().copied().collect::<Option<_>>()?,
        zone,
    })
}
