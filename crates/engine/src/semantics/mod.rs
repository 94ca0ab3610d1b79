//! What a network does: which transitions are enabled, what they lead to, when time may pass.

mod active;
mod effect;
mod enabling;
mod fire;
mod invariants;
mod kinds;
mod moves;
mod row_bounds;
mod successors;
mod urgency;

pub use active::{ActiveClocks, Rows};
pub use effect::Effect;
pub use moves::{Move, Moves};
pub use row_bounds::BoundsOfRows;
pub use successors::{Emit, Entry, Semantics};

use network::eval::{Fault, FaultKind};
use zones::Bound;

/// A clock constraint in rows: `row left - row right` within a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowConstraint {
    /// The row on the left.
    pub left: usize,
    /// The row that is subtracted.
    pub right: usize,
    /// The bound.
    pub bound: Bound,
}

/// The bound of a constraint, or a fault if its integer is too large for any zone.
fn checked_bound(bound: i32, strict: bool) -> Result<Bound, Fault> {
    let limit = i64::from(bound);
    let made = if strict { Bound::try_lt(limit) } else { Bound::try_le(limit) };
    made.ok_or(Fault { kind: FaultKind::Overflow, origin: network::Origin::NONE })
}
