//! Linear programs by trying all corners.

use std::collections::BTreeSet;

use crate::naive::matrix::Matrix;
use crate::naive::point::Point;
use crate::zone::Zone;

/// The closure of a set of valuations: the convex hull of its corners, and from there on along its
/// rays.
#[derive(Clone, Debug)]
pub struct Polyhedron {
    /// Where as many independent bounds as there are clocks are met with equality.
    pub corners: BTreeSet<Vec<i64>>,
    /// Directions in which the set has no end. Each moves some clocks at the same speed and the others
    /// not at all, and every other such direction is a sum of these.
    pub rays: Vec<Vec<i64>>,
}

impl Polyhedron {
    /// Of the valuations that satisfy a matrix; nothing if there is none. The matrix must keep clocks
    /// from being negative.
    #[must_use]
    pub fn of(matrix: Matrix) -> Option<Polyhedron> {
        let mut matrix = matrix.closed()?;
        for limit in matrix.limits.iter_mut().flatten().flatten() {
            limit.1 = false;
        }
        let mut seen = BTreeSet::new();
        let mut waiting = vec![matrix.clone()];
        let mut corners = BTreeSet::new();
        while let Some(face) = waiting.pop() {
            if !seen.insert(face.limits.clone()) {
                continue;
            }
            let fixed: Vec<bool> = (0..face.dim()).map(|row| face.is_fixed(row)).collect();
            if fixed.iter().all(|&fixed| fixed) {
                corners.insert(face.limits.iter().map(|row| row[0].map_or(0, |l| l.0)).collect());
                continue;
            }
            // One more row gets a fixed value: by a bound to a row that has one already.
            for row in (0..face.dim()).filter(|&row| !fixed[row]) {
                for other in (0..face.dim()).filter(|&other| fixed[other]) {
                    waiting.extend(face.where_tight(row, other));
                    waiting.extend(face.where_tight(other, row));
                }
            }
        }
        Some(Polyhedron { corners, rays: rays(&matrix) })
    }

    /// The least value of the sum of `rates[k] * row k`; nothing if it has no lower bound.
    #[must_use]
    pub fn least(&self, rates: &[i64]) -> Option<i128> {
        if self.rays.iter().any(|ray| product(ray, rates) < 0) {
            return None;
        }
        self.corners.iter().map(|corner| product(corner, rates)).min()
    }

    /// A point in the middle of where the sum of `rates[k] * row k` is least, if it is bounded.
    fn middle_of_least(&self, rates: &[i64]) -> Option<Point> {
        let least = self.least(rates)?;
        let best: Vec<_> = self.corners.iter().filter(|c| product(c, rates) == least).collect();
        let along = self.rays.iter().filter(|ray| product(ray, rates) == 0);
        let all = best.iter().copied().chain(along);
        let dim = rates.len();
        let values = all.fold(vec![0; dim], |sum, one| (0..dim).map(|k| sum[k] + one[k]).collect());
        Some(Point { values, scale: best.len() as i64 })
    }
}

impl Matrix {
    fn is_fixed(&self, row: usize) -> bool {
        let (Some(up), Some(down)) = (self.limits[row][0], self.limits[0][row]) else {
            return false;
        };
        up.0 + down.0 == 0
    }

    /// The part where the bound on `row i - row j` is met with equality.
    fn where_tight(&self, i: usize, j: usize) -> Option<Matrix> {
        let (limit, _) = self.limits[i][j]?;
        let mut tight = self.clone();
        tight.add(j, i, Some((-limit, false)));
        tight.closed()
    }
}

/// Sets of clocks that may grow together for ever: nothing bounds one of them from above, but for
/// members of the set.
fn rays(matrix: &Matrix) -> Vec<Vec<i64>> {
    let dim = matrix.dim();
    let mut rays = Vec::new();
    for set in 1..1_usize << (dim - 1) {
        let is_in = |row: usize| row > 0 && set >> (row - 1) & 1 == 1;
        let is_bounded = |i: usize| (0..dim).any(|j| !is_in(j) && matrix.limits[i][j].is_some());
        if (0..dim).filter(|&i| is_in(i)).all(|i| !is_bounded(i)) {
            rays.push((0..dim).map(|row| i64::from(is_in(row))).collect());
        }
    }
    rays
}

fn product(point: &[i64], rates: &[i64]) -> i128 {
    point.iter().zip(rates).map(|(&value, &rate)| i128::from(value) * i128::from(rate)).sum()
}

/// The infimum of the sum of `rates[k] * row k` over a zone, and whether a valuation attains it;
/// nothing if there is no lower bound. It is attained exactly if it is in the middle of where the
/// closure attains it: a strict bound that keeps the zone from there is met all over that face.
#[must_use]
pub fn least(zone: &Zone, rates: &[i64]) -> Option<(i128, bool)> {
    let polyhedron = Polyhedron::of(Matrix::of(zone, 1))?;
    let middle = polyhedron.middle_of_least(rates)?;
    Some((polyhedron.least(rates)?, middle.is_in(zone)))
}
