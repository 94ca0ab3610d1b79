//! `E<>` and `A[]`.

use std::time::Instant;

use network::{ClockFamily, ClockId, Goal, Network, Origin};

use super::prepare::{ClockWish, Prepared};
use super::witness;
use crate::goal::{GoalCode, negated, normal};
use crate::plan::{Order, Plan, PlanError};
use crate::search::{Examiner, Found, Outcome, Space, ZoneSpace, reach};
use crate::trace::TraceError;
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
    // The fastest trace is found by searching in order of a clock that is never reset.
    let timed = (plan.order == Order::Time).then(|| with_time(network));
    let network = timed.as_ref().unwrap_or(network);
    let wish = timed.as_ref().map(|timed| ClockWish::Least(last_clock(timed)));
    let target = if invariant { negated(goal) } else { normal(goal) };
    let prepared =
        Prepared::new(network, std::slice::from_ref(&target), &[], wish.as_slice(), &plan)?;
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
            answer.verdict = Err(witness::fault(&prepared, &answer.plan, &mut space, node, fault));
        }
        Outcome::Found(node) => {
            answer.verdict = Ok(yes);
            let approximate = approximation(&answer.plan, &space);
            if approximate == Some(STOPWATCHES) {
                // Moments of a run with stopped clocks are no difference constraints.
                answer.found(Err(TraceError::NoTimes), approximate, !invariant);
            } else if approximate.is_some() || witness::is_wanted(&answer.plan) {
                let run = witness::run_to(&prepared, &answer.plan, &target, &mut space, node);
                answer.found(run, approximate, !invariant);
            }
        }
    }
    Ok(answer)
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
