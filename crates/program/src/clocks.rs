//! Compiled clock constraints and rates.

use network::eval::Indexed;
use network::{ClockConstraint, ClockPlace, Origin, Rate};

use super::code::{Amount, Chunk, Test};
use super::compile::{Compiler, fixed_offset};
use super::fold;

/// A clock of a constraint.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ClockRef {
    Zero,
    Fixed(u32),
    /// A member of an array, chosen by an offset.
    Indexed {
        /// The first clock of the array.
        base: u32,
        /// The code of the offset.
        offset: Chunk,
    },
}

/// `left - right < bound` or `<= bound`, in force where `when` holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// Where it is in force.
    pub when: Test,
    /// The clock on the left.
    pub left: ClockRef,
    /// The clock that is subtracted.
    pub right: ClockRef,
    /// `<` rather than `<=`.
    pub strict: bool,
    pub bound: Amount,
}

/// `clock' == rate`, in force where `when` holds.
#[derive(Clone, PartialEq, Debug)]
pub struct RateTest {
    /// Where it is in force.
    pub when: Test,
    pub clock: ClockRef,
    pub rate: Amount,
    /// Where it stands, for faults.
    pub origin: Origin,
}

impl Compiler<'_> {
    /// A condition of a goal.
    pub fn goal_test(&mut self, condition: &network::Expr, origin: Origin) -> Test {
        self.test(&fold::expr(condition, &[]), origin)
    }

    /// A clock constraint of a goal.
    pub fn goal_constraint(&mut self, constraint: &ClockConstraint, origin: Origin) -> Constraint {
        self.constraint(&fold::constraint(constraint, &[]), origin)
    }

    /// An integer term of a query.
    pub fn goal_amount(&mut self, value: &network::Expr, origin: Origin) -> Amount {
        self.amount(&fold::expr(value, &[]), origin)
    }

    /// A clock constraint, already folded.
    pub fn constraint(&mut self, constraint: &ClockConstraint, origin: Origin) -> Constraint {
        Constraint {
            when: self.test(&constraint.when, origin),
            left: self.clock_ref(constraint.left.as_ref(), origin),
            right: self.clock_ref(constraint.right.as_ref(), origin),
            strict: constraint.strict,
            bound: self.amount(&constraint.bound, origin),
        }
    }

    /// A clock rate, already folded.
    pub fn rate(&mut self, rate: &Rate, origin: Origin) -> RateTest {
        RateTest {
            when: self.test(&rate.when, origin),
            clock: self.clock_ref(Some(&rate.clock), origin),
            rate: self.amount(&rate.rate, origin),
            origin,
        }
    }

    /// A clock, or the constant 0.
    pub(crate) fn clock_ref(&mut self, place: Option<&ClockPlace>, origin: Origin) -> ClockRef {
        let Some(place) = place else { return ClockRef::Zero };
        let family = self.network.clock_family(place.family);
        if let Some(offset) = fixed_offset(&family.dims, &place.indices) {
            let offset = u32::try_from(offset).expect("clocks are few");
            return ClockRef::Fixed(family.base.0 + offset);
        }
        let array = Indexed::Clock(place.family);
        let offset = self.offset_chunk(array, &family.dims, &place.indices, origin);
        ClockRef::Indexed { base: family.base.0, offset }
    }
}
