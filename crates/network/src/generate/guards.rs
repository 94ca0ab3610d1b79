//! Clock constraints, guards and invariants.

use super::Feature;
use super::maker::Maker;
use crate::expr::{BinaryOp, Expr};
use crate::guard::{ClockConstraint, ClockPlace, Guard};

/// How a clock is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Upper,
    Lower,
    Exact,
}

impl Maker<'_> {
    /// A clock, of an array perhaps.
    pub(super) fn clock(&mut self) -> Option<ClockPlace> {
        let family = self.dice.pick(&self.clocks)?;
        let dims = self.network.clock_family(family).dims.clone();
        let indices = dims.iter().map(|dim| self.index(*dim)).collect();
        Some(ClockPlace { family, indices })
    }

    /// Constraints of a guard or goal: none if there are no clocks.
    pub(super) fn clock_test(&mut self) -> Vec<ClockConstraint> {
        let side = match self.dice.weighted(&[4, 5, 1]) {
            0 => Side::Upper,
            1 => Side::Lower,
            _ => Side::Exact,
        };
        self.comparison(side)
    }

    fn comparison(&mut self, side: Side) -> Vec<ClockConstraint> {
        let Some(left) = self.clock() else { return Vec::new() };
        let other = self.clock().filter(|other| *other != left);
        let diagonal = other.is_some() && self.roll(Feature::Diagonals, 35);
        let right = other.filter(|_| diagonal);
        let bound = self.bound(diagonal);
        let when = self.when();
        let strict = side != Side::Exact && self.roll(Feature::StrictBounds, 50);
        let mut constraints = Vec::new();
        if side != Side::Lower {
            constraints.push(ClockConstraint {
                when: when.clone(),
                left: Some(left.clone()),
                right: right.clone(),
                strict,
                bound: bound.clone(),
            });
        }
        if side != Side::Upper {
            let bound = Expr::negated(bound);
            constraints.push(ClockConstraint {
                when,
                left: right,
                right: Some(left),
                strict,
                bound,
            });
        }
        constraints
    }

    fn when(&mut self) -> Expr {
        if self.roll(Feature::ConditionalConstraints, 30) { self.condition(0) } else { Expr::TRUE }
    }

    /// A constant, or something that depends on variables.
    fn bound(&mut self, diagonal: bool) -> Expr {
        let known = !self.cells.is_empty() || !self.arrays.is_empty() || !self.tables.is_empty();
        if known && self.roll(Feature::VariableBounds, 35) {
            let value = self.value(0);
            return match self.dice.below(3) {
                0 => Expr::binary(BinaryOp::Add, value, Expr::Const(1)),
                1 => self.value(1),
                _ => value,
            };
        }
        let least = if diagonal { -self.profile.constant } else { 0 };
        Expr::Const(self.dice.between(least, self.profile.constant))
    }

    /// The guard of an edge; `clocks` says whether clocks may occur in it.
    pub(super) fn guard(&mut self, clocks: bool) -> Guard {
        let mut guard = Guard::always();
        if self.on.has(Feature::Variables) && self.dice.chance(35) {
            guard.condition = self.condition(1);
        }
        if clocks {
            for _ in 0..self.dice.weighted(&[4, 5, 1]) {
                guard.clocks.extend(self.clock_test());
            }
        }
        guard
    }

    /// The invariant of a location.
    pub(super) fn invariant(&mut self) -> Guard {
        let mut guard = Guard::always();
        if self.on.has(Feature::Variables) && self.roll(Feature::IntegerInvariants, 35) {
            guard.condition = self.condition(0);
        }
        if self.roll(Feature::Invariants, 50) {
            guard.clocks.extend(self.comparison(Side::Upper));
        }
        if self.roll(Feature::LowerInvariants, 15) {
            guard.clocks.extend(self.comparison(Side::Lower));
        }
        guard
    }
}
