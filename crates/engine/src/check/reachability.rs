//! `E<>` and `A[]`.

use std::time::Instant;

use network::{Goal, Network};

use super::prepare::Prepared;
use super::witness;
use crate::goal::{GoalCode, negated, normal};
use crate::plan::{Plan, PlanError};
use crate::search::{Examiner, Found, Outcome, Space, ZoneSpace, reach};
use crate::verdict::{Answer, Stats, Undecided, Verdict};
use crate::watch::Watch;

/// Is the goal reachable? With `invariant`: does the goal hold always, that is, is its negation not
/// reachable?
pub(super) fn reachable(
    network: &Network,
    goal: &Goal,
    plan: Plan,
    watch: &mut dyn Watch,
    invariant: bool,
) -> Result<Answer, PlanError> {
    let started = Instant::now();
    let target = if invariant { negated(goal) } else { normal(goal) };
    let prepared = Prepared::new(network, std::slice::from_ref(&target), &[], &[], &plan)?;
    let mut space = prepared.space(&plan, seeks(&prepared.goals[0]));
    let outcome = reach(&mut space, &mut *prepared.frontier(&plan), watch);
    let stats = stats(&space, started);
    let yes = if invariant { Verdict::Fails } else { Verdict::Holds };
    let no = if invariant { Verdict::Holds } else { Verdict::Fails };
    let mut answer = Answer::new(Ok(no), plan, stats);
    match outcome {
        Outcome::Exhausted => {}
        Outcome::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Outcome::Faulted(node, fault) => {
            answer.verdict = Err(witness::fault(network, &mut space, node, fault));
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(yes);
            let approximate = answer.plan.approximate;
            if approximate.is_some() || witness::is_wanted(&answer.plan) {
                let run = witness::run_to(network, &target, &mut space, node);
                answer.found(run, approximate, !invariant);
            }
        }
    }
    Ok(answer)
}

/// Looks for a goal.
pub(super) fn seeks(goal: &GoalCode) -> Examiner<'_> {
    Box::new(move |semantics, state| {
        let holds = goal.holds_somewhere(semantics, state)?;
        Ok(if holds { Found::Goal } else { Found::Nothing })
    })
}

/// The figures of a search.
pub(super) fn stats(space: &ZoneSpace<'_>, started: Instant) -> Stats {
    Stats {
        progress: space.progress(),
        discrete_states: space.store.discrete_states() as u64,
        zones: space.store.zones() as u64,
        seconds: started.elapsed().as_secs_f64(),
    }
}
