//! Layer: of clocks beyond their constants, forget by how much.
//!
//! Two valuations that agree on every clock, or are both beyond what it is compared with, can do the same
//! (docs/theory/integer-time.md). The least one beyond stands for all of them.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::{Layer, Next};
use crate::semantics::BoundsOfRows;
use crate::semantics::StepRef;
use crate::store::{RowBounds, RowBoundsAt};
use program::State;

/// Saturates the clocks of states with one valuation.
pub struct Saturate<'p> {
    bounds: BoundsOfRows<'p>,
    values: Vec<i32>,
}

impl<'p> Saturate<'p> {
    /// The layer with these bounds, of which L and U must be equal.
    #[must_use]
    pub fn new(bounds: BoundsOfRows<'p>) -> Saturate<'p> {
        Saturate { bounds, values: Vec::new() }
    }
}

impl Layer for Saturate<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let RowBounds { upper, .. } = self.bounds.at(&state.cells);
        self.values.clear();
        let mut beyond = false;
        for (row, constant) in upper.iter().enumerate().skip(1) {
            // A clock that is compared with nothing has a negative constant.
            let (value, most) = (state.zone.least(row), (*constant).max(-1) + 1);
            beyond |= value > most;
            self.values.push(value.min(most));
        }
        if beyond {
            state.zone.fill_point(&self.values);
        }
        next(step, state)
    }
}
