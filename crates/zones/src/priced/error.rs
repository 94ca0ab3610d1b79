//! Why there is no result.

use std::fmt;

/// Why an operator on priced zones has no result. It never has a wrong one instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostError {
    /// A cost, a rate or a bound of a clock does not fit.
    Overflow,
    /// The cost can be made as small as one likes.
    Unbounded,
    /// A clock would become negative.
    NegativeClock,
    /// The comparison was given up: it would take too many pieces. Nothing is known, so the
    /// caller goes on as if neither dominates the other.
    TooManyPieces,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CostError::Overflow => "a cost or a clock bound is too large for exact arithmetic",
            CostError::Unbounded => "the cost has no lower bound",
            CostError::NegativeClock => "the clock would become negative",
            CostError::TooManyPieces => "the comparison of two costs needs too many pieces",
        })
    }
}

impl std::error::Error for CostError {}
