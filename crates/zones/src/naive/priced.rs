//! What valuations cost after an operator on priced zones, by the definitions.

use crate::naive::operators::{Interval, meetings, unit};
use crate::naive::point::Point;
use crate::priced::{Cost, PricedZone};

/// The least cost of getting to a valuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infimum {
    /// There is no way to get there.
    None,
    /// The cost, multiplied by the scale of the point.
    Cost(i128),
    /// It has no lower bound.
    Unbounded,
}

/// The value of the function at the point, multiplied by the scale of the point.
#[must_use]
pub fn cost_at(cost: &Cost, point: &Point) -> i128 {
    let terms = cost.rates().iter().zip(&point.values);
    let sum: i128 = terms.map(|(&rate, &value)| i128::from(rate) * i128::from(value)).sum();
    i128::from(cost.constant()) * i128::from(point.scale) + sum
}

/// The infimum of `start + slope * t` over an interval.
fn infimum_over(times: &Interval, start: i128, slope: i128) -> Infimum {
    let at = |time: i64| Infimum::Cost(start + slope * i128::from(time));
    match (times.lower, times.upper) {
        _ if times.is_empty() => Infimum::None,
        (Some((lower, _)), _) if slope >= 0 => at(lower),
        (_, Some((upper, _))) => at(upper),
        _ => Infimum::Unbounded,
    }
}

/// What it costs to get to the point from the priced zone by waiting at `rate`.
#[must_use]
pub fn cost_after_delay(before: &PricedZone, rate: i64, point: &Point) -> Infimum {
    let back: Vec<i64> = (0..before.zone().dim()).map(|row| -i64::from(row > 0)).collect();
    let times = meetings(before.zone(), point, &back);
    let sum: i64 = before.cost().rates().iter().sum();
    infimum_over(&times, cost_at(before.cost(), point), i128::from(rate - sum))
}

/// What the point costs if the value of a clock does not matter.
#[must_use]
pub fn cost_after_forgetting(before: &PricedZone, row: usize, point: &Point) -> Infimum {
    let start = point.with(row, 0);
    let values = meetings(before.zone(), &start, &unit(before.zone().dim(), row));
    let rate = before.cost().rates()[row];
    infimum_over(&values, cost_at(before.cost(), &start), i128::from(rate))
}

/// The cheapest of several priced zones at a point.
#[must_use]
pub fn cheapest_piece(pieces: &[PricedZone], point: &Point) -> Infimum {
    let inside = pieces.iter().filter(|piece| point.is_in(piece.zone()));
    let least = inside.map(|piece| cost_at(piece.cost(), point)).min();
    least.map_or(Infimum::None, Infimum::Cost)
}
