//! Valuations with a common denominator.

use crate::bound::Bound;
use crate::zone::Zone;

/// Row `i` has the value `values[i] / scale`. Row 0 is the reference clock and has the value 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    pub values: Vec<i64>,
    /// The common denominator, at least 1.
    pub scale: i64,
}

impl Point {
    /// Is it a valuation of the zone? Neither reads more than the definition of a bound.
    #[must_use]
    pub fn is_in(&self, zone: &Zone) -> bool {
        let rows = 0..zone.dim();
        self.values.iter().all(|&value| value >= 0)
            && rows.clone().all(|i| rows.clone().all(|j| self.satisfies(i, j, zone.get(i, j))))
    }

    /// Is `row i - row j` within the bound?
    #[must_use]
    pub fn satisfies(&self, i: usize, j: usize, bound: Bound) -> bool {
        let Some(limit) = bound.limit() else { return true };
        let (difference, limit) = (self.values[i] - self.values[j], i64::from(limit) * self.scale);
        if bound.is_strict() { difference < limit } else { difference <= limit }
    }

    /// The same with one clock changed to `value / scale`.
    #[must_use]
    pub fn with(&self, row: usize, value: i64) -> Point {
        let mut point = self.clone();
        point.values[row] = value;
        point
    }
}
