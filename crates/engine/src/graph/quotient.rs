//! Layer: replace states by the representatives of their orbits.
//!
//! The quotient of a bisimilar graph by a group of automorphisms that fix the query is bisimilar to the
//! graph, so every kind of query may use it (docs/theory/representatives.md). It is the last layer: coarsening
//! commutes with renaming, because bounds are computed from what the renaming preserves.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use network::eval::Fault;

use super::{Layer, Next};
use crate::semantics::{ActiveClocks, Rows};
use crate::semantics::{RenamedRef, StepRef};
use program::State;
use symmetry::{Canonicaliser, Counters, Permutation, StateMap};
use zones::Bound;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuotientFigures {
    /// What the canonicaliser counted.
    pub counters: Counters,
    /// Time spent, estimated from samples.
    pub seconds: f64,
}

/// One state of this many is timed.
const BETWEEN_SAMPLES: u64 = 64;

/// Times a sample of the states.
#[derive(Default)]
struct Stopwatch {
    states: u64,
    sampled: u64,
    time: Duration,
}

impl Stopwatch {
    fn start(&mut self) -> Option<Instant> {
        self.states += 1;
        (self.states % BETWEEN_SAMPLES == 1).then(Instant::now)
    }

    fn stop(&mut self, started: Option<Instant>) {
        if let Some(started) = started {
            self.sampled += 1;
            self.time += started.elapsed();
        }
    }

    /// The time of all states, if the others are like the sample.
    fn seconds(&self) -> f64 {
        self.time.as_secs_f64() * (self.states as f64) / (self.sampled.max(1) as f64)
    }
}

/// Replaces states by representatives.
pub struct Quotient<'p> {
    canonicaliser: Box<dyn Canonicaliser>,
    /// Listed symmetries but the identity.
    listed: Vec<StateMap>,
    has_sorts: bool,
    moves_clocks: bool,
    active: &'p ActiveClocks,
    processes: usize,
    key_cells: usize,
    rows: Rows,
    renamed_copy: State,
    best: State,
    /// The numbers of the listed symmetries that give the least cells.
    ties: Vec<usize>,
    stopwatch: Stopwatch,
}

/// What a quotient is made of.
pub struct QuotientParts<'p> {
    pub canonicaliser: Box<dyn Canonicaliser>,
    /// Listed symmetries but the identity.
    pub listed: Vec<StateMap>,
    /// Are there elements to permute besides the listed symmetries?
    pub has_sorts: bool,
    pub active: &'p ActiveClocks,
    /// The number of processes.
    pub processes: usize,
    /// The cells that tell states apart.
    pub key_cells: usize,
}

impl<'p> Quotient<'p> {
    /// A layer of these parts.
    #[must_use]
    pub fn new(parts: QuotientParts<'p>) -> Quotient<'p> {
        Quotient {
            moves_clocks: parts.canonicaliser.moves_clocks(),
            canonicaliser: parts.canonicaliser,
            listed: parts.listed,
            has_sorts: parts.has_sorts,
            active: parts.active,
            processes: parts.processes,
            key_cells: parts.key_cells,
            rows: Rows::default(),
            renamed_copy: State::blank(),
            best: State::blank(),
            ties: Vec::new(),
            stopwatch: Stopwatch::default(),
        }
    }

    /// The least renamed copy, where there are no elements to permute besides: the cells decide, and only
    /// copies with the same cells have to be compared by their zones.
    fn least_copy(&mut self, state: &mut State) -> (usize, Permutation) {
        self.find_ties(&state.cells);
        let mut chosen = 0;
        if self.ties != [0] {
            self.active.rows(&state.cells[..self.processes], &mut self.rows);
            for (at, tie) in self.ties.iter().enumerate() {
                match tie {
                    0 => self.renamed_copy.copy_from(state),
                    _ => {
                        self.listed[tie - 1].apply(state, &self.rows.clocks, &mut self.renamed_copy)
                    }
                }
                if at == 0 || is_less(&self.renamed_copy, &self.best, self.key_cells) {
                    chosen = *tie;
                    std::mem::swap(&mut self.renamed_copy, &mut self.best);
                }
            }
            std::mem::swap(state, &mut self.best);
        }
        (chosen, Permutation::identity(0))
    }

    /// Finds the listed symmetries that make the least of these cells; 0 is the identity.
    fn find_ties(&mut self, cells: &[i32]) {
        let key_cells = self.key_cells;
        let (trial, least) = (&mut self.renamed_copy.cells, &mut self.best.cells);
        least.clear();
        least.extend_from_slice(cells);
        self.ties.clear();
        self.ties.push(0);
        for (map, number) in self.listed.iter().zip(1..) {
            map.apply_to_cells(cells, trial);
            match trial[..key_cells].cmp(&least[..key_cells]) {
                Ordering::Less => {
                    std::mem::swap(least, trial);
                    self.ties.clear();
                    self.ties.push(number);
                }
                Ordering::Equal => self.ties.push(number),
                Ordering::Greater => {}
            }
        }
    }

    /// The least of the representatives of all renamed copies.
    fn least_listed(&mut self, state: &mut State) -> (usize, Permutation) {
        self.active.rows(&state.cells[..self.processes], &mut self.rows);
        self.best.copy_from(state);
        let mut permutation =
            self.canonicaliser.canonicalise(&mut self.best, &self.rows.clocks).clone();
        let mut chosen = 0;
        for (number, map) in self.listed.iter().enumerate() {
            self.active.rows(&state.cells[..self.processes], &mut self.rows);
            map.apply(state, &self.rows.clocks, &mut self.renamed_copy);
            self.active.rows(&self.renamed_copy.cells[..self.processes], &mut self.rows);
            let found = self.canonicaliser.canonicalise(&mut self.renamed_copy, &self.rows.clocks);
            if is_less(&self.renamed_copy, &self.best, self.key_cells) {
                permutation = found.clone();
                chosen = number + 1;
                std::mem::swap(&mut self.renamed_copy, &mut self.best);
            }
        }
        std::mem::swap(state, &mut self.best);
        (chosen, permutation)
    }
}

/// Compares by cells that count, then by the order of the clocks, then by bounds. The order comes first because a zone and those
/// it includes mostly have it in common: they are renamed alike, and the larger one covers the others.
fn is_less(left: &State, right: &State, key_cells: usize) -> bool {
    let cells = left.cells[..key_cells].cmp(&right.cells[..key_cells]);
    cells
        .then_with(|| clock_order(left).cmp(clock_order(right)))
        .then_with(|| left.zone.rows().cmp(right.zone.rows()))
        .is_lt()
}

/// Of each difference of clocks: is it never positive?
fn clock_order(state: &State) -> impl Iterator<Item = bool> {
    state.zone.rows().flatten().map(|bound| *bound <= Bound::LE_ZERO)
}

impl Layer for Quotient<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let started = self.stopwatch.start();
        if !self.listed.is_empty() {
            let (listed, permutation) =
                if self.has_sorts { self.least_listed(state) } else { self.least_copy(state) };
            self.stopwatch.stop(started);
            let renamed = Some(RenamedRef { listed, permutation: &permutation });
            return next(StepRef { renamed, ..step }, state);
        }
        if self.moves_clocks {
            self.active.rows(&state.cells[..self.processes], &mut self.rows);
        }
        let permutation = self.canonicaliser.canonicalise(state, &self.rows.clocks);
        self.stopwatch.stop(started);
        next(StepRef { renamed: Some(RenamedRef { listed: 0, permutation }), ..step }, state)
    }

    fn quotient_figures(&self) -> Option<QuotientFigures> {
        let (counters, seconds) = (self.canonicaliser.counters(), self.stopwatch.seconds());
        Some(QuotientFigures { counters, seconds })
    }
}
