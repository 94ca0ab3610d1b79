//! `E[]`, `A<>` and `-->`.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use network::{Goal, Network};

use super::prepare::Prepared;
use crate::goal::{GoalCode, negated, normal};
use crate::plan::{Plan, PlanError};
use crate::search::{
    Examiner, Found, LassoOutcome, LassoSpace, LiveSpace, Outcome, RunEnd, lasso, reach,
};
use crate::semantics::{Entry, Semantics};
use crate::state::{Participant, State};
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};
use crate::watch::{Progress, StopReason, Watch};

/// A maximal run found, as steps from where the search started.
pub(super) struct Maximal {
    /// The transitions.
    pub steps: Vec<Vec<Participant>>,
    /// Where the loop starts, or why the run may end.
    pub tail: Result<usize, RunEnd>,
}

/// What a search for a maximal run says.
pub(super) enum Answered {
    Run(Maximal),
    NoRun,
    Stopped(StopReason),
    Faulted(Fault),
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
    let stay = if eventually { negated(goal) } else { normal(goal) };
    let prepared = Prepared::new(network, std::slice::from_ref(&stay), &[], &[], &plan)?;
    let mut space = live_space(&prepared, &plan, &prepared.goals[0]);
    let answered = match space.graph.semantics.initial(network, Entry::Bare) {
        Err(fault) => Answered::Faulted(fault),
        Ok(None) => Answered::NoRun,
        Ok(Some(entry)) => maximal_run(&mut space, &entry, watch),
    };
    let found = |run: bool| if run == eventually { Verdict::Fails } else { Verdict::Holds };
    let verdict = match answered {
        Answered::Run(_) => Ok(found(true)),
        Answered::NoRun => Ok(found(false)),
        Answered::Stopped(reason) => Ok(Verdict::Unknown(Undecided::Stopped(reason))),
        Answered::Faulted(fault) => Err(RuntimeFault { fault, run: None }),
    };
    let stats = Stats {
        progress: space.progress(),
        seconds: started.elapsed().as_secs_f64(),
        ..Stats::default()
    };
    Ok(Answer { verdict, values: Vec::new(), run: None, plan, stats })
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
    let mut live = live_space(&prepared, &plan, &prepared.goals[1]);
    let fault = RefCell::new(None);
    let examiner: Examiner<'_> = Box::new(|semantics: &mut Semantics<'_>, state: &State| {
        for piece in prepared.goals[0].pieces(semantics, state)? {
            let entry = State { cells: state.cells.clone(), zone: piece };
            match maximal_run(&mut live, &entry, &mut Shared(&shared)) {
                Answered::Run(_) => return Ok(Found::Goal),
                Answered::NoRun => {}
                Answered::Stopped(reason) => return Ok(Found::Stopped(reason)),
                Answered::Faulted(found) => {
                    *fault.borrow_mut() = Some(found);
                    return Err(found);
                }
            }
        }
        Ok(Found::Nothing)
    });
    let mut space = prepared.space(&plan, examiner);
    let outcome = reach(&mut space, &mut *prepared.frontier(&plan), &mut Shared(&shared));
    let verdict = match outcome {
        Outcome::Found(_) => Ok(Verdict::Fails),
        Outcome::Exhausted => Ok(Verdict::Holds),
        Outcome::Stopped(reason) => Ok(Verdict::Unknown(Undecided::Stopped(reason))),
        Outcome::Faulted(_, fault) => Err(RuntimeFault { fault, run: None }),
    };
    let stats = super::reachability::stats(&space, started);
    drop(space);
    Ok(Answer { verdict, values: Vec::new(), run: None, plan, stats })
}

fn live_space<'p>(prepared: &'p Prepared<'_>, plan: &Plan, stay: &GoalCode) -> LiveSpace<'p> {
    LiveSpace::new(prepared.graph(plan, Entry::Bare), stay.clone(), prepared.store(plan))
}

/// Searches for a maximal run from the valuations of `entry` that stay within the predicate.
pub(super) fn maximal_run(
    space: &mut LiveSpace<'_>,
    entry: &State,
    watch: &mut dyn Watch,
) -> Answered {
    let roots = match space.within(entry) {
        Ok(roots) => roots,
        Err(fault) => return Answered::Faulted(fault),
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
            LassoOutcome::Faulted(_, fault) => return Answered::Faulted(fault),
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
