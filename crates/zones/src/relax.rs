//! Closing again after bounds of a closed matrix have been loosened; what every extrapolation ends
//! with.
//!
//! Nothing has become tighter, so a bound that was not loosened is still as tight as it can be.
//! Only the rows in which something was loosened have to be visited, and only a row with a bound to
//! offer is worth being a pivot.

use crate::kernel;
use crate::row_set::RowSet;
use crate::zone::Zone;

impl Zone {
    /// Closes a matrix that was closed before bounds in the rows `loosened` grew. Rows outside
    /// `pivots` are known to be on no path that matters.
    ///
    /// Let `D` be the closed matrix, `E >= D` the loosened one. A row `u` outside the set has `E(u,
    /// j) = D(u, j)`, which is at most the length of any path in `D`, hence in `E`: it stays. So it
    /// is right to run Floyd and Warshall's algorithm and to update rows of the set only. There are
    /// no negative cycles, since `E >= D`.
    pub(crate) fn close_loosened(&mut self, loosened: RowSet, pivots: RowSet) {
        if loosened.is_empty() {
            self.debug_check();
            return;
        }
        let dim = self.dim();
        // A shortest path leaves the set at most once, and at its end.
        let edges = 1 + loosened.rows(dim).count() as i64;
        if !self.extend_reach(edges, edges) {
            // Loosening cannot have emptied the zone, so closing does not find it empty.
            let _ = self.close();
            return;
        }
        let (matrix, scratch) = self.matrix_and_scratch();
        kernel::close_rows(matrix, scratch, loosened, pivots);
        self.debug_check();
    }
}
