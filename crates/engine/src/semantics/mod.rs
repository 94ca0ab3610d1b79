//! What a network does: which transitions are enabled, what they lead to, when time may pass.

mod active;
mod effect;
mod enabling;
mod fire;
mod firing;
mod invariants;
mod kinds;
mod moments;
mod moves;
mod row_bounds;
mod row_constraint;
mod standstill;
mod step;
mod successors;
mod urgency;

pub use active::{ActiveClocks, Rows};
pub use effect::Effect;
pub use firing::{EmitFiring, Firing};
pub(crate) use invariants::evaluate as evaluate_invariants;
pub(crate) use kinds::Kinds;
pub use moves::{Move, Moves};
pub use row_bounds::BoundsOfRows;
pub use row_constraint::RowConstraint;
pub(crate) use row_constraint::{check_range, checked_bound, too_large};
pub(crate) use standstill::Standstill;
pub use step::{RenamedRef, Step, StepFault, StepRef};
pub use successors::{Emit, Entry, Semantics};
pub(crate) use urgency::may_delay;
