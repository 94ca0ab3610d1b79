//! Exact points and spans of time.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A fraction in lowest terms with a positive denominator. In JSON it is `{"exact": "3/2", "approx": 1.5}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Time {
    numerator: i128,
    denominator: i128,
}

impl Time {
    /// No time at all.
    pub const ZERO: Time = Time { numerator: 0, denominator: 1 };

    /// `numerator / denominator`; a denominator of 0 counts as 1.
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Time {
        let denominator = if denominator == 0 { 1 } else { denominator };
        let shared = divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let shared = i128::try_from(shared).unwrap_or(1).max(1);
        let sign = if denominator < 0 { -1 } else { 1 };
        Time {
            numerator: (numerator / shared).saturating_mul(sign),
            denominator: (denominator / shared).saturating_mul(sign),
        }
    }

    /// A whole number of time units.
    #[must_use]
    pub fn whole(units: i64) -> Time {
        Time { numerator: i128::from(units), denominator: 1 }
    }

    /// The number above the line.
    #[must_use]
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The number below the line.
    #[must_use]
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating-point number, or nearly so.
    #[must_use]
    pub fn approx(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    #[must_use]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// For people: `5/2`, as the simulator reads it, or with a few decimals where that would be long.
    #[must_use]
    pub fn shown(self) -> String {
        let text = self.to_string();
        if self.denominator == 1 || text.len() <= 10 {
            text
        } else {
            format!("{:.3}", self.approx())
        }
    }

    /// The sum. Fractions too long for exact arithmetic (they do not occur in runs that a search found) are rounded to
    /// millionths.
    #[must_use]
    pub fn plus(self, other: Time) -> Time {
        let exact = || {
            let left = self.numerator.checked_mul(other.denominator)?;
            let right = other.numerator.checked_mul(self.denominator)?;
            Some(Time::new(
                left.checked_add(right)?,
                self.denominator.checked_mul(other.denominator)?,
            ))
        };
        exact().unwrap_or_else(|| {
            Time::new(((self.approx() + other.approx()) * 1e6).round() as i128, 1_000_000)
        })
    }
}

/// The greatest common divisor.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The form in JSON.
#[derive(Serialize, Deserialize)]
struct Written {
    exact: String,
    approx: f64,
}

impl From<Time> for Written {
    fn from(time: Time) -> Written {
        Written { exact: time.to_string(), approx: time.approx() }
    }
}

impl TryFrom<Written> for Time {
    type Error = String;

    fn try_from(written: Written) -> Result<Time, String> {
        let (above, below) = written.exact.split_once('/').unwrap_or((&written.exact, "1"));
        match (above.parse(), below.parse()) {
            (Ok(above), Ok(below)) if below != 0 => Ok(Time::new(above, below)),
            _ => Err(format!("`{}` is not a fraction", written.exact)),
        }
    }
}

#[cfg(test)]
mod tests;
