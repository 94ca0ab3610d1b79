//! States by the values of their variables.

use std::collections::BTreeMap;

use crate::cube::Cube;
use crate::set::StateSet;

/// The values that each column has in some states, and which states have them.
#[derive(Clone, Debug)]
pub struct Table {
    rows: usize,
    width: usize,
    /// All rows, one after the other.
    cells: Vec<i32>,
    /// By column: the rows with each value.
    columns: Vec<BTreeMap<i32, StateSet>>,
}

impl Table {
    /// A table of rows of `width` values each, one after the other.
    #[must_use]
    pub fn new(width: usize, cells: Vec<i32>) -> Table {
        let rows = cells.len().checked_div(width).unwrap_or(0);
        let mut columns = vec![BTreeMap::new(); width];
        for (number, row) in cells.chunks_exact(width.max(1)).enumerate() {
            for (column, value) in columns.iter_mut().zip(row) {
                column.entry(*value).or_insert_with(|| StateSet::empty(rows)).insert(number);
            }
        }
        Table { rows, width, cells, columns }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The values of a row.
    #[must_use]
    pub fn row(&self, number: usize) -> &[i32] {
        &self.cells[number * self.width..(number + 1) * self.width]
    }

    /// The values that occur in a column.
    pub fn values(&self, column: usize) -> impl ExactSizeIterator<Item = i32> + '_ {
        self.columns[column].keys().copied()
    }

    /// The rows that a cube describes.
    #[must_use]
    pub fn members(&self, cube: &Cube) -> StateSet {
        let mut members = StateSet::full(self.rows);
        for (column, allowed) in self.columns.iter().zip(&cube.columns) {
            let Some(allowed) = allowed else { continue };
            let mut having = StateSet::empty(self.rows);
            allowed.iter().filter_map(|value| column.get(value)).for_each(|set| having.union(set));
            members.intersect(&having);
        }
        members
    }
}
