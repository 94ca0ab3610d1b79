//! Closing again after bounds of a closed matrix have been loosened; what every extrapolation ends with.
//!
//! Nothing has become tighter, so a bound that was not loosened is still as tight as it can be. Only the
//! rows in which something was loosened have to be visited, and only a row with a bound to offer is worth
//! being a pivot.

use crate::bound::Bound;
use crate::zone::Zone;

/// A set of rows in two words. Rows from 127 on share a bit: a set is then larger than what was put in,
/// which costs time and nothing else.
#[derive(Clone, Copy, Default)]
pub(crate) struct RowSet(u128);

impl RowSet {
    pub(crate) fn insert(&mut self, row: usize) {
        self.0 |= 1 << row.min(127);
    }

    pub(crate) fn contains(self, row: usize) -> bool {
        self.0 >> row.min(127) & 1 == 1
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Zone {
    /// Closes a matrix that was closed before bounds in the rows `loosened` grew.
    ///
    /// Let `D` be the closed matrix, `E >= D` the loosened one. A row `u` outside the set has
    /// `E(u, j) = D(u, j)`, which is at most the length of any path in `D`, hence in `E`: it stays. So it is
    /// right to run Floyd and Warshall's algorithm and to update rows of the set only. There are no
    /// negative cycles, since `E >= D`.
    pub(crate) fn close_loosened(&mut self, loosened: RowSet) {
        if loosened.is_empty() {
            return;
        }
        let dim = self.dim();
        // A shortest path leaves the set at most once, and at its end.
        let edges = 1 + (0..dim).filter(|&i| loosened.contains(i)).count() as i64;
        if self.extend_reach(edges, edges) {
            for pivot in 0..dim {
                let offers = |j: usize| j != pivot && !self.get(pivot, j).is_unbounded();
                if (0..dim).any(offers) {
                    self.close_over(pivot, |i| loosened.contains(i));
                }
            }
        } else {
            // Loosening cannot have emptied the zone, so the result is not empty.
            let _ = self.close();
        }
        self.debug_check();
    }

    /// Replaces a bound by a looser one, and remembers where.
    #[inline]
    pub(crate) fn loosen(&mut self, i: usize, j: usize, bound: Bound, loosened: &mut RowSet) {
        if self.get(i, j) < bound {
            self.set(i, j, bound);
            loosened.insert(i);
        }
    }
}
