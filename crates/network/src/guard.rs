//! Guards and invariants: an integer condition and clock constraints.
//!
//! Every mixture of clocks and integers that UPPAAL allows in a guard or invariant is a conjunction of
//! integer conditions and of constraints that may be switched off by an integer condition
//! (`b imply x <= 5`), so that is all there is here.

use crate::expr::Expr;
use crate::ids::{ClockFamilyId, ClockId};

/// A clock as an edge or location names it: all dimensions indexed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClockPlace {
    pub family: ClockFamilyId,
    /// One index for each dimension.
    pub indices: Vec<Expr>,
}

impl ClockPlace {
    /// A clock without dimensions.
    #[must_use]
    pub fn single(family: ClockFamilyId) -> ClockPlace {
        ClockPlace { family, indices: Vec::new() }
    }
}

/// `left - right < bound` or `left - right <= bound`; an absent clock is the constant 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClockConstraint {
    /// The constraint counts only where this is not 0.
    pub when: Expr,
    /// The clock on the left.
    pub left: Option<ClockPlace>,
    /// The clock that is subtracted.
    pub right: Option<ClockPlace>,
    /// `<` rather than `<=`.
    pub strict: bool,
    /// The bound, evaluated only where `when` is not 0.
    pub bound: Expr,
}

impl ClockConstraint {
    /// Does it compare two clocks?
    #[must_use]
    pub(crate) fn is_diagonal(&self) -> bool {
        self.left.is_some() && self.right.is_some()
    }
}

/// A conjunction. The condition is evaluated first; the clock constraints only if it holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    pub condition: Expr,
    pub clocks: Vec<ClockConstraint>,
}

impl Guard {
    #[must_use]
    pub fn always() -> Guard {
        Guard { condition: Expr::TRUE, clocks: Vec::new() }
    }
}

impl Default for Guard {
    fn default() -> Guard {
        Guard::always()
    }
}

/// `clock' == rate` in an invariant: the clock stands still where the rate is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rate {
    /// It counts only where this is not 0.
    pub when: Expr,
    pub clock: ClockPlace,
    /// 0 or 1; anything else is a fault.
    pub rate: Expr,
}

/// A clock constraint with everything evaluated: `left - right < bound` or `<= bound`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Difference {
    /// The clock on the left, or 0.
    pub left: Option<ClockId>,
    /// The clock that is subtracted, or 0.
    pub right: Option<ClockId>,
    /// `<` rather than `<=`.
    pub strict: bool,
    pub bound: i32,
}
