//! Difference constraints as pairs, and closure by three loops.

use crate::bound::Bound;
use crate::zone::Zone;

/// A limit and whether it is strict; nothing for no bound.
pub type Limit = Option<(i64, bool)>;

/// Bounds on differences that need not be closed, nor satisfiable, nor keep clocks from being
/// negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// `limits[i][j]` bounds `row i - row j`.
    pub limits: Vec<Vec<Limit>>,
}

fn sum(first: Limit, second: Limit) -> Limit {
    let ((a, first), (b, second)) = (first?, second?);
    Some((a + b, first || second))
}

/// Is `left` tighter than `right`?
fn is_tighter(left: Limit, right: Limit) -> bool {
    match (left, right) {
        (None, _) => false,
        (_, None) => true,
        (Some((a, a_strict)), Some((b, b_strict))) => a < b || (a == b && a_strict && !b_strict),
    }
}

impl Matrix {
    /// No constraint at all, except that a row is equal to itself.
    #[must_use]
    pub fn unconstrained(dim: usize) -> Matrix {
        let mut limits = vec![vec![None; dim]; dim];
        for (i, row) in limits.iter_mut().enumerate() {
            row[i] = Some((0, false));
        }
        Matrix { limits }
    }

    /// The bounds of a zone, multiplied by `scale`.
    #[must_use]
    pub fn of(zone: &Zone, scale: i64) -> Matrix {
        let limit = |bound: Bound| Some((i64::from(bound.limit()?) * scale, bound.is_strict()));
        let row = |row: &[Bound]| row.iter().map(|&bound| limit(bound)).collect();
        Matrix { limits: zone.rows().map(row).collect() }
    }

    /// The number of rows.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.limits.len()
    }

    /// Adds `row i - row j` within the limit.
    pub fn add(&mut self, i: usize, j: usize, limit: Limit) {
        if is_tighter(limit, self.limits[i][j]) {
            self.limits[i][j] = limit;
        }
    }

    /// Adds `row i == value`.
    pub fn fix(&mut self, i: usize, value: i64) {
        self.add(i, 0, Some((value, false)));
        self.add(0, i, Some((-value, false)));
    }

    /// The closed matrix, or nothing if no valuation satisfies it.
    #[must_use]
    pub fn closed(mut self) -> Option<Matrix> {
        let dim = self.dim();
        for k in 0..dim {
            for i in 0..dim {
                for j in 0..dim {
                    self.add(i, j, sum(self.limits[i][k], self.limits[k][j]));
                }
            }
            if (0..dim).any(|i| self.limits[i][i] != Some((0, false))) {
                return None;
            }
        }
        Some(self)
    }

    /// The zone, if the matrix describes one. Goes through [`Zone::load`], so the bounds must be
    /// closed.
    #[must_use]
    pub fn zone(&self) -> Option<Zone> {
        let closed = self.clone().closed()?;
        let mut zone = Zone::zero(1);
        zone.load(self.dim(), |i, j| match closed.limits[i][j] {
            None => Bound::UNBOUNDED,
            Some((limit, strict)) => {
                let limit = i32::try_from(limit).unwrap_or(i32::MAX);
                if strict { Bound::lt(limit) } else { Bound::le(limit) }
            }
        });
        Some(zone)
    }

    /// Is every valuation of this matrix in one of the others? Cuts off what lies outside the
    /// first, face by face, and asks the same about each piece and the rest.
    #[must_use]
    pub fn is_covered(&self, others: &[Matrix]) -> bool {
        let Some(mut inside) = self.clone().closed() else { return true };
        let Some((first, rest)) = others.split_first() else { return false };
        for i in 0..self.dim() {
            for j in 0..self.dim() {
                let Some((limit, strict)) = first.limits[i][j] else { continue };
                let mut outside = inside.clone();
                outside.add(j, i, Some((-limit, !strict)));
                if !outside.is_covered(rest) {
                    return false;
                }
                inside.add(i, j, Some((limit, strict)));
                match inside.closed() {
                    None => return true,
                    Some(closed) => inside = closed,
                }
            }
        }
        true
    }
}

/// Is every valuation of `zone` in one of `others`?
#[must_use]
pub fn covers(others: &[Zone], zone: &Zone) -> bool {
    let others: Vec<Matrix> = others.iter().map(|zone| Matrix::of(zone, 1)).collect();
    Matrix::of(zone, 1).is_covered(&others)
}
