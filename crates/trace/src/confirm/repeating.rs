//! Runs that go on for ever, and runs that end.

use analysis::{Bounds, LocalBounds, diagonals};
use network::Goal;
use network::features::Features;
use zones::Rational;

use super::confirm::{Confirm, Stay};
use super::stuck;
use crate::budget::Budget;
use crate::error::TraceError;
use crate::times::Told;
use engine::goal::constraining;
use engine::search::RunEnd;
use reference::{Concrete, EdgeInstance, Ending, Run};

impl Confirm<'_> {
    /// The run of these transitions, the last of which are a loop. Where clocks stand still, zones do not show that it can be
    /// gone round for ever: then it must come back to the state in which it began.
    pub(super) fn repeating(
        &self,
        edges: &[Vec<EdgeInstance>],
        stay: Stay,
        ending: &Ending,
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let closing = match ending {
            Ending::Repeats { renaming, .. } if self.has_stopwatches && !renaming.is_empty() => {
                return Err(TraceError::GaveUp);
            }
            Ending::Repeats { from, .. } => self.has_stopwatches.then_some(*from),
            _ => None,
        };
        let times = self.times((edges, Some(stay), closing), None, budget)?;
        let run = self.replayed(edges, &times, |_| ending.clone(), budget)?;
        self.staying(stay, run, budget)
    }

    /// The run at these moments, if the definition agrees that it stays within the predicate and may end like this.
    pub(super) fn ending(
        &self,
        edges: &[Vec<EdgeInstance>],
        times: &[Rational],
        (stay, end): (Stay, RunEnd),
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let ending = |delay| match end {
            RunEnd::Delay => Ending::DelaysForever,
            RunEnd::Stuck => Ending::Stuck(delay),
        };
        let run = self.staying(stay, self.replayed(edges, times, ending, budget)?, budget)?;
        match run.ending {
            Ending::Stuck(delay) if self.has_stopwatches => {
                self.stuck_for_ever((edges, times), stay, (run, delay), budget)
            }
            _ => Ok(run),
        }
    }

    /// The run to a state that is stuck, until time may pass no further. What zones say of deadlocks is approximate where clocks stand
    /// still, and so is what they say of predicates over clocks after delays.
    fn stuck_for_ever(
        &self,
        (edges, times): (&[Vec<EdgeInstance>], &[Rational]),
        stay: Stay,
        (run, delay): (Run, Rational),
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let mut state = Concrete::of(self.network, run.last());
        state.delay(delay)?;
        if !stuck::satisfies(&mut state, &Goal::Deadlock)? {
            return Err(TraceError::GaveUp);
        }
        if self.goals[usize::from(stay.after_goal)].is_discrete() {
            return Ok(run);
        }
        let more = stuck::longest_delay(&mut state)?.ok_or(TraceError::GaveUp)?;
        let mut times = times.to_vec();
        let last = times.last_mut().ok_or(TraceError::GaveUp)?;
        *last = last.checked_add(more).ok_or(TraceError::GaveUp)?;
        let longer = self.replayed(edges, &times, Ending::Stuck, budget)?;
        self.staying(stay, longer, budget)
    }

    /// Are there times for these transitions within a predicate? Where that takes too long to find out, there may be.
    pub fn may_stay(
        &self,
        transitions: &[Vec<EdgeInstance>],
        stay: Stay,
        budget: &mut Budget<'_>,
    ) -> Result<bool, TraceError> {
        match self.times((transitions, Some(stay), None), None, budget) {
            Ok(_) | Err(TraceError::GaveUp) => Ok(true),
            Err(TraceError::NoTimes) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What may still be told about each clock in a discrete state.
    pub(super) fn told(&self, cells: &[i32]) -> Vec<Told> {
        let goals = constraining(&self.goals, self.network);
        let mut at = Bounds::default();
        let bounds = LocalBounds::of(self.network, &goals, true);
        bounds.at(&cells[..self.network.processes.len()], &mut at);
        let largest = at.lower.iter().zip(&at.upper).map(|(lower, upper)| *lower.max(upper));
        let told = |largest| match largest {
            zones::NONE => Told::Nothing,
            largest => Told::UpTo(largest),
        };
        let mut told: Vec<Told> = largest.map(told).collect();
        match diagonals(self.network, &goals) {
            Ok(found) if !Features::of(self.network).clock_copies => {
                let compared = found.iter().flat_map(|each| [each.left, each.right]);
                compared.for_each(|clock| told[clock] = Told::Exactly);
            }
            // What one clock is matters for what another becomes.
            _ => told.fill(Told::Exactly),
        }
        told
    }
}
