//! `-->`.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use network::{Goal, Network};

use super::liveness::{approximation, failing_run, found, in_turn, maximal_witness};
use super::maximal_runs::{Answered, Failed, Maximal, MaximalRunSearch, Way};
use super::starts::{Starts, WithImages};
use super::witness;
use crate::plan::{Plan, PlanError};
use crate::prepared::Prepared;
use crate::trace::{Budget, Stay, TraceError, path_to};
use crate::verdict::{Answer, RuntimeFault, Undecided, Verdict};
use engine::goal::{negated, normal};
use engine::search::{Evidence, Found, Inspect, Outcome, reach};
use engine::semantics::{Semantics, StepFault};
use engine::store::NodeId;
use engine::watch::{Alarm, Progress, StopReason, Watch};
use program::State;
use reference::Run;

/// Does the first goal always lead to the second?
pub(super) fn leads_to(
    network: &Network,
    first: &Goal,
    second: &Goal,
    mut plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let goals = [normal(first), negated(second)];
    let alarm = watch.alarm();
    let shared = RefCell::new(watch);
    let by = |way, plan: Plan| {
        let prepared = Prepared::new(network, &goals, &[], &[], &plan)?.with_alarm(alarm.clone());
        let images = WithImages::of(network, &plan, &alarm)?;
        let starts = match &images {
            Some(images) => images.starts(&prepared),
            None => Starts::as_asked(&prepared, plan.clone()),
        };
        Ok(leads((&prepared, &starts), &goals, (way, plan), &shared))
    };
    let answer = in_turn(plan.clone(), by)?;
    // Of an image that is invalid and one from which a run starts, either may come first: it is to be as without images.
    if answer.verdict.is_err() && plan.symmetry.starts.take().is_some() {
        return in_turn(plan, by);
    }
    Ok(answer)
}

/// Searches, from every state in which the first goal holds, for a maximal run within the second; nothing
/// if that is not decisive.
fn leads<'n>(
    (prepared, starts): (&Prepared<'n>, &Starts<'_, 'n>),
    goals: &[Goal],
    (way, plan): (Way, Plan),
    shared: &RefCell<&mut dyn Watch>,
) -> Option<Answer> {
    let started = Instant::now();
    let search = RefCell::new(MaximalRunSearch::new(prepared, &plan, &prepared.goals[1], way));
    let ahead = RefCell::new(Ahead::default());
    let inspect = looks_ahead(starts, &search, &ahead, shared);
    let mut space = starts.prepared.space(&starts.plan, inspect);
    let frontier = &mut *starts.prepared.frontier(&starts.plan);
    let outcome = reach(&mut space, frontier, &mut Shared(shared));
    let mut evidence = space.into_evidence(outcome);
    let stats = super::reachability::stats(&evidence, started);
    let searched = Instant::now();
    let approximate = approximation(prepared.network);
    let mut answer = Answer::new(Ok(Verdict::Holds), plan, stats);
    answer.stats.progress = answer.stats.progress.plus(search.borrow().progress());
    match evidence.outcome.clone() {
        Outcome::Found(_) if ahead.borrow().run.is_none() => return None,
        Outcome::Exhausted if ahead.borrow().is_lost() => return None,
        Outcome::Exhausted => return search.borrow_mut().is_certain().then_some(answer),
        // What was met may not be real.
        Outcome::Faulted(..) if way.over_approximates() => return None,
        Outcome::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Outcome::Faulted(node, fault) => {
            let known = ((prepared, starts), goals, &mut evidence);
            let fault = fault_ahead(known, ahead.take().failed, (node, fault), &mut Shared(shared));
            answer.faulted(fault, approximate, false);
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(Verdict::Fails);
            let Ahead { image, run: maximal, .. } = ahead.take();
            let wanted = approximate.is_some() || witness::is_wanted(&answer.plan);
            if let Some(maximal) = maximal.filter(|_| wanted) {
                let known = ((prepared, starts), goals, &mut evidence);
                let run = run_from(known, (node, image), &maximal, &mut Shared(shared));
                let known = (prepared.network, goals);
                let without = (false, Verdict::Holds);
                found(&mut answer, known, run, without, &mut Shared(shared));
            }
        }
    }
    answer.stats.run_seconds = searched.elapsed().as_secs_f64();
    Some(answer)
}

/// What was found from a state in which the first goal holds, or an image of it.
#[derive(Default)]
struct Ahead {
    /// The state, and what its inspection said: a goal without a run if the search gave up.
    found: Option<(State, Result<Found, Fault>)>,
    /// Which image; 0 is the goal as asked.
    image: usize,
    run: Option<Maximal>,
    failed: Option<Failed>,
}

impl Ahead {
    /// What is to be said of a state once something was found, and the search for maximal runs is over: the same where
    /// that was, or in what includes it, since a state that was followed is inspected again when it is stored.
    fn known(&self, state: &State) -> Option<Result<Found, Fault>> {
        let (found, said) = self.found.as_ref()?;
        let is_there = state.cells == found.cells && state.zone.includes(&found.zone);
        Some(if is_there { *said } else { Ok(Found::Nothing) })
    }

    /// Was something found though the search has ended without it? What is found is always met again.
    fn is_lost(&self) -> bool {
        debug_assert!(self.found.is_none(), "what was found is met again");
        self.found.is_some()
    }
}

/// Searches from each state in which the first goal holds, and says what it finds.
fn looks_ahead<'a>(
    starts: &'a Starts<'_, '_>,
    search: &'a RefCell<MaximalRunSearch<'_>>,
    ahead: &'a RefCell<Ahead>,
    shared: &'a RefCell<&mut dyn Watch>,
) -> Inspect<'a> {
    Box::new(|semantics: &mut Semantics<'_>, state: &State| {
        if let Some(known) = ahead.borrow().known(state) {
            return known;
        }
        for (image, entry) in starts.entries(semantics, state)? {
            let mut ahead = ahead.borrow_mut();
            let said = match search.borrow_mut().from(&entry, &mut Shared(shared)) {
                Answered::NoRun => continue,
                Answered::Run(maximal) => {
                    (ahead.image, ahead.run) = (image, Some(maximal));
                    Ok(Found::Goal)
                }
                Answered::GaveUp => Ok(Found::Goal),
                Answered::Stopped(reason) => Ok(Found::Stopped(reason)),
                Answered::Faulted(fails) => Err(ahead.failed.insert(fails).fault.fault),
            };
            ahead.found = Some((state.clone(), said));
            return said;
        }
        Ok(Found::Nothing)
    })
}

/// What a run is made from: the models and how starts are found in one, the goals, the states.
type Known<'a, 's, 'n, 'e> =
    ((&'a Prepared<'n>, &'a Starts<'s, 'n>), &'a [Goal], &'a mut Evidence<'e>);

/// The run to a node where an image of the first goal holds, renamed so that it is the goal, and on from there along a maximal
/// one.
fn run_from(
    ((prepared, starts), goals, evidence): Known<'_, '_, '_, '_>,
    (node, image): (NodeId, usize),
    maximal: &Maximal,
    watch: &mut dyn Watch,
) -> Result<Run, TraceError> {
    let budget = &mut Budget::new(watch);
    let path = path_to(starts.prepared, &starts.plan, evidence, node, budget)?;
    let stem = starts.stem(prepared, &path, image)?;
    let stay = Stay { from: path.steps.len(), after_goal: true };
    maximal_witness((prepared, goals), stem, stay, maximal, budget)
}

/// A fault met at a node, or while searching from it. Where images are looked for, the run is left to a search without them.
fn fault_ahead(
    ((prepared, starts), goals, evidence): Known<'_, '_, '_, '_>,
    failed: Option<Failed>,
    (node, fault): (Option<NodeId>, StepFault),
    watch: &mut dyn Watch,
) -> RuntimeFault {
    if starts.images() > 1 {
        return RuntimeFault::new(fault.fault, Err(TraceError::GaveUp));
    }
    let (plan, budget) = (&starts.plan, &mut Budget::new(watch));
    let (Some(failed), Some(node)) = (failed, node) else {
        return witness::fault(prepared, (plan, goals), evidence, (node, fault), budget);
    };
    let path = path_to(prepared, plan, evidence, node, budget);
    let run = path.and_then(|path| failing_run((prepared, goals), &path, &failed, budget));
    RuntimeFault::new(fault.fault, run)
}

/// One watch for a search within a search.
struct Shared<'a, 'w>(&'a RefCell<&'w mut dyn Watch>);

impl Watch for Shared<'_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.0.borrow_mut().expanded(progress)
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.0.borrow_mut().working()
    }

    fn alarm(&self) -> Alarm {
        self.0.borrow().alarm()
    }
}
