//! A single renaming as a map on states.

use network::network::cell_count;
use network::{ClockFamilyId, Network, Storage, VariableId};

use super::total::Renaming;
use crate::identities::classes::Classes;
use crate::offsets::move_offset;
use program::Layout;
use program::State;

/// What becomes of values, as pairs.
type Changes = Box<[(i32, i32)]>;

/// Where a renaming moves cells and clocks, and what it makes of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateMap {
    cells: Vec<u32>,
    clocks: Vec<u32>,
    /// For cells whose values change: `(cell, from, to)` lists by cell.
    values: Vec<Option<Changes>>,
}

impl StateMap {
    /// The map of a renaming.
    #[must_use]
    pub fn new(network: &Network, classes: &Classes, renaming: &Renaming) -> StateMap {
        let layout = Layout::of(network);
        let number = |at: usize| u32::try_from(at).expect("memory is bounded");
        let mut cells: Vec<u32> = renaming.processes.clone();
        cells.resize(layout.carried, 0);
        let mut values = vec![None; layout.carried];
        for (process, images) in renaming.locations.iter().enumerate() {
            values[process] = location_changes(images);
        }
        for (at, variable) in network.variables.iter().enumerate() {
            if !matches!(variable.storage, Storage::State | Storage::Meta) {
                continue;
            }
            let id = VariableId::at(at);
            let image = network.variable(VariableId(renaming.variables[at]));
            let changes = renaming.values.get(&classes.value(id));
            for offset in 0..cell_count(&variable.dims) {
                let moved = move_offset(&variable.dims, offset, |dim, index| {
                    renaming.value(classes.dim(id, dim), index)
                });
                let from = layout.processes + variable.base.index() + offset;
                cells[from] = number(layout.processes + image.base.index() + moved);
                values[from] = changes.map(|changes| {
                    changes.iter().map(|(from, to)| (*from, *to)).collect::<Box<[_]>>()
                });
            }
        }
        let mut clocks = vec![0; network.clock_count()];
        for (at, family) in network.clocks.iter().enumerate() {
            let id = ClockFamilyId::at(at);
            let image = network.clock_family(ClockFamilyId(renaming.clocks[at]));
            for offset in 0..cell_count(&family.dims) {
                let moved = move_offset(&family.dims, offset, |dim, index| {
                    renaming.value(classes.clock_dim(id, dim), index)
                });
                clocks[family.base.index() + offset] = number(image.base.index() + moved);
            }
        }
        StateMap { cells, clocks, values }
    }

    /// Where a cell goes.
    #[must_use]
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell] as usize
    }

    /// Where a clock goes.
    #[must_use]
    pub fn clock(&self, clock: usize) -> usize {
        self.clocks[clock] as usize
    }

    /// What becomes of the values of a cell, as far as they change.
    #[must_use]
    pub fn changes(&self, cell: usize) -> &[(i32, i32)] {
        self.values[cell].as_deref().unwrap_or_default()
    }

    /// The discrete part with the renaming applied.
    pub fn apply_to_cells(&self, cells: &[i32], out: &mut Vec<i32>) {
        out.clear();
        out.resize(cells.len(), 0);
        for (cell, value) in cells.iter().enumerate() {
            let renamed = self.values[cell].as_ref().and_then(|changes| {
                changes.iter().find(|(from, _)| from == value).map(|(_, to)| *to)
            });
            out[self.cells[cell] as usize] = renamed.unwrap_or(*value);
        }
    }

    /// The state with the renaming applied; `rows` gives the clock of each row of its zone.
    pub fn apply(&self, state: &State, rows: &[usize], out: &mut State) {
        self.apply_to_cells(&state.cells, &mut out.cells);
        let images = rows.iter().enumerate().map(|(row, clock)| (self.clocks[*clock], row + 1));
        let mut order: Vec<(u32, usize)> = images.collect();
        order.sort_unstable();
        let selection: Vec<usize> =
            std::iter::once(0).chain(order.into_iter().map(|(_, row)| row)).collect();
        out.zone.copy_rows_from(&state.zone, &selection);
    }
}

/// Locations that become ones with other numbers.
fn location_changes(images: &[u32]) -> Option<Changes> {
    let number = |at: u32| i32::try_from(at).expect("locations are bounded");
    let pairs = (0u32..).zip(images).filter(|(from, to)| from != *to);
    let changes: Changes = pairs.map(|(from, to)| (number(from), number(*to))).collect();
    (!changes.is_empty()).then_some(changes)
}
