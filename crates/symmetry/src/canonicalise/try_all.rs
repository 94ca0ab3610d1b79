//! Exact representatives by trying every permutation: slow, but obviously right. The oracle of the tests.

use std::cmp::Ordering;

use crate::group::action::Action;
use crate::group::structure::{Permutation, Sort, Structure};
use program::State;

use super::{Canonicaliser, Counters};

/// Takes the least state of each orbit: by discrete state, then by zone.
#[derive(Clone, Debug)]
pub struct TryAll {
    action: Action,
    group: Vec<Permutation>,
    /// The place of the best permutation in the group.
    best: usize,
    trial: State,
    least: State,
    counters: Counters,
}

impl TryAll {
    /// For states of a structure whose first `key_cells` cells are the discrete state. Nothing if the
    /// group has more than `limit` permutations.
    #[must_use]
    pub fn new(structure: &Structure, key_cells: usize, limit: usize) -> Option<TryAll> {
        let action = Action::new(structure, key_cells);
        let factors = structure.sorts.iter().flat_map(|sort| 1..=sort.size as usize);
        let order = factors.map(Some).reduce(|order, factor| order?.checked_mul(factor?));
        if order.unwrap_or(Some(1)).is_none_or(|order| order > limit) {
            return None;
        }
        let mut group = vec![Permutation::identity(action.elements())];
        for sort in action.sorts() {
            group = extend(&group, sort);
        }
        let (trial, least, counters) = (State::blank(), State::blank(), Counters::default());
        Some(TryAll { action, group, best: 0, trial, least, counters })
    }

    /// All permutations, the identity first.
    #[must_use]
    pub fn group(&self) -> &[Permutation] {
        &self.group
    }
}

/// All products of these permutations and those of a sort.
fn extend(group: &[Permutation], sort: &Sort) -> Vec<Permutation> {
    let mut all = group.to_vec();
    // Permutations of the first few elements of the sort, then one more of them.
    for size in 1..sort.size {
        let next = sort.first + size;
        let transposed = |permutation: &Permutation, other: u32| {
            let mut image = permutation.image.clone();
            image.swap(next as usize, other as usize);
            Permutation { image }
        };
        let more: Vec<Permutation> = all
            .iter()
            .flat_map(|each| (sort.first..next).map(|other| transposed(each, other)))
            .collect();
        all.extend(more);
    }
    all
}

impl Canonicaliser for TryAll {
    fn canonicalise(&mut self, state: &mut State, rows: &[usize]) -> &Permutation {
        self.counters.calls += 1;
        self.best = 0;
        self.least.copy_from(state);
        for (number, permutation) in self.group.iter().enumerate().skip(1) {
            self.action.apply(permutation, state, rows, &mut self.trial);
            if compare(&self.trial, &self.least, self.action.key_cells()) == Ordering::Less {
                self.best = number;
                std::mem::swap(&mut self.trial, &mut self.least);
            }
        }
        std::mem::swap(state, &mut self.least);
        self.counters.identities += u64::from(self.best == 0);
        &self.group[self.best]
    }

    fn moves_clocks(&self) -> bool {
        self.action.moves_clocks()
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}

/// The order of states: discrete parts first, `meta` never.
pub(super) fn compare(left: &State, right: &State, key_cells: usize) -> Ordering {
    let cells = left.cells[..key_cells].cmp(&right.cells[..key_cells]);
    cells.then_with(|| left.zone.rows().cmp(right.zone.rows()))
}
