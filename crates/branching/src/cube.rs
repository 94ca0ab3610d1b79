//! Cubes: sets of states described by which values each variable may have, independently of the others.

use std::collections::BTreeSet;

/// A set of states: every variable has one of the values allowed for it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube {
    /// By column: the values allowed; none if all are.
    pub columns: Vec<Option<BTreeSet<i32>>>,
}

/// A symmetry as far as tables are concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// By column: the column it becomes.
    pub columns: Vec<usize>,
    /// By column: values that become others.
    pub values: Vec<Vec<(i32, i32)>>,
}

impl Symmetry {
    fn value(&self, column: usize, value: i32) -> i32 {
        let changed = self.values[column].iter().find(|(from, _)| *from == value);
        changed.map_or(value, |(_, to)| *to)
    }

    /// The row that a row becomes.
    #[must_use]
    pub fn row(&self, row: &[i32]) -> Vec<i32> {
        let mut image = vec![0; row.len()];
        for (column, value) in row.iter().enumerate() {
            image[self.columns[column]] = self.value(column, *value);
        }
        image
    }
}

impl Cube {
    /// The cube of a single row.
    #[must_use]
    pub(crate) fn of_row(row: &[i32]) -> Cube {
        Cube { columns: row.iter().map(|value| Some(BTreeSet::from([*value]))).collect() }
    }

    /// The cube that a symmetry makes of this one.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Cube {
        let mut columns = vec![None; self.columns.len()];
        for (column, allowed) in self.columns.iter().enumerate() {
            columns[symmetry.columns[column]] = allowed.as_ref().map(|allowed| {
                allowed.iter().map(|value| symmetry.value(column, *value)).collect()
            });
        }
        Cube { columns }
    }

    /// All cubes that symmetries make of this one, itself first; none if there are more than `most`.
    #[must_use]
    pub fn orbit(&self, symmetries: &[Symmetry], most: usize) -> Option<Vec<Cube>> {
        let mut known = BTreeSet::from([self.clone()]);
        let mut all = vec![self.clone()];
        let mut next = 0;
        while next < all.len() {
            for symmetry in symmetries {
                let image = all[next].image(symmetry);
                if known.insert(image.clone()) {
                    if all.len() == most {
                        return None;
                    }
                    all.push(image);
                }
            }
            next += 1;
        }
        Some(all)
    }

    /// How many columns it says something about.
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.columns.iter().flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cube, Symmetry};

    #[test]
    fn orbits_are_closed_under_products() {
        let neighbours = |columns: [usize; 3]| Symmetry {
            columns: columns.to_vec(),
            values: vec![Vec::new(); 3],
        };
        let mut cube = Cube::of_row(&[1, 0, 0]);
        cube.columns[1..].fill(None);
        let orbit = cube.orbit(&[neighbours([1, 0, 2]), neighbours([0, 2, 1])], 10);
        assert_eq!(orbit.map(|all| all.len()), Some(3));
        assert_eq!(cube.orbit(&[neighbours([1, 0, 2]), neighbours([0, 2, 1])], 2), None);
    }
}
