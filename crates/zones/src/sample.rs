//! Concrete valuations: a point of a zone, the rest of a point of which some clocks are known, and
//! the delays that lead from a point into a zone.

use crate::bound::Bound;
use crate::interval::{End, Interval};
use crate::rational::Rational;
use crate::zone::Zone;

impl Zone {
    /// Is the valuation in the zone? It has one value for each row, 0 for row 0.
    #[must_use]
    pub fn contains(&self, point: &[Rational]) -> bool {
        let fixed: Vec<Option<Rational>> = point.iter().copied().map(Some).collect();
        point.len() == self.dim() && self.agrees_with(&fixed)
    }

    /// A point of the zone with small numbers: integers if the zone has an integral point, and then
    /// the least ones.
    ///
    /// Nothing only if the numbers do not fit, for which a zone would need more clocks than any
    /// has.
    #[must_use]
    pub fn sample(&self) -> Option<Vec<Rational>> {
        self.sample_with(&vec![None; self.dim()])
    }

    /// A point of the zone that has the given values where there are any, with small numbers
    /// elsewhere. There is an entry for every row; the one of row 0 is ignored. Nothing if there is
    /// no such point.
    #[must_use]
    pub fn sample_with(&self, fixed: &[Option<Rational>]) -> Option<Vec<Rational>> {
        debug_assert_eq!(fixed.len(), self.dim(), "one entry for each row");
        let mut point = fixed.to_vec();
        point[0] = Some(Rational::ZERO);
        if !self.agrees_with(&point) {
            return None;
        }
        if let Some(integral) = self.least_integral_point(&point) {
            return Some(integral);
        }
        // A closed matrix lets values be chosen one by one: whatever satisfies the bounds between
        // the rows that have a value leaves room for the next.
        for row in 1..self.dim() {
            if point[row].is_none() {
                point[row] = Some(self.room_for(row, &point)?.simplest()?);
            }
        }
        point.into_iter().collect()
    }

    /// Do the values satisfy the bounds between them?
    fn agrees_with(&self, values: &[Option<Rational>]) -> bool {
        let known = || values.iter().enumerate().filter_map(|(row, value)| Some((row, (*value)?)));
        known().all(|(i, left)| {
            left >= Rational::ZERO
                && known().all(|(j, right)| is_within(left, right, self.get(i, j)))
        })
    }

    /// The values that a row may have beside those that are known.
    fn room_for(&self, row: usize, values: &[Option<Rational>]) -> Option<Interval> {
        let mut room = Interval::FROM_ZERO;
        for (other, value) in values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let (up, down) = (self.get(row, other), self.get(other, row));
            if let Some(limit) = up.limit() {
                let value = value.checked_add(Rational::from(limit))?;
                room = room.to_end(End { value, strict: up.is_strict() })?;
            }
            if let Some(limit) = down.limit() {
                let value = value.checked_sub(Rational::from(limit))?;
                room = room.from_end(End { value, strict: down.is_strict() })?;
            }
        }
        Some(room)
    }

    /// The least point whose values are all integers, if the known ones are and there is one.
    ///
    /// Between integers "less than n" is "at most n - 1". Closing the matrix with that decides, and
    /// the lower bounds of a closed matrix without strict bounds are a point of it.
    fn least_integral_point(&self, values: &[Option<Rational>]) -> Option<Vec<Rational>> {
        let dim = self.dim();
        let least = |bound: Bound| Some(i64::from(bound.limit()?) - i64::from(bound.is_strict()));
        let mut limits: Vec<Option<i64>> = self.rows().flatten().map(|&b| least(b)).collect();
        for (row, value) in values.iter().enumerate() {
            if let Some(value) = value {
                if !value.is_integer() {
                    return None;
                }
                limits[row * dim] = Some(value.numerator());
                limits[row] = Some(-value.numerator());
            }
        }
        for k in 0..dim {
            for i in 0..dim {
                for j in 0..dim {
                    if let (Some(first), Some(second)) = (limits[i * dim + k], limits[k * dim + j])
                    {
                        let sum = first.checked_add(second)?;
                        let old = limits[i * dim + j];
                        limits[i * dim + j] = Some(old.map_or(sum, |old| old.min(sum)));
                    }
                }
            }
            if (0..dim).any(|i| limits[i * dim + i].is_some_and(|limit| limit < 0)) {
                return None;
            }
        }
        limits[..dim].iter().map(|limit| Some(Rational::from(-(*limit)?))).collect()
    }

    /// The delays that lead from the point into the zone; nothing if none does.
    #[must_use]
    pub fn delays_from(&self, point: &[Rational]) -> Option<Interval> {
        self.delays_from_running(point, &[])
    }

    /// [`Zone::delays_from`] where some clocks stand still; `stopped` is as in
    /// [`Zone::up_running`].
    #[must_use]
    pub fn delays_from_running(&self, point: &[Rational], stopped: &[bool]) -> Option<Interval> {
        debug_assert_eq!(point.len(), self.dim(), "one value for each row");
        let runs = |row: usize| row > 0 && !stopped.get(row).copied().unwrap_or(false);
        let mut delays = Interval::FROM_ZERO;
        for i in 0..self.dim() {
            for j in 0..self.dim() {
                let bound = self.get(i, j);
                let Some(limit) = bound.limit() else { continue };
                let difference = point[i].checked_sub(point[j])?;
                let room = Rational::from(limit).checked_sub(difference)?;
                let end = |value| End { value, strict: bound.is_strict() };
                delays = match (runs(i), runs(j)) {
                    (true, false) => delays.to_end(end(room))?,
                    (false, true) => delays.from_end(end(Rational::ZERO.checked_sub(room)?))?,
                    _ if is_within(point[i], point[j], bound) => delays,
                    _ => return None,
                };
            }
        }
        Some(delays)
    }
}

/// Is `left - right` within the bound?
fn is_within(left: Rational, right: Rational, bound: Bound) -> bool {
    let Some(limit) = bound.limit() else { return true };
    // A difference that does not fit is far beyond every limit, on the side where its sign says.
    match left.checked_sub(right) {
        Some(difference) if bound.is_strict() => difference < Rational::from(limit),
        Some(difference) => difference <= Rational::from(limit),
        None => left < right,
    }
}
