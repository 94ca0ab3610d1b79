//! Constraints between the rows of zones, and the largest constants they may have.

use network::eval::{Fault, FaultKind};
use zones::{Bound, Zone};

/// A clock constraint in rows: `row left - row right` within a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowConstraint {
    /// The row on the left.
    pub left: usize,
    /// The row that is subtracted.
    pub right: usize,
    pub bound: Bound,
}

/// The bound of a constraint, or a fault if its integer is too large for any zone.
pub(crate) fn checked_bound(limit: i64, strict: bool) -> Result<Bound, Fault> {
    let made = if strict { Bound::try_lt(limit) } else { Bound::try_le(limit) };
    // A lower bound is written with its negative.
    made.ok_or(too_large(limit.abs()))
}

/// Is a zone as exact as it must be?
#[inline]
pub(crate) fn check_range(exact_range: bool, zone: &Zone) -> Result<(), Fault> {
    if exact_range && zone.has_saturated() {
        return Err(Fault { kind: FaultKind::ClockRange(None), origin: network::Origin::NONE });
    }
    Ok(())
}

/// The fault of a constant that no zone can hold.
pub(crate) fn too_large(constant: i64) -> Fault {
    Fault { kind: FaultKind::ClockRange(Some(constant)), origin: network::Origin::NONE }
}
