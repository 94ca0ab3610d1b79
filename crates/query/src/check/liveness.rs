//! `E[]`, `A<>` and `-->`.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use network::eval::Fault;
use network::features::Features;
use network::{Goal, Network, ProcessId};

use super::lassos::{Fastest, Lasso, Searched, fastest_lasso, half_units, shortest_lasso};
use super::maximal_runs::{self, Answered, Failed, Maximal, MaximalRunSearch, Way};
use super::reachability::STOPWATCHES;
use super::stopped_lassos::{RunAndTail, confirmed, run_elsewhere};
use super::witness;
use crate::plan::{Plan, PlanError, TraceOption};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, Path, Stay, TraceError, Unfolding, Wanted, path_to};
use crate::verdict::{Answer, Minimality, RuntimeFault, Stats, Undecided, Verdict};
use engine::goal::{negated, normal};
use engine::search::{Evidence, Found, Inspect, Outcome, reach};
use engine::semantics::{Entry, Semantics, StepFault};
use engine::store::NodeId;
use engine::watch::{Alarm, Progress, StopReason, Watch};
use program::{Participant, State};
use reference::{Ending, Run};
use symmetry::Renaming;

/// Is there a maximal run on which the goal holds throughout? With `eventually`: is there none on which
/// it never holds, that is, does every maximal run satisfy it somewhere?
pub(super) fn always(
    network: &Network,
    goal: &Goal,
    plan: Plan,
    watch: &mut dyn Watch,
    eventually: bool,
) -> Result<Answer, PlanError> {
    let stay = [if eventually { negated(goal) } else { normal(goal) }];
    in_turn(plan, |way, plan| {
        let prepared = Prepared::new(network, &stay, &[], &[], &plan)?.with_alarm(watch.alarm());
        Ok(stays(&prepared, &stay, (way, plan), watch, eventually))
    })
}

/// Does the first goal always lead to the second?
pub(super) fn leads_to(
    network: &Network,
    first: &Goal,
    second: &Goal,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let goals = [normal(first), negated(second)];
    let alarm = watch.alarm();
    let shared = RefCell::new(watch);
    in_turn(plan, |way, plan| {
        let prepared = Prepared::new(network, &goals, &[], &[], &plan)?.with_alarm(alarm.clone());
        Ok(leads(&prepared, &goals, (way, plan), &shared))
    })
}

/// Answers by one way after the other, until one is decisive.
fn in_turn(
    plan: Plan,
    mut by: impl FnMut(Way, Plan) -> Result<Option<Answer>, PlanError>,
) -> Result<Answer, PlanError> {
    let started = Instant::now();
    for (way, plan) in maximal_runs::ways(plan) {
        if let Some(mut answer) = by(way, plan)? {
            let making = answer.stats.run_seconds;
            answer.stats.seconds = started.elapsed().as_secs_f64() - making;
            return Ok(answer);
        }
    }
    Err(PlanError::Unsupported(
        "none of the searches for maximal runs decided the query".to_owned(),
    ))
}

/// Searches from the initial state for a maximal run within the goal; nothing if that is not decisive.
fn stays(
    prepared: &Prepared<'_>,
    stay: &[Goal],
    (way, plan): (Way, Plan),
    watch: &mut dyn Watch,
    eventually: bool,
) -> Option<Answer> {
    let mut search = MaximalRunSearch::new(prepared, &plan, &prepared.goals[0], way);
    let answered = match search.space.graph.semantics.initial(prepared.network, Entry::Bare) {
        Err(fault) => {
            let fault = search.space.graph.semantics.failed(fault);
            Answered::Faulted(Failed { start: None, steps: Vec::new(), fault })
        }
        Ok(None) => Answered::NoRun,
        Ok(Some(entry)) => search.from(&entry, watch),
    };
    let searched = Instant::now();
    let approximate = approximation(prepared.network);
    let verdict = |run: bool| if run == eventually { Verdict::Fails } else { Verdict::Holds };
    let mut answer = Answer::new(Ok(verdict(false)), plan, Stats::default());
    answer.stats.progress = search.progress();
    answer.stats.symmetry = search.space.graph.symmetry_stats();
    match answered {
        Answered::GaveUp => return None,
        Answered::NoRun => return search.is_certain().then_some(answer),
        Answered::Run(maximal) => {
            answer.verdict = Ok(verdict(true));
            if approximate.is_some() || witness::is_wanted(&answer.plan) {
                let stays = Stay { from: 0, after_goal: false };
                let budget = &mut Budget::new(watch);
                let path = Path::default();
                let run = maximal_witness((prepared, stay), path, stays, &maximal, budget);
                let known = (prepared.network, stay);
                found(&mut answer, known, run, (!eventually, verdict(false)), watch);
            }
        }
        Answered::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Answered::Faulted(failed) => {
            let budget = &mut Budget::new(watch);
            let run = failing_run((prepared, stay), &Path::default(), &failed, budget);
            answer.faulted(RuntimeFault::new(failed.fault.fault, run), approximate, !eventually);
        }
    }
    answer.stats.run_seconds = searched.elapsed().as_secs_f64();
    Some(answer)
}

/// Searches, from every state in which the first goal holds, for a maximal run within the second; nothing
/// if that is not decisive.
fn leads(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    (way, plan): (Way, Plan),
    shared: &RefCell<&mut dyn Watch>,
) -> Option<Answer> {
    let started = Instant::now();
    let search = RefCell::new(MaximalRunSearch::new(prepared, &plan, &prepared.goals[1], way));
    let ahead = RefCell::new(Ahead::default());
    let inspect = looks_ahead(prepared, &search, &ahead, shared);
    let mut space = prepared.space(&plan, inspect);
    let outcome = reach(&mut space, &mut *prepared.frontier(&plan), &mut Shared(shared));
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
            let known = ((prepared, goals), &answer.plan, &mut evidence);
            let fault = fault_ahead(known, ahead.take().failed, (node, fault), &mut Shared(shared));
            answer.faulted(fault, approximate, false);
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(Verdict::Fails);
            let maximal = ahead.take().run;
            let wanted = approximate.is_some() || witness::is_wanted(&answer.plan);
            if let Some(maximal) = maximal.filter(|_| wanted) {
                let known = ((prepared, goals), &answer.plan, &mut evidence);
                let run = run_from(known, node, &maximal, &mut Shared(shared));
                let known = (prepared.network, goals);
                let without = (false, Verdict::Holds);
                found(&mut answer, known, run, without, &mut Shared(shared));
            }
        }
    }
    answer.stats.run_seconds = searched.elapsed().as_secs_f64();
    Some(answer)
}

/// What makes states that are not real; a run that was found must then be confirmed.
fn approximation(network: &Network) -> Option<&'static str> {
    Features::of(network).stopwatches.then_some(STOPWATCHES)
}

/// Adds the run that was found. Where clocks stand still it may be none, and others are looked for: the verdict is another if there
/// is none, or left open. (`suggests` says what it would mean if there is one.)
fn found(
    answer: &mut Answer,
    model: (&Network, &[Goal]),
    run: Result<Run, TraceError>,
    (suggests, without): (bool, Verdict),
    watch: &mut dyn Watch,
) {
    let after_goal = model.1.len() > 1;
    let Some(because) = approximation(model.0) else {
        let run = shortened(answer, model, run, after_goal, watch);
        return answer.found(run, None, suggests);
    };
    let asked = matches!(answer.plan.trace, TraceOption::Shortest | TraceOption::Fastest);
    let run = match run {
        Ok(run) => Ok(Some(run)),
        Err(TraceError::Stopped(reason)) => Err(TraceError::Stopped(reason)),
        Err(_) => run_elsewhere(model.0, model.1, &answer.plan, &mut Budget::new(watch)),
    };
    match run {
        Ok(None) => answer.verdict = Ok(without),
        Ok(Some(run)) if asked => {
            let run = shortened(answer, model, Ok(run), after_goal, watch);
            answer.run = run.ok();
        }
        Ok(Some(run)) => answer.run = Some(run),
        Err(error) => answer.found(Err(error), Some(because), suggests),
    }
}

/// The shortest or fastest run, if it can be found; else the one that is known. If any run will do, little is tried.
fn shortened(
    answer: &mut Answer,
    model: (&Network, &[Goal]),
    run: Result<Run, TraceError>,
    after_goal: bool,
    watch: &mut dyn Watch,
) -> Result<Run, TraceError> {
    let (run, budget) = (run?, &mut Budget::new(watch));
    if answer.plan.trace == TraceOption::Fastest {
        return Ok(soonest(answer, model, run, after_goal, budget));
    }
    let (network, goals) = model;
    let known = (after_goal, run.steps.len());
    let Searched { lasso, minimality } =
        shortest_lasso(network, goals, &answer.plan, known, budget);
    let asked = answer.plan.trace == TraceOption::Shortest;
    answer.minimality = asked.then_some(minimality);
    let Some(lasso) = lasso else { return Ok(run) };
    Ok(lasso_run(model, &lasso, after_goal, 1, budget).unwrap_or_else(|_| {
        // Where clocks stand still, it may be none. Still no run is shorter.
        let least = match minimality {
            _ if approximation(network).is_none() => 0,
            Minimality::Proved => lasso.transitions.len() as u64,
            Minimality::AtLeast(bound) => bound,
        };
        answer.minimality = asked.then_some(Minimality::AtLeast(least));
        run
    }))
}

/// How often a loop is gone round so that the delays before it allow that: 1, 2, 4, … times.
const MOST_ROUNDS: u32 = 3;

/// The run that enters its loop first, if it can be found; else the one that is known.
fn soonest(
    answer: &mut Answer,
    model: (&Network, &[Goal]),
    known: Run,
    after_goal: bool,
    budget: &mut Budget<'_>,
) -> Run {
    let (network, goals) = model;
    let Fastest { lasso, minimality } =
        fastest_lasso(network, goals, &answer.plan, after_goal, budget);
    answer.minimality = Some(minimality);
    let Some((lasso, when)) = lasso else { return known };
    let from = lasso.tail.unwrap_or(lasso.transitions.len());
    // Where clocks stand still, a loop that the search believes in may be none, and must come back in one round.
    let exact = approximation(network).is_none();
    // Where the goal is met while waiting before the loop, the run does not show when.
    let hidden = exact && after_goal && lasso.since == from;
    let mut best = None;
    for rounds in 0..=if exact { MOST_ROUNDS } else { 0 } {
        let Ok(run) = lasso_run(model, &lasso, after_goal, 1 << rounds, budget) else { break };
        let entered = half_units(run.before(from).time);
        if hidden || entered == when {
            return run;
        }
        best = Some(run);
    }
    // Its delays are not those that were found to allow the loop.
    answer.minimality = Some(Minimality::AtLeast(match minimality {
        Minimality::Proved => when / 2,
        Minimality::AtLeast(bound) => bound,
    }));
    best.unwrap_or(known)
}

/// The confirmed run of a lasso, with one round of its loop. Its delays allow so many.
fn lasso_run(
    (network, goals): (&Network, &[Goal]),
    lasso: &Lasso,
    after_goal: bool,
    rounds: usize,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let Lasso { transitions, since, tail } = lasso;
    let stay = Stay { from: *since, after_goal };
    let (wanted, from) = match tail {
        Err(end) => (Wanted::End(stay, *end), transitions.len()),
        Ok(from) => {
            let ending = Ending::Repeats { from: *from, renaming: Vec::new() };
            (Wanted::Loop(stay, ending), *from)
        }
    };
    let mut repeated = transitions.clone();
    for _ in 1..rounds {
        repeated.extend_from_slice(&transitions[from..]);
    }
    let mut run = witness::confirm(network, goals, (&repeated, &wanted), budget)?;
    run.steps.truncate(transitions.len());
    Ok(run)
}

/// What was found from a state in which the first goal holds.
#[derive(Default)]
struct Ahead {
    /// The state, and what its inspection said: a goal without a run if the search gave up.
    found: Option<(State, Result<Found, Fault>)>,
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
    prepared: &'a Prepared<'_>,
    search: &'a RefCell<MaximalRunSearch<'_>>,
    ahead: &'a RefCell<Ahead>,
    shared: &'a RefCell<&mut dyn Watch>,
) -> Inspect<'a> {
    Box::new(|semantics: &mut Semantics<'_>, state: &State| {
        if let Some(known) = ahead.borrow().known(state) {
            return known;
        }
        for piece in prepared.goals[0].pieces(semantics, state)? {
            let entry = State { cells: state.cells.clone(), zone: piece };
            let mut ahead = ahead.borrow_mut();
            let said = match search.borrow_mut().from(&entry, &mut Shared(shared)) {
                Answered::NoRun => continue,
                Answered::Run(maximal) => {
                    ahead.run = Some(maximal);
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

/// What a run is made from: the model and the goals, the plan, the states.
type Known<'a, 'p> = ((&'a Prepared<'p>, &'a [Goal]), &'a Plan, &'a mut Evidence<'p>);

/// The run to a node and on from there along a maximal one.
fn run_from(
    ((prepared, goals), plan, evidence): Known<'_, '_>,
    node: NodeId,
    maximal: &Maximal,
    watch: &mut dyn Watch,
) -> Result<Run, TraceError> {
    let budget = &mut Budget::new(watch);
    let path = path_to(prepared, plan, evidence, node, budget)?;
    let stay = Stay { from: path.steps.len(), after_goal: true };
    maximal_witness((prepared, goals), path, stay, maximal, budget)
}

/// A fault met at a node, or while run_search from it.
fn fault_ahead(
    ((prepared, goals), plan, evidence): Known<'_, '_>,
    failed: Option<Failed>,
    (node, fault): (Option<NodeId>, StepFault),
    watch: &mut dyn Watch,
) -> RuntimeFault {
    let budget = &mut Budget::new(watch);
    let (Some(failed), Some(node)) = (failed, node) else {
        return witness::fault(prepared, (plan, goals), evidence, (node, fault), budget);
    };
    let path = path_to(prepared, plan, evidence, node, budget);
    let run = path.and_then(|path| failing_run((prepared, goals), &path, &failed, budget));
    RuntimeFault::new(fault.fault, run)
}

/// The run along a path and on from there to an invalid evaluation.
fn failing_run(
    (prepared, goals): (&Prepared<'_>, &[Goal]),
    prefix: &Path,
    failed: &Failed,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let mut unfolding = Unfolding::new(prepared, prefix.start.as_ref());
    let mut transitions = unfolding.steps(&prefix.steps)?;
    unfolding.undo(failed.start.as_ref());
    transitions.extend(unfolding.steps(&failed.steps)?);
    let attempted = unfolding.rename(unfolding.back(), &failed.fault.transition)?;
    let wanted = Wanted::Fault(attempted, failed.fault.fault);
    witness::confirm(prepared.network, goals, (&transitions, &wanted), budget)
}

/// The most steps a loop that closes only up to renaming is written out to.
const MOST_STEPS: usize = 400;

/// The run along a path and on from there along a maximal run, in terms of the real model.
fn maximal_witness(
    (prepared, goals): (&Prepared<'_>, &[Goal]),
    prefix: Path,
    stay: Stay,
    maximal: &Maximal,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let mut unfolding = Unfolding::new(prepared, prefix.start.as_ref());
    let mut transitions = unfolding.steps(&prefix.steps)?;
    unfolding.undo(maximal.start.as_ref());
    let (stem, round) = maximal.steps.split_at(maximal.tail.unwrap_or(0));
    transitions.extend(unfolding.steps(stem)?);
    let at_loop = unfolding.back().clone();
    transitions.extend(unfolding.steps(round)?);
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
    if approximation(prepared.network).is_none() {
        return witness::confirm(prepared.network, goals, (&transitions, &wanted), budget);
    }
    let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
    let tail = match wanted {
        Wanted::Loop(_, Ending::Repeats { renaming, .. }) if !renaming.is_empty() => {
            return Err(TraceError::GaveUp);
        }
        Wanted::Loop(_, Ending::Repeats { from, .. }) => Ok(from),
        _ => maximal.tail,
    };
    confirmed(&confirm, &RunAndTail { transitions, stay, tail }, budget)
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
