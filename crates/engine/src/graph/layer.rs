//! What a layer is, and how a state passes through all of them.

use std::ops::ControlFlow;

use network::eval::Fault;
use program::State;

use super::quotient::QuotientFigures;
use crate::semantics::{Emit, StepRef};

/// Where a layer passes a state on to.
pub type Next<'n> = Emit<'n>;

/// Replaces states by others that stand for them.
pub trait Layer: Send {
    /// Changes the state and passes it on; several times if it splits it.
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault>;

    /// What representatives took, if this layer chooses any.
    fn quotient_figures(&self) -> Option<QuotientFigures> {
        None
    }
}

/// Passes a state through layers.
pub(super) fn pass(
    layers: &mut [Box<dyn Layer + '_>],
    step: StepRef<'_>,
    state: &mut State,
    emit: &mut Emit<'_>,
) -> Result<ControlFlow<()>, Fault> {
    match layers.split_first_mut() {
        None => emit(step, state),
        Some((layer, rest)) => {
            layer.apply(step, state, &mut |step, state| pass(rest, step, state, emit))
        }
    }
}
