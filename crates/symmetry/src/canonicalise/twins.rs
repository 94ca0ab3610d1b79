//! Which elements of a state are interchangeable.
//!
//! Elements `i` and `j` of one sort are *twins* if the exchange `(i j)` fixes the state: cells,
//! the elements that cells hold, and zone. Being twins is an equivalence: `(i k)` is `(i j)(j k)(i j)`. Every
//! permutation of twins fixes the state, so a transition of one is, renamed, a transition of the other.

use zones::{Bound, Zone};

use program::State;

use crate::group::action::Action;
use crate::group::structure::Structure;

#[derive(Clone, Debug)]
pub struct Twins {
    action: Action,
    swap: Swap,
    classes: Vec<u32>,
}

impl Twins {
    /// For states of a structure whose first `key_cells` cells are the discrete state.
    #[must_use]
    pub fn new(structure: &Structure, key_cells: usize) -> Twins {
        let action = Action::new(structure, key_cells);
        let classes = vec![0; action.elements()];
        Twins { swap: Swap::new(&action), action, classes }
    }

    /// A class number for each element: neighbours with the same number are twins. `rows` gives the clock of each
    /// row of the zone.
    ///
    /// Only neighbours are compared. In states from [`super::Refine`] that finds all twins, because there
    /// twins are neighbours: elements are ordered by a sequence of splits of an ordered partition. Twins
    /// have the same keys in every split, since keys are invariant under all permutations and `(i j)`
    /// fixes the state; and where elements are picked out of a class of a partition, all their twins are
    /// picked with them. So every class of the last partition is a union of classes of twins, and as it
    /// ends only when all members of a class are twins, the classes are the same. In other states this finds
    /// fewer.
    pub fn twin_classes(&mut self, state: &State, rows: &[usize]) -> &[u32] {
        self.swap.load(rows);
        let mut class = 0;
        for sort in self.action.sorts() {
            for element in sort.first..sort.first + sort.size {
                let is_twin = element > sort.first
                    && self.swap.fixes_cells(&self.action, &state.cells, element - 1, element)
                    && self.swap.fixes_zone(&self.action, &state.zone, element - 1, element);
                class += u32::from(!is_twin);
                self.classes[element as usize] = class - 1;
            }
        }
        &self.classes
    }

    /// The classes of the last state.
    #[must_use]
    pub fn classes(&self) -> &[u32] {
        &self.classes
    }

    /// How many states are in the orbit of the last state, if only permutations of twins fix it: for each
    /// sort, the number of ways to distribute its elements over the classes.
    #[must_use]
    pub(crate) fn orbit_size(&self) -> f64 {
        let mut size = 1.0;
        for sort in self.action.sorts() {
            let classes = &self.classes[sort.first as usize..(sort.first + sort.size) as usize];
            let mut placed = 0.0;
            for twins in classes.chunk_by(|left, right| left == right) {
                for rank in 1..=twins.len() {
                    placed += 1.0;
                    size *= placed / rank as f64;
                }
            }
        }
        f64::min(size, f64::MAX)
    }
}

/// Asks whether exchanges fix a state.
#[derive(Clone, Debug)]
pub(crate) struct Swap {
    /// By clock; 0 if it is not active.
    row_of: Vec<u32>,
    active: Vec<usize>,
    /// Where the exchange at hand carries each row; the identity in between.
    row_image: Vec<usize>,
    /// The pairs of rows that it exchanges.
    exchanged: Vec<(usize, usize)>,
}

impl Swap {
    pub(crate) fn new(action: &Action) -> Swap {
        let clocks = action.clocks().movables();
        Swap {
            row_of: vec![0; clocks],
            active: Vec::new(),
            row_image: (0..=clocks).collect(),
            exchanged: Vec::new(),
        }
    }

    /// Says which clocks have rows, and which.
    pub(crate) fn load(&mut self, rows: &[usize]) {
        for clock in self.active.drain(..) {
            self.row_of[clock] = 0;
        }
        self.active.extend_from_slice(rows);
        for (clock, row) in rows.iter().zip(1..) {
            self.row_of[*clock] = row;
        }
    }

    /// The row of a clock; 0 if it has none.
    #[inline]
    pub(crate) fn row(&self, clock: usize) -> usize {
        self.row_of[clock] as usize
    }

    /// Does `(i j)` fix the discrete state?
    pub(crate) fn fixes_cells(&self, action: &Action, cells: &[i32], i: u32, j: u32) -> bool {
        let swapped = |element| swapped(element, i, j);
        // A exchange is its own inverse, so what it does to cells of j is what it does to their
        // images, cells of i.
        let touched = action.cells().touching(i).iter().map(|cell| *cell as usize);
        for cell in touched.take_while(|cell| *cell < action.key_cells()) {
            let image = action.cells().image(cell, swapped);
            if cells[image] != action.value_image(cell, cells[cell], swapped) {
                return false;
            }
        }
        let references = action.references().iter().map(|cell| *cell as usize);
        references.take_while(|cell| *cell < action.key_cells()).all(|cell| {
            let held = action.element(cell, cells[cell]);
            if held != Some(i) && held != Some(j) {
                return true;
            }
            let members = action.cells().members(cell);
            members.contains(&i) || members.contains(&j)
        })
    }

    /// Does `(i j)` fix the zone?
    pub(crate) fn fixes_zone(&mut self, action: &Action, zone: &Zone, i: u32, j: u32) -> bool {
        let clocks = action.clocks();
        self.exchanged.clear();
        for clock in clocks.touching(i) {
            let image = clocks.image(*clock as usize, |element| swapped(element, i, j));
            let (row, other) = (self.row(*clock as usize), self.row(image));
            if (row == 0) != (other == 0) {
                return false;
            }
            if row != 0 {
                self.exchanged.push((row, other));
            }
        }
        match self.exchanged[..] {
            [] => true,
            [(left, right)] => are_exchangeable(zone, &[left, right]),
            _ => self.fixes_several(zone),
        }
    }

    fn fixes_several(&mut self, zone: &Zone) -> bool {
        for (left, right) in &self.exchanged {
            self.row_image[*left] = *right;
            self.row_image[*right] = *left;
        }
        let images = &self.row_image[..zone.dim()];
        let fixed = self.exchanged.iter().all(|(left, right)| {
            let (row, other) = (zone.row(*left), zone.row(*right));
            (0..).zip(images).all(|(at, image)| {
                row[at] == other[*image] && zone.get(at, *left) == zone.get(*image, *right)
            })
        });
        for (left, right) in &self.exchanged {
            self.row_image[*left] = *left;
            self.row_image[*right] = *right;
        }
        fixed
    }
}

/// Does every exchange of two of these rows leave a zone as it is?
pub(crate) fn are_exchangeable(zone: &Zone, rows: &[usize]) -> bool {
    let [first, others @ ..] = rows else { return true };
    let Some(second) = others.first() else { return true };
    let lead = zone.row(*first);
    // Rows agree with the first one but for the places of the two; all differences within are the same.
    let distance = lead[*second];
    for other in others {
        let row = zone.row(*other);
        let (low, high) = (*first.min(other), *first.max(other));
        let agree = lead[*other] == distance
            && row[*first] == distance
            && are_equal(&row[..low], &lead[..low])
            && are_equal(&row[low + 1..high], &lead[low + 1..high])
            && are_equal(&row[high + 1..], &lead[high + 1..]);
        if !agree {
            return false;
        }
    }
    // The same for columns, read row by row. What is within has been seen.
    let last = rows[rows.len() - 1];
    let are_neighbours = rows.is_sorted() && last - *first == others.len();
    zone.rows().enumerate().all(|(at, row)| {
        if are_neighbours {
            (*first..=last).contains(&at) || are_all(&row[*first..=last], row[*first])
        } else {
            others.iter().all(|other| row[*other] == row[*first]) || rows.contains(&at)
        }
    })
}

/// Equality without looking for an early end, which the compiler vectorises.
#[inline]
fn are_equal(left: &[Bound], right: &[Bound]) -> bool {
    let differences = left.iter().zip(right).map(|(left, right)| left.raw() ^ right.raw());
    differences.fold(0, |all, each| all | each) == 0
}

#[inline]
fn are_all(bounds: &[Bound], same: Bound) -> bool {
    bounds.iter().fold(0, |all, bound| all | (bound.raw() ^ same.raw())) == 0
}

#[inline]
fn swapped(element: u32, i: u32, j: u32) -> u32 {
    if element == i {
        j
    } else if element == j {
        i
    } else {
        element
    }
}
