//! Closure: the only way from raw bounds to a [`Zone`].
//!
//! Floyd and Warshall's algorithm, row by row. A negative cycle is noticed as soon as the pivot
//! that closes it has been handled, so the bounds cannot run away towards minus infinity.

use crate::bound::{Bound, LARGEST, SMALLEST};
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

    /// Closure with 64 bits, for constants so large that a path might leave the range of `i32`.
    /// When even the result leaves it, the bounds are imposed one by one, and those that cannot be
    /// are left out.
    #[cold]
    fn close_wide(&mut self) -> Result<(), Empty> {
        let dim = self.dim();
        let unclosed: Vec<Bound> = self.rows().flatten().copied().collect();
        let mut wide: Vec<Option<i64>> = unclosed.iter().map(|&bound| widen(bound)).collect();
        for k in 0..dim {
            for i in 0..dim {
                for j in 0..dim {
                    let sum = add(wide[i * dim + k], wide[k * dim + j]);
                    wide[i * dim + j] = tighter(wide[i * dim + j], sum);
                }
            }
            if (0..dim).any(|i| wide[i * dim + i].is_some_and(|bound| bound < 1)) {
                return Err(Empty);
            }
        }
        let fits = |bound| (i64::from(SMALLEST)..=i64::from(LARGEST)).contains(&bound);
        if wide.iter().flatten().copied().all(fits) {
            for i in 0..dim {
                for (cell, &bound) in self.row_mut(i).iter_mut().zip(&wide[i * dim..]) {
                    *cell = bound.map_or(Bound::UNBOUNDED, |bound| Bound(bound as i32));
                }
            }
            self.measure_reach();
            self.debug_check();
            return Ok(());
        }
        self.impose_each(&unclosed)
    }

    #[cold]
    fn impose_each(&mut self, bounds: &[Bound]) -> Result<(), Empty> {
        let dim = self.dim();
        self.copy_from(&Zone::universe(dim));
        for (at, &bound) in bounds.iter().enumerate() {
            self.constrain(at / dim, at % dim, bound)?;
        }
        self.mark_overflowed();
        Ok(())
    }
}

fn widen(bound: Bound) -> Option<i64> {
    (!bound.is_unbounded()).then_some(i64::from(bound.0))
}

fn add(first: Option<i64>, second: Option<i64>) -> Option<i64> {
    let (first, second) = (first?, second?);
    Some(first + second - ((first | second) & 1))
}

fn tighter(left: Option<i64>, right: Option<i64>) -> Option<i64> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    }
}
