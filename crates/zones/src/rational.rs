//! Exact fractions, for concrete valuations.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms with a positive denominator. Arithmetic is checked: `None` is "does
/// not fit".
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    /// A fraction, brought to lowest terms; nothing if the denominator is 0 or the result does not
    /// fit.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Option<Rational> {
        Rational::reduced(i128::from(numerator), i128::from(denominator))
    }

    pub(crate) fn reduced(numerator: i128, denominator: i128) -> Option<Rational> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()? * denominator.signum();
        Some(Rational {
            numerator: i64::try_from(numerator / divisor).ok()?,
            denominator: i64::try_from(denominator / divisor).ok()?,
        })
    }

    /// The number above the line.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The number below the line, at least 1.
    #[must_use]
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// Is it a whole number?
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.denominator == 1
    }

    /// The sum, if it fits.
    #[must_use]
    pub fn checked_add(self, other: Rational) -> Option<Rational> {
        let (a, b) = (self.wide(), other.wide());
        Rational::reduced((a.0 * b.1).checked_add(b.0 * a.1)?, a.1 * b.1)
    }

    /// The difference, if it fits.
    #[must_use]
    pub fn checked_sub(self, other: Rational) -> Option<Rational> {
        let (a, b) = (self.wide(), other.wide());
        Rational::reduced((a.0 * b.1).checked_sub(b.0 * a.1)?, a.1 * b.1)
    }

    /// The largest integer that is not above.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    fn wide(self) -> (i128, i128) {
        (i128::from(self.numerator), i128::from(self.denominator))
    }
}

impl From<i32> for Rational {
    fn from(integer: i32) -> Rational {
        Rational { numerator: i64::from(integer), denominator: 1 }
    }
}

impl From<i64> for Rational {
    fn from(integer: i64) -> Rational {
        Rational { numerator: integer, denominator: 1 }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        // 64 bits times 64 bits always fit into 128.
        let (a, b) = (self.wide(), other.wide());
        (a.0 * b.1).cmp(&(b.0 * a.1))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Euclid's algorithm. The divisor of two zeros is 0, which no caller passes.
pub(crate) fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
