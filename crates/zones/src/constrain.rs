//! Intersection with a half-space, with incremental closing in O(n^2).

use crate::bound::{Bound, LARGEST, SMALLEST};
use crate::kernel;
use crate::zone::{Empty, Zone};

impl Zone {
    /// Keeps the valuations with `row i - row j` within `bound`.
    ///
    /// # Errors
    /// [`Empty`] when there is none; the zone is then unchanged.
    #[must_use = "an empty result leaves the zone unchanged"]
    #[inline]
    pub fn constrain(&mut self, i: usize, j: usize, bound: Bound) -> Result<(), Empty> {
        if self.satisfies(i, j, bound) {
            return Ok(());
        }
        if !self.may_satisfy(i, j, bound) {
            return Err(Empty);
        }
        self.tighten(i, j, bound);
        self.debug_check();
        Ok(())
    }

    /// Installs a bound that is tighter than the present one and does not empty the zone.
    ///
    /// The new bound on `r - k` is the smaller of the old one and the one of the path `r, i, j, k`.
    /// If that path is no shortcut to `j`, it is none to anywhere: `(r, i) + bound >= (r, j)` gives
    /// `(r, i) + bound + (j, k) >= (r, j) + (j, k) >= (r, k)`. So most rows cost O(1). Row `j`
    /// itself never changes, since the zone is not emptied.
    fn tighten(&mut self, i: usize, j: usize, bound: Bound) {
        if !self.extend_reach(2, i64::from(bound.0.abs()) + 2)
            && !self.tightens_within_range(i, j, bound)
        {
            self.mark_overflowed();
            return;
        }
        let (matrix, scratch) = self.matrix_and_scratch();
        kernel::tighten(matrix, scratch, i, j, bound);
    }

    /// The careful version of [`Zone::extend_reach`] for constants near the end of the range: will
    /// every bound that [`Zone::tighten`] is about to write be representable?
    #[cold]
    fn tightens_within_range(&mut self, i: usize, j: usize, bound: Bound) -> bool {
        let plus = |a: Bound, b: i64| i64::from(a.0) + b;
        for r in 0..self.dim() {
            for k in 0..self.dim() {
                let (first, last, old) = (self.get(r, i), self.get(j, k), self.get(r, k));
                if first.is_unbounded() || last.is_unbounded() {
                    continue;
                }
                // Without the bit for strictness, so up to two off, on the safe side both times.
                let sum = plus(first, plus(last, i64::from(bound.0)));
                let is_change = old.is_unbounded() || sum - 2 < i64::from(old.0);
                let fits = sum < i64::from(LARGEST) && sum - 2 > i64::from(SMALLEST);
                if is_change && !fits {
                    return false;
                }
            }
        }
        self.set_reach(LARGEST);
        true
    }
}
