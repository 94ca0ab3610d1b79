//! Layer: enlarge zones as far as the constants of model and query allow.
//!
//! ExtraLU+ and ExtraM+ of Behrmann, Bouyer, Larsen and Pelánek (TACAS'04), with bounds that depend on the
//! locations. With L = U (M bounds) the abstraction is a bisimulation, with separate L and U a
//! simulation: see `plan` for what each is sound for.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::{Layer, Next};
use crate::bounds::{Bounds, LocalBounds};
use crate::semantics::{ActiveClocks, Rows};
use crate::state::State;
use crate::store::RowBounds;

/// Coarsens zones.
pub struct Coarsen<'p> {
    bounds: &'p LocalBounds,
    active: &'p ActiveClocks,
    processes: usize,
    here: Bounds,
    rows: Rows,
    row_bounds: RowBounds,
}

impl<'p> Coarsen<'p> {
    /// The layer for a network with this many processes.
    #[must_use]
    pub fn new(bounds: &'p LocalBounds, active: &'p ActiveClocks, processes: usize) -> Coarsen<'p> {
        Coarsen {
            bounds,
            active,
            processes,
            here: Bounds::default(),
            rows: Rows::default(),
            row_bounds: RowBounds::default(),
        }
    }
}

impl Layer for Coarsen<'_> {
    fn apply(&mut self, state: &mut State, next: &mut Next<'_>) -> Result<ControlFlow<()>, Fault> {
        let locations = &state.cells[..self.processes];
        self.bounds.at(locations, &mut self.here);
        self.active.rows(locations, &mut self.rows);
        self.row_bounds.fill(&self.here, &self.rows.clocks);
        let RowBounds { lower, upper } = &self.row_bounds;
        state.zone.extrapolate_lu_plus(lower, upper);
        next(state)
    }
}
