//! What valuations cost after an operator on priced zones, and who dominates whom, by the definitions.

use crate::naive::abstraction::{abstraction_lu, constant, side, simulating};
use crate::naive::corners::Polyhedron;
use crate::naive::matrix::{Matrix, covers};
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

/// Is every valuation of `small` in `big`, at no more cost? An affine function is not positive on a
/// polyhedron if it is not at the corners and does not grow along the rays.
#[must_use]
pub fn dominates(big: &PricedZone, small: &PricedZone) -> bool {
    if !covers(std::slice::from_ref(big.zone()), small.zone()) {
        return false;
    }
    let Some(polyhedron) = Polyhedron::of(Matrix::of(small.zone(), 1)) else { return true };
    let excess = |values: &[i64]| {
        let point = Point { values: values.to_vec(), scale: 1 };
        cost_at(big.cost(), &point) - cost_at(small.cost(), &point)
    };
    let origin = excess(&vec![0; small.zone().dim()]);
    polyhedron.corners.iter().all(|corner| excess(corner) <= 0)
        && polyhedron.rays.iter().all(|ray| excess(ray) <= origin)
}

/// The infimum of a cost over the valuations that satisfy the matrix, which is in the given scale.
fn infimum_of(matrix: Matrix, scale: i64, cost: &Cost) -> Infimum {
    let Some(polyhedron) = Polyhedron::of(matrix) else { return Infimum::None };
    match polyhedron.least(cost.rates()) {
        Some(least) => Infimum::Cost(least + i128::from(cost.constant()) * i128::from(scale)),
        None => Infimum::Unbounded,
    }
}

/// The infimum of the cost of the valuations that simulate the point.
#[must_use]
pub fn cost_modulo_lu(big: &PricedZone, lower: &[i32], upper: &[i32], point: &Point) -> Infimum {
    infimum_of(simulating(point, big.zone(), lower, upper), point.scale, big.cost())
}

/// Is every valuation of `small` simulated by valuations of `big` at no more cost, or as little more
/// as one likes?
///
/// For each clock there are four ways to lie with respect to its constants. Where all clocks lie in
/// the same way, the infimum of the costs is a convex function, so it is enough to look at corners
/// and far out along rays.
#[must_use]
pub fn dominates_modulo_lu(
    big: &PricedZone,
    small: &PricedZone,
    lower: &[i32],
    upper: &[i32],
) -> bool {
    if !Matrix::of(small.zone(), 1).is_covered(&abstraction_lu(big.zone(), lower, upper)) {
        return false;
    }
    let clocks = small.zone().dim() - 1;
    (0..1_usize << (2 * clocks)).all(|ways| {
        let ways: Vec<(bool, bool)> = (0..clocks)
            .map(|at| (ways >> (2 * at) & 1 == 1, ways >> (2 * at + 1) & 1 == 1))
            .collect();
        let mut cell = Matrix::of(small.zone(), 1);
        for (row, &(above_lower, above_upper)) in (1..).zip(&ways) {
            side(&mut cell, row, constant(lower, row), above_lower);
            side(&mut cell, row, constant(upper, row), above_upper);
        }
        let Some(cell) = Polyhedron::of(cell) else { return true };
        let is_cheap = |point: &Point| match in_limit(big, lower, &ways, point) {
            Infimum::None => false,
            Infimum::Cost(least) => least <= cost_at(small.cost(), point),
            Infimum::Unbounded => true,
        };
        cell.corners.iter().all(|corner| {
            let far = |ray: &Vec<i64>| {
                corner.iter().zip(ray).map(|(&value, &step)| value + 1_000_000 * step).collect()
            };
            let ends: Vec<Vec<i64>> = cell.rays.iter().map(far).collect();
            let mut points = std::iter::once(corner.clone()).chain(ends);
            points.all(|values| is_cheap(&Point { values, scale: 1 }))
        })
    })
}

/// The infimum of the cost of what simulates valuations close to the point whose clocks lie in the
/// given ways above their constants.
fn in_limit(big: &PricedZone, lower: &[i32], ways: &[(bool, bool)], point: &Point) -> Infimum {
    let mut matrix = Matrix::of(big.zone(), 1);
    for limit in matrix.limits.iter_mut().flatten().flatten() {
        limit.1 = false;
    }
    for (row, &(above_lower, above_upper)) in (1..).zip(ways) {
        let value = point.values[row];
        let lowest = if above_lower { constant(lower, row).unwrap_or(0) } else { value };
        matrix.add(0, row, Some((-lowest, false)));
        if !above_upper {
            matrix.add(row, 0, Some((value, false)));
        }
    }
    infimum_of(matrix, 1, big.cost())
}

/// The cheapest of several priced zones at a point.
#[must_use]
pub fn cheapest_piece(pieces: &[PricedZone], point: &Point) -> Infimum {
    let inside = pieces.iter().filter(|piece| point.is_in(piece.zone()));
    let least = inside.map(|piece| cost_at(piece.cost(), point)).min();
    least.map_or(Infimum::None, Infimum::Cost)
}
