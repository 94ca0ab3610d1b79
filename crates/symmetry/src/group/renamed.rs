//! How a state became its representative.

use super::structure::Permutation;

/// How a state was renamed: first by a listed symmetry, then by a permutation of elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// The number of the listed symmetry; 0 is the identity.
    pub listed: usize,
    pub permutation: Permutation,
}
