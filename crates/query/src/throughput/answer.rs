//! From the question for the best schedule to its answer.

use std::time::Instant;

use branching::{CycleRatio, Stopped, least_cycle_ratio};
use engine::goal::normal;
use engine::watch::Watch;
use network::features::Features;
use network::{Goal, Network, Query, QueryKind};
use reference::{Ending, Rational, Run, replay};

use super::explore::{Halt, WholeGraph, explore};
use crate::arena::edge_instance;
use crate::optimise::Cheapest;
use crate::plan::{Options, PlanError, SymmetryOption, plan};
use crate::prepared::Prepared;
use crate::trace::{Budget, TraceError};
use crate::verdict::{RuntimeFault, Stats, Undecided, Verdict};

/// Of the runs that `E[] stay` asks for, one with the least time for each event in the long run: an event is a transition
/// after which `event` holds and before which it does not.
pub fn least_time_per_event(
    network: &Network,
    query: &Query,
    event: &Goal,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Cheapest, PlanError> {
    let started = Instant::now();
    let stay = refuse(network, query, event)?;
    let options = Options { symmetry: SymmetryOption::Off, slice: false, ..options.clone() };
    let plan = plan(network, query, &options)?;
    let goals = [normal(stay), normal(event)];
    let prepared = Prepared::new(network, &goals, &[], &[], &plan)?;
    let explored = explore(&prepared, watch);
    let mut stats = Stats { seconds: started.elapsed().as_secs_f64(), ..Stats::default() };
    let graph = match explored {
        Ok(graph) => graph,
        Err(Halt::Strict) => {
            let reason =
                "schedules of models in which the moment of a transition has a strict bound";
            return Err(PlanError::Unsupported(reason.to_owned()));
        }
        Err(Halt::Stopped(reason)) => {
            let verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
            return Ok(Cheapest::new(verdict, plan, stats));
        }
        Err(Halt::Fault(fault)) => {
            let fault = RuntimeFault::new(fault.fault, Err(TraceError::GaveUp));
            return Ok(Cheapest::new(Err(fault), plan, stats));
        }
    };
    stats.progress = graph.progress;
    let mut stopped = None;
    let found = least_cycle_ratio(graph.states, &graph.edges, &mut || {
        if let std::ops::ControlFlow::Break(reason) = watch.working() {
            stopped = Some(reason);
        }
        stopped.is_none()
    });
    stats.seconds = started.elapsed().as_secs_f64();
    let verdict = match (&found, stopped) {
        (Ok(Some(_)), _) => Verdict::Holds,
        (Ok(None), _) => Verdict::Fails,
        (Err(Stopped), reason) => Verdict::Unknown(Undecided::Stopped(
            reason.unwrap_or(engine::watch::StopReason::Interrupted),
        )),
    };
    let mut answer = Cheapest::new(Ok(verdict), plan, stats);
    if let Ok(Some(best)) = found {
        schedule(&prepared, &graph, &best, &mut answer, watch);
    }
    Ok(answer)
}

/// The predicate to stay within, unless the question cannot be answered.
fn refuse<'q>(network: &Network, query: &'q Query, event: &Goal) -> Result<&'q Goal, PlanError> {
    let QueryKind::PotentiallyAlways(stay) = &query.kind else {
        return Err(PlanError::Wrong("schedules are asked for by `E[] p`".to_owned()));
    };
    let features = Features::of(network);
    if features.stopwatches || features.diagonals {
        let reason = "schedules of models with stopwatches or compared clock differences";
        return Err(PlanError::Unsupported(reason.to_owned()));
    }
    if event.has_deadlock() || stay.has_deadlock() {
        return Err(PlanError::Unsupported("deadlocks in schedules".to_owned()));
    }
    Ok(stay)
}

/// Adds the ratio and the run.
fn schedule(
    prepared: &Prepared<'_>,
    graph: &WholeGraph,
    best: &CycleRatio,
    answer: &mut Cheapest,
    watch: &mut dyn Watch,
) {
    answer.run_cost = Rational::new(best.time, best.events);
    if best.time % best.events == 0 {
        answer.value = Some(best.time / best.events);
        answer.bound = answer.value;
    }
    match run_of(prepared, graph, best, &mut Budget::new(watch)) {
        Ok(run) => answer.run = Some(run),
        Err(error) => answer.trace_error = Some(error),
    }
}

/// The way to the cycle, and the cycle. It is replayed twice, so that it is seen to close.
fn run_of(
    prepared: &Prepared<'_>,
    graph: &WholeGraph,
    best: &CycleRatio,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let mut edges = Vec::new();
    let mut state = graph.edges[best.cycle[0]].from;
    while let Some(edge) = graph.came_by[state as usize] {
        edges.push(edge);
        state = graph.edges[edge].from;
    }
    edges.reverse();
    let from = edges.len();
    edges.extend(&best.cycle);
    let step = |edge: &usize| {
        let instances =
            graph.transitions[*edge].iter().map(|each| edge_instance(prepared, each)).collect();
        (Rational::from(graph.edges[*edge].time), instances)
    };
    let once: Vec<_> = edges.iter().map(step).collect();
    let twice: Vec<_> = edges.iter().chain(&best.cycle).map(step).collect();
    let ending = || Ending::Repeats { from, renaming: Vec::new() };
    replay(prepared.network, &twice, ending(), &mut || budget.check().is_ok())
        .map_err(TraceError::Replay)?;
    budget.check()?;
    replay(prepared.network, &once, ending(), &mut || budget.check().is_ok())
        .map_err(TraceError::Replay)
}
