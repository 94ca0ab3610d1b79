//! Runs to invalid evaluations.

use network::eval::Fault;
use zones::Rational;

use super::confirm::Confirm;
use super::walk::Walk;
use crate::budget::Budget;
use crate::error::TraceError;
use reference::{Concrete, Discrete, EdgeInstance, Ending, ReplayError, Run, candidates};

type Transitions = Vec<Vec<EdgeInstance>>;

impl Confirm<'_> {
    /// The run along transitions to one that cannot be evaluated. Where maximal runs may end, searches look
    /// ahead by one transition, so that the fault may be there.
    pub(super) fn failing(
        &self,
        edges: &[Vec<EdgeInstance>],
        (transition, fault): (&[EdgeInstance], &Fault),
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let problem = match self.failing_at(edges, transition, budget) {
            Ok(run) => return Ok(run),
            Err(problem) => problem,
        };
        for (edges, transition) in self.ahead(edges, fault) {
            budget.check()?;
            if let Ok(run) = self.failing_at(&edges, &transition, budget) {
                return Ok(run);
            }
        }
        Err(problem)
    }

    /// The run to a transition that cannot be evaluated or, if that is empty, to a state in which something else
    /// cannot be: an invariant at the start, a guard, a goal.
    fn failing_at(
        &self,
        edges: &[Vec<EdgeInstance>],
        transition: &[EdgeInstance],
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let mut start = Concrete::initial(self.network);
        let fails = |delay: Rational| Ending::Fails { delay, transition: transition.to_vec() };
        if edges.is_empty() && start.is_valid().is_err() {
            let (start, steps) = (start.snapshot(), Vec::new());
            return Ok(Run { start, steps, ending: fails(Rational::ZERO) });
        }
        let mut walk = Walk::new(self, 0);
        walk.steps(edges, None, budget)?;
        walk.pass()?;
        walk.attempt(transition);
        let times = walk.solve(budget)?;
        let run = self.replayed(edges, &times, fails, budget);
        if run != Err(TraceError::Replay(ReplayError::Ending)) || !transition.is_empty() {
            return run;
        }
        let mut arrived = self.replayed(edges, &times, Ending::Arrives, budget)?;
        let Ending::Arrives(delay) = arrived.ending else { return run };
        let mut state = Concrete::of(self.network, arrived.last());
        state.delay(delay)?;
        if !self.goals.iter().any(|goal| state.satisfies(goal).is_err()) {
            return run;
        }
        arrived.ending = fails(delay);
        Ok(arrived)
    }

    /// Where such a fault may be at the end of a path or one transition further.
    fn ahead(
        &self,
        edges: &[Vec<EdgeInstance>],
        fault: &Fault,
    ) -> Vec<(Transitions, Vec<EdgeInstance>)> {
        let is_same = |other: &Fault| {
            let kinds = [&fault.kind, &other.kind].map(std::mem::discriminant);
            kinds[0] == kinds[1] && fault.origin == other.origin
        };
        let mut end = Discrete::initial(self.network);
        if edges.iter().any(|transition| end.fire(transition).is_err()) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut states = vec![(edges.to_vec(), end)];
        for further in [true, false] {
            let mut next = Vec::new();
            for (path, mut state) in states {
                found.push((path.clone(), Vec::new()));
                for candidate in candidates(&mut state).unwrap_or_default() {
                    let mut after = state.clone();
                    let fired = after.fire(&candidate.edges).and_then(|_| after.invariants());
                    match fired {
                        Err(other) if is_same(&other) => {
                            found.push((path.clone(), candidate.edges))
                        }
                        Ok(Some(_)) if further => {
                            let longer = path.iter().cloned().chain([candidate.edges]).collect();
                            next.push((longer, after));
                        }
                        _ => {}
                    }
                }
            }
            states = next;
        }
        found
    }
}
