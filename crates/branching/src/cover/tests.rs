use std::collections::BTreeSet;

use super::{Policy, cover};
use crate::cube::{Cube, Symmetry};
use crate::set::StateSet;
use crate::table::Table;

/// All rows of three values from 0 to 2.
fn rows() -> Table {
    let digit = |number: i32, at: u32| number / 3i32.pow(at) % 3;
    Table::new(3, (0..27).flat_map(|number| (0..3).map(move |at| digit(number, at))).collect())
}

fn covering(wanted: impl Fn(&[i32]) -> bool, symmetries: &[Symmetry]) -> (Policy, StateSet) {
    let table = rows();
    let set = StateSet::of(table.rows(), |row| wanted(table.row(row)));
    let policy = cover(&table, &set, symmetries, &mut || true).expect("it is small");
    let mut covered = StateSet::empty(table.rows());
    for cube in policy.covers.iter().flat_map(|cover| &cover.images) {
        covered.union(&table.members(cube));
    }
    assert_eq!(covered, set, "exactly what is wanted is covered");
    assert_eq!(policy.covers.iter().map(|cover| cover.states).sum::<usize>(), set.len());
    (policy, set)
}

fn cube(columns: [Option<&[i32]>; 3]) -> Cube {
    let allowed = |values: &[i32]| values.iter().copied().collect::<BTreeSet<i32>>();
    Cube { columns: columns.into_iter().map(|column| column.map(allowed)).collect() }
}

#[test]
fn columns_are_given_up_and_widened() {
    let (policy, _) = covering(|row| row[0] == 1 && row[2] != 0, &[]);
    assert_eq!(policy.covers.len(), 1);
    assert_eq!(policy.covers[0].images, [cube([Some(&[1]), None, Some(&[1, 2])])]);
    assert_eq!(policy.covers[0].states, 6);
}

#[test]
fn what_covers_most_comes_first_and_what_is_covered_is_counted_once() {
    let (policy, _) = covering(|row| row[0] == 1 || (row[1] == 2 && row[2] == 2), &[]);
    let states: Vec<usize> = policy.covers.iter().map(|cover| cover.states).collect();
    assert_eq!(states, [9, 2]);
}

#[test]
fn images_under_symmetries_are_one_cover() {
    let exchange = Symmetry { columns: vec![1, 0, 2], values: vec![Vec::new(); 3] };
    let (policy, _) = covering(|row| row[0] == 2 || row[1] == 2, &[exchange]);
    assert_eq!(policy.covers.len(), 1);
    assert_eq!(policy.covers[0].images.len(), 2);
}

#[test]
fn symmetries_may_change_values() {
    // The values 0 and 2 are exchanged in the first column, and nothing else.
    let exchange =
        Symmetry { columns: vec![0, 1, 2], values: vec![vec![(0, 2), (2, 0)], vec![], vec![]] };
    let one = cube([Some(&[0, 1]), None, Some(&[1])]);
    assert_eq!(one.image(&exchange), cube([Some(&[1, 2]), None, Some(&[1])]));
    assert_eq!(exchange.row(&[2, 0, 1]), [0, 0, 1]);
}

#[test]
fn rows_that_are_not_in_the_table_do_not_matter() {
    // Without the row (1, 0), the first column alone tells what is wanted.
    let table = Table::new(2, vec![0, 0, 0, 1, 1, 1]);
    let wanted = StateSet::of(3, |row| row == 2);
    let policy = cover(&table, &wanted, &[], &mut || true).expect("it is small");
    assert_eq!(policy.covers[0].images[0].conditions(), 1);
}

#[test]
fn it_stops_when_asked_to() {
    let table = rows();
    assert_eq!(cover(&table, &StateSet::full(27), &[], &mut || false), None);
}
