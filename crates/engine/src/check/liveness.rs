//! `E[]`, `A<>` and `-->`.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use network::{Goal, Network};

use super::prepare::Prepared;
use super::witness;
use crate::concrete::Run;
use crate::goal::{GoalCode, negated, normal};
use crate::plan::{Plan, PlanError};
use crate::search::{
    Examiner, Found, LassoOutcome, LassoSpace, LiveSpace, Outcome, RunEnd, ZoneSpace, lasso, reach,
};
use crate::semantics::{Entry, Semantics};
use crate::state::{Participant, State};
use crate::store::NodeId;
use crate::trace::{Stay, TraceError, Wanted, transitions_to};
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};
use crate::watch::{Progress, StopReason, Watch};

/// A maximal run found, as steps from where the search started.
struct Maximal {
    /// The transitions.
    steps: Vec<Vec<Participant>>,
    /// Where the loop starts, or why the run may end.
    tail: Result<usize, RunEnd>,
}

/// What a search for a maximal run says.
enum Answered {
    Run(Maximal),
    NoRun,
    Stopped(StopReason),
    Faulted(Vec<Vec<Participant>>, Fault),
}

/// Is there a maximal run on which the goal holds throughout? With `eventually`: is there none on which
/// it never holds, that is, does every maximal run satisfy it somewhere?
pub(super) fn always(
    network: &Network,
    goal: &Goal,
    plan: Plan,
    watch: &mut dyn Watch,
    eventually: bool,
) -> Result<Answer, PlanError> {
    let started = Instant::now();
    let stay = [if eventually { negated(goal) } else { normal(goal) }];
    let prepared = Prepared::new(network, &stay, &[], &[], &plan)?;
    let mut space = live_space(&prepared, &plan, &prepared.goals[0]);
    let answered = match space.graph.semantics.initial(network, Entry::Bare) {
        Err(fault) => Answered::Faulted(Vec::new(), fault),
        Ok(None) => Answered::NoRun,
        Ok(Some(entry)) => maximal_run(&mut space, &entry, watch),
    };
    let stats = Stats {
        progress: space.progress(),
        seconds: started.elapsed().as_secs_f64(),
        ..Stats::default()
    };
    let verdict = |run: bool| if run == eventually { Verdict::Fails } else { Verdict::Holds };
    let mut answer = Answer::new(Ok(verdict(false)), plan, stats);
    match answered {
        Answered::NoRun => {}
        Answered::Run(maximal) => {
            answer.verdict = Ok(verdict(true));
            if witness::is_wanted(&answer.plan) {
                let stays = Stay { from: 0, after_goal: false };
                let wanted = Wanted::Maximal(stays, maximal.tail);
                let run = witness::confirm(network, &stay, &maximal.steps, &wanted);
                answer.found(run, None, !eventually);
            }
        }
        Answered::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Answered::Faulted(steps, fault) => {
            let attempted = std::mem::take(&mut space.graph.semantics.attempted);
            let run = witness::confirm(network, &[], &steps, &Wanted::Fault(attempted)).ok();
            answer.verdict = Err(RuntimeFault { fault, run });
        }
    }
    Ok(answer)
}

/// Does the first goal always lead to the second?
pub(super) fn leads_to(
    network: &Network,
    first: &Goal,
    second: &Goal,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let started = Instant::now();
    let goals = [normal(first), negated(second)];
    let prepared = Prepared::new(network, &goals, &[], &[], &plan)?;
    let shared = RefCell::new(watch);
    let found = RefCell::new(None);
    let mut live = live_space(&prepared, &plan, &prepared.goals[1]);
    let examiner: Examiner<'_> = Box::new(|semantics: &mut Semantics<'_>, state: &State| {
        for piece in prepared.goals[0].pieces(semantics, state)? {
            let entry = State { cells: state.cells.clone(), zone: piece };
            match maximal_run(&mut live, &entry, &mut Shared(&shared)) {
                Answered::Run(maximal) => {
                    *found.borrow_mut() = Some(maximal);
                    return Ok(Found::Goal);
                }
                Answered::NoRun => {}
                Answered::Stopped(reason) => return Ok(Found::Stopped(reason)),
                Answered::Faulted(_, fault) => return Err(fault),
            }
        }
        Ok(Found::Nothing)
    });
    let mut space = prepared.space(&plan, examiner);
    let outcome = reach(&mut space, &mut *prepared.frontier(&plan), &mut Shared(&shared));
    let stats = super::reachability::stats(&space, started);
    let mut answer = Answer::new(Ok(Verdict::Holds), plan, stats);
    match outcome {
        Outcome::Exhausted => {}
        Outcome::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Outcome::Faulted(node, fault) => {
            answer.verdict = Err(witness::fault(network, &mut space, node, fault));
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(Verdict::Fails);
            if let Some(maximal) = found.borrow_mut().take()
                && witness::is_wanted(&answer.plan)
            {
                let run = violation(network, &goals, &mut space, node, maximal);
                answer.found(run, None, false);
            }
        }
    }
    drop(space);
    Ok(answer)
}

/// The run to a node and on from there along a maximal run.
fn violation(
    network: &Network,
    goals: &[Goal],
    space: &mut ZoneSpace<'_>,
    node: NodeId,
    maximal: Maximal,
) -> Result<Run, TraceError> {
    let mut transitions = transitions_to(space, node)?;
    let from = transitions.len();
    transitions.extend(maximal.steps);
    let tail = maximal.tail.map(|start| start + from);
    let wanted = Wanted::Maximal(Stay { from, after_goal: true }, tail);
    witness::confirm(network, goals, &transitions, &wanted)
}

fn live_space<'p>(prepared: &'p Prepared<'_>, plan: &Plan, stay: &GoalCode) -> LiveSpace<'p> {
    LiveSpace::new(prepared.graph(plan, Entry::Bare), stay.clone(), prepared.store(plan))
}

/// Searches for a maximal run from the valuations of `entry` that stay within the predicate.
fn maximal_run(space: &mut LiveSpace<'_>, entry: &State, watch: &mut dyn Watch) -> Answered {
    let roots = match space.within(entry) {
        Ok(roots) => roots,
        Err(fault) => return Answered::Faulted(Vec::new(), fault),
    };
    for root in roots {
        match lasso(space, root, watch) {
            LassoOutcome::None => {}
            LassoOutcome::Loop { steps, from } => {
                return Answered::Run(Maximal { steps, tail: Ok(from) });
            }
            LassoOutcome::End { steps, end } => {
                return Answered::Run(Maximal { steps, tail: Err(end) });
            }
            LassoOutcome::Stopped(reason) => return Answered::Stopped(reason),
            LassoOutcome::Faulted(steps, fault) => return Answered::Faulted(steps, fault),
        }
    }
    Answered::NoRun
}

/// One watch for a search within a search.
struct Shared<'a, 'w>(&'a RefCell<&'w mut dyn Watch>);

impl Watch for Shared<'_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.0.borrow_mut().expanded(progress)
    }
}
