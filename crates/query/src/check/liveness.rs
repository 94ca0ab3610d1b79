//! `E[]` and `A<>`, and the runs of answers about maximal runs.

use std::time::Instant;

use network::features::Features;
use network::{Goal, Network, ProcessId};

use super::lassos::{Fastest, Lasso, Searched, fastest_lasso, half_units, shortest_lasso};
use super::maximal_runs::{self, Answered, Failed, Maximal, MaximalRunSearch, Way};
use super::reachability::STOPWATCHES;
use super::stopped_lassos::{RunAndTail, confirmed, run_elsewhere};
use super::witness;
use crate::plan::{Plan, PlanError, TraceOption};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, Path, Stay, TraceError, Unfolding, Wanted};
use crate::verdict::{Answer, Minimality, RuntimeFault, Stats, Undecided, Verdict};
use engine::goal::{negated, normal};
use engine::semantics::Entry;
use engine::watch::Watch;
use program::Participant;
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

/// Answers by one way after the other, until one is decisive.
pub(super) fn in_turn(
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
                let run = UnfoldedStem::along(prepared, &Path::default()).and_then(|stem| {
                    maximal_witness((prepared, stay), stem, stays, &maximal, budget)
                });
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

/// What makes states that are not real; a run that was found must then be confirmed.
pub(super) fn approximation(network: &Network) -> Option<&'static str> {
    Features::of(network).stopwatches.then_some(STOPWATCHES)
}

/// Adds the run that was found. Where clocks stand still it may be none, and others are looked for: the verdict is another if there
/// is none, or left open. (`suggests` says what it would mean if there is one.)
pub(super) fn found(
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

/// The run along a path and on from there to an invalid evaluation.
pub(super) fn failing_run(
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

/// Where a maximal run starts: the real transitions to there, and what leads back from its representative.
pub(super) struct UnfoldedStem<'a, 'n> {
    pub transitions: Vec<Vec<Participant>>,
    pub unfolding: Unfolding<'a, 'n>,
}

impl<'a, 'n> UnfoldedStem<'a, 'n> {
    /// The stem along a path of representatives.
    pub(super) fn along(
        prepared: &'a Prepared<'n>,
        path: &Path,
    ) -> Result<UnfoldedStem<'a, 'n>, TraceError> {
        let mut unfolding = Unfolding::new(prepared, path.start.as_ref());
        let transitions = unfolding.steps(&path.steps)?;
        Ok(UnfoldedStem { transitions, unfolding })
    }
}

/// The run along a stem and on from there along a maximal run, in terms of the real model.
pub(super) fn maximal_witness(
    (prepared, goals): (&Prepared<'_>, &[Goal]),
    stem: UnfoldedStem<'_, '_>,
    stay: Stay,
    maximal: &Maximal,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let UnfoldedStem { mut transitions, mut unfolding } = stem;
    let length = transitions.len();
    unfolding.undo(maximal.start.as_ref());
    let (stem, round) = maximal.steps.split_at(maximal.tail.unwrap_or(0));
    transitions.extend(unfolding.steps(stem)?);
    let at_loop = unfolding.back().clone();
    transitions.extend(unfolding.steps(round)?);
    let wanted = match maximal.tail {
        Err(end) => Wanted::End(stay, end),
        Ok(start) => {
            let from = length + start;
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
