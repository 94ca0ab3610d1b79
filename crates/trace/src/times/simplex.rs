//! Linear programming in exact fractions: the dual simplex method.
//!
//! Variables are at least 0 and the sum of all of them is made as small as possible. All of them being 0 is
//! the best solution as long as there are no constraints; each constraint that the present solution
//! violates becomes a row, and pivots that keep the solution the best one make it hold (Lemke, 1954;
//! Chvátal, Linear Programming, 1983, chapter 10). Rows and columns are chosen by the smallest index, so
//! that no basis comes twice (Bland, 1977). Constraints that are never violated are never looked at.

use std::cmp::Ordering;

use super::fraction::{Amount, Fraction};

/// What became of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pivoted {
    Feasible,
    /// They contradict each other.
    Infeasible,
    /// Numbers are too large, or it takes too long.
    GaveUp,
}

/// Cells of the tableau: larger ones are given up.
const MOST_CELLS: usize = 1 << 22;

/// The present solution and the constraints it has been made to satisfy.
///
/// Each basic variable is its amount minus what its row says of the others, which are 0. Variables are numbered: first
/// those of the problem, then what constraints leave.
pub(super) struct Simplex {
    variables: usize,
    /// The variable of each column.
    columns: Vec<usize>,
    /// What the sum grows by with each column: never negative.
    costs: Vec<Fraction>,
    rows: Vec<Row>,
    /// For each variable of the problem, the row it is in if it is not 0.
    place: Vec<Option<usize>>,
}

struct Row {
    variable: usize,
    amount: Amount,
    cells: Vec<Fraction>,
}

impl Simplex {
    /// So many variables without constraints.
    pub(super) fn new(variables: usize) -> Simplex {
        Simplex {
            variables,
            columns: (0..variables).collect(),
            costs: vec![Fraction::ONE; variables],
            rows: Vec::new(),
            place: vec![None; variables],
        }
    }

    /// The value of a variable.
    pub(super) fn value(&self, variable: usize) -> Amount {
        self.place[variable].map_or(Amount::ZERO, |row| self.rows[row].amount)
    }

    /// Adds the constraint that a sum of multiples of variables is at most this, and makes all hold. `go_on` is
    /// asked before each pivot.
    pub(super) fn add(
        &mut self,
        sum: &[(usize, i128)],
        most: Amount,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Pivoted {
        if (self.rows.len() + 1) * self.variables > MOST_CELLS {
            return Pivoted::GaveUp;
        }
        let Some(row) = self.row(sum, most) else { return Pivoted::GaveUp };
        self.rows.push(row);
        loop {
            let violated = self.rows.iter().enumerate().filter(|(_, row)| row.amount.is_negative());
            let Some((row, _)) = violated.min_by_key(|(_, row)| row.variable) else {
                return Pivoted::Feasible;
            };
            let Some(entering) = self.entering(row) else { return Pivoted::GaveUp };
            let Some(column) = entering else { return Pivoted::Infeasible };
            if !go_on() || self.pivot(row, column).is_none() {
                return Pivoted::GaveUp;
            }
        }
    }

    /// What a constraint leaves, in terms of the columns.
    fn row(&self, sum: &[(usize, i128)], most: Amount) -> Option<Row> {
        let mut amount = most;
        let mut cells = vec![Fraction::ZERO; self.columns.len()];
        let mut outside: Vec<Option<i128>> = vec![None; self.variables];
        for (variable, factor) in sum {
            let Some(row) = self.place[*variable] else {
                outside[*variable] = Some(*factor);
                continue;
            };
            let (row, factor) = (&self.rows[row], Fraction::whole(*factor));
            amount = amount.minus(row.amount.times(factor)?)?;
            for (cell, other) in
                cells.iter_mut().zip(&row.cells).filter(|(_, cell)| !cell.is_zero())
            {
                *cell = cell.minus(other.times(factor)?)?;
            }
        }
        for (cell, variable) in cells.iter_mut().zip(&self.columns) {
            if let Some(factor) = outside.get(*variable).copied().flatten() {
                *cell = cell.plus(Fraction::whole(factor))?;
            }
        }
        Some(Row { variable: self.variables + self.rows.len(), amount, cells })
    }

    /// The column that makes a row larger at the least cost; nothing inside if there is none, nothing at all if
    /// numbers are too large.
    fn entering(&self, row: usize) -> Option<Option<usize>> {
        let mut best: Option<(usize, Fraction)> = None;
        for (column, cell) in self.rows[row].cells.iter().enumerate() {
            if !cell.is_negative() {
                continue;
            }
            let ratio = self.costs[column].over(cell.negated()?)?;
            let better = match best {
                None => true,
                Some((other, least)) => match ratio.compare(least)? {
                    Ordering::Less => true,
                    Ordering::Equal => self.columns[column] < self.columns[other],
                    Ordering::Greater => false,
                },
            };
            if better {
                best = Some((column, ratio));
            }
        }
        Some(best.map(|(column, _)| column))
    }

    /// Exchanges the variables of a row and a column; nothing if numbers are too large.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let mut rows = std::mem::take(&mut self.rows);
        let pivot = &mut rows[row];
        let divisor = pivot.cells[column];
        pivot.cells[column] = Fraction::ONE;
        for cell in pivot.cells.iter_mut().filter(|cell| !cell.is_zero()) {
            *cell = cell.over(divisor)?;
        }
        pivot.amount = pivot.amount.times(Fraction::ONE.over(divisor)?)?;
        std::mem::swap(&mut pivot.variable, &mut self.columns[column]);
        let (before, rest) = rows.split_at_mut(row);
        let (pivot, after) = rest.split_first_mut()?;
        for other in before.iter_mut().chain(after) {
            let factor = std::mem::replace(&mut other.cells[column], Fraction::ZERO);
            if factor.is_zero() {
                continue;
            }
            other.amount = other.amount.minus(pivot.amount.times(factor)?)?;
            subtract(&mut other.cells, &pivot.cells, factor)?;
        }
        let cost = std::mem::replace(&mut self.costs[column], Fraction::ZERO);
        subtract(&mut self.costs, &pivot.cells, cost)?;
        let (entered, left) = (pivot.variable, self.columns[column]);
        self.rows = rows;
        for (variable, place) in [(left, None), (entered, Some(row))] {
            if let Some(kept) = self.place.get_mut(variable) {
                *kept = place;
            }
        }
        Some(())
    }
}

/// Subtracts a multiple of a row.
fn subtract(from: &mut [Fraction], row: &[Fraction], factor: Fraction) -> Option<()> {
    for (cell, other) in from.iter_mut().zip(row).filter(|(_, other)| !other.is_zero()) {
        *cell = cell.minus(other.times(factor)?)?;
    }
    Some(())
}

#[cfg(test)]
mod tests;
