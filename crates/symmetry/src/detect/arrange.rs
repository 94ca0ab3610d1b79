//! Making the best of the automorphisms of a network.
//!
//! A group that is larger than what exchanges and rings give is arranged in one of two ways: the narrowest
//! exchanges become sorts, and what maps these sorts to each other is listed (robots that have interchangeable
//! arms each); or everything is listed (the corners of a cube). Whichever says more is used.

use std::collections::{BTreeMap, BTreeSet};

use network::ProcessId;
use num_bigint::BigUint;

use super::automorphisms::AutomorphismSearch;
use super::network::{Detector, exchange, order};
use super::orbits::Orbits;
use crate::renaming::total::Renaming;
use crate::validate::found::{Found, FoundGraph, FoundSort, Member};

/// The most exchanges that are tried for their width.
const MOST_EXCHANGES: usize = 1024;

impl Detector<'_> {
    /// Looks for symmetries of no particular kind, and uses them if they are more than what is known.
    pub(crate) fn others(&mut self) {
        if self.is_complete() {
            return;
        }
        let found = AutomorphismSearch::new(&self.validator).run();
        let known = self.order(&self.found);
        if found.order <= known {
            return;
        }
        let nested = self.nested(&found.generators);
        let listed = self.with_graph(Vec::new(), &found.generators);
        let (nested_order, listed_order) = (self.order(&nested), self.order(&listed));
        let (most, best) = if nested_order >= listed_order {
            (nested_order, nested)
        } else {
            (listed_order, listed)
        };
        if most > known {
            self.found = best;
        }
    }

    /// Are all processes that have a colour in common known to be interchangeable?
    fn is_complete(&self) -> bool {
        let mut cells: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (number, colour) in self.validator.colours.processes.iter().enumerate() {
            cells.entry(*colour).or_default().push(number);
        }
        cells.values().filter(|cell| cell.len() > 1).all(|cell| {
            self.found.sorts.iter().any(|sort| {
                let moves_two = |renaming: &Renaming| {
                    let moves = |at: &&usize| renaming.processes[**at] as usize != **at;
                    cell.iter().filter(moves).count() == 2
                };
                sort.exchanges.len() + 1 == cell.len()
                    && sort.exchanges.iter().all(moves_two)
                    && !self.is_too_wide(&sort.exchanges[0], cell)
            })
        })
    }

    /// Does an exchange move other processes along without need, as far as colours tell?
    fn is_too_wide(&self, exchange: &Renaming, cell: &[usize]) -> bool {
        let moved = exchange.processes.iter().enumerate();
        let moved = moved.filter(|(at, image)| *at != **image as usize).count();
        if moved == 2 {
            return false;
        }
        let image = |at: usize| match exchange.processes[at] as usize {
            image if cell.contains(&at) => image,
            _ => at,
        };
        let all = (0..exchange.processes.len()).map(|at| (ProcessId::at(at), image(at)));
        let pairs: Vec<_> = all.map(|(from, to)| (from, ProcessId::at(to))).collect();
        AutomorphismSearch::new(&self.validator).is_conceivable(&pairs)
    }

    /// How many symmetries can be used.
    fn order(&self, found: &Found) -> BigUint {
        order(self.validator.network, found)
    }

    /// What narrow exchanges and these renamings give.
    fn nested(&self, generators: &[Renaming]) -> Found {
        let mut exchanges: Vec<(usize, ProcessId, ProcessId, Renaming)> = Vec::new();
        for (left, right) in self.pairs(generators) {
            let candidate = exchange(Member::Process(left), Member::Process(right));
            if let Ok(renaming) = self.validator.validate(&candidate)
                && !renaming.moves_locations()
            {
                let width = (0u32..).zip(&renaming.processes).filter(|(at, to)| at != *to).count();
                exchanges.push((width, left, right, renaming));
            }
        }
        exchanges.sort_by_key(|(width, left, right, _)| (*width, *left, *right));
        let mut detector = self.emptied();
        for (_, left, right, renaming) in exchanges {
            let (left, right) = (Member::Process(left), Member::Process(right));
            if !detector.orbits.same(left, right) {
                detector.fits(left, right, renaming);
            }
        }
        detector.values();
        let sorts = std::mem::take(&mut detector.found.sorts);
        self.with_graph(sorts, generators)
    }

    /// Pairs of processes that are carried to each other by some of these renamings.
    fn pairs(&self, generators: &[Renaming]) -> Vec<(ProcessId, ProcessId)> {
        let mut orbits = Orbits::default();
        generators.iter().for_each(|renaming| orbits.join(renaming));
        let count = self.validator.network.processes.len();
        let all = (0..count).flat_map(|right| (0..right).map(move |left| (left, right)));
        let all = all.map(|(left, right)| (ProcessId::at(left), ProcessId::at(right)));
        let same = |(left, right): &(ProcessId, ProcessId)| {
            orbits.same(Member::Process(*left), Member::Process(*right))
        };
        all.filter(same).take(MOST_EXCHANGES).collect()
    }

    /// These sorts, and renamings that are listed besides them.
    fn with_graph(&self, sorts: Vec<FoundSort>, generators: &[Renaming]) -> Found {
        let moved: BTreeSet<usize> = generators
            .iter()
            .flat_map(|renaming| renaming.processes.iter().enumerate())
            .filter(|(at, image)| *at != **image as usize)
            .map(|(at, _)| at)
            .collect();
        let members = moved.into_iter().map(ProcessId::at).collect();
        let graph = FoundGraph { members, generators: generators.to_vec() };
        let mut found = self.emptied().found;
        found.sorts = sorts;
        found.graph = Some(graph);
        found.rejected = self.found.rejected.clone();
        found
    }
}
