//! `E<>` and `A[]`.

use std::iter;
use std::time::Instant;

use network::{ClockFamily, ClockId, Goal, Network, Origin, QueryKind, Storage, Variable};

use super::alternate::first_answer;
use super::fastest::in_order_of_time;
use super::lassos::half_units;
use super::other_paths::{Elsewhere, run_elsewhere};
use super::scout::{Brief, Scouts};
use super::shared_goals::SharedGoals;
use super::{parallel, scout, witness};
use crate::plan::{Order, Plan, PlanError, SymmetryPlan, TimeDomain, TraceOption};
use crate::prepared::{ClockWish, Prepared};
use crate::trace::{Budget, TraceError};
use crate::verdict::{Answer, Minimality, Stats, Undecided, Verdict};
use engine::domain::Domain;
use engine::goal::{GoalCode, negated, normal};
use engine::search::{
    Evidence, Fifo, Found, Frontier, Inspect, Outcome, Prefilter, Probe, ZoneSpace, reach,
};
use engine::store::NodeId;
use engine::watch::{Progress, Watch};
use reference::{Ending, Run};
use zones::Rational;

/// What `E<>` or `A[]` asks for.
#[derive(Clone)]
pub(super) struct Asked {
    /// The goal of which a run is to be shown: for `A[]`, what must not happen.
    goal: Goal,
    /// What is searched for: the goal, or all its images.
    pub(super) target: Goal,
    invariant: bool,
}

impl Asked {
    /// What `E<>` or, with `invariant`, `A[]` asks for by its plan.
    pub(super) fn new(goal: &Goal, invariant: bool, plan: &Plan) -> Asked {
        let goal = if invariant { negated(goal) } else { normal(goal) };
        let closure = plan.symmetry.closure.as_ref();
        let target = closure.map_or_else(|| goal.clone(), |closure| closure.goal.clone());
        Asked { goal, target, invariant }
    }

    /// The same without its images.
    fn unreduced(&self) -> Asked {
        let Asked { goal, invariant, .. } = self;
        Asked { goal: goal.clone(), target: goal.clone(), invariant: *invariant }
    }

    /// What a query of one of these kinds asks for.
    pub(super) fn of(kind: &QueryKind, plan: &Plan) -> Option<Asked> {
        let (goal, invariant) = kind.about_one_state()?;
        Some(Asked::new(goal, invariant, plan))
    }

    /// The verdict if the goal is reachable, or if it is not.
    pub(super) fn verdict(&self, reached: bool) -> Verdict {
        if reached == self.invariant { Verdict::Fails } else { Verdict::Holds }
    }
}

/// Is the goal reachable? Also says which of some others are not, as far as the search shows it.
pub(super) fn reachable(
    network: &Network,
    asked: Asked,
    plan: Plan,
    watch: &mut dyn Watch,
    others: &[Goal],
) -> Result<(Answer, Vec<bool>), PlanError> {
    if plan.domain == TimeDomain::Both {
        return first_answer(network, asked, &plan, watch, others);
    }
    let started = Instant::now();
    let unreduced = plan.symmetry.group.is_some().then(|| asked.unreduced());
    // The fastest trace is found by searching in order of a clock that is never reset.
    let timed = (plan.order == Order::Time).then(|| with_time(network));
    let network = timed.as_ref().unwrap_or(network);
    let wish = timed.as_ref().map(|timed| ClockWish::Least(last_clock(timed)));
    let prepared = Prepared::new(network, &goals_of(&asked, others), &[], wish.as_slice(), &plan)?
        .with_alarm(watch.alarm());
    let shared = SharedGoals::new(others.len());
    let (evidence, stats) = search(&prepared, &shared, &plan, watch, started);
    if let Some(asked) = unreduced.filter(|_| shared.is_mixed()) {
        // A symmetry may exchange alternatives, and here it shows which comes first.
        drop(evidence);
        let plan = Plan { symmetry: SymmetryPlan::off(), ..plan };
        return reachable(network, asked, plan, watch, &[])
            .map(|(answer, _)| (answer, vec![false; others.len()]));
    }
    conclude(&prepared, &asked, (plan, stats), evidence, &shared, watch, started)
}

/// What is searched for: the target and, along the way, others.
pub(super) fn goals_of(asked: &Asked, others: &[Goal]) -> Vec<Goal> {
    iter::once(&asked.target).chain(others).cloned().collect()
}

/// The answer that a search gives, and which of the other goals are not reachable.
pub(super) fn conclude(
    prepared: &Prepared<'_>,
    asked: &Asked,
    (plan, stats): (Plan, Stats),
    mut evidence: Evidence<'_>,
    shared: &SharedGoals,
    watch: &mut dyn Watch,
    started: Instant,
) -> Result<(Answer, Vec<bool>), PlanError> {
    let mut answer = Answer::new(Ok(asked.verdict(false)), plan, stats);
    let mut unmet = vec![false; prepared.goals.len() - 1];
    match evidence.outcome.clone() {
        Outcome::Exhausted => {
            unmet.iter_mut().enumerate().for_each(|(goal, unmet)| *unmet = shared.is_unmet(goal));
            if let Some(because) = approximation(&answer.plan, &evidence)
                && excludes_deadlock(&asked.target)
            {
                // More deadlocks were found than there are, so that what is none may have been missed.
                let (suggests, because) = (asked.invariant, because.to_owned());
                answer.verdict = Ok(Verdict::Unknown(Undecided::Maybe { suggests, because }));
            }
        }
        Outcome::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Outcome::Faulted(node, fault) => {
            let approximate = approximation(&answer.plan, &evidence);
            let fault = witness::fault(
                prepared,
                (&answer.plan, std::slice::from_ref(&asked.target)),
                &mut evidence,
                (node, fault),
                &mut Budget::new(watch),
            );
            answer.faulted(fault, approximate, asked.invariant);
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(asked.verdict(true));
            found(prepared, asked, (&mut evidence, node), &mut answer, watch);
            let least = shared.met_first().unwrap_or(0);
            if approximation(&answer.plan, &evidence) == Some(STOPWATCHES)
                && answer.plan.trace == TraceOption::Fastest
                && answer.run.as_ref().is_some_and(|run| arrival(run) > least)
            {
                // What zones say too much may be sooner than any run.
                answer.minimality = Some(Minimality::AtLeast(least / 2));
            }
        }
    }
    answer.stats.run_seconds = (started.elapsed().as_secs_f64() - answer.stats.seconds).max(0.0);
    Ok((answer, unmet))
}

/// Adds the run to a node that satisfies the goal, where one is wanted, or where the answer depends on it.
fn found(
    prepared: &Prepared<'_>,
    asked: &Asked,
    (evidence, node): (&mut Evidence<'_>, NodeId),
    answer: &mut Answer,
    watch: &mut dyn Watch,
) {
    let approximate = approximation(&answer.plan, evidence);
    if approximate.is_none() && !witness::is_wanted(&answer.plan) {
        return;
    }
    let budget = &mut Budget::new(watch);
    let run = witness::run_to(prepared, &answer.plan, &asked.goal, evidence, node, budget);
    let spurious = !matches!(run, Ok(_) | Err(TraceError::Stopped(_)));
    if spurious
        && approximate.is_none()
        && let Some(run) = run_with_meta(prepared.network, asked, &answer.plan, watch)
    {
        answer.found(run, None, !asked.invariant);
        return;
    }
    let budget = &mut Budget::new(watch);
    if !spurious || approximate != Some(STOPWATCHES) {
        answer.found(run, approximate, !asked.invariant);
        return;
    }
    // Where zones say too much, other paths may lead to the goal.
    match run_elsewhere(prepared.network, &asked.goal, &answer.plan, budget) {
        Elsewhere::Reaches(run, open) => {
            answer.run = Some(run);
            let open = open.filter(|_| answer.plan.trace == TraceOption::Shortest);
            answer.minimality = open.map(|length| Minimality::AtLeast(length as u64));
        }
        Elsewhere::Nowhere => answer.verdict = Ok(asked.verdict(false)),
        Elsewhere::Unknown(error) => answer.found(Err(error), approximate, !asked.invariant),
    }
}

/// When a run arrives, in half units.
fn arrival(run: &Run) -> u64 {
    let delay = match run.ending {
        Ending::Arrives(delay) => delay,
        _ => Rational::ZERO,
    };
    run.last().time.checked_add(delay).map_or(u64::MAX, half_units)
}

/// A run to the goal where the path that was found is none because of `meta` variables. States that differ in them
/// alone are one for a search, so that a path may go on with values that another one brought. Here they are
/// part of the state. Nothing if there are none, or if that cannot be planned.
fn run_with_meta(
    network: &Network,
    asked: &Asked,
    plan: &Plan,
    watch: &mut dyn Watch,
) -> Option<Result<Run, TraceError>> {
    let is_meta = |variable: &Variable| variable.storage == Storage::Meta;
    if plan.order == Order::Time || !network.variables.iter().any(is_meta) {
        return None;
    }
    let mut exact = network.clone();
    // They come right after the variables of the state, so every cell keeps its place.
    for variable in exact.variables.iter_mut().filter(|variable| is_meta(variable)) {
        variable.storage = Storage::State;
    }
    let plan = Plan { symmetry: SymmetryPlan::off(), ..plan.clone() };
    let (answer, _) = reachable(&exact, asked.unreduced(), plan, watch, &[]).ok()?;
    Some(answer.run.ok_or(match answer.verdict {
        Ok(Verdict::Unknown(Undecided::Stopped(reason))) => TraceError::Stopped(reason),
        _ => answer.trace_error.unwrap_or(TraceError::ForeignMeta),
    }))
}

/// Is a goal, in normal form, about states that are no deadlocks?
fn excludes_deadlock(goal: &Goal) -> bool {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => parts.iter().any(excludes_deadlock),
        Goal::Not(part) => part.has_deadlock(),
        Goal::Holds(_) | Goal::Clock(_) | Goal::Deadlock => false,
    }
}

/// The most expansions of a probe while other threads stand idle.
const PROBE_EXPANSIONS: u64 = 1 << 13;

/// Searches for the first goal, and looks out for the others.
fn search<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Evidence<'p>, Stats) {
    if plan.domain == TimeDomain::Integers {
        return in_integers(prepared, shared, plan, watch, started);
    }
    if plan.order == Order::Time {
        return in_order_of_time(prepared, shared, plan, watch, started);
    }
    let in_parallel = parallel::is_possible(plan);
    let mut wasted = Progress::default();
    let mut scouts = Scouts::new(prepared, shared, plan);
    if plan.order == Order::Adaptive && matches!(plan.trace, TraceOption::None | TraceOption::Some)
    {
        let mut probe = Probe::new(if in_parallel { PROBE_EXPANSIONS } else { u64::MAX });
        let evidence = alone(prepared, shared, plan, &mut probe, &mut scouts.beside(watch));
        // A fault met deep down is no answer while a witness may be near the start.
        let ended = !probe.gave_up() && !matches!(evidence.outcome, Outcome::Faulted(..));
        if ended && !scouts.won {
            let stats = stats(&evidence, started);
            return (short(prepared, shared, plan, watch, &stats, evidence), stats);
        }
        wasted = evidence.progress;
    }
    let mut evidence = scouts.found.take();
    if in_parallel && evidence.is_none() {
        let search = |watch: &mut dyn Watch| parallel::search(prepared, shared, plan, watch);
        let found = scout::beside(&mut scouts, watch, search);
        if matches!(found.outcome, Outcome::Faulted(..)) {
            // Whether several threads meet a goal or an invalid evaluation first is up to chance: one decides.
            wasted = wasted.plus(found.progress);
        } else {
            evidence = Some(found);
        }
    }
    let mut evidence = evidence.unwrap_or_else(|| {
        let frontier = &mut *prepared.frontier(plan);
        alone(prepared, shared, plan, frontier, &mut scouts.beside(watch))
    });
    if let Some(found) = scouts.found.take() {
        wasted = wasted.plus(evidence.progress);
        evidence = found;
    }
    let mut stats = stats(&evidence, started);
    if scouts.won {
        evidence = short(prepared, shared, plan, watch, &stats, evidence);
    }
    stats.progress.explored += wasted.explored + scouts.spent;
    stats.progress.transitions += wasted.transitions;
    stats.progress.covered += wasted.covered;
    (evidence, stats)
}

/// Searches in whole numbers.
fn in_integers<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Evidence<'p>, Stats) {
    let in_parallel = parallel::is_possible(plan);
    let mut evidence = if in_parallel {
        parallel::search(prepared, shared, plan, watch)
    } else {
        alone(prepared, shared, plan, &mut *prepared.frontier(plan), watch)
    };
    let by_chance = in_parallel || plan.order == Order::Adaptive;
    if by_chance && matches!(evidence.outcome, Outcome::Faulted(..)) {
        // As with zones: a fault met deep down is no answer while a witness may be near the start.
        evidence = alone(prepared, shared, plan, &mut Fifo::default(), watch);
    }
    let stats = stats(&evidence, started);
    (evidence, stats)
}

/// What was found, or a goal that is nearer, if a run is to be shown.
fn short<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
    stats: &Stats,
    evidence: Evidence<'p>,
) -> Evidence<'p> {
    let found = matches!(evidence.outcome, Outcome::Found(_));
    let nearer = (found && plan.trace == TraceOption::Some)
        .then(|| nearer(prepared, shared, plan, watch, stats));
    nearer.flatten().unwrap_or(evidence)
}

/// The least states that a search for a nearer goal may expand, and how many times those of the first.
const NEARER: (u64, u64) = (4096, 2);

/// Depth first finds long runs. Once the answer is known, a breadth-first search is worth about as much as that
/// took, if it finds a short one.
fn nearer<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
    first: &Stats,
) -> Option<Evidence<'p>> {
    let left = first.progress.explored.saturating_mul(NEARER.1).max(NEARER.0);
    let mut watch = Brief { watch, left };
    let evidence = alone(prepared, shared, plan, &mut *prepared.frontier(plan), &mut watch);
    matches!(evidence.outcome, Outcome::Found(_)).then_some(evidence)
}

/// Searches for the first goal on this thread.
pub(super) fn alone<'p>(
    prepared: &'p Prepared<'_>,
    shared: &'p SharedGoals,
    plan: &Plan,
    frontier: &mut dyn Frontier,
    watch: &mut dyn Watch,
) -> Evidence<'p> {
    let goals = &prepared.goals;
    let parts = prepared.parts(plan, seeks(goals, shared), prefilter(goals, shared));
    match plan.domain {
        TimeDomain::Integers => reached(ZoneSpace::of(parts, prepared.integers()), frontier, watch),
        TimeDomain::Zones | TimeDomain::Both => reached(ZoneSpace::new(parts), frontier, watch),
    }
}

fn reached<'p, D: Domain + 'p>(
    mut space: ZoneSpace<'p, D>,
    frontier: &mut dyn Frontier,
    watch: &mut dyn Watch,
) -> Evidence<'p> {
    let outcome = reach(&mut space, frontier, watch);
    space.into_evidence(outcome)
}

/// Why a delay with stopped clocks may say too much.
pub(super) const STOPWATCHES: &str = "stopwatches are over-approximated";

/// What was over-approximated, if anything.
pub(super) fn approximation(plan: &Plan, evidence: &Evidence<'_>) -> Option<&'static str> {
    plan.approximate.or_else(|| evidence.approximated.then_some(STOPWATCHES))
}

/// The network with one more clock, which nobody resets.
pub(super) fn with_time(network: &Network) -> Network {
    let mut timed = network.clone();
    timed.clocks.push(ClockFamily {
        name: "#time".to_owned(),
        owner: None,
        dims: Vec::new(),
        base: ClockId(last_clock(network).wrapping_add(1)),
        initial: vec![0],
        origin: Origin::NONE,
    });
    timed
}

pub(super) fn last_clock(network: &Network) -> u32 {
    u32::try_from(network.clock_count()).expect("clocks are few").wrapping_sub(1)
}

/// Looks for the first goal, and out for the others.
pub(super) fn seeks<'p>(goals: &'p [GoalCode], shared: &'p SharedGoals) -> Inspect<'p> {
    Box::new(move |semantics, state| {
        let found = goals[0].holds_somewhere(semantics, state);
        if !matches!(found, Ok(false)) && goals[0].is_mixed(semantics, state) {
            shared.mix();
        }
        if found? {
            return Ok(Found::Goal);
        }
        shared.meet(&goals[1..], semantics, state);
        Ok(Found::Nothing)
    })
}

/// Where the discrete part of a goal holds.
pub(super) fn prefilter<'p>(goals: &'p [GoalCode], shared: &'p SharedGoals) -> Prefilter<'p> {
    if goals.iter().all(GoalCode::is_impossible) {
        return Prefilter::Nowhere;
    }
    Prefilter::Where(Box::new(move |semantics| {
        // What is invalid is inspected as a whole.
        Ok(goals[0].may_hold(semantics).unwrap_or(true) || shared.may_meet(&goals[1..], semantics))
    }))
}

/// The figures of a search.
pub(crate) fn stats(evidence: &Evidence<'_>, started: Instant) -> Stats {
    Stats {
        progress: evidence.progress,
        discrete_states: evidence.discrete_states(),
        zones: evidence.zones(),
        seconds: started.elapsed().as_secs_f64(),
        run_seconds: 0.0,
        symmetry: evidence.symmetry,
    }
}
