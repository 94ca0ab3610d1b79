//! Exact fractions for linear programming.

use std::cmp::Ordering;

use zones::Rational;

/// A fraction in lowest terms with a positive denominator. Arithmetic is checked: `None` is "does not fit".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    pub(super) const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    pub(super) const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    pub(super) fn whole(number: i128) -> Fraction {
        Fraction { numerator: number, denominator: 1 }
    }

    fn reduced(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?.checked_mul(denominator.signum())?;
        Some(Fraction {
            numerator: numerator.checked_div(divisor)?,
            denominator: denominator.checked_div(divisor)?,
        })
    }

    pub(super) fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub(super) fn is_negative(self) -> bool {
        self.numerator < 0
    }

    pub(super) fn is_positive(self) -> bool {
        self.numerator > 0
    }

    pub(super) fn plus(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Fraction::whole(self.numerator.checked_add(other.numerator)?));
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Fraction::reduced(
            left.checked_add(right)?,
            self.denominator.checked_mul(other.denominator)?,
        )
    }

    pub(super) fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(other.negated()?)
    }

    pub(super) fn times(self, other: Fraction) -> Option<Fraction> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Fraction::whole(numerator));
        }
        Fraction::reduced(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    /// The quotient; none if the divisor is 0.
    pub(super) fn over(self, other: Fraction) -> Option<Fraction> {
        Fraction::reduced(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }

    pub(super) fn negated(self) -> Option<Fraction> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// Which one is larger?
    pub(super) fn compare(self, other: Fraction) -> Option<Ordering> {
        let left = self.numerator.checked_mul(other.denominator)?;
        Some(left.cmp(&other.numerator.checked_mul(self.denominator)?))
    }

    /// The largest whole number that is not above.
    pub(super) fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The same in 64 bits.
    pub(super) fn rational(self) -> Option<Rational> {
        let numerator = i64::try_from(self.numerator).ok()?;
        Rational::new(numerator, i64::try_from(self.denominator).ok()?)
    }
}

fn common_divisor(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// A fraction and a multiple of an amount that is smaller than every fraction above 0: what strict constraints
/// leave. The order is lexicographic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Amount {
    pub(super) whole: Fraction,
    pub(super) small: Fraction,
}

impl Amount {
    pub(super) const ZERO: Amount = Amount { whole: Fraction::ZERO, small: Fraction::ZERO };

    pub(super) fn is_negative(self) -> bool {
        self.whole.is_negative() || (self.whole.is_zero() && self.small.is_negative())
    }

    pub(super) fn plus(self, other: Amount) -> Option<Amount> {
        Some(Amount { whole: self.whole.plus(other.whole)?, small: self.small.plus(other.small)? })
    }

    pub(super) fn minus(self, other: Amount) -> Option<Amount> {
        Some(Amount {
            whole: self.whole.minus(other.whole)?,
            small: self.small.minus(other.small)?,
        })
    }

    pub(super) fn times(self, factor: Fraction) -> Option<Amount> {
        Some(Amount { whole: self.whole.times(factor)?, small: self.small.times(factor)? })
    }
}
