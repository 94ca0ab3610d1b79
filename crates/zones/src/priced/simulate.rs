//! Which priced zone makes another one superfluous, modulo LU simulation.
//!
//! Bouyer, Colange and Markey, "Symbolic optimal reachability in weighted timed automata", CAV 2016,
//! compare priced zones modulo the largest constants `M`, so that a search ends although clocks grow
//! without bound. This file does it with lower and upper constants; `L = U = M` is the case of the paper.
//!
//! **What is decided.** Let `v` be simulated by `w` as in [`crate::lu_simulation`]. `big` dominates
//! `small` if every `v` of `small` is simulated by valuations `w` of `big` whose costs come as close
//! to the cost of `v`, or below it, as one likes: `g(v) <= cost_small(v)`, where `g(v)` is the
//! infimum of `cost_big` over the `w` that simulate `v`.
//!
//! **Why that is sound.** Let `v` be simulated by `w`. (1) So is `v + t` by `w + t`, for every delay.
//! (2) `w` satisfies every guard and invariant that `v` satisfies, if none compares two clocks and
//! all constants are at most `L` and `U`. (3) After the same assignments of constants to clocks the
//! one still simulates the other. So `w` has every run that `v` has, with the same delays and the same
//! transitions; and it costs the same, since rates and prices do not depend on clocks. Hence the
//! infimum of the costs of reaching a goal by way of `small` is at least the one by way of `big`.
//! (Whether the infimum is attained may differ.) A clock that is copied to another needs constants
//! at least as large as those of the other.
//!
//! **How it is decided.** Whether `v(x)` is above `L(x)` and `U(x)` says what `w(x)` may be:
//!
//! | `v(x)` | `w(x)` |
//! |---|---|
//! | at most `L` and `U` | `v(x)` |
//! | above `L`, at most `U` | above `L`, at most `v(x)` |
//! | above `U`, at most `L` | at least `v(x)` |
//! | above both | above `L` |
//!
//! So `small` is cut into cells, one row of the table for each clock. In a cell the pairs of `v` and
//! `w` form one zone over twice the clocks, and `g` is a linear program with the parameter `v`; see
//! `regions`.

use crate::bound::Bound;
use crate::priced::error::CostError;
use crate::priced::regions::{Budget, Pairs};
use crate::priced::zone::PricedZone;
use crate::zone::Zone;

impl PricedZone {
    /// Is every valuation of `small` simulated by valuations of this priced zone at no more cost, or
    /// as little more as one likes?
    ///
    /// `lower` and `upper` are as in [`Zone::extrapolate_lu`]. The conditions of use are at the head of
    /// this file: no constraint between two clocks in model or query, and clocks are only assigned
    /// constants.
    ///
    /// In the worst case the work is exponential in the number of clocks that have values on both
    /// sides of their constants.
    ///
    /// # Errors
    /// [`CostError::Overflow`] when a number does not fit or a zone is not exact;
    /// [`CostError::TooManyPieces`] when the work grows too large.
    pub fn dominates_modulo_lu(
        &self,
        small: &PricedZone,
        lower: &[i32],
        upper: &[i32],
    ) -> Result<bool, CostError> {
        // The zones alone must be in that relation, which most pairs are not. From here on there is
        // a valuation that simulates, whatever it costs.
        if !self.zone().includes_modulo_lu(small.zone(), lower, upper) {
            return Ok(false);
        }
        if self.dominates(small)? {
            return Ok(true);
        }
        let budget = Budget::for_rows(small.zone().dim());
        let mut comparison = Comparison { big: self, small, lower, upper, budget };
        comparison.holds(small.zone(), &mut Vec::new())
    }

    /// [`PricedZone::dominates_modulo_lu`] with one constant for each clock, as in CAV 2016.
    ///
    /// # Errors
    /// As [`PricedZone::dominates_modulo_lu`].
    pub fn dominates_modulo_m(&self, small: &PricedZone, max: &[i32]) -> Result<bool, CostError> {
        self.dominates_modulo_lu(small, max, max)
    }
}

struct Comparison<'a> {
    big: &'a PricedZone,
    small: &'a PricedZone,
    lower: &'a [i32],
    upper: &'a [i32],
    budget: Budget,
}

/// A row of the table for one clock.
#[derive(Clone, Copy)]
struct Case {
    /// Is the clock above its lower, or its upper constant?
    above_lower: bool,
    above_upper: bool,
}

const CASES: [Case; 4] = [
    Case { above_lower: false, above_upper: false },
    Case { above_lower: true, above_upper: false },
    Case { above_lower: false, above_upper: true },
    Case { above_lower: true, above_upper: true },
];

impl Comparison<'_> {
    /// Does `big` dominate the valuations of `part`, a part of `small`? The cases of the first clocks
    /// are those in `cases`; the other clocks are still to be cut.
    fn holds(&mut self, part: &Zone, cases: &mut Vec<Case>) -> Result<bool, CostError> {
        let row = cases.len() + 1;
        if row == part.dim() {
            return self.holds_in_cell(part, cases);
        }
        for case in CASES {
            let Some(part) = self.restrict(part, row, case)? else { continue };
            cases.push(case);
            let holds = self.holds(&part, cases)?;
            cases.pop();
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The valuations of `part` for which the case of the row is `case`.
    fn restrict(&self, part: &Zone, row: usize, case: Case) -> Result<Option<Zone>, CostError> {
        let mut part = part.clone();
        for (constant, above) in
            [(self.lower[row], case.above_lower), (self.upper[row], case.above_upper)]
        {
            let kept = if constant < 0 {
                above // every value is above "nothing"
            } else if above {
                part.constrain(0, row, above_constant(constant)?).is_ok()
            } else {
                let bound = Bound::try_le(constant.into()).ok_or(CostError::Overflow)?;
                part.constrain(row, 0, bound).is_ok()
            };
            if !kept {
                return Ok(None);
            }
        }
        Ok(Some(part))
    }

    fn holds_in_cell(&mut self, cell: &Zone, cases: &[Case]) -> Result<bool, CostError> {
        let Some(zone) = self.pairs(cell, cases)? else { return Ok(false) };
        let pairs = Pairs { zone, big: self.big.cost(), small: self.small.cost() };
        pairs.are_cheap_for(cell, &mut self.budget)
    }

    /// All pairs of a valuation of the cell and one of `big` that simulates it, as one zone: first the
    /// rows of the former, then the clocks of the latter.
    fn pairs(&self, cell: &Zone, cases: &[Case]) -> Result<Option<Zone>, CostError> {
        let dim = cell.dim();
        let twice = 2 * dim - 1;
        let other = |row: usize| if row == 0 { 0 } else { dim - 1 + row };
        let mut bounds = vec![Bound::UNBOUNDED; twice * twice];
        let mut impose = |i: usize, j: usize, bound: Bound| {
            let cell = &mut bounds[i * twice + j];
            *cell = bound.min(*cell);
        };
        for i in 0..dim {
            for j in 0..dim {
                impose(i, j, cell.get(i, j));
                impose(other(i), other(j), self.big.zone().get(i, j));
            }
        }
        for (row, case) in (1..).zip(cases) {
            if !case.above_upper {
                impose(other(row), row, Bound::LE_ZERO);
            }
            if !case.above_lower {
                impose(row, other(row), Bound::LE_ZERO);
            } else if self.lower[row] >= 0 {
                impose(0, other(row), above_constant(self.lower[row])?);
            }
        }
        let zone = Zone::from_bounds(twice, |i, j| bounds[i * twice + j]);
        match zone {
            Some(zone) if zone.has_saturated() => Err(CostError::Overflow),
            zone => Ok(zone),
        }
    }
}

/// The bound of a clock that is above the constant.
fn above_constant(constant: i32) -> Result<Bound, CostError> {
    Bound::try_lt(-i64::from(constant)).ok_or(CostError::Overflow)
}
