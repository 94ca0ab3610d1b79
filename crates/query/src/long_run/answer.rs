//! From the question for the best schedule to its answer.

use std::ops::ControlFlow;
use std::time::Instant;

use branching::{CycleRatio, Stopped, least_cycle_ratio};
use engine::goal::normal;
use engine::watch::{StopReason, Watch};
use network::features::Features;
use network::{Goal, Network, Query, QueryKind};
use reference::{Concrete, Ending, Rational, Run, cost, cost_rate, replay};

use super::explore::{Action, NoGraph, PointExplorer};
use super::ratio::{Priced, Ratio, RatioCode};
use super::unit::{TimeUnit, time_unit};
use crate::arena::edge_instance;
use crate::optimise::Cheapest;
use crate::plan::{Options, PlanError, SymmetryOption, TimeDomain, plan};
use crate::prepared::Prepared;
use crate::trace::{Budget, TraceError};
use crate::verdict::{RuntimeFault, Stats, Undecided, Verdict};

/// Of the runs that `E[] stay` asks for, one with the least ratio in the long run.
pub fn least_ratio(
    network: &Network,
    query: &Query,
    (ratio, unit): (Ratio<'_>, TimeUnit),
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Cheapest, PlanError> {
    let started = Instant::now();
    let stay = refuse(network, query, ratio)?;
    let priced = Priced::new(ratio, network)?;
    let options = Options { symmetry: SymmetryOption::Off, slice: false, ..options.clone() };
    let mut plan = plan(network, query, &options)?;
    // What it says of searches on zones does not apply.
    plan.reasons.clear();
    plan.domain = TimeDomain::Integers;
    let mut goals = vec![normal(stay)];
    if let Ratio::TimePerEvent(event) = ratio {
        goals.push(normal(event));
    }
    let prepared = Prepared::new(network, &goals, &priced.terms(network), &[], &plan)?;
    let unit = match unit {
        TimeUnit::Longest => time_unit(network, &goals),
        TimeUnit::One => 1,
    };
    let mut explorer = PointExplorer::new(&prepared, RatioCode::new(&priced, &prepared), unit);
    let explored = explorer.run(watch);
    let mut stats = Stats { seconds: started.elapsed().as_secs_f64(), ..Stats::default() };
    stats.progress = explorer.graph.progress;
    match explored {
        Ok(()) => {}
        Err(NoGraph::Strict) => {
            let reason = "schedules of models in which something is possible only before or after a moment, and not at it";
            return Err(PlanError::Unsupported(reason.to_owned()));
        }
        Err(NoGraph::Stopped(reason)) => {
            let verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
            return Ok(Cheapest::new(verdict, plan, stats));
        }
        Err(NoGraph::Fault(fault)) => {
            let fault = RuntimeFault::new(fault.fault, Err(TraceError::GaveUp));
            return Ok(Cheapest::new(Err(fault), plan, stats));
        }
    }
    let found = best_cycle(&explorer, watch);
    stats.seconds = started.elapsed().as_secs_f64();
    let verdict = match &found {
        Ok(Some(_)) => Verdict::Holds,
        Ok(None) => Verdict::Fails,
        Err(reason) => Verdict::Unknown(Undecided::Stopped(*reason)),
    };
    let mut answer = Cheapest::new(Ok(verdict), plan, stats);
    answer.notes = vec![format!("time passes in steps of {unit}")];
    if let Ok(Some(best)) = found {
        schedule(&mut explorer, &priced, &best, &mut answer, watch);
    }
    answer.stats.run_seconds = started.elapsed().as_secs_f64() - stats.seconds;
    Ok(answer)
}

/// The predicate to stay within, unless the question cannot be answered.
fn refuse<'q>(
    network: &Network,
    query: &'q Query,
    ratio: Ratio<'_>,
) -> Result<&'q Goal, PlanError> {
    let QueryKind::PotentiallyAlways(stay) = &query.kind else {
        return Err(PlanError::Wrong("schedules are asked for by `E[] p`".to_owned()));
    };
    let features = Features::of(network);
    if features.stopwatches || features.diagonals {
        let reason = "schedules of models with stopwatches or compared clock differences";
        return Err(PlanError::Unsupported(reason.to_owned()));
    }
    let deadlock = match ratio {
        Ratio::TimePerEvent(event) => event.has_deadlock(),
        Ratio::Per(..) => false,
    };
    if deadlock || stay.has_deadlock() {
        return Err(PlanError::Unsupported("deadlocks in schedules".to_owned()));
    }
    Ok(stay)
}

fn best_cycle(
    explorer: &PointExplorer<'_, '_>,
    watch: &mut dyn Watch,
) -> Result<Option<CycleRatio>, StopReason> {
    let mut stopped = None;
    let found = least_cycle_ratio(explorer.states(), &explorer.graph.edges, &mut || {
        if let ControlFlow::Break(reason) = watch.working() {
            stopped = Some(reason);
        }
        stopped.is_none()
    });
    found.map_err(|Stopped| stopped.unwrap_or(StopReason::Interrupted))
}

/// Adds the ratio and the run.
fn schedule(
    explorer: &mut PointExplorer<'_, '_>,
    priced: &Priced<'_>,
    best: &CycleRatio,
    answer: &mut Cheapest,
    watch: &mut dyn Watch,
) {
    let Some(value) = Rational::new(best.above, best.below) else {
        answer.verdict = Ok(Verdict::Unknown(Undecided::CostRange));
        return;
    };
    match run_of(explorer, best, &mut Budget::new(watch)) {
        Ok(run) => {
            if measured(explorer.prepared.network, &run, priced)
                .is_some_and(|measured| measured != value)
            {
                answer.verdict = Ok(Verdict::Unknown(Undecided::CostMismatch));
                return;
            }
            answer.run = Some(run);
        }
        Err(error) => answer.trace_error = Some(error),
    }
    (answer.value, answer.bound) = (Some(value), Some(value));
    answer.run_cost = Some(value);
}

/// The ratio of a run by the definition, unless it is about events.
fn measured(network: &Network, run: &Run, priced: &Priced<'_>) -> Option<Rational> {
    let below = priced.below?;
    let round = |pricing| match run.ending {
        Ending::Repeats { from, .. } => {
            let steps = run.steps[from..].to_vec();
            let (start, ending) = (run.before(from).clone(), Ending::Arrives(Rational::ZERO));
            cost(network, &Run { start, steps, ending }, pricing).ok()?
        }
        _ => {
            let mut state = Concrete::of(network, run.last());
            cost_rate(&mut state.discrete, pricing).ok().map(Rational::from)
        }
    };
    let (above, below) = (round(priced.above)?, round(below)?);
    let numerator = above.numerator().checked_mul(below.denominator())?;
    Rational::new(numerator, above.denominator().checked_mul(below.numerator())?)
}

/// The way to the cycle, and the cycle. It is replayed twice, so that it is seen to close.
fn run_of(
    explorer: &mut PointExplorer<'_, '_>,
    best: &CycleRatio,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let network = explorer.prepared.network;
    let mut cycle = best.cycle.clone();
    let is_transition = |edge: &usize| explorer.graph.actions[*edge] != Action::Delay;
    let last = cycle.iter().rposition(is_transition);
    // The loop is to end with a transition.
    cycle.rotate_left(last.map_or(0, |last| last + 1));
    let mut stem = Vec::new();
    let mut state = explorer.graph.edges[cycle[0]].from;
    while let Some(edge) = explorer.graph.came_by[state as usize] {
        stem.push(edge);
        state = explorer.graph.edges[edge].from;
    }
    stem.reverse();
    let mut steps = RunSteps { explorer, list: Vec::new(), pending: 0 };
    steps.take(&stem)?;
    if last.is_none() {
        let RunSteps { list, .. } = steps;
        return replay(network, &list, Ending::DelaysForever, &mut || budget.check().is_ok())
            .map_err(TraceError::Replay);
    }
    if steps.pending > 0 {
        // The first round begins with a delay that the others do not have.
        steps.take(&cycle)?;
    }
    let from = steps.list.len();
    steps.take(&cycle)?;
    let once = steps.list.clone();
    steps.take(&cycle)?;
    let RunSteps { list: twice, .. } = steps;
    let ending = || Ending::Repeats { from, renaming: Vec::new() };
    replay(network, &twice, ending(), &mut || budget.check().is_ok())
        .map_err(TraceError::Replay)?;
    budget.check()?;
    replay(network, &once, ending(), &mut || budget.check().is_ok()).map_err(TraceError::Replay)
}

/// RunSteps of a run, made of edges.
struct RunSteps<'e, 'p, 'n> {
    explorer: &'e mut PointExplorer<'p, 'n>,
    list: Vec<(Rational, Vec<reference::EdgeInstance>)>,
    /// The time that has passed since the last transition.
    pending: i64,
}

impl RunSteps<'_, '_, '_> {
    fn take(&mut self, edges: &[usize]) -> Result<(), TraceError> {
        for edge in edges {
            if self.explorer.graph.actions[*edge] == Action::Delay {
                self.pending += i64::from(self.explorer.unit());
                continue;
            }
            let transition = self.explorer.transition(*edge).ok_or(TraceError::GaveUp)?;
            let prepared = self.explorer.prepared;
            let instance = |each: &program::Participant| edge_instance(prepared, each);
            let instances = transition.iter().map(instance).collect();
            self.list.push((Rational::from(std::mem::take(&mut self.pending)), instances));
        }
        Ok(())
    }
}
