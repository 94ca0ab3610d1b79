//! Extrapolation: abstractions that make the set of zones finite.
//!
//! Behrmann, Bouyer, Larsen and Pelánek, "Lower and upper bounds in zone based abstractions of
//! timed automata", TACAS 2004. With `(i, j)` the bound on `x_i - x_j`, `c` its limit, and
//! comparisons between limits as in the paper (so strictness plays no part in them):
//!
//! | case | ExtraLU | ExtraLU+ | becomes |
//! |---|---|---|---|
//! | 1 | `c(i,j) > L(i)` | `c(i,j) > L(i)` | no bound |
//! | 2 | | `-c(0,i) > L(i)`: all of the zone is above `L(i)` | no bound |
//! | 3 | | `-c(0,j) > U(j)`, `i > 0`: all of the zone is above `U(j)` | no bound |
//! | 4 | `-c(i,j) > U(j)` | `-c(0,j) > U(j)`, `i = 0` | `< -U(j)`, at most `<= 0` for `i = 0` |
//!
//! ExtraM and ExtraM+ are the same with `L = U = M`. All of them are for models and queries without
//! constraints between two clocks; LU is for reachability only. The caller knows; this file does
//! not.

use crate::bound::Bound;
use crate::kernel;
use crate::row_set::RowSet;
use crate::zone::Zone;

/// "Minus infinity": the clock is compared with nothing. Any negative constant means the same,
/// since no clock is ever below 0.
pub const NONE: i32 = i32::MIN;

/// The loosest bound with a limit that does not exceed `constant`; tighter than every bound if
/// there is none.
fn at_most(constant: i32) -> Bound {
    if constant < 0 { Bound(i32::MIN) } else { Bound::le(constant.min(Bound::MAX_LIMIT)) }
}

/// `< -constant`, the bound of a clock that is known to be above `constant`.
fn above(constant: i32) -> Bound {
    if constant < 0 { Bound::UNBOUNDED } else { Bound::lt(-constant.min(Bound::MAX_LIMIT)) }
}

impl Zone {
    /// ExtraM. `max[i]` is the largest constant that row `i` is compared with, or [`NONE`];
    /// `max[0]` is not read.
    pub fn extrapolate_m(&mut self, max: &[i32]) {
        self.extrapolate_lu(max, max);
    }

    /// ExtraM+, coarser than ExtraM. See [`Zone::extrapolate_m`].
    pub fn extrapolate_m_plus(&mut self, max: &[i32]) {
        self.extrapolate_lu_plus(max, max);
    }

    /// ExtraLU. `lower[i]` is the largest constant in a constraint `x_i > c` or `x_i >= c`,
    /// `upper[i]` the largest in `x_i < c` or `x_i <= c`, or [`NONE`]. Entry 0 of both is not read;
    /// both have an entry for every row.
    pub fn extrapolate_lu(&mut self, lower: &[i32], upper: &[i32]) {
        let mut loosened = RowSet::default();
        let (dim, stride) = (self.dim(), self.stride());
        let (matrix, scratch) = self.matrix_and_scratch();
        let floors = &mut scratch[..stride];
        floors.fill(Bound(i32::MIN));
        for j in 1..dim {
            floors[j] = above(upper[j]);
        }
        for (i, row) in matrix.chunks_exact_mut(stride).enumerate().skip(1) {
            let keep = at_most(lower[i]);
            let changed = kernel::drop_or_raise(row, keep, floors); // cases 1 and 4
            let diagonal = Bound::LE_ZERO > keep || Bound::LE_ZERO < floors[i];
            row[i] = Bound::LE_ZERO;
            if changed > i32::from(diagonal) {
                loosened.insert(i);
            }
        }
        if self.loosen_lower_bounds(upper) {
            loosened.insert(0);
        }
        self.close_loosened(loosened, RowSet::first(dim));
    }

    /// ExtraLU+, the coarsest of the four. See [`Zone::extrapolate_lu`].
    pub fn extrapolate_lu_plus(&mut self, lower: &[i32], upper: &[i32]) {
        let mut pivots = RowSet::first(1);
        let (dim, stride) = (self.dim(), self.stride());
        let (matrix, scratch) = self.matrix_and_scratch();
        let (first, others) = matrix.split_at_mut(stride);
        let (caps, keeps) = scratch.split_at_mut(stride);
        caps.fill(Bound::UNBOUNDED);
        for i in 1..dim {
            let above_upper = first[i] < above(upper[i]); // case 3
            caps[i] = if above_upper { Bound(i32::MIN) } else { Bound::UNBOUNDED };
            let above_lower = first[i] < above(lower[i]); // case 2
            keeps[i] = if above_lower { Bound(i32::MIN) } else { at_most(lower[i]) }; // case 1
            if Bound::LE_ZERO <= keeps[i].min(caps[i]) {
                pivots.insert(i);
            }
        }
        let loosened = kernel::drop_rows(others, keeps, caps);
        self.loosen_lower_bounds(upper);
        // Row 0 need not be closed: where a lower bound was loosened, case 3 has dropped every
        // other bound on that clock, so there is no path but the edge itself. Nor is a clock worth
        // being a pivot after case 2 (it has no bound to offer) or after case 3 (only row 0 leads
        // to it, and row 0 is closed).
        self.close_loosened(loosened, pivots);
    }

    /// Case 4 for row 0. Last, because the other cases ask for the old lower bounds. Says whether
    /// anything changed.
    fn loosen_lower_bounds(&mut self, upper: &[i32]) -> bool {
        let mut changed = false;
        for (bound, &upper) in self.row_mut(0).iter_mut().zip(upper).skip(1) {
            let loosest = above(upper).min(Bound::LE_ZERO);
            changed |= *bound < loosest;
            *bound = loosest.max(*bound);
        }
        changed
    }
}
