//! Extrapolation: abstractions that make the set of zones finite.
//!
//! Behrmann, Bouyer, Larsen and Pelánek, "Lower and upper bounds in zone based abstractions of timed
//! automata", TACAS 2004. With `(i, j)` the bound on `x_i - x_j`, `c` its limit, and comparisons between limits as in the
//! paper (so strictness plays no part in them):
//!
//! | case | ExtraLU | ExtraLU+ | becomes |
//! |---|---|---|---|
//! | 1 | `c(i,j) > L(i)` | `c(i,j) > L(i)` | no bound |
//! | 2 | | `-c(0,i) > L(i)`: all of the zone is above `L(i)` | no bound |
//! | 3 | | `-c(0,j) > U(j)`, `i > 0`: all of the zone is above `U(j)` | no bound |
//! | 4 | `-c(i,j) > U(j)` | `-c(0,j) > U(j)`, `i = 0` | `< -U(j)`, at most `<= 0` for `i = 0` |
//!
//! ExtraM and ExtraM+ are the same with `L = U = M`. All of them are for models and queries without
//! constraints between two clocks; LU is for reachability only. The caller knows; this file does not.

use crate::bound::Bound;
use crate::relax::RowSet;
use crate::zone::Zone;

/// "Minus infinity": the clock is compared with nothing. Any negative constant means the same, since no
/// clock is ever below 0.
pub const NONE: i32 = i32::MIN;

/// The loosest bound with a limit that does not exceed `constant`; tighter than every bound if there is none.
fn at_most(constant: i32) -> Bound {
    if constant < 0 { Bound(i32::MIN) } else { Bound::le(constant.min(Bound::MAX_LIMIT)) }
}

/// `< -constant`, the bound of a clock that is known to be above `constant`.
fn above(constant: i32) -> Bound {
    if constant < 0 { Bound::UNBOUNDED } else { Bound::lt(-constant.min(Bound::MAX_LIMIT)) }
}

impl Zone {
    /// ExtraM. `max[i]` is the largest constant that row `i` is compared with, or [`NONE`]; `max[0]` is not read.
    pub fn extrapolate_m(&mut self, max: &[i32]) {
        self.extrapolate_lu(max, max);
    }

    /// ExtraM+, coarser than ExtraM. See [`Zone::extrapolate_m`].
    pub fn extrapolate_m_plus(&mut self, max: &[i32]) {
        self.extrapolate_lu_plus(max, max);
    }

    /// ExtraLU. `lower[i]` is the largest constant in a constraint `x_i > c` or `x_i >= c`, `upper[i]` the largest
    /// in `x_i < c` or `x_i <= c`, or [`NONE`]. Entry 0 of both is not read; both have an entry for every row.
    pub fn extrapolate_lu(&mut self, lower: &[i32], upper: &[i32]) {
        let mut loosened = RowSet::default();
        for i in 1..self.dim() {
            let keep = at_most(lower[i]);
            for j in (0..self.dim()).filter(|&j| j != i) {
                let bound = self.get(i, j);
                if bound > keep {
                    self.loosen(i, j, Bound::UNBOUNDED, &mut loosened); // case 1
                } else if j > 0 && bound < above(upper[j]) {
                    self.loosen(i, j, above(upper[j]), &mut loosened); // case 4
                }
            }
        }
        self.loosen_lower_bounds(upper, &mut loosened);
        self.close_loosened(loosened);
    }

    /// ExtraLU+, the coarsest of the four. See [`Zone::extrapolate_lu`].
    pub fn extrapolate_lu_plus(&mut self, lower: &[i32], upper: &[i32]) {
        let mut loosened = RowSet::default();
        for i in 1..self.dim() {
            let keep = at_most(lower[i]);
            let is_above = self.get(0, i) < above(lower[i]);
            for j in (0..self.dim()).filter(|&j| j != i) {
                let drop = is_above // case 2
                    || self.get(i, j) > keep // case 1
                    || (j > 0 && self.get(0, j) < above(upper[j])); // case 3
                if drop {
                    self.loosen(i, j, Bound::UNBOUNDED, &mut loosened);
                }
            }
        }
        // Row 0 need not be closed: where a lower bound was loosened, case 3 has dropped every other bound on
        // that clock, so there is no path but the edge itself.
        self.loosen_lower_bounds(upper, &mut RowSet::default());
        self.close_loosened(loosened);
    }

    /// Case 4 for row 0. Last, because the other cases ask for the old lower bounds.
    fn loosen_lower_bounds(&mut self, upper: &[i32], loosened: &mut RowSet) {
        for j in 1..self.dim() {
            let bound = above(upper[j]).min(Bound::LE_ZERO);
            self.loosen(0, j, bound, loosened);
        }
    }
}
