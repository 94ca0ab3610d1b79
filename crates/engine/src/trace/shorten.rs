//! Leaving out detours of a run.
//!
//! Where a run comes back to the same locations and variables, what happened in between can mostly be left out.
//! Whether clocks agree is found out by trying, the longest detours first.

use std::collections::HashMap;

use super::budget::Budget;
use super::confirm::{Confirm, Wanted};
use crate::concrete::{Discrete, Run};
use crate::state::Participant;

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
            for (from, to) in self.detours(&path) {
                let shorter = [&path[..from], &path[to..]].concat();
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

    /// From which step to which a path is back at the same locations and variables, the longest detour first.
    fn detours(&self, path: &[Vec<Participant>]) -> Vec<(usize, usize)> {
        let mut state = Discrete::initial(self.network);
        let carried = self.program.layout.carried - self.program.layout.processes;
        let mut last = HashMap::new();
        let mut keys = Vec::with_capacity(path.len() + 1);
        for number in 0..=path.len() {
            let key = (state.locations.clone(), state.memory[..carried].to_vec());
            last.insert(key.clone(), number);
            keys.push(key);
            let step = path.get(number).map(|step| self.instances(step));
            if step.is_some_and(|step| state.fire(&step).is_err()) {
                break;
            }
        }
        let detour = |(number, key)| (number, last.get(key).copied().unwrap_or(number));
        let mut detours: Vec<_> = keys.iter().enumerate().map(detour).collect();
        detours.retain(|(from, to)| from < to);
        detours.sort_by_key(|(from, to)| (to - from).wrapping_neg());
        detours
    }
}
