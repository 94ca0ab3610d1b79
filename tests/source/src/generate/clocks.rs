//! Conditions on clocks, and what clocks are set to.

use super::maker::{Leaf, Maker};
use crate::feature::Feature;
use crate::tree::{Binary, Expr, Quantifier, Type};

/// The longest time that is written down.
const LONGEST: i32 = 3;

pub(super) fn is_clock(maker: &Maker, ty: &Type) -> bool {
    maker.leaf(ty) == Leaf::Clock
}

impl Maker {
    /// An amount of time.
    pub(super) fn time(&mut self) -> Expr {
        if self.use_now(Feature::VariableBounds, 35)
            && let Some(amount) = self.variable_time()
        {
            return amount;
        }
        Expr::Time(self.dice.between(0, LONGEST))
    }

    /// A variable, or an entry of a table of times.
    pub(super) fn variable_time(&mut self) -> Option<Expr> {
        if self.dice.chance(50)
            && let Some((name, by_id)) = self.dice.pick(&self.times.clone())
        {
            return if by_id {
                Some(Expr::index(Expr::Name(name), self.id()?))
            } else {
                Some(Expr::Name(name))
            };
        }
        let small = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(lower, upper) if lower >= 0 && upper <= LONGEST);
        let (number, _) = self.find(false, &small)?;
        Some(self.in_units(number))
    }

    /// So many units of time.
    pub(super) fn in_units(&self, number: Expr) -> Expr {
        if self.model.scale == 1 {
            return number;
        }
        Expr::binary(Binary::Mul, number, Expr::Time(1))
    }

    /// One comparison of clocks; only upper bounds if an invariant needs one.
    pub(super) fn clock_atom(&mut self, upper: bool) -> Option<Expr> {
        let (clock, _) = self.find(false, &is_clock)?;
        let strict = self.use_now(Feature::StrictBounds, 35);
        let mut op = match (upper || self.dice.chance(45), strict) {
            (true, false) => Binary::Le,
            (true, true) => Binary::Lt,
            (false, false) => Binary::Ge,
            (false, true) => Binary::Gt,
        };
        let mut time = self.time();
        if !upper && self.use_now(Feature::Diagonals, 30) {
            let (other, _) = self.find(false, &is_clock)?;
            if other != clock {
                return Some(if self.dice.chance(50) {
                    Expr::binary(op, Expr::binary(Binary::Sub, clock, other), time)
                } else {
                    Expr::binary(op, clock, Expr::binary(Binary::Add, other, time))
                });
            }
        }
        if upper && time == Expr::Time(0) {
            time = Expr::Time(2);
        }
        if !upper && self.dice.chance(15) {
            op = Binary::Eq;
        }
        if self.dice.chance(10) {
            let left = Expr::binary(Binary::Add, clock, Expr::Time(1));
            return Some(Expr::binary(op, left, Expr::Time(self.dice.between(1, LONGEST))));
        }
        if self.dice.chance(10) {
            let turned = match op {
                Binary::Le => Binary::Ge,
                Binary::Lt => Binary::Gt,
                Binary::Ge => Binary::Le,
                Binary::Gt => Binary::Lt,
                other => other,
            };
            return Some(Expr::binary(turned, time, clock));
        }
        Some(Expr::binary(op, clock, time))
    }

    /// A comparison of clocks that an integer condition may switch off, or one for every id.
    fn clock_part(&mut self, upper: bool) -> Option<Expr> {
        if self.use_now(Feature::OddInvariants, 25) && self.dice.chance(60) {
            let name = self.fresh("q");
            let by_id = self.with(&name, Maker::id_type(), |maker| {
                let atom = maker.clock_atom(upper)?;
                Some(if maker.dice.chance(50) {
                    Expr::binary(Binary::Imply, maker.condition(1), atom)
                } else {
                    atom
                })
            })?;
            return Some(Expr::Quantified(
                Quantifier::ForAll,
                name,
                Maker::id_type(),
                Box::new(by_id),
            ));
        }
        let atom = self.clock_atom(upper)?;
        if self.use_now(Feature::SwitchedBounds, 30) {
            let condition = self.condition(1);
            if self.dice.chance(30) {
                let both = Expr::binary(Binary::And, atom, self.condition(1));
                return Some(Expr::binary(Binary::Or, both, condition));
            }
            let op = if self.dice.chance(50) { Binary::Or } else { Binary::Imply };
            return Some(Expr::binary(op, condition, atom));
        }
        Some(atom)
    }

    pub(super) fn guard(&mut self, clocks: bool) -> Option<Expr> {
        let mut parts = Vec::new();
        for _ in 0..self.dice.weighted(&[6, 5, 1]) {
            parts.push(self.condition(2));
        }
        let count = self.dice.weighted(&[6, 5, 1]);
        for _ in 0..if clocks { count } else { 0 } {
            let part = self.clock_part(false);
            let place = self.dice.below(parts.len() + 1);
            parts.extend(part);
            // Conditions on clocks come first, last or between.
            let last = parts.len().saturating_sub(1);
            if place < last {
                parts.swap(place, last);
            }
        }
        Expr::all(parts)
    }

    pub(super) fn invariant(&mut self) -> Option<Expr> {
        let mut parts = Vec::new();
        if self.use_now(Feature::Invariants, 45) {
            parts.extend(self.clock_part(true));
        }
        if self.use_now(Feature::OddInvariants, 20) {
            parts.push(self.condition(1));
        }
        Expr::all(parts)
    }

    /// Sets some clock that is known.
    pub(super) fn clock_update(&mut self) -> Option<Expr> {
        let (clock, _) = self.find(true, &is_clock)?;
        if self.use_now(Feature::ClockCopies, 25) {
            let (other, _) = self.find(false, &is_clock)?;
            return Some(Expr::assign(clock, other));
        }
        if !self.use_now(Feature::NonZeroResets, 45) {
            return Some(Expr::assign(clock, Expr::Time(0)));
        }
        let value = if self.dice.chance(50) {
            self.variable_time().unwrap_or(Expr::Time(1))
        } else {
            Expr::Time(self.dice.between(0, LONGEST))
        };
        Some(Expr::assign(clock, value))
    }
}
