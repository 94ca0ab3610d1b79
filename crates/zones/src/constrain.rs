//! Intersection with a half-space, with incremental closing in O(n^2).

use crate::bound::Bound;
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
        // A new bound is that of a path over the old one, the new one and another old one.
        if !self.extend_reach(2, i64::from(bound.0.abs()) + 2) {
            return self.tighten_wide(i, j, bound);
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
        let (matrix, scratch) = self.matrix_and_scratch();
        kernel::tighten(matrix, scratch, i, j, bound);
    }
}
