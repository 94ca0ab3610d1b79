//! Where the quotient by symmetries moves clocks.

use engine::semantics::{ActiveClocks, Rows};
use symmetry::{Group, Renamed, StateMap};

use crate::prepared::Prepared;

/// Follows clocks through renamings of states.
pub(super) struct ClockImages<'p> {
    group: Option<&'p Group>,
    listed: Vec<StateMap>,
    active: &'p ActiveClocks,
    processes: usize,
    rows: Rows,
}

impl<'p> ClockImages<'p> {
    pub(super) fn new(prepared: &'p Prepared<'_>) -> ClockImages<'p> {
        let group = prepared.group.as_deref();
        ClockImages {
            group,
            listed: group.map_or_else(Vec::new, |group| group.listed_maps(prepared.network)),
            active: &prepared.active,
            processes: prepared.network.processes.len(),
            rows: Rows::default(),
        }
    }

    /// The clocks of the rows of a state, from row 1 on.
    pub(super) fn clocks(&mut self, cells: &[i32]) -> &[usize] {
        self.active.rows(&cells[..self.processes], &mut self.rows);
        &self.rows.clocks
    }

    /// What a clock becomes.
    pub(super) fn image(&self, clock: usize, renamed: Option<&Renamed>) -> usize {
        let (Some(group), Some(renamed)) = (self.group, renamed) else { return clock };
        let listed = renamed.listed.checked_sub(1).map(|at| &self.listed[at]);
        let clock = listed.map_or(clock, |map| map.clock(clock));
        if group.sorts.is_empty() {
            return clock;
        }
        group.structure.clock_image(clock, &renamed.permutation)
    }

    /// For each row of the renamed state, from row 1 on, the row it was before. Rows are in the order of clocks, before
    /// as well as after.
    pub(super) fn selection(&mut self, cells: &[i32], renamed: Option<&Renamed>) -> Vec<usize> {
        let clocks = self.clocks(cells).to_vec();
        let mut order: Vec<(usize, usize)> =
            clocks.iter().zip(1..).map(|(clock, row)| (self.image(*clock, renamed), row)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, row)| row).collect()
    }
}
