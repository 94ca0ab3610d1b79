//! `E<>` and `A[]`.

use std::time::Instant;

use network::{ClockFamily, ClockId, Goal, Network, Origin};

use super::prepare::{ClockWish, Prepared};
use super::{together, witness};
use crate::goal::{GoalCode, negated, normal};
use crate::plan::{Order, Plan, PlanError, TraceOption};
use crate::search::{Examiner, Found, Frontier, Glance, Outcome, Probe, Space, ZoneSpace, reach};
use crate::trace::TraceError;
use crate::verdict::{Answer, Stats, Undecided, Verdict};
use crate::watch::{Progress, Watch};

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
    // The fastest trace is found by searching in order of a clock that is never reset.
    let timed = (plan.order == Order::Time).then(|| with_time(network));
    let network = timed.as_ref().unwrap_or(network);
    let wish = timed.as_ref().map(|timed| ClockWish::Least(last_clock(timed)));
    let asked = if invariant { negated(goal) } else { normal(goal) };
    let closure = plan.symmetry.closure.clone();
    let target = closure.as_ref().map_or(&asked, |closure| &closure.goal);
    let prepared =
        Prepared::new(network, std::slice::from_ref(target), &[], wish.as_slice(), &plan)?;
    let (outcome, mut space, stats) = search(&prepared, &plan, watch, started);
    let yes = if invariant { Verdict::Fails } else { Verdict::Holds };
    let no = if invariant { Verdict::Holds } else { Verdict::Fails };
    let mut answer = Answer::new(Ok(no), plan, stats);
    match outcome {
        Outcome::Exhausted => {}
        Outcome::Stopped(reason) => {
            answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        }
        Outcome::Faulted(node, fault) => {
            let approximate = approximation(&answer.plan, &space);
            let fault = witness::fault(&prepared, &answer.plan, &mut space, node, fault);
            answer.faulted(fault, approximate, invariant);
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(yes);
            let approximate = approximation(&answer.plan, &space);
            if approximate == Some(STOPWATCHES) {
                // Moments of a run with stopped clocks are no difference constraints.
                answer.found(Err(TraceError::NoTimes), approximate, !invariant);
            } else if approximate.is_some() || witness::is_wanted(&answer.plan) {
                let run = witness::run_to(&prepared, &answer.plan, &asked, &mut space, node);
                answer.found(run, approximate, !invariant);
            }
        }
    }
    Ok(answer)
}

/// How far a probe may go while other threads stand idle.
const FAR: u64 = 1 << 13;

/// Searches for the first goal.
fn search<'p>(
    prepared: &'p Prepared<'_>,
    plan: &Plan,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Outcome, ZoneSpace<'p>, Stats) {
    let together = together::is_possible(plan);
    let mut wasted = Progress::default();
    // Depth first finds long runs, so it is not tried where one is to be shown.
    if plan.order == Order::Ranked && plan.trace == TraceOption::None {
        let mut probe = Probe::new(if together { FAR } else { u64::MAX });
        let (outcome, space, stats) = alone(prepared, plan, &mut probe, watch, started);
        // A fault met deep down is no answer while a witness may be near the start.
        if !probe.gave_up() && !matches!(outcome, Outcome::Faulted(..)) {
            return (outcome, space, stats);
        }
        wasted = stats.progress;
    }
    let (outcome, space, mut stats) = if together {
        together::search(prepared, plan, watch, started)
    } else {
        alone(prepared, plan, &mut *prepared.frontier(plan), watch, started)
    };
    stats.progress.explored += wasted.explored;
    stats.progress.transitions += wasted.transitions;
    stats.progress.covered += wasted.covered;
    (outcome, space, stats)
}

/// Searches for the first goal on this thread.
fn alone<'p>(
    prepared: &'p Prepared<'_>,
    plan: &Plan,
    frontier: &mut dyn Frontier,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Outcome, ZoneSpace<'p>, Stats) {
    let goal = &prepared.goals[0];
    let mut space = prepared.space(plan, seeks(goal)).with_glance(glances(goal));
    let outcome = reach(&mut space, frontier, watch);
    let stats = stats(&space, started);
    (outcome, space, stats)
}

/// Why a delay with stopped clocks may say too much.
const STOPWATCHES: &str = "stopwatches are over-approximated";

/// What was over-approximated, if anything.
pub(super) fn approximation(plan: &Plan, space: &ZoneSpace<'_>) -> Option<&'static str> {
    plan.approximate.or_else(|| space.graph.semantics.approximated.then_some(STOPWATCHES))
}

/// The network with one more clock, which nobody resets.
fn with_time(network: &Network) -> Network {
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

fn last_clock(network: &Network) -> u32 {
    u32::try_from(network.clock_count()).expect("clocks are few").wrapping_sub(1)
}

/// Looks for a goal.
pub(super) fn seeks(goal: &GoalCode) -> Examiner<'_> {
    Box::new(move |semantics, state| {
        let holds = goal.holds_somewhere(semantics, state)?;
        Ok(if holds { Found::Goal } else { Found::Nothing })
    })
}

/// Looks for the discrete part of a goal.
pub(super) fn glances(goal: &GoalCode) -> Glance<'_> {
    if goal.is_impossible() {
        return Glance::Nowhere;
    }
    Glance::Where(Box::new(move |semantics| goal.may_hold(semantics)))
}

/// The figures of a search.
pub(super) fn stats(space: &ZoneSpace<'_>, started: Instant) -> Stats {
    Stats {
        progress: space.progress(),
        discrete_states: space.store.discrete_states() as u64,
        zones: space.store.zones() as u64,
        seconds: started.elapsed().as_secs_f64(),
        symmetry: space.graph.symmetry_stats(),
    }
}
