//! Leaving out detours of a run.
//!
//! Where a run comes back to the same locations and variables, what happened in between can mostly be left out; so
//! can what a process does alone until it is back at the same location. Whether clocks, variables and others agree is found
//! out by trying, the longest detours first.

use std::collections::HashMap;
use std::hash::Hash;

use super::budget::Budget;
use super::confirm::{Confirm, Wanted};
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
            for detour in self.detours(&path) {
                let kept = (0..path.len()).filter(|step| detour.binary_search(step).is_err());
                let shorter: Vec<_> = kept.map(|step| path[step].clone()).collect();
                let Some(rest) = left.checked_sub(shorter.len() + 1) else { return shortest };
                left = rest;
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
    fn detours(&self, path: &[Vec<Participant>]) -> Vec<Vec<usize>> {
        let mut detours = self.rounds(path);
        for process in 0..self.network.processes.len() {
            detours.extend(self.rounds_of(process, path));
        }
        detours.retain(|steps| !steps.is_empty());
        detours.sort_by_key(|steps| steps.len().wrapping_neg());
        detours
    }

    /// From each state to where the locations and variables are last the same.
    fn rounds(&self, path: &[Vec<Participant>]) -> Vec<Vec<usize>> {
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
        last_same(&keys).map(|(from, to)| (from..to).collect()).collect()
    }

    /// What a process does alone until it is last at the same location.
    fn rounds_of(&self, process: usize, path: &[Vec<Participant>]) -> Vec<Vec<usize>> {
        let is_its = |each: &Participant| each.process as usize == process;
        let its: Vec<_> = (0..path.len()).filter(|step| path[*step].iter().any(is_its)).collect();
        let target = |step: &usize| {
            let taken = path[*step].iter().find(|each| is_its(each))?;
            Some(self.program.edge(taken.process, taken.edge).target)
        };
        let initial = self.network.processes[process].initial.0;
        let places: Vec<_> = std::iter::once(Some(initial)).chain(its.iter().map(target)).collect();
        let rounds = last_same(&places).map(|(from, to)| its[from..to].to_vec());
        rounds.filter(|steps| steps.iter().all(|step| path[*step].len() == 1)).collect()
    }
}

/// From each place of a list to where the same is last.
fn last_same<K: Eq + Hash>(keys: &[K]) -> impl Iterator<Item = (usize, usize)> {
    let last: HashMap<&K, usize> = keys.iter().zip(0..).collect();
    keys.iter().enumerate().map(move |(from, key)| (from, last[key]))
}
