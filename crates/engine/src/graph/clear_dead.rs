//! Layer: forget the values of variables that will be written before they are read.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::{Layer, Next};
use crate::semantics::StepRef;
use analysis::LiveCells;
use program::State;

/// Sets dead variables to fixed values.
pub struct ClearDead<'p> {
    live: &'p LiveCells,
    processes: usize,
}

impl<'p> ClearDead<'p> {
    /// The layer for a network with this many processes.
    #[must_use]
    pub fn new(live: &'p LiveCells, processes: usize) -> ClearDead<'p> {
        ClearDead { live, processes }
    }
}

impl Layer for ClearDead<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.live.clear_dead(self.processes, &mut state.cells);
        next(step, state)
    }
}
