//! Leaving out detours of a run.
//!
//! Where a run comes back to the same locations and variables, what happened in between can mostly be left out; so
//! can what a process does alone until it is back at the same location. Whether clocks, variables and others agree is found
//! out by trying, the longest detours first.

use std::collections::HashMap;
use std::hash::Hash;

use super::confirm::{Confirm, Wanted};
use crate::budget::Budget;
use program::Participant;
use reference::{Discrete, Run};

/// Steps of all attempts together: shortening is to cost little.
const MOST_STEPS: usize = 1 << 13;

impl Confirm<'_> {
    /// A run to the same goal without the detours of these transitions that are easily left out; nothing if there
    /// are none.
    pub fn shortened(
        &self,
        transitions: &[Vec<Participant>],
        budget: &mut Budget<'_>,
    ) -> Option<Run> {
        let mut left = MOST_STEPS;
        let mut shortest = None;
        let mut path = transitions.to_vec();
        'again: while !path.is_empty() {
            let Detours { strands, longest_first } = self.detours(&path);
            for Detour { strand, from, to } in longest_first {
                let remaining = path.len() - (to - from);
                let Some(rest) = left.checked_sub(remaining + 1) else { return shortest };
                left = rest;
                let detour = &strands[strand][from..to];
                let kept = (0..path.len()).filter(|step| detour.binary_search(step).is_err());
                let shorter: Vec<_> = kept.map(|step| path[step].clone()).collect();
                if let Ok(run) = self.run(&shorter, &Wanted::Goal, budget) {
                    shortest = Some(run);
                    path = shorter;
                    continue 'again;
                }
                if !budget.allows() {
                    return shortest;
                }
            }
            break;
        }
        shortest
    }

    /// The steps that may be detours, the most first.
    fn detours(&self, path: &[Vec<Participant>]) -> Detours {
        let mut strands = vec![(0..path.len()).collect()];
        let all = self.rounds(path).into_iter();
        let mut found: Vec<Detour> = all.map(|(from, to)| Detour { strand: 0, from, to }).collect();
        for process in 0..self.network.processes.len() {
            let (its, rounds) = self.rounds_of(process, path);
            let strand = strands.len();
            found.extend(rounds.into_iter().map(|(from, to)| Detour { strand, from, to }));
            strands.push(its);
        }
        found.retain(|detour| detour.from < detour.to);
        found.sort_by_key(|detour| (detour.to - detour.from).wrapping_neg());
        Detours { strands, longest_first: found }
    }

    /// From each state to where the locations and variables are last the same.
    fn rounds(&self, path: &[Vec<Participant>]) -> Vec<(usize, usize)> {
        let mut state = Discrete::initial(self.network);
        let carried = self.program.layout.carried - self.program.layout.processes;
        let mut keys = Vec::with_capacity(path.len() + 1);
        for number in 0..=path.len() {
            keys.push((state.locations.clone(), state.memory[..carried].to_vec()));
            let step = path.get(number).map(|step| self.instances(step));
            if step.is_some_and(|step| state.fire(&step).is_err()) {
                break;
            }
        }
        last_same(&keys).collect()
    }

    /// The steps of a process, and what of them it does alone until it is last at the same location.
    fn rounds_of(
        &self,
        process: usize,
        path: &[Vec<Participant>],
    ) -> (Vec<usize>, Vec<(usize, usize)>) {
        let is_its = |each: &Participant| each.process as usize == process;
        let its: Vec<_> = (0..path.len()).filter(|step| path[*step].iter().any(is_its)).collect();
        let target = |step: &usize| {
            let taken = path[*step].iter().find(|each| is_its(each))?;
            Some(self.program.edge(taken.process, taken.edge).target)
        };
        let initial = self.network.processes[process].initial.0;
        let places: Vec<_> = std::iter::once(Some(initial)).chain(its.iter().map(target)).collect();
        // How many of its steps it has taken with others.
        let mut together = vec![0];
        for step in &its {
            together.push(together[together.len() - 1] + usize::from(path[*step].len() > 1));
        }
        let alone = |(from, to): &(usize, usize)| together[*from] == together[*to];
        let rounds = last_same(&places).filter(alone).collect();
        (its, rounds)
    }
}

/// Steps of a path that may be left out.
struct Detours {
    /// All steps, and those of each process.
    strands: Vec<Vec<usize>>,
    longest_first: Vec<Detour>,
}

/// Some steps of a strand. Runs may be long, so they are not listed.
struct Detour {
    strand: usize,
    from: usize,
    to: usize,
}

/// From each place of a list to where the same is last.
fn last_same<K: Eq + Hash>(keys: &[K]) -> impl Iterator<Item = (usize, usize)> {
    let last: HashMap<&K, usize> = keys.iter().zip(0..).collect();
    keys.iter().enumerate().map(move |(from, key)| (from, last[key]))
}
