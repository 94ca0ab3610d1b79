//! Intervals of exact numbers from 0 on: possible delays, possible values of a clock.

use crate::rational::Rational;

/// One end of an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub value: Rational,
    /// Is the value itself left out?
    pub strict: bool,
}

/// The numbers between two ends, never none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    lower: End,
    upper: Option<End>,
}

impl Interval {
    /// All numbers from 0 on.
    pub const FROM_ZERO: Interval =
        Interval { lower: End { value: Rational::ZERO, strict: false }, upper: None };

    /// The lower end, at least 0.
    #[must_use]
    pub fn lower(&self) -> End {
        self.lower
    }

    /// The upper end, if there is one.
    #[must_use]
    pub fn upper(&self) -> Option<End> {
        self.upper
    }

    /// Is the number between the ends?
    #[must_use]
    pub fn contains(&self, number: Rational) -> bool {
        let above = number > self.lower.value || (number == self.lower.value && !self.lower.strict);
        let is_below = |end: End| number < end.value || (number == end.value && !end.strict);
        above && self.upper.is_none_or(is_below)
    }

    /// The numbers above the end as well; nothing if none is left.
    #[must_use]
    pub fn from_end(mut self, end: End) -> Option<Interval> {
        let old = self.lower;
        if end.value > old.value || (end.value == old.value && end.strict) {
            self.lower = end;
        }
        self.unless_empty()
    }

    /// The numbers below the end as well; nothing if none is left.
    #[must_use]
    pub fn to_end(mut self, end: End) -> Option<Interval> {
        let is_tighter = |old: End| end.value < old.value || (end.value == old.value && end.strict);
        if self.upper.is_none_or(is_tighter) {
            self.upper = Some(end);
        }
        self.unless_empty()
    }

    fn unless_empty(self) -> Option<Interval> {
        let Some(upper) = self.upper else { return Some(self) };
        let touches = !self.lower.strict && !upper.strict;
        let lower = self.lower.value;
        (lower < upper.value || (lower == upper.value && touches)).then_some(self)
    }

    /// A number that is easy to read: the least integer, or an end, or the fraction with the least
    /// denominator. The first two do not make denominators grow, so long runs keep short numbers.
    /// Nothing only if the result does not fit a [`Rational`].
    #[must_use]
    pub fn simplest(&self) -> Option<Rational> {
        let floor = self.lower.value.floor();
        let candidates = [floor, floor.checked_add(1)?];
        let mut integers = candidates.into_iter().map(Rational::from);
        if let Some(integer) = integers.find(|&integer| self.contains(integer)) {
            return Some(integer);
        }
        match (self.lower, self.upper) {
            (End { value, strict: false }, _) | (_, Some(End { value, strict: false })) => {
                Some(value)
            }
            (lower, upper) => strictly_between(lower.value, upper?.value),
        }
    }
}

/// The fraction with the least denominator between two others, by continued fractions. `low <
/// high`, both at least 0.
fn strictly_between(low: Rational, high: Rational) -> Option<Rational> {
    let floor = Rational::from(low.floor());
    let next = floor.checked_add(Rational::from(1))?;
    if next < high {
        return Some(next);
    }
    // Both lie between `floor` and `next`; turn their fractional parts upside down.
    let (low, high) = (low.checked_sub(floor)?, high.checked_sub(floor)?);
    let flipped_high = Rational::new(high.denominator(), high.numerator())?;
    let between = if low == Rational::ZERO {
        Rational::from(flipped_high.floor().checked_add(1)?)
    } else {
        strictly_between(flipped_high, Rational::new(low.denominator(), low.numerator())?)?
    };
    floor.checked_add(Rational::new(between.denominator(), between.numerator())?)
}
