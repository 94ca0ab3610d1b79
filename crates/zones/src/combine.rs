//! Two zones into one: intersection and convex hull.

use crate::bound::Bound;
use crate::kernel;
use crate::zone::{Empty, Zone};

impl Zone {
    /// Keeps the valuations that are also in `other`, which has the same dimension.
    ///
    /// # Errors
    /// [`Empty`] when there is none; the zone is then *some* zone. Whoever still needs it uses
    /// [`Zone::intersection`].
    #[must_use = "after an error the zone is not the intersection"]
    pub fn intersect(&mut self, other: &Zone) -> Result<(), Empty> {
        debug_assert_eq!(self.dim(), other.dim(), "zones over different clocks");
        if self.is_clearly_disjoint(other) {
            return Err(Empty);
        }
        let tighter = self.matrix().iter().zip(other.matrix()).filter(|(a, b)| b < a).count();
        if tighter <= self.dim() {
            return self.impose(other);
        }
        self.set_reach(self.reach().max(other.reach()));
        kernel::min_row(self.matrix_mut(), other.matrix());
        if other.has_saturated() {
            self.mark_saturated();
        }
        let closed = self.close();
        if closed.is_err() {
            self.copy_from(other);
        }
        closed
    }

    /// Imposes the bounds of `other` one by one: cheaper than a closure when few of them are new.
    fn impose(&mut self, other: &Zone) -> Result<(), Empty> {
        if other.has_saturated() {
            self.mark_saturated();
        }
        for i in 0..self.dim() {
            for j in 0..self.dim() {
                self.constrain(i, j, other.get(i, j))?;
            }
        }
        Ok(())
    }

    /// Do two bounds alone contradict one another? Necessary for being disjoint with one
    /// constraint, not in general.
    fn is_clearly_disjoint(&self, other: &Zone) -> bool {
        (0..self.dim()).any(|i| {
            let mut pairs = self.row(i).iter().enumerate();
            pairs.any(|(j, bound)| bound.then(other.get(j, i)) < Bound::LE_ZERO)
        })
    }

    /// The valuations in both zones, if there are any.
    #[must_use]
    pub fn intersection(&self, other: &Zone) -> Option<Zone> {
        let mut both = self.clone();
        both.intersect(other).ok()?;
        Some(both)
    }

    /// Is there a valuation in both zones?
    #[must_use]
    pub fn intersects(&self, other: &Zone) -> bool {
        !self.is_clearly_disjoint(other) && self.intersection(other).is_some()
    }

    /// Becomes the smallest zone that includes both.
    ///
    /// The larger of two closed matrices is closed: `a(i,j) <= a(i,k) + a(k,j)`, which is at most
    /// the sum of the larger ones, and so for `b`.
    pub fn hull(&mut self, other: &Zone) {
        debug_assert_eq!(self.dim(), other.dim(), "zones over different clocks");
        self.set_reach(self.reach().max(other.reach()));
        kernel::max_row(self.matrix_mut(), other.matrix());
        if other.has_saturated() {
            self.mark_saturated();
        }
        self.debug_check();
    }
}
