//! A set of states as a few cubes: the states in it are generalised one by one, as prime implicants are found
//! from minterms (Quine, 1952), where states that are not in the table do not matter.

use crate::cube::{Cube, Symmetry};
use crate::set::StateSet;
use crate::table::Table;

/// The most images of one cube.
const MOST_IMAGES: usize = 4096;
/// How many bits may be looked at for each state that is generalised; more orders are tried where that is cheap.
const BUDGET: usize = 1 << 31;

/// Cubes that cover exactly a set of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// In order: what covers most of the rest comes first.
    pub covers: Vec<Cover>,
}

/// A cube with its images under the symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    /// The cube first, then its images.
    pub images: Vec<Cube>,
    /// How many states they describe that those before them do not.
    pub states: usize,
}

/// Covers a set of rows by cubes that have no other row of the table in them. Both the table and the set must be
/// closed under the symmetries. None if `go_on` says so, or if some cube has too many images.
#[must_use]
pub fn cover(
    table: &Table,
    wanted: &StateSet,
    symmetries: &[Symmetry],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Policy> {
    let mut others = wanted.clone();
    others.complement();
    let mut left = wanted.clone();
    let mut found: Vec<(Vec<Cube>, StateSet)> = Vec::new();
    while let Some(seed) = left.first() {
        let cube = largest(table, seed, &others, wanted, go_on)?;
        let images = cube.orbit(symmetries, MOST_IMAGES)?;
        let members = union(table, &images);
        left.subtract(&members);
        found.push((images, members));
    }
    Some(Policy { covers: selected(found, wanted) })
}

fn union(table: &Table, cubes: &[Cube]) -> StateSet {
    let mut all = StateSet::empty(table.rows());
    cubes.iter().for_each(|cube| all.union(&table.members(cube)));
    all
}

/// The largest of the cubes that some orders of the columns make of a row.
fn largest(
    table: &Table,
    seed: usize,
    others: &StateSet,
    wanted: &StateSet,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Cube> {
    let width = table.width();
    let tests: usize = (0..width).map(|column| table.values(column).len()).sum();
    let cost = table.rows().saturating_mul(width).saturating_mul(tests.max(1)).max(1);
    let orders = (BUDGET / cost).clamp(1, width.max(1));
    let mut best: Option<(usize, usize, Cube)> = None;
    for first in 0..orders {
        if !go_on() {
            return None;
        }
        let start = first * width / orders;
        let order: Vec<usize> = (0..width).map(|at| (start + at) % width).collect();
        let cube = generalised(table, seed, others, &order);
        let size = table.members(&cube).common(wanted);
        let conditions = cube.conditions();
        let better = best
            .as_ref()
            .is_none_or(|(most, least, _)| size > *most || (size == *most && conditions < *least));
        if better {
            best = Some((size, conditions, cube));
        }
    }
    best.map(|(_, _, cube)| cube)
}

/// A cube around a row to which nothing can be added: first whole columns are given up in this order, then
/// values are added to the others.
fn generalised(table: &Table, seed: usize, others: &StateSet, order: &[usize]) -> Cube {
    let mut cube = Cube::of_row(table.row(seed));
    let is_pure = |cube: &Cube| !table.members(cube).intersects(others);
    for column in order {
        let kept = cube.columns[*column].take();
        if !is_pure(&cube) {
            cube.columns[*column] = kept;
        }
    }
    for column in order {
        for value in table.values(*column) {
            let Some(allowed) = &mut cube.columns[*column] else { break };
            if allowed.insert(value) && !is_pure(&cube) {
                cube.columns[*column].as_mut().map(|allowed| allowed.remove(&value));
            }
        }
    }
    cube
}

/// As few of these as are found by taking what covers most of the rest, again and again.
fn selected(mut found: Vec<(Vec<Cube>, StateSet)>, wanted: &StateSet) -> Vec<Cover> {
    let mut left = wanted.clone();
    let mut covers = Vec::new();
    while !left.is_empty() {
        // Of equals, the first: `max_by_key` would give the last.
        let best = (0..found.len()).rev().max_by_key(|at| found[*at].1.common(&left));
        let Some(best) = best else { break };
        let (images, members) = found.swap_remove(best);
        let states = members.common(&left);
        left.subtract(&members);
        covers.push(Cover { images, states });
    }
    covers
}

#[cfg(test)]
mod tests;
