//! `E[]`, `A<>` and `-->`.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use network::{Goal, Network, ProcessId};

use super::prepare::Prepared;
use super::witness;
use crate::concrete::{Ending, Run};
use crate::goal::{GoalCode, negated, normal};
use crate::graph::{Record, Renamed};
use crate::plan::{Plan, PlanError};
use crate::search::{
    Examiner, Found, LassoOutcome, LassoSpace, LiveSpace, Outcome, RunEnd, lasso, reach,
};
use crate::semantics::{Entry, Semantics};
use crate::state::{Participant, State};
use crate::symmetry::Renaming;
use crate::trace::{Path, Stay, Step, TraceError, Unfolding, Wanted, path_to};
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};
use crate::watch::{Progress, StopReason, Watch};

/// A maximal run found, as steps from where the search started.
struct Maximal {
    /// How the state the search started in was renamed.
    start: Option<Renamed>,
    /// The steps.
    steps: Vec<Step>,
    /// Where the loop starts, or why the run may end.
    tail: Result<usize, RunEnd>,
}

/// What a search for a maximal run says.
enum Answered {
    Run(Maximal),
    NoRun,
    Stopped(StopReason),
    Faulted(Vec<Step>, Fault),
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
        symmetry: space.graph.symmetry_stats(),
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
                let run = maximal_witness(&prepared, &stay, Path::default(), stays, &maximal);
                answer.found(run, None, !eventually);
            }
        }
        Answered::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Answered::Faulted(steps, fault) => {
            // The run is only known where no renaming was involved.
            let attempted = std::mem::take(&mut space.graph.semantics.attempted);
            let plain = steps.iter().map(|step| step.transition.clone()).collect::<Vec<_>>();
            let run = witness::confirm(network, &[], &plain, &Wanted::Fault(attempted)).ok();
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
            answer.verdict = Err(witness::fault(&prepared, &answer.plan, &mut space, node, fault));
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(Verdict::Fails);
            if let Some(maximal) = found.borrow_mut().take()
                && witness::is_wanted(&answer.plan)
            {
                let run = path_to(&prepared, &answer.plan, &mut space, node).and_then(|path| {
                    let stay = Stay { from: path.steps.len(), after_goal: true };
                    maximal_witness(&prepared, &goals, path, stay, &maximal)
                });
                answer.found(run, None, false);
            }
        }
    }
    drop(space);
    Ok(answer)
}

/// The most steps a loop that closes only up to renaming is written out to.
const MOST_STEPS: usize = 400;

/// The run along a path and on from there along a maximal run, in terms of the real model.
fn maximal_witness(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    prefix: Path,
    stay: Stay,
    maximal: &Maximal,
) -> Result<Run, TraceError> {
    let mut unfolding = Unfolding::new(prepared, prefix.start.as_ref());
    let mut transitions = Vec::new();
    for step in &prefix.steps {
        transitions.push(unfolding.step(step)?);
    }
    unfolding.undo(maximal.start.as_ref());
    let mut at_loop = unfolding.back().clone();
    for (number, step) in maximal.steps.iter().enumerate() {
        if maximal.tail == Ok(number) {
            at_loop = unfolding.back().clone();
        }
        transitions.push(unfolding.step(step)?);
    }
    let wanted = match maximal.tail {
        Err(end) => Wanted::End(stay, end),
        Ok(start) => {
            let from = prefix.steps.len() + start;
            // One round leads from the real state to its image under this renaming.
            let round = at_loop.inverse().then(unfolding.back());
            let renaming = repeat(&unfolding, &mut transitions, from, &round)?;
            Wanted::Loop(stay, Ending::Repeats { from, renaming })
        }
    };
    witness::confirm(prepared.network, goals, &transitions, &wanted)
}

/// Repeats a loop, renamed each time, until it really closes. If that takes too long it is left as it is,
/// and what each process becomes is returned.
fn repeat(
    unfolding: &Unfolding<'_, '_>,
    transitions: &mut Vec<Vec<Participant>>,
    from: usize,
    round: &Renaming,
) -> Result<Vec<(ProcessId, ProcessId)>, TraceError> {
    let first: Vec<_> = transitions[from..].to_vec();
    let mut renamings = Vec::new();
    let mut renaming = round.clone();
    while !renaming.is_identity() {
        if (renamings.len() + 2) * first.len() > MOST_STEPS {
            let moved = (0u32..).zip(&round.processes).filter(|(from, to)| from != *to);
            return Ok(moved.map(|(from, to)| (ProcessId(from), ProcessId(*to))).collect());
        }
        renamings.push(renaming.clone());
        renaming = renaming.then(round);
    }
    for renaming in renamings {
        for transition in &first {
            transitions.push(unfolding.rename(&renaming, transition)?);
        }
    }
    Ok(Vec::new())
}

fn live_space<'p>(prepared: &'p Prepared<'_>, plan: &Plan, stay: &GoalCode) -> LiveSpace<'p> {
    let record = Record::default();
    let graph = prepared.recorded_graph(plan, Entry::Bare, Some(Record::clone(&record)));
    LiveSpace::new(graph, stay.clone(), prepared.store(plan), record)
}

/// Searches for a maximal run from the valuations of `entry` that stay within the predicate.
fn maximal_run(space: &mut LiveSpace<'_>, entry: &State, watch: &mut dyn Watch) -> Answered {
    let roots = match space.within(entry) {
        Ok(roots) => roots,
        Err(fault) => return Answered::Faulted(Vec::new(), fault),
    };
    for (start, root) in roots {
        match lasso(space, root, watch) {
            LassoOutcome::None => {}
            LassoOutcome::Loop { steps, from } => {
                return Answered::Run(Maximal { start, steps, tail: Ok(from) });
            }
            LassoOutcome::End { steps, end } => {
                return Answered::Run(Maximal { start, steps, tail: Err(end) });
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
