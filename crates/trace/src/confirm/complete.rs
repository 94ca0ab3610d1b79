//! A run of a slice as a run of the whole network.
//!
//! What was left out follows: select variables that make no difference take their least values, and processes that
//! only stand by receive the broadcasts they hear. The result is replayed like any other.

use analysis::Slice;
use network::{Goal, Network};
use reference::{Concrete, EdgeInstance, Ending, ReplayError, Run, RunStep, candidates_at, replay};
use zones::Rational;

use crate::budget::Budget;
use crate::error::TraceError;

/// A run of the whole network, and whether its loop is as long as it was.
pub struct Completed {
    pub run: Run,
    pub same_length: bool,
}

/// Completes a run of a slice, in which these goals were looked for.
pub fn complete(
    whole: &Network,
    goals: &[&Goal],
    slice: &Slice,
    run: &Run,
    budget: &mut Budget<'_>,
) -> Result<Completed, TraceError> {
    let state = Concrete::initial(whole);
    let mut walk = Completion { slice, state, steps: Vec::new(), memories: Vec::new() };
    walk.remember();
    for step in &run.steps {
        budget.check()?;
        walk.step(step)?;
    }
    let mut comes_back = true;
    let ending = match &run.ending {
        Ending::Fails { delay, transition } => {
            walk.delay(*delay)?;
            Ending::Fails { delay: *delay, transition: walk.whole(transition) }
        }
        Ending::Repeats { from, renaming } if renaming.is_empty() => {
            let closed = walk.close(&run.steps[*from..], *from, budget)?;
            comes_back = closed.is_some();
            Ending::Repeats { from: closed.unwrap_or(*from), renaming: Vec::new() }
        }
        Ending::Repeats { .. } | Ending::Arrives(_) | Ending::DelaysForever | Ending::Stuck(_) => {
            run.ending.clone()
        }
    };
    let same_length = comes_back && walk.steps.len() == run.steps.len();
    let mut replayed = replay(whole, &walk.steps, ending.clone(), &mut || budget.allows());
    if replayed == Err(ReplayError::Ending)
        && let Ending::Fails { delay, transition } = &ending
        && transition.is_empty()
        && goals.iter().any(|goal| walk.state.satisfies(goal).is_err())
    {
        // Everything can be evaluated but a goal.
        let arrives = Ending::Arrives(*delay);
        replayed = replay(whole, &walk.steps, arrives, &mut || budget.allows());
        replayed = replayed.map(|run| Run { ending, ..run });
    }
    budget.check()?;
    Ok(Completed { run: replayed.map_err(TraceError::Replay)?, same_length })
}

/// The most rounds of a loop until what was left out repeats too.
const MOST_ROUNDS: usize = 64;

/// Follows a run in the whole network.
struct Completion<'n> {
    slice: &'n Slice,
    state: Concrete<'n>,
    steps: Vec<(Rational, Vec<EdgeInstance>)>,
    /// The variables before each step and after the last.
    memories: Vec<Vec<i32>>,
}

impl Completion<'_> {
    fn remember(&mut self) {
        let slots = self.state.discrete.network.state_slots();
        self.memories.push(self.state.discrete.memory[..slots].to_vec());
    }

    fn delay(&mut self, delay: Rational) -> Result<(), TraceError> {
        let possible = self.state.delay(delay)?;
        let problem = TraceError::Replay(ReplayError::Delay(self.steps.len()));
        if possible { Ok(()) } else { Err(problem) }
    }

    fn step(&mut self, step: &RunStep) -> Result<(), TraceError> {
        self.delay(step.delay)?;
        let transition = self.whole(&step.transition);
        let taken = self.state.take(&transition)?;
        taken.ok_or(TraceError::Infeasible(self.steps.len()))?;
        self.steps.push((step.delay, transition));
        self.remember();
        Ok(())
    }

    /// A transition with all who take part in it.
    fn whole(&mut self, transition: &[EdgeInstance]) -> Vec<EdgeInstance> {
        let whole = self.state.discrete.network;
        let bound = |each: &EdgeInstance| {
            let place = (each.process, each.edge);
            let bindings = self.slice.bindings(whole, place, &each.bindings);
            EdgeInstance { process: each.process, edge: each.edge, bindings }
        };
        let known: Vec<EdgeInstance> = transition.iter().map(bound).collect();
        let left_out = &self.slice.left_out.processes;
        // Without a transition, it is the query or a guard that is invalid.
        if left_out.is_empty() || known.is_empty() {
            return known;
        }
        let Concrete { discrete, valuation, .. } = &mut self.state;
        let all = candidates_at(discrete, valuation).unwrap_or_default();
        let fits = |edges: &Vec<EdgeInstance>| {
            let kept = edges.iter().filter(|edge| !left_out.contains(&edge.process));
            kept.eq(known.iter())
        };
        all.into_iter().map(|candidate| candidate.edges).find(fits).unwrap_or(known)
    }

    /// Goes round a loop until what was left out has come back too; from where on the run repeats. None if it does
    /// not come back soon, or not at the moments of the first round: then one round is all there is to show, and what
    /// was left out may differ in the next.
    fn close(
        &mut self,
        round: &[RunStep],
        from: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>, TraceError> {
        let once = self.steps.len();
        let mut starts = vec![from];
        for _ in 0..MOST_ROUNDS {
            let last = &self.memories[self.memories.len() - 1];
            if let Some(start) = starts.iter().find(|start| self.memories[**start] == *last) {
                return Ok(Some(*start));
            }
            starts.push(self.memories.len() - 1);
            for step in round {
                budget.check()?;
                if self.step(step).is_err() {
                    self.steps.truncate(once);
                    return Ok(None);
                }
            }
        }
        self.steps.truncate(once);
        Ok(None)
    }
}
