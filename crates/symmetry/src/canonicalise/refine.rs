//! Exact representatives by colour refinement.
//!
//! The canonical labelling of McKay ("Practical graph isomorphism", 1981), for states instead of graphs:
//!
//! 1. An ordered partition of the elements is split by numbers that belong to single elements, then by links
//!    between elements, as often as that tells elements apart. Only discrete data so far, so that (unless
//!    step 3 must search) the discrete part of the representative does not depend on the zone: states are
//!    compared by inclusion of zones only if their discrete parts are equal.
//! 2. Within its cells elements are told apart by bounds on their clocks: first by numbers that respect the
//!    order of the clocks, then by hashes of all their differences.
//! 3. A cell whose members are twins (each exchange fixes the state, checked bound by bound) may be
//!    ordered in any way. If there are other cells left, `search.rs` tries their members one after the other.
//!
//! Everything an order is derived from is invariant under permutations, so all states of an orbit have
//! the same sequence of partitions up to renaming, hence the same representative, unless the search of step 3
//! exceeds its budget: then a representative is chosen that another state of the orbit may not share, which is
//! sound and costs states. There is no assumption about the zone. A hash that is the same for different things splits less than it might: it costs time,
//! but neither soundness nor exactness.

use std::cmp::Ordering;

use super::twins::Swap;
use crate::group::action::Action;
use crate::group::structure::{Element, Permutation, Structure};
use program::State;

use super::clock_keys::{ClockKeys, Open, settle};
use super::discrete_keys::DiscreteKeys;
use super::partition::Partition;
use super::search::LabelSearch;
use super::try_all::compare;
use super::{Canonicaliser, Counters};

/// Children of the search tree that one state may take unless told otherwise. No model we know needs any.
const BUDGET: u64 = 4096;

#[derive(Clone, Debug)]
pub struct Refine {
    pub(super) keys: Keys,
    partition: Partition,
    open: Open,
    search: LabelSearch,
    permutation: Permutation,
    result: State,
}

/// What tells elements apart.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub action: Action,
    pub discrete: DiscreteKeys,
    pub clocks: ClockKeys,
    pub swap: Swap,
    pub counters: Counters,
}

impl Refine {
    /// For states of a structure whose first `key_cells` cells are the discrete state.
    #[must_use]
    pub fn new(structure: &Structure, key_cells: usize) -> Refine {
        Refine::with_budget(structure, key_cells, BUDGET)
    }

    /// The same with a limit on the children of the search tree of one state. When it is reached, the
    /// least representative so far is taken.
    #[must_use]
    pub fn with_budget(structure: &Structure, key_cells: usize, budget: u64) -> Refine {
        let action = Action::new(structure, key_cells);
        Refine {
            partition: Partition::default(),
            open: Open::new(),
            search: LabelSearch::new(budget),
            permutation: Permutation::identity(action.elements()),
            result: State::blank(),
            keys: Keys {
                discrete: DiscreteKeys::new(&action),
                clocks: ClockKeys::new(&action),
                swap: Swap::new(&action),
                action,
                counters: Counters::default(),
            },
        }
    }

    /// Tells elements apart by everything but trying. Are discrete data settled?
    fn refine(&mut self, state: &State, rows: &[usize]) -> bool {
        let Refine { keys, partition, open, search, .. } = self;
        open.clear();
        partition.reset(keys.action.sorts());
        keys.discrete.split_by_numbers(&keys.action, &state.cells, partition);
        if partition.is_discrete() {
            return true;
        }
        let linked = keys.discrete.find_links(&keys.action, &state.cells);
        if linked {
            keys.counters.rounds += keys.discrete.refine(partition, &mut 0);
            if partition.is_discrete() {
                return true;
            }
        }
        let settled = !linked || keys.is_discretely_settled(&state.cells, partition);
        if !settled {
            search.keep_coarse(partition);
        }
        if keys.action.moves_clocks() && !rows.is_empty() {
            keys.clocks.load(&keys.action, rows);
            if !keys.clocks.is_single() {
                keys.swap.load(rows);
            }
            keys.refine_by_clocks(state, partition, open);
        }
        settled
    }
}

impl Keys {
    /// Are the members of each cell twins as far as discrete data are concerned?
    fn is_discretely_settled(&self, cells: &[i32], partition: &Partition) -> bool {
        partition.open_cells().all(|start| {
            let members = partition.members(start);
            members.iter().all(|each| !self.discrete.is_linked(*each))
                || members[1..]
                    .iter()
                    .all(|each| self.swap.fixes_cells(&self.action, cells, members[0], *each))
        })
    }

    /// Step 2; what it leaves is in `open`.
    fn refine_by_clocks(&mut self, state: &State, partition: &mut Partition, open: &mut Open) {
        let Keys { action, clocks, swap, counters, .. } = self;
        let zone = &state.zone;
        clocks.split_by_bounds(zone, partition);
        if partition.is_discrete() {
            return;
        }
        open.push((0, partition.order().len()));
        let mut are_twins =
            |clocks: &mut ClockKeys, members: &[u32]| clocks.are_twins(action, swap, zone, members);
        settle(partition, open, |members| are_twins(clocks, members));
        if open.is_empty() {
            return;
        }
        counters.rounds += 1;
        clocks.split_by_ranks(zone, partition, open);
        settle(partition, open, |members| are_twins(clocks, members));
        counters.rounds += clocks.refine(action, zone, partition, open, are_twins).rounds;
    }
}

/// Makes a permutation that puts elements into this order.
pub(super) fn place(order: &[u32], permutation: &mut Permutation) {
    for (position, element) in (0u32..).zip(order) {
        permutation.image[*element as usize] = Element(position);
    }
}

impl Canonicaliser for Refine {
    fn canonicalise(&mut self, state: &mut State, rows: &[usize]) -> &Permutation {
        self.keys.counters.calls += 1;
        let settled = self.refine(state, rows);
        if settled && self.open.is_empty() {
            place(self.partition.order(), &mut self.permutation);
            if !self.permutation.is_identity() {
                self.keys.action.apply(&self.permutation, state, rows, &mut self.result);
                std::mem::swap(state, &mut self.result);
            }
        } else {
            let Refine { keys, partition, search, permutation, result, .. } = self;
            search.run(keys, partition, !settled, state, rows);
            search.take_best(permutation, result);
            if compare(state, result, keys.action.key_cells()) == Ordering::Equal {
                permutation.clone_from(&Permutation::identity(keys.action.elements()));
            } else {
                std::mem::swap(state, result);
            }
        }
        self.keys.counters.identities += u64::from(self.permutation.is_identity());
        &self.permutation
    }

    fn moves_clocks(&self) -> bool {
        self.keys.action.moves_clocks()
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn counters(&self) -> Counters {
        self.keys.counters
    }
}
