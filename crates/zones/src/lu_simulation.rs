//! Inclusion modulo LU simulation, without computing the abstraction.
//!
//! Herbreteau, Srivathsan and Walukiewicz, "Better abstractions for timed automata", LICS 2012 and
//! Information and Computation 2016. A valuation `v` is simulated by `w` if for every clock `x`
//!
//! * `w(x) < v(x)` only where `w(x) > L(x)`: `w` still passes every lower bound that `v` passes, and
//! * `w(x) > v(x)` only where `v(x) > U(x)`: `v` no more passes an upper bound that `w` might miss.
//!
//! The valuations simulated by some member of a zone are its abstraction aLU. It is not convex, yet whether it
//! includes a zone is decided by looking at pairs of clocks.

use crate::bound::Bound;
use crate::zone::Zone;

/// Is every valuation of `small` simulated by one of `big`: `small ⊆ aLU(big)`?
///
/// `lower` and `upper` are as in [`Zone::extrapolate_lu`]. The same conditions of use apply: no constraint between two clocks
/// in model or query, reachability only.
///
/// It is not exactly when there are rows `x` and `y` with
/// 1. `small(0, x) >= (<=, -U(x))`: some valuation of `small` has `x` at most `U(x)`, so it must not grow,
/// 2. `big(y, x) < small(y, x)`: plain inclusion fails at `y - x`, and
/// 3. `big(y, x) + (<, -L(y)) < small(0, x)`: lowering `y` as far as `L(y)` does not help.
#[must_use]
pub fn is_simulated_lu(small: &Zone, big: &Zone, lower: &[i32], upper: &[i32]) -> bool {
    if small.dim() != big.dim() {
        return false;
    }
    let lowest = small.row(0);
    (0..small.dim()).all(|y| {
        let lower = if y == 0 { 0 } else { lower[y].min(Bound::MAX_LIMIT) };
        let mut fails = false;
        if lower >= 0 {
            let row = small.row(y).iter().zip(big.row(y)).zip(lowest).zip(upper).enumerate();
            for (x, (((small, big), lowest), &upper)) in row {
                let upper = if x == 0 { 0 } else { upper.min(Bound::MAX_LIMIT) };
                let must_not_grow = upper >= 0 && lowest.0 > -2 * upper; // condition 1
                let fits_not = big.0 < small.0; // condition 2
                let lowering_fails = (big.0 & !1) - 2 * lower < lowest.0; // condition 3
                fails |= must_not_grow & fits_not & lowering_fails;
            }
        }
        !fails
    })
}

impl Zone {
    /// Is every valuation of `small` simulated by one of this zone? See [`is_simulated_lu`].
    #[must_use]
    pub fn includes_modulo_lu(&self, small: &Zone, lower: &[i32], upper: &[i32]) -> bool {
        is_simulated_lu(small, self, lower, upper)
    }
}
