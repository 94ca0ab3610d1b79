//! When something is possible: intervals of delays.

use std::fmt;

use network::eval::Fault;
use network::guard::Difference;
use network::{ClockId, ClockWrite};
use reference::{Concrete, Rational};

/// Delays from `lower` to `upper`; an end may itself be excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    lower: Rational,
    lower_strict: bool,
    /// None if there is no upper end.
    upper: Option<(Rational, bool)>,
}

impl Interval {
    pub(super) const ANY: Interval =
        Interval { lower: Rational::ZERO, lower_strict: false, upper: None };
    pub(super) const NOW: Interval = Interval {
        lower: Rational::ZERO,
        lower_strict: false,
        upper: Some((Rational::ZERO, false)),
    };

    pub(super) const NEVER: Interval =
        Interval { lower: Rational::ZERO, lower_strict: true, upper: Some((Rational::ZERO, true)) };

    /// This delay and no other.
    pub(super) fn at(delay: Rational) -> Interval {
        Interval { lower: delay, lower_strict: false, upper: Some((delay, false)) }
    }

    /// All delays up to this one.
    pub(super) fn up_to(delay: Rational) -> Interval {
        Interval { upper: Some((delay, false)), ..Interval::ANY }
    }

    /// The delays of this one that come before all of another.
    pub(super) fn before(mut self, other: Interval) -> Interval {
        self.at_most(other.lower, !other.lower_strict);
        self
    }

    /// Where it begins; of two that begin alike, the one that excludes its end comes later.
    pub(super) fn start(self) -> (Rational, bool) {
        (self.lower, self.lower_strict)
    }

    fn at_least(&mut self, limit: Rational, strict: bool) {
        if limit > self.lower || (limit == self.lower && strict) {
            (self.lower, self.lower_strict) = (limit, strict);
        }
    }

    fn at_most(&mut self, limit: Rational, strict: bool) {
        let tighter = match self.upper {
            None => true,
            Some((upper, upper_strict)) => {
                limit < upper || (limit == upper && strict && !upper_strict)
            }
        };
        if tighter {
            self.upper = Some((limit, strict));
        }
    }

    /// The delays in both.
    pub(super) fn and(mut self, other: Interval) -> Interval {
        self.at_least(other.lower, other.lower_strict);
        if let Some((upper, strict)) = other.upper {
            self.at_most(upper, strict);
        }
        self
    }

    /// The delays in this one but not in the other: up to two intervals.
    pub(super) fn without(self, other: Interval) -> Vec<Interval> {
        if other.is_empty() {
            return vec![self];
        }
        let mut pieces = Vec::new();
        let mut before = self;
        before.at_most(other.lower, !other.lower_strict);
        pieces.push(before);
        if let Some((upper, strict)) = other.upper {
            let mut after = self;
            after.at_least(upper, !strict);
            pieces.push(after);
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// No delay at all, not even 0?
    #[must_use]
    pub fn is_empty(self) -> bool {
        match self.upper {
            None => false,
            Some((upper, strict)) => {
                upper < self.lower || (upper == self.lower && (strict || self.lower_strict))
            }
        }
    }

    /// Is it possible without waiting?
    #[must_use]
    pub fn has_zero(self) -> bool {
        !self.is_empty() && self.lower == Rational::ZERO && !self.lower_strict
    }

    /// Only the delay 0?
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.has_zero() && self.upper == Some((Rational::ZERO, false))
    }

    /// The shortest delay, or one close to it where the end is excluded; none if there is none.
    #[must_use]
    pub fn first(self) -> Option<Rational> {
        if self.is_empty() {
            return None;
        }
        if !self.lower_strict {
            return Some(self.lower);
        }
        match self.upper {
            None => self.lower.checked_add(Rational::new(1, 2)?),
            Some((upper, _)) => {
                let half = half(upper.checked_sub(self.lower)?)?;
                let step = half.min(Rational::new(1, 2)?);
                self.lower.checked_add(step)
            }
        }
    }

    /// The longest delay, or some later one where there is none; none if there is none at all.
    #[must_use]
    pub fn last(self) -> Option<Rational> {
        match self.upper {
            Some((upper, false)) if !self.is_empty() => Some(upper),
            Some((upper, true)) if !self.is_empty() => {
                self.lower.checked_add(half(upper.checked_sub(self.lower)?)?)
            }
            Some(_) => None,
            None => self.lower.checked_add(Rational::from(1)),
        }
    }
}

fn half(value: Rational) -> Option<Rational> {
    Rational::new(value.numerator(), value.denominator().checked_mul(2)?)
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.lower_strict { '(' } else { '[' };
        match self.upper {
            None => write!(f, "{open}{}, infinity)", self.lower),
            Some((upper, strict)) => {
                write!(f, "{open}{}, {upper}{}", self.lower, if strict { ')' } else { ']' })
            }
        }
    }
}

/// Clocks as they move from now on.
pub(super) struct Clocks {
    pub(super) values: Vec<Rational>,
    /// Which of them move with time.
    pub(super) moving: Vec<bool>,
}

impl Clocks {
    /// The clocks of a state.
    pub(super) fn of(state: &mut Concrete<'_>) -> Result<Clocks, Fault> {
        let stopped = state.discrete.stopped()?;
        let moving = stopped.iter().map(|stopped| !stopped).collect();
        Ok(Clocks { values: state.valuation.clocks.clone(), moving })
    }

    /// Sets clocks, in order. Setting commutes with waiting: a clock set to a number stands still until
    /// then, one set to another clock moves as that one does.
    pub(super) fn set(&mut self, writes: &[ClockWrite]) {
        for write in writes {
            let source = write.source.map(ClockId::index);
            let base = source.map_or(Rational::ZERO, |source| self.values[source]);
            let value = base.checked_add(Rational::from(write.value)).unwrap_or(base);
            self.values[write.clock.index()] = value;
            self.moving[write.clock.index()] = source.is_some_and(|source| self.moving[source]);
        }
    }

    /// The delays after which all constraints hold.
    pub(super) fn satisfying(&self, constraints: &[Difference]) -> Interval {
        constraints.iter().fold(Interval::ANY, |all, one| all.and(self.one(one)))
    }

    fn one(&self, constraint: &Difference) -> Interval {
        let value = |clock: Option<ClockId>| {
            clock.map_or(Rational::ZERO, |clock| self.values[clock.index()])
        };
        let moves = |clock: Option<ClockId>| clock.is_some_and(|clock| self.moving[clock.index()]);
        let bound = Rational::from(constraint.bound);
        let difference = value(constraint.left).checked_sub(value(constraint.right));
        let slack = difference.and_then(|difference| bound.checked_sub(difference));
        let Some(slack) = slack else { return Interval::NEVER };
        let mut interval = Interval::ANY;
        match (moves(constraint.left), moves(constraint.right)) {
            (true, false) => interval.at_most(slack, constraint.strict),
            (false, true) => match Rational::ZERO.checked_sub(slack) {
                Some(limit) => interval.at_least(limit, constraint.strict),
                None => return Interval::NEVER,
            },
            _ if slack < Rational::ZERO || (slack == Rational::ZERO && constraint.strict) => {
                return Interval::NEVER;
            }
            _ => {}
        }
        interval
    }
}

/// The delays that invariants and urgency allow here.
pub(super) fn allowed(state: &mut Concrete<'_>) -> Result<Interval, Fault> {
    if !state.may_delay()? {
        return Ok(Interval::NOW);
    }
    let Some(invariants) = state.discrete.invariants()? else { return Ok(Interval::NOW) };
    Ok(Clocks::of(state)?.satisfying(&invariants))
}

#[cfg(test)]
mod tests;
