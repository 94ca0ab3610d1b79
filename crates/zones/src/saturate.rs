//! Constants near the end of the range: exact sums in 64 bits, and what becomes of a bound that does
//! not fit into 32.
//!
//! Such a bound *saturates*: above the range it is dropped, below it it becomes `< -MAX_LIMIT`, the
//! smallest bound there is. With `M = MAX_LIMIT` these are cases 1 and 4 of ExtraM (`extrapolate.rs`):
//! a zone `Z` becomes a zone between `Z` and `ExtraM(Z)`. A valuation that is added that way agrees
//! with one of `Z` on every clock or is beyond `M` with it, and that is a bisimulation as long as
//! clocks are compared with constants up to `M` only, one by one, and set to constants or to other
//! clocks. So saturating is sound for every kind of query where
//!
//! * every constant that a clock is compared with is at most `M`, those that arise from constants by
//!   assignments such as `x = y - c` included,
//! * no constraint compares two clocks (Bouyer, STACS'03), and
//! * no clock stands still while others run.
//!
//! The caller knows whether that is so, and whoever does not may look at [`Zone::has_saturated`].
//!
//! *Closed* means closed with saturating sums ([`Bound::then`]). What is closed exactly is so after
//! saturating: a bound `(i, j)` that was dropped exceeds the range, so every sum `(i, k) + (k, j)` does,
//! too, and one that was raised to the smallest is at most every saturated sum. But an operator whose
//! proof adds exactly, say that of a reset, needs more where sums saturate, which only happens if some
//! bound is beyond half of the range: there it closes once more.

use crate::bound::{Bound, LARGEST, SMALLEST};
use crate::zone::{Empty, Zone};

/// The integer of a bound, with more room; nothing for no bound.
type WideBound = Option<i64>;

impl Zone {
    /// May sums of two bounds leave the range?
    #[inline]
    pub(crate) fn may_saturate(&mut self) -> bool {
        if self.reach() <= LARGEST / 2 {
            return false;
        }
        self.measure_reach();
        self.reach() > LARGEST / 2
    }

    /// Closes a matrix in 64 bits; what does not fit saturates. After an `Err` it is as it was.
    #[cold]
    pub(crate) fn close_wide(&mut self) -> Result<(), Empty> {
        self.rewrite_wide(|_, _, bound| bound)
    }

    /// `row i - row j` within `bound`, which is tighter than the present bound. After an `Err` the zone
    /// is as it was.
    #[cold]
    pub(crate) fn tighten_wide(&mut self, i: usize, j: usize, bound: Bound) -> Result<(), Empty> {
        let imposed = widen(bound);
        self.rewrite_wide(|row, column, old| if (row, column) == (i, j) { imposed } else { old })
    }

    /// `row i := row i + distance`, which is not negative.
    #[cold]
    pub(crate) fn shift_wide(&mut self, i: usize, distance: i32) {
        let by = 2 * i64::from(distance);
        let shifted = self.rewrite_wide(|row, column, bound| {
            let sign = i64::from(row == i) - i64::from(column == i);
            Some(bound? + sign * by)
        });
        debug_assert!(shifted.is_ok(), "moving a clock does not empty a zone");
    }

    /// Changes every bound, closes the result exactly and lets saturate what does not fit.
    fn rewrite_wide(
        &mut self,
        mut change: impl FnMut(usize, usize, WideBound) -> WideBound,
    ) -> Result<(), Empty> {
        let dim = self.dim();
        let mut wide = Vec::with_capacity(dim * dim);
        for (i, row) in self.rows().enumerate() {
            wide.extend(row.iter().enumerate().map(|(j, &bound)| change(i, j, widen(bound))));
        }
        close_exactly(dim, &mut wide)?;
        for (i, bounds) in wide.chunks_exact(dim).enumerate() {
            for (j, &bound) in bounds.iter().enumerate() {
                let narrow = narrowed(bound);
                if widen(narrow) != bound {
                    self.mark_saturated();
                }
                self.set(i, j, narrow);
            }
        }
        self.measure_reach();
        self.debug_check();
        Ok(())
    }
}

/// Floyd and Warshall's algorithm. The sums of paths through at most 2^20 rows fit.
fn close_exactly(dim: usize, bounds: &mut [WideBound]) -> Result<(), Empty> {
    for k in 0..dim {
        for i in 0..dim {
            for j in 0..dim {
                let sum = sum(bounds[i * dim + k], bounds[k * dim + j]);
                bounds[i * dim + j] = tighter(bounds[i * dim + j], sum);
            }
        }
        if (0..dim).any(|i| bounds[i * dim + i].is_some_and(|bound| bound < 1)) {
            return Err(Empty);
        }
    }
    Ok(())
}

fn narrowed(bound: WideBound) -> Bound {
    match bound {
        Some(bound) if bound <= i64::from(LARGEST) => Bound(bound.max(i64::from(SMALLEST)) as i32),
        _ => Bound::UNBOUNDED,
    }
}

fn widen(bound: Bound) -> WideBound {
    (!bound.is_unbounded()).then_some(i64::from(bound.0))
}

fn sum(first: WideBound, second: WideBound) -> WideBound {
    let (first, second) = (first?, second?);
    Some(first + second - ((first | second) & 1))
}

fn tighter(left: WideBound, right: WideBound) -> WideBound {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    }
}
