//! How a state became its representative.

use crate::structure::Permutation;

/// How a state was renamed: first by a turn, then by a permutation of elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The number of the turn; 0 is none.
    pub turn: usize,
    /// The permutation.
    pub permutation: Permutation,
}
