//! Representatives of priced states: the cost moves with the clocks.

use std::ops::ControlFlow;

use zones::priced::PricedZone;

use super::step::select;
use crate::plan::Plan;
use crate::prepared::Prepared;
use engine::graph::{Layer as _, Quotient};
use engine::semantics::{ActiveClocks, Rows, StepRef};
use network::eval::Fault;
use program::State;
use symmetry::{Group, Renamed, StateMap};

/// Replaces priced states by representatives of their orbits. Which one is chosen depends on the zone and not on the
/// cost; a symmetric state costs the same, so any may stand for it.
pub(super) struct PricedQuotient<'p> {
    quotient: Quotient<'p>,
    group: &'p Group,
    listed: Vec<StateMap>,
    active: &'p ActiveClocks,
    processes: usize,
}

impl<'p> PricedQuotient<'p> {
    /// That of a plan, if it uses symmetry.
    pub(super) fn new(prepared: &'p Prepared<'_>, plan: &Plan) -> Option<PricedQuotient<'p>> {
        let group = prepared.group.as_deref()?;
        Some(PricedQuotient {
            quotient: prepared.quotient(group, plan),
            group,
            listed: group.listed_maps(prepared.network),
            active: &prepared.active,
            processes: prepared.network.processes.len(),
        })
    }

    /// Renames a state, and says how.
    pub(super) fn apply(
        &mut self,
        cells: &mut Vec<i32>,
        zone: &mut PricedZone,
    ) -> Result<Option<Renamed>, Fault> {
        let mut rows = Rows::default();
        self.active.rows(&cells[..self.processes], &mut rows);
        let mut state = State { cells: cells.clone(), zone: zone.zone().clone() };
        let mut renamed = None;
        let _ = self.quotient.apply(StepRef::of(&[]), &mut state, &mut |step, state| {
            renamed = step.renamed();
            cells.clone_from(&state.cells);
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(renamed) = &renamed {
            *zone = self.renamed_zone(zone, renamed, &rows);
        }
        Ok(renamed)
    }

    /// Rows are in the order of the clocks, before as well as after.
    fn renamed_zone(&self, zone: &PricedZone, renamed: &Renamed, rows: &Rows) -> PricedZone {
        let image = |clock: usize| {
            let listed = renamed.listed.checked_sub(1).map(|at| &self.listed[at]);
            let clock = listed.map_or(clock, |map| map.clock(clock));
            if self.group.sorts.is_empty() {
                return clock;
            }
            self.group.structure.clock_image(clock, &renamed.permutation)
        };
        let mut order: Vec<(usize, usize)> =
            rows.clocks.iter().zip(1..).map(|(clock, row)| (image(*clock), row)).collect();
        order.sort_unstable();
        let selection: Vec<usize> =
            std::iter::once(0).chain(order.into_iter().map(|(_, row)| row)).collect();
        select(zone, &selection).expect("a selection of rows has a rate for each")
    }
}
