//! Does a valuation belong to the result of an operator? Decided by solving for the one unknown
//! (the delay, or what the clock was before): every bound is then a bound on that unknown.

use crate::naive::matrix::{Limit, Matrix};
use crate::naive::point::Point;
use crate::zone::Zone;

/// A set of numbers between two limits, in the scale of a point.
pub(super) struct Interval {
    pub(super) lower: Limit,
    pub(super) upper: Limit,
}

impl Interval {
    fn from_zero() -> Interval {
        Interval { lower: Some((0, false)), upper: None }
    }

    /// Adds `sign * unknown` within the limit; with sign 0 the limit must admit 0.
    fn add(&mut self, sign: i64, (limit, strict): (i64, bool)) {
        match sign {
            0 if limit < 0 || (limit == 0 && strict) => self.upper = Some((i64::MIN, true)),
            0 => {}
            1 => {
                let (old, old_strict) = self.upper.unwrap_or((i64::MAX, false));
                if limit < old || (limit == old && strict) {
                    self.upper = Some((limit, strict || (limit == old && old_strict)));
                }
            }
            _ => {
                let (old, old_strict) = self.lower.unwrap_or((i64::MIN, false));
                if -limit > old || (-limit == old && strict) {
                    self.lower = Some((-limit, strict || (-limit == old && old_strict)));
                }
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match (self.lower, self.upper) {
            (Some((lower, a)), Some((upper, b))) => upper < lower || (upper == lower && (a || b)),
            _ => false,
        }
    }
}

/// Is there a number `t >= 0` such that `point + t * direction` is in the zone?
fn meets(zone: &Zone, point: &Point, direction: &[i64]) -> bool {
    !meetings(zone, point, direction).is_empty()
}

/// The numbers `t >= 0` such that `point + t * direction` is in the zone.
pub(super) fn meetings(zone: &Zone, point: &Point, direction: &[i64]) -> Interval {
    let mut times = Interval::from_zero();
    for i in 0..zone.dim() {
        for j in 0..zone.dim() {
            let bound = zone.get(i, j);
            if let Some(limit) = bound.limit() {
                let room = i64::from(limit) * point.scale - (point.values[i] - point.values[j]);
                times.add(direction[i] - direction[j], (room, bound.is_strict()));
            }
        }
    }
    times
}

pub(super) fn unit(dim: usize, row: usize) -> Vec<i64> {
    (0..dim).map(|i| i64::from(i == row)).collect()
}

/// Can the point be reached from the zone by waiting, while the `stopped` rows stand still?
#[must_use]
pub fn is_in_up(zone: &Zone, stopped: &[bool], point: &Point) -> bool {
    let back = |i: usize| if i == 0 || stopped[i] { 0 } else { -1 };
    let direction: Vec<i64> = (0..zone.dim()).map(back).collect();
    meets(zone, point, &direction)
}

/// Can the zone be reached from the point by waiting?
#[must_use]
pub fn is_in_down(zone: &Zone, point: &Point) -> bool {
    let direction: Vec<i64> = (0..zone.dim()).map(|i| i64::from(i > 0)).collect();
    point.values.iter().all(|&value| value >= 0) && meets(zone, point, &direction)
}

/// Can a good zone be reached from the point by waiting, without being in a bad zone at any moment, the first and the
/// last included? The earliest bad moment decides.
#[must_use]
pub fn is_in_pred_t(good: &[Zone], bad: &[Zone], point: &Point) -> bool {
    if point.values.iter().any(|&value| value < 0) {
        return false;
    }
    let times = |zones: &[Zone]| -> Vec<Interval> {
        let meetings = zones.iter().map(|zone| {
            let direction: Vec<i64> = (0..zone.dim()).map(|i| i64::from(i > 0)).collect();
            meetings(zone, point, &direction)
        });
        meetings.filter(|times| !times.is_empty()).collect()
    };
    // The earliest moment; with `true` it is only approached, from later ones.
    let start = |times: &Interval| times.lower.unwrap_or((0, false));
    let worst = times(bad).iter().map(start).min();
    times(good).iter().map(start).any(|(at, approached)| match worst {
        None => true,
        Some((end, open)) => at < end || (at == end && !approached && open),
    })
}

/// Is the point in the zone but for the value of one clock?
#[must_use]
pub fn is_in_free(zone: &Zone, row: usize, point: &Point) -> bool {
    point.values[row] >= 0 && meets(zone, &point.with(row, 0), &unit(zone.dim(), row))
}

/// Is the point in the zone after `row := value`?
#[must_use]
pub fn is_in_reset(zone: &Zone, row: usize, value: i32, point: &Point) -> bool {
    point.values[row] == i64::from(value) * point.scale && is_in_free(zone, row, point)
}

/// Is the point in the zone after `row := other`?
#[must_use]
pub fn is_in_copy(zone: &Zone, row: usize, other: usize, point: &Point) -> bool {
    let before = if row == other { point.is_in(zone) } else { is_in_free(zone, row, point) };
    before && point.values[row] == point.values[other]
}

/// Is the point in the zone after `row := row + distance`?
#[must_use]
pub fn is_in_shift(zone: &Zone, row: usize, distance: i32, point: &Point) -> bool {
    point.with(row, point.values[row] - i64::from(distance) * point.scale).is_in(zone)
}

/// Is there a valuation of the zone with the given values, in the scale `scale`, for some of the
/// rows?
#[must_use]
pub fn extends(zone: &Zone, fixed: &[Option<i64>], scale: i64) -> bool {
    let mut matrix = Matrix::of(zone, scale);
    for (row, value) in fixed.iter().enumerate() {
        if let Some(value) = value {
            matrix.fix(row, *value);
        }
    }
    matrix.closed().is_some()
}
