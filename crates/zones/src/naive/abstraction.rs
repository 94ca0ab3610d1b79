//! Extrapolations and the abstraction aLU by their definitions.

use crate::naive::matrix::{Limit, Matrix};
use crate::naive::point::Point;
use crate::zone::Zone;

/// A constant as the papers use it: nothing is minus infinity.
pub(super) fn constant(constants: &[i32], row: usize) -> Option<i64> {
    let constant = if row == 0 { 0 } else { i64::from(constants[row]) };
    (constant >= 0).then_some(constant)
}

/// `number > constant`, where a missing number is infinity and a missing constant minus infinity.
fn exceeds(number: Option<i64>, constant: Option<i64>) -> bool {
    constant.is_none_or(|constant| number.is_none_or(|number| number > constant))
}

fn negated(limit: Limit) -> Option<i64> {
    // Minus "no bound" is minus infinity, which exceeds nothing but minus infinity.
    Some(limit.map_or(i64::MIN, |(limit, _)| -limit))
}

fn number(limit: Limit) -> Option<i64> {
    limit.map(|(limit, _)| limit)
}

fn closed_with_clocks_from_zero(mut matrix: Matrix) -> Option<Zone> {
    for j in 0..matrix.dim() {
        matrix.add(0, j, Some((0, false)));
    }
    matrix.zone()
}

/// ExtraLU as printed: cases in order, then closure.
#[must_use]
pub fn extra_lu(zone: &Zone, lower: &[i32], upper: &[i32]) -> Option<Zone> {
    let before = Matrix::of(zone, 1);
    let mut after = before.clone();
    for i in 0..zone.dim() {
        for j in (0..zone.dim()).filter(|&j| j != i) {
            let limit = before.limits[i][j];
            if exceeds(number(limit), constant(lower, i)) {
                after.limits[i][j] = None;
            } else if exceeds(negated(limit), constant(upper, j)) {
                after.limits[i][j] = constant(upper, j).map(|upper| (-upper, true));
            }
        }
    }
    closed_with_clocks_from_zero(after)
}

/// ExtraLU+ as printed: cases in order, then closure.
#[must_use]
pub fn extra_lu_plus(zone: &Zone, lower: &[i32], upper: &[i32]) -> Option<Zone> {
    let before = Matrix::of(zone, 1);
    let mut after = before.clone();
    for i in 0..zone.dim() {
        for j in (0..zone.dim()).filter(|&j| j != i) {
            let limit = before.limits[i][j];
            let above_upper = exceeds(negated(before.limits[0][j]), constant(upper, j));
            if exceeds(number(limit), constant(lower, i))
                || exceeds(negated(before.limits[0][i]), constant(lower, i))
                || (above_upper && i != 0)
            {
                after.limits[i][j] = None;
            } else if above_upper {
                after.limits[i][j] = constant(upper, j).map(|upper| (-upper, true));
            }
        }
    }
    closed_with_clocks_from_zero(after)
}

/// Is the point simulated by some valuation of the zone?
#[must_use]
pub fn is_simulated(point: &Point, zone: &Zone, lower: &[i32], upper: &[i32]) -> bool {
    simulating(point, zone, lower, upper).closed().is_some()
}

/// The valuations of the zone that simulate the point, in its scale. For each clock of the point the
/// clock of the other may be anything in one interval, see the definition in `lu_simulation.rs`.
pub(super) fn simulating(point: &Point, zone: &Zone, lower: &[i32], upper: &[i32]) -> Matrix {
    let mut matrix = Matrix::of(zone, point.scale);
    for row in 1..zone.dim() {
        let value = point.values[row];
        let lowest = match constant(lower, row).map(|lower| lower * point.scale) {
            None => Some((0, false)),
            Some(lower) if value > lower => Some((-lower, true)),
            Some(_) => Some((-value, false)),
        };
        matrix.add(0, row, lowest);
        if !exceeds(Some(value), constant(upper, row).map(|upper| upper * point.scale)) {
            matrix.add(row, 0, Some((value, false)));
        }
    }
    matrix
}

/// aLU of a zone as a finite union. For each clock, and each way for it to lie with respect to its
/// two constants, the simulating valuations satisfy difference constraints together with the
/// simulated one; those are projected away.
#[must_use]
pub fn abstraction_lu(zone: &Zone, lower: &[i32], upper: &[i32]) -> Vec<Matrix> {
    let dim = zone.dim();
    let mut pieces = Vec::new();
    for ways in 0..1_usize << (2 * (dim - 1)) {
        // Rows 1..dim are the simulated valuation, rows dim.. are the clocks of the simulating one.
        let mut matrix = Matrix::unconstrained(2 * dim - 1);
        let other = |row: usize| if row == 0 { 0 } else { dim - 1 + row };
        let original = Matrix::of(zone, 1);
        for i in 0..dim {
            for j in 0..dim {
                matrix.add(other(i), other(j), original.limits[i][j]);
            }
        }
        for row in 1..dim {
            let (above_lower, above_upper) =
                (ways >> (2 * row - 2) & 1 == 1, ways >> (2 * row - 1) & 1 == 1);
            matrix.add(0, row, Some((0, false)));
            side(&mut matrix, row, constant(lower, row), above_lower);
            side(&mut matrix, row, constant(upper, row), above_upper);
            if above_lower {
                side(&mut matrix, other(row), constant(lower, row), true);
            } else {
                matrix.add(row, other(row), Some((0, false)));
            }
            if !above_upper {
                matrix.add(other(row), row, Some((0, false)));
            }
        }
        if let Some(closed) = matrix.closed() {
            let limits = closed.limits[..dim].iter().map(|row| row[..dim].to_vec()).collect();
            pieces.push(Matrix { limits });
        }
    }
    pieces
}

/// Puts a row above a constant, or not above it; nothing is not above minus infinity.
pub(super) fn side(matrix: &mut Matrix, row: usize, constant: Option<i64>, above: bool) {
    match constant {
        Some(constant) if above => matrix.add(0, row, Some((-constant, true))),
        Some(constant) => matrix.add(row, 0, Some((constant, false))),
        None if above => {}
        None => matrix.add(row, 0, Some((-1, false))),
    }
}
