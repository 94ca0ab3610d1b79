//! Layer: forget how clocks differ, and keep what is known of each alone.
//!
//! What comes out includes what went in and much more, so it serves for one thing only: what does not happen among
//! these states does not happen. There are far fewer of them where many processes have clocks of their own.

use std::ops::ControlFlow;

use network::eval::Fault;
use zones::{Bound, Zone};

use super::{Layer, Next};
use crate::semantics::StepRef;
use program::State;

/// Replaces a zone by the smallest box around it.
pub struct Boxes;

impl Layer for Boxes {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let zone = &state.zone;
        let bound = |i: usize, j: usize| match (i, j) {
            (0, _) | (_, 0) => zone.get(i, j),
            _ => Bound::UNBOUNDED,
        };
        // A box around something is not empty.
        if let Some(around) = Zone::from_bounds(zone.dim(), bound) {
            state.zone = around;
        }
        next(step, state)
    }
}
