//! Representatives by sorting substates: Hendriks, Behrmann, Larsen, Niebert and Vaandrager,
//! "Adding symmetry reduction to Uppaal", Figure 3.
//!
//! The substate of an element is what belongs to it: locations, variables, clocks. Substates are compared in this
//! order, clocks by which of them is never larger, and sorted by swapping neighbours. That is canonical only if
//! nothing belongs to two elements, no variable holds one, and all clocks of the zone are comparable
//! (Theorem 4.14 there). The last fails after extrapolation, where "neither is before the other" is not transitive:
//! hence a sort with a fixed number of steps. Like UPPAAL's prototype we also look at which variables hold an
//! element.

use std::cmp::Ordering;

use zones::{Bound, Zone};

use super::twins::Swap;
use crate::group::action::Action;
use crate::group::structure::{Permutation, Structure};
use program::State;

use super::refine::place;
use super::{Canonicaliser, Counters};

#[derive(Clone, Debug)]
pub struct SortSubstates {
    action: Action,
    rows: Swap,
    order: Vec<u32>,
    permutation: Permutation,
    result: State,
    counters: Counters,
}

impl SortSubstates {
    /// For states of a structure whose first `key_cells` cells are the discrete state.
    #[must_use]
    pub fn new(structure: &Structure, key_cells: usize) -> SortSubstates {
        let action = Action::new(structure, key_cells);
        SortSubstates {
            rows: Swap::new(&action),
            order: Vec::new(),
            permutation: Permutation::identity(action.elements()),
            result: State::blank(),
            counters: Counters::default(),
            action,
        }
    }

    /// Is the substate of one element before that of another of its sort?
    fn is_before(&self, state: &State, left: u32, right: u32) -> bool {
        let cells = self.compare_cells(&state.cells, left, right);
        let held = cells.then_with(|| self.compare_held(&state.cells, left, right));
        match held {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.is_clock_before(&state.zone, left, right),
        }
    }

    /// Compares locations and variables.
    fn compare_cells(&self, cells: &[i32], left: u32, right: u32) -> Ordering {
        let value = |element: u32, cell: u32| {
            let cell = cell as usize;
            let own = self.action.cells().members(cell).len() == 1;
            let held = self.action.element(cell, cells[cell]);
            let counts = own && cell < self.action.key_cells();
            // That an element is held counts, but which one does not: names are no data.
            counts.then(|| match held {
                None => (0, cells[cell]),
                Some(held) => (1 + i32::from(held != element), 0),
            })
        };
        let of = |element: u32| {
            let touching = self.action.cells().touching(element).iter();
            touching.filter_map(move |cell| value(element, *cell))
        };
        of(left).cmp(of(right))
    }

    /// Compares by the first cell that belongs to no element and holds one of the two.
    fn compare_held(&self, cells: &[i32], left: u32, right: u32) -> Ordering {
        let references = self.action.references().iter().map(|cell| *cell as usize);
        let keys = references.take_while(|cell| *cell < self.action.key_cells());
        let mut held = keys
            .filter(|cell| self.action.cells().members(*cell).is_empty())
            .filter_map(|cell| self.action.element(cell, cells[cell]));
        match held.find(|held| *held == left || *held == right) {
            None => Ordering::Equal,
            Some(first) => (first == left).cmp(&(first == right)),
        }
    }

    /// Is a clock never larger than its counterpart, and all before it equal?
    fn is_clock_before(&self, zone: &Zone, left: u32, right: u32) -> bool {
        let clocks = self.action.clocks();
        let row = |clock: &u32| self.rows.row(*clock as usize);
        let own = |clock: &&u32| clocks.members(**clock as usize).len() == 1;
        let mine = clocks.touching(left).iter().filter(own).map(row);
        let pairs = mine.zip(clocks.touching(right).iter().filter(own).map(row));
        for (mine, other) in pairs {
            if mine == 0 || other == 0 {
                if mine == other {
                    continue;
                }
                return mine == 0;
            }
            let not_larger = zone.satisfies(mine, other, Bound::LE_ZERO);
            if !not_larger || !zone.satisfies(other, mine, Bound::LE_ZERO) {
                return not_larger;
            }
        }
        false
    }
}

impl Canonicaliser for SortSubstates {
    fn canonicalise(&mut self, state: &mut State, rows: &[usize]) -> &Permutation {
        self.counters.calls += 1;
        self.rows.load(rows);
        self.order.clear();
        self.order.extend((0u32..).take(self.action.elements()));
        for number in 0..self.action.sorts().len() {
            let sort = &self.action.sorts()[number];
            let (from, to) = (sort.first as usize, (sort.first + sort.size) as usize);
            for done in from + 1..to {
                for at in (done..to).rev() {
                    if self.is_before(state, self.order[at], self.order[at - 1]) {
                        self.order.swap(at, at - 1);
                    }
                }
            }
        }
        place(&self.order, &mut self.permutation);
        if self.permutation.is_identity() {
            self.counters.identities += 1;
        } else {
            self.action.apply(&self.permutation, state, rows, &mut self.result);
            std::mem::swap(state, &mut self.result);
        }
        &self.permutation
    }

    fn moves_clocks(&self) -> bool {
        self.action.moves_clocks()
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}
