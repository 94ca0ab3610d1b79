//! When one stored state stands for another with the same discrete part.

use crate::bounds::Bounds as ClockBounds;

use super::zones::{Bounds, position};

/// How zones are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covering {
    /// Only equal zones cover each other.
    Equality,
    /// A zone covers its subsets.
    Inclusion,
    /// A zone covers what its members simulate with respect to LU bounds.
    Simulation,
}

/// The L and U bounds of each row, for [`Covering::Simulation`].
#[derive(Clone, Debug, Default)]
pub struct RowBounds {
    /// L by row; entry 0 is 0.
    pub lower: Vec<i32>,
    /// U by row; entry 0 is 0.
    pub upper: Vec<i32>,
}

impl RowBounds {
    /// The bounds of the rows of these clocks.
    pub fn fill(&mut self, bounds: &ClockBounds, clocks: &[usize]) {
        let at = |all: &[i32], out: &mut Vec<i32>| {
            out.clear();
            out.push(0);
            out.extend(clocks.iter().map(|clock| all[*clock]));
        };
        at(&bounds.lower, &mut self.lower);
        at(&bounds.upper, &mut self.upper);
    }
}

impl Covering {
    /// Does `big` cover `small`? Both have the same discrete part and `dim` rows.
    pub(super) fn covers(
        self,
        big: Bounds<'_>,
        small: Bounds<'_>,
        dim: usize,
        bounds: &RowBounds,
    ) -> bool {
        match self {
            Covering::Equality => big.includes(small) && small.includes(big),
            Covering::Inclusion => big.includes(small),
            Covering::Simulation => big.includes(small) || simulates(big, small, dim, bounds),
        }
    }
}

/// Is every valuation of `small` simulated by one of `big`? As [`zones::is_simulated_lu`], on stored
/// zones.
fn simulates(big: Bounds<'_>, small: Bounds<'_>, dim: usize, bounds: &RowBounds) -> bool {
    let lowest = |x: usize| if x == 0 { 1 } else { small.raw(position(dim, 0, x)) };
    for y in 0..dim {
        let lower = bounds.lower[y];
        if lower < 0 {
            continue;
        }
        for x in (0..dim).filter(|x| *x != y) {
            let upper = bounds.upper[x];
            let at = position(dim, y, x);
            let (big, small) = (big.raw(at), small.raw(at));
            if big < small
                && upper >= 0
                && lowest(x) > -2 * upper
                && (big & !1) - 2 * lower < lowest(x)
            {
                return false;
            }
        }
    }
    true
}
