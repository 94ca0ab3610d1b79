//! Closure: the only way from raw bounds to a [`Zone`].
//!
//! Floyd and Warshall's algorithm, row by row. A negative cycle is noticed as soon as the pivot
//! that closes it has been handled, so the bounds cannot run away towards minus infinity.

use crate::bound::Bound;
use crate::kernel::Pivot;
use crate::zone::{Empty, Zone};

impl Zone {
    /// The valuations that satisfy `row i - row j` within `bound(i, j)` for all `i` and `j`;
    /// nothing if there is none. Clocks are not negative, whatever the bounds say.
    #[must_use]
    pub fn from_bounds(dim: usize, mut bound: impl FnMut(usize, usize) -> Bound) -> Option<Zone> {
        let mut zone = Zone::universe(dim);
        for i in 0..zone.dim() {
            for (j, cell) in zone.row_mut(i).iter_mut().enumerate() {
                *cell = (*cell).min(bound(i, j));
            }
        }
        zone.measure_reach();
        zone.close().ok()?;
        Some(zone)
    }

    /// Closes a matrix that is not closed. After an `Err` it is not a zone.
    pub(crate) fn close(&mut self) -> Result<(), Empty> {
        let dim = self.dim();
        if (0..dim).any(|i| self.get(i, i) < Bound::LE_ZERO) {
            return Err(Empty);
        }
        // A path visits a row once; the pivot that closes a negative cycle may join two of them.
        if !self.extend_reach(2 * dim as i64, 2 * dim as i64) {
            return self.close_wide();
        }
        for pivot in 0..dim {
            self.close_over(pivot);
            if (0..dim).any(|i| self.get(i, i) < Bound::LE_ZERO) {
                return Err(Empty);
            }
        }
        self.debug_check();
        Ok(())
    }

    /// Makes the bounds account for paths over one more row.
    #[inline]
    fn close_over(&mut self, pivot: usize) {
        let stride = self.stride();
        let (matrix, scratch) = self.matrix_and_scratch();
        let prepared = Pivot::new(&matrix[pivot * stride..(pivot + 1) * stride], scratch);
        for (i, row) in matrix.chunks_exact_mut(stride).enumerate() {
            let first = row[pivot];
            if !first.is_unbounded() && i != pivot {
                prepared.add_min_row(row, first);
            }
        }
    }
}
