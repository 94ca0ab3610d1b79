//! Inclusion modulo LU simulation, without computing the abstraction.
//!
//! Herbreteau, Srivathsan and Walukiewicz, "Better abstractions for timed automata", LICS 2012 and
//! Information and Computation 2016. A valuation `v` is simulated by `w` if for every clock `x`
//!
//! * `w(x) < v(x)` only where `w(x) > L(x)`: `w` still passes every lower bound that `v` passes,
//!   and
//! * `w(x) > v(x)` only where `v(x) > U(x)`: `v` no more passes an upper bound that `w` might miss.
//!
//! The valuations simulated by some member of a zone are its abstraction aLU. It is not convex, yet
//! whether it includes a zone is decided by looking at pairs of clocks.

use crate::bound::Bound;
use crate::kernel::{self, LANES};
use crate::zone::Zone;

/// Is every valuation of `small` simulated by one of `big`: `small ⊆ aLU(big)`?
///
/// `lower` and `upper` are as in [`Zone::extrapolate_lu`]. The same conditions of use apply: no
/// constraint between two clocks in model or query, reachability only.
///
/// It is not exactly when there are rows `x` and `y` with
/// 1. `small(0, x) >= (<=, -U(x))`: some valuation of `small` has `x` at most `U(x)`, so it must
///    not grow,
/// 2. `big(y, x) < small(y, x)`: plain inclusion fails at `y - x`, and
/// 3. `big(y, x) + (<, -L(y)) < small(0, x)`: lowering `y` as far as `L(y)` does not help.
#[must_use]
pub fn is_simulated_lu(small: &Zone, big: &Zone, lower: &[i32], upper: &[i32]) -> bool {
    let dim = small.dim();
    if dim != big.dim() {
        return false;
    }
    // All rows for four columns at a time: what depends on the column is computed once.
    let groups_per_row = small.stride() / LANES;
    let (small_groups, _) = small.matrix().as_chunks::<LANES>();
    let (big_groups, _) = big.matrix().as_chunks::<LANES>();
    (0..groups_per_row).all(|group| {
        let goal = std::array::from_fn(|lane| goal(small, upper, group * LANES + lane));
        (0..dim).all(|y| {
            let lower = if y == 0 { 0 } else { lower[y].min(Bound::MAX_LIMIT) };
            let at = y * groups_per_row + group;
            lower < 0 || !kernel::some_fails(&small_groups[at], &big_groups[at], &goal, 2 * lower)
        })
    })
}

/// What condition 3 compares with for row `x`, or something that nothing is below where condition 1
/// does not hold.
fn goal(small: &Zone, upper: &[i32], x: usize) -> i32 {
    if x >= small.dim() {
        return i32::MIN;
    }
    let upper = if x == 0 { 0 } else { upper[x].min(Bound::MAX_LIMIT) };
    let lowest = small.get(0, x).0;
    if upper >= 0 && lowest > -2 * upper { lowest } else { i32::MIN }
}

impl Zone {
    /// Is every valuation of `small` simulated by one of this zone? See [`is_simulated_lu`].
    #[must_use]
    pub fn includes_modulo_lu(&self, small: &Zone, lower: &[i32], upper: &[i32]) -> bool {
        is_simulated_lu(small, self, lower, upper)
    }
}
