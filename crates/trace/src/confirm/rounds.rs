//! How many rounds of polling loops a trace takes.
//!
//! A search adds what any number of rounds leads to at once (`engine::graph::Accelerate`), without saying how many. When each
//! transition happens says for how long each loop was gone round, and that says how often: the least number of rounds
//! that can take so long. With that many rounds written out, the trace is one like any other.

use analysis::{DelayInterval, End};
use zones::Rational;

use super::confirm::Confirm;
use super::walk::Walk;
use crate::budget::Budget;
use crate::error::TraceError;
use program::{Participant, Transition};
use reference::EdgeInstance;

/// Transitions of one run that are still written out: a longer one helps nobody.
const MOST_TRANSITIONS: usize = 1 << 20;

/// A transition of the model, and perhaps rounds of a loop after it.
#[derive(Clone, Debug)]
pub struct Leg {
    pub transition: Vec<Participant>,
    pub(crate) rounds: Option<Rounds>,
}

/// Rounds of a loop; how many is not known.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    /// The transitions of one, without the partners that take part and change nothing.
    pub edges: Vec<Vec<Participant>>,
    /// Does anybody else take part?
    pub has_partners: bool,
    /// For how long one can take.
    pub delay: DelayInterval,
    /// For how long all of them take at least.
    pub least: End,
    /// Which of the clocks that the last edge sets is that of the loop.
    pub reset: usize,
}

impl Leg {
    /// The transitions alone, if no rounds come between them.
    pub fn plain(legs: Vec<Leg>) -> Result<Vec<Vec<Participant>>, Vec<Leg>> {
        if legs.iter().any(|leg| leg.rounds.is_some()) {
            return Err(legs);
        }
        Ok(legs.into_iter().map(|leg| leg.transition).collect())
    }
}

impl Rounds {
    /// The least number of rounds that can take so long.
    fn number(&self, duration: Rational) -> Option<usize> {
        let upper = self.delay.upper?;
        let parts = i128::from(duration.denominator()) * i128::from(upper.at);
        let taken = i128::from(duration.numerator());
        let number = if upper.open { taken / parts + 1 } else { (taken + parts - 1) / parts };
        usize::try_from(number.max(1)).ok()
    }
}

impl Confirm<'_> {
    /// The transitions of a trace with all rounds written out: as many as it takes to arrive at the first goal or, if
    /// there is one, at an attempt to take a transition.
    pub fn with_rounds(
        &self,
        legs: &[Leg],
        attempted: Option<&Transition>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Participant>>, TraceError> {
        let mut walk = Walk::new(self, 0);
        walk.steps(&[], None, budget)?;
        let mut legs = legs.to_vec();
        for leg in &mut legs {
            budget.check()?;
            walk.step(&self.instances(&leg.transition))?;
            if let Some(rounds) = &mut leg.rounds {
                let mut round: Vec<_> =
                    rounds.edges.iter().map(|each| self.instances(each)).collect();
                if rounds.has_partners {
                    round = walk.with_partners(&round)?;
                    rounds.edges = self.participants(&round)?;
                }
                walk.go_round(&round, rounds.reset, rounds.least)?;
            }
        }
        walk.pass()?;
        match attempted {
            Some(transition) => walk.attempt(&self.instances(transition)),
            None => walk.arrive(self.codes.first().ok_or(TraceError::GoalMissed)?)?,
        }
        written_out(&legs, &walk.durations(budget)?)
    }

    /// Transitions in the numbers of the program.
    fn participants(
        &self,
        transitions: &[Vec<EdgeInstance>],
    ) -> Result<Vec<Vec<Participant>>, TraceError> {
        let participant = |instance: &EdgeInstance| {
            let codes = &self.program.processes[instance.process.index()].edges;
            let edge = codes.iter().position(|code| {
                code.edge == instance.edge && *code.bindings == *instance.bindings
            });
            let edge = edge.and_then(|edge| u32::try_from(edge).ok());
            Some(Participant { process: instance.process.0, edge: edge? })
        };
        let transition = |edges: &Vec<EdgeInstance>| edges.iter().map(participant).collect();
        let all: Option<Vec<_>> = transitions.iter().map(transition).collect();
        all.ok_or(TraceError::Infeasible(0))
    }
}

/// The transitions with so many rounds that each takes its duration.
fn written_out(legs: &[Leg], durations: &[Rational]) -> Result<Vec<Vec<Participant>>, TraceError> {
    let mut transitions = Vec::new();
    let mut durations = durations.iter();
    for leg in legs {
        transitions.push(leg.transition.clone());
        let Some(rounds) = &leg.rounds else { continue };
        let number = durations.next().and_then(|duration| rounds.number(*duration));
        let number = number.ok_or(TraceError::NoTimes)?;
        let more = number.checked_mul(rounds.edges.len());
        if more.is_none_or(|more| more > MOST_TRANSITIONS - transitions.len().min(MOST_TRANSITIONS))
        {
            return Err(TraceError::TooManySteps);
        }
        for _ in 0..number {
            transitions.extend(rounds.edges.iter().cloned());
        }
    }
    Ok(transitions)
}
