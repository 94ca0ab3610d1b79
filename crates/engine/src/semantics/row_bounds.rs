//! The clock bounds of the rows of zones at a location vector.

use super::active::{ActiveClocks, Rows};
use crate::store::{RowBounds, RowBoundsAt};
use analysis::{Bounds, LocalBounds};

/// Finds the bounds of rows; asked for every new state, once to coarsen it and often once more to compare
/// it.
pub struct BoundsOfRows<'p> {
    bounds: &'p LocalBounds,
    active: &'p ActiveClocks,
    processes: usize,
    in_turn: Option<InTurn>,
    here: Bounds,
    rows: Rows,
    found: RowBounds,
}

impl<'p> BoundsOfRows<'p> {
    /// Those of a network with so many processes.
    #[must_use]
    pub fn new(
        bounds: &'p LocalBounds,
        active: &'p ActiveClocks,
        processes: usize,
    ) -> BoundsOfRows<'p> {
        BoundsOfRows {
            bounds,
            active,
            processes,
            in_turn: InTurn::of(bounds, active, processes),
            here: Bounds::default(),
            rows: Rows::default(),
            found: RowBounds::default(),
        }
    }

    /// The rows of zones of a state with these cells.
    pub fn rows(&mut self, cells: &[i32]) -> &Rows {
        self.active.rows(&cells[..self.processes], &mut self.rows);
        &self.rows
    }

    /// The dimension of zones of a state with these cells.
    pub fn dim(&mut self, cells: &[i32]) -> usize {
        self.rows(cells).dim()
    }

    /// Finds bounds clock by clock.
    fn look_up(&mut self, locations: &[i32]) {
        self.active.rows(locations, &mut self.rows);
        self.bounds.at(locations, &mut self.here);
        self.found.fill(&self.here, &self.rows.clocks);
    }
}

impl RowBoundsAt for BoundsOfRows<'_> {
    fn at(&mut self, cells: &[i32]) -> &RowBounds {
        let locations = &cells[..self.processes];
        match &self.in_turn {
            Some(in_turn) => {
                in_turn.at(locations, &mut self.found);
                #[cfg(debug_assertions)]
                {
                    let found = self.found.clone();
                    self.look_up(locations);
                    assert_eq!(found, self.found, "tables differ from what they were made of");
                }
            }
            None => self.look_up(locations),
        }
        &self.found
    }
}

/// Bounds where each clock is the business of one process, and of an earlier process if it is an earlier
/// clock. Rows are then those of the first process, those of the second and so on, and there is nothing to
/// compare or to sort.
struct InTurn {
    /// The processes that have bounds somewhere, with where their locations start.
    starts: Vec<(u32, u32)>,
    /// For each location where its bounds start; they end where those of the next one start.
    first: Vec<u32>,
    bounds: Vec<(i32, i32)>,
}

impl InTurn {
    fn of(bounds: &LocalBounds, active: &ActiveClocks, processes: usize) -> Option<InTurn> {
        let mut all = InTurn { starts: Vec::new(), first: vec![0], bounds: Vec::new() };
        if !bounds.of_everywhere().is_empty() || !active.is_of(bounds, processes) {
            return None;
        }
        let mut least = 0;
        for process in 0..processes {
            let (start, before) = (count(all.first.len() - 1), all.bounds.len());
            let mut most = least;
            for location in 0..active.locations(process) {
                let mut next = least;
                for bound in bounds.of_location(process, location) {
                    if bound.clock < next {
                        return None;
                    }
                    next = bound.clock + 1;
                    most = most.max(next);
                    all.bounds.push((bound.lower, bound.upper));
                }
                all.first.push(count(all.bounds.len()));
            }
            if all.bounds.len() > before {
                all.starts.push((count(process), start));
            }
            least = most;
        }
        Some(all)
    }

    fn at(&self, locations: &[i32], out: &mut RowBounds) {
        let RowBounds { lower, upper } = out;
        lower.clear();
        upper.clear();
        lower.push(0);
        upper.push(0);
        for (process, start) in &self.starts {
            let at = (start + locations[*process as usize].cast_unsigned()) as usize;
            let range = self.first[at] as usize..self.first[at + 1] as usize;
            for (l, u) in &self.bounds[range] {
                lower.push(*l);
                upper.push(*u);
            }
        }
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).expect("locations and their bounds are counted in 32 bits")
}
