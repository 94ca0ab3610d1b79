//! Layer: enlarge zones as far as the constants of model and query allow.
//!
//! ExtraLU+ and ExtraM+ of Behrmann, Bouyer, Larsen and Pelánek (TACAS'04), with bounds that depend on the
//! locations. With L = U (M bounds) the abstraction is a bisimulation, with separate L and U a
//! simulation: see `plan` for what each is sound for.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::{Layer, Next};
use crate::semantics::BoundsOfRows;
use crate::semantics::StepRef;
use crate::store::{RowBounds, RowBoundsAt};
use program::State;

pub struct Coarsen<'p> {
    bounds: BoundsOfRows<'p>,
}

impl<'p> Coarsen<'p> {
    /// The layer with these bounds.
    #[must_use]
    pub fn new(bounds: BoundsOfRows<'p>) -> Coarsen<'p> {
        Coarsen { bounds }
    }
}

impl Layer for Coarsen<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let RowBounds { lower, upper } = self.bounds.at(&state.cells);
        state.zone.extrapolate_lu_plus(lower, upper);
        next(step, state)
    }
}
