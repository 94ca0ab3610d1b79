//! Some members of a family, put together from views.

use network::LocationId;
use network::family::{Instance, Placement};
use zones::Zone;

use crate::view::{View, rows};

/// What is known of a cell while views are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Unknown,
    Known(i32),
    /// It is the id of somebody, but not of these members (one bit each).
    IdOfNone(u32),
}

/// What views say together about some members. Grows view by view.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    locations: Vec<Option<LocationId>>,
    cells: Vec<Cell>,
    zone: Zone,
}

impl Config {
    /// Nothing known about the members of an instance.
    pub(crate) fn unknown(instance: &Instance) -> Config {
        Config {
            locations: vec![None; instance.network.processes.len()],
            cells: vec![Cell::Unknown; instance.holds_ids.len()],
            zone: Zone::universe(instance.network.clock_count() + 1),
        }
    }

    /// What is known if a view is also true of the members where it is placed; nothing if it contradicts.
    pub(crate) fn with(
        &self,
        view: &View,
        placement: &Placement,
        instance: &Instance,
    ) -> Option<Config> {
        for (location, at) in view.locations.iter().zip(&placement.processes) {
            if self.locations[*at].is_some_and(|known| known != *location) {
                return None;
            }
        }
        let mut cells = self.cells.clone();
        for (slot, at) in placement.slots.iter().enumerate() {
            let seen = match placement.raised(slot, view.cells[slot]) {
                Some(value) => Cell::Known(value),
                None => Cell::IdOfNone(mask(&placement.members)),
            };
            cells[*at] = agree(cells[*at], seen, instance)?;
        }
        let mut zone = self.zone.clone();
        let rows = rows(placement);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in rows.iter().enumerate() {
                if i != j {
                    zone.constrain(*row, *column, view.zone.get(i, j)).ok()?;
                }
            }
        }
        let mut locations = self.locations.clone();
        for (location, at) in view.locations.iter().zip(&placement.processes) {
            locations[*at] = Some(*location);
        }
        Some(Config { locations, cells, zone })
    }

    /// What is said about these processes and about these cells, which hold no ids. All of it is known.
    pub(crate) fn said(&self, processes: &[usize], slots: &[usize]) -> Vec<i32> {
        let location = |at: &usize| self.locations[*at].map(|known| known.0.cast_signed());
        let cell = |at: &usize| match self.cells[*at] {
            Cell::Known(value) => Some(value),
            Cell::Unknown | Cell::IdOfNone(_) => None,
        };
        let said = processes.iter().map(location).chain(slots.iter().map(cell));
        said.map(|known| known.expect("a view placed before says it")).collect()
    }

    /// All that is known, as views of all the members; none if something is not known. There are several if an id may be
    /// that of a member which no view shows together with the cell that holds it.
    pub(crate) fn finish(self, instance: &Instance) -> Vec<View> {
        let Some(locations) = self.locations.into_iter().collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let mut all = vec![Vec::with_capacity(self.cells.len())];
        for cell in &self.cells {
            let values = match cell {
                Cell::Unknown => return Vec::new(),
                Cell::Known(value) => vec![*value],
                Cell::IdOfNone(mask) => {
                    let members =
                        (0..instance.ids.members).filter(|member| mask & 1 << member == 0);
                    let members = members.map(|member| instance.ids.of(member));
                    std::iter::once(instance.other).chain(members).collect()
                }
            };
            let more = all.iter().flat_map(|cells: &Vec<i32>| {
                values[1..].iter().map(|value| [&cells[..], &[*value]].concat())
            });
            let more: Vec<Vec<i32>> = more.collect();
            all.iter_mut().for_each(|cells| cells.push(values[0]));
            all.extend(more);
        }
        let view = |cells| View { locations: locations.clone(), cells, zone: self.zone.clone() };
        all.into_iter().map(view).collect()
    }
}

fn mask(members: &[usize]) -> u32 {
    members.iter().fold(0, |mask, member| mask | 1 << member)
}

/// What two views say about the same cell, if they agree.
fn agree(known: Cell, seen: Cell, instance: &Instance) -> Option<Cell> {
    match (known, seen) {
        (Cell::Unknown, cell) | (cell, Cell::Unknown) => Some(cell),
        (Cell::Known(left), Cell::Known(right)) => (left == right).then_some(known),
        (Cell::IdOfNone(left), Cell::IdOfNone(right)) => Some(Cell::IdOfNone(left | right)),
        (Cell::Known(value), Cell::IdOfNone(mask)) | (Cell::IdOfNone(mask), Cell::Known(value)) => {
            let member = instance.ids.member(value)?;
            (mask & 1 << member == 0).then_some(Cell::Known(value))
        }
    }
}
