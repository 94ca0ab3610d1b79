//! Runs along other paths than the one that a search has found.
//!
//! Zones over-approximate delays with stopped clocks, so that the path to a goal may be no path of a run, and what
//! covers a state may not stand for it. Here paths are followed one by one, the shortest first. A path with a
//! delay that was not exact is given up as soon as its steps have no times. Only a state of a path without such
//! delays covers others: what it stands for is real. If no path is left, no run reaches the goal.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use network::{Goal, Network};
use zones::Zone;

use crate::plan::{Plan, SymmetryPlan};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, TraceError, Wanted};
use engine::graph::Graph;
use engine::semantics::{Entry, StepFault, StepRef};
use program::{Participant, State};
use reference::Run;

/// Paths that are followed before it is left open whether there is a run.
const MOST_PATHS: usize = 1 << 12;
/// Steps of paths with delays that are not exact, before that is left open: times are found for all of them.
const MOST_STEPS: usize = 1 << 10;

/// What other paths say.
pub(super) enum Elsewhere {
    /// This run reaches the goal. A number says that shorter ones, if there are any, have at least so many steps.
    Reaches(Run, Option<usize>),
    Nowhere,
    /// There may be one, but it was not found.
    Unknown(TraceError),
}

/// A path and the state it leads to.
struct PathState {
    path: Vec<Vec<Participant>>,
    state: State,
    /// Were all delays exact?
    exact: bool,
}

/// Zones of paths whose delays were exact, by discrete state.
type Covering = FxHashMap<Vec<i32>, Vec<Zone>>;

/// Looks for a run to the goal along any of the shortest paths.
pub(super) fn run_elsewhere(
    network: &Network,
    goal: &Goal,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Elsewhere {
    match search(network, goal, plan, budget) {
        Ok(Some((run, open))) => Elsewhere::Reaches(run, open),
        Ok(None) => Elsewhere::Nowhere,
        Err(error) => Elsewhere::Unknown(error),
    }
}

/// The run to the goal, if there is one, and the length of the first path of which it was left open; an error if all is left open.
fn search(
    network: &Network,
    goal: &Goal,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Option<(Run, Option<usize>)>, TraceError> {
    let goals = std::slice::from_ref(goal);
    let plan = Plan { symmetry: SymmetryPlan::off(), ..plan.clone() };
    let prepared =
        Prepared::new(network, goals, &[], &[], &plan).map_err(|_| TraceError::GaveUp)?;
    let prepared = prepared.with_alarm(budget.alarm());
    let confirm = Confirm::new(network, goals).ok_or(TraceError::GaveUp)?;
    let mut graph = prepared.graph(&plan, Entry::Delayed);
    let mut covering = Covering::default();
    let mut waiting = VecDeque::new();
    step(&mut graph, None, &mut waiting)?;
    let (mut followed, mut steps, mut open) = (0, 0, None);
    while let Some(reached) = waiting.pop_front() {
        budget.check()?;
        followed += 1;
        steps += if reached.exact { 0 } else { reached.path.len() };
        if followed > MOST_PATHS || steps > MOST_STEPS {
            return Err(TraceError::GaveUp);
        }
        if is_covered(&mut covering, &reached) {
            continue;
        }
        graph.semantics.load(&reached.state.cells);
        if prepared.goals[0].holds_somewhere(&mut graph.semantics, &reached.state)? {
            match confirm.run(&reached.path, &Wanted::Goal, budget) {
                Err(TraceError::Stopped(reason)) => return Err(TraceError::Stopped(reason)),
                Ok(run) => return Ok(Some((run, open))),
                // Of a deadlock, only one moment was looked at.
                Err(TraceError::NoTimes) if !goal.has_deadlock() => {}
                Err(_) => open = open.or(Some(reached.path.len())),
            }
        }
        if reached.exact || is_feasible(&confirm, &reached.path, budget)? {
            step(&mut graph, Some(&reached), &mut waiting)?;
        }
    }
    if open.is_none() { Ok(None) } else { Err(TraceError::NoTimes) }
}

fn is_feasible(
    confirm: &Confirm<'_>,
    path: &[Vec<Participant>],
    budget: &mut Budget<'_>,
) -> Result<bool, TraceError> {
    let edges: Vec<_> = path.iter().map(|step| confirm.instances(step)).collect();
    confirm.is_feasible(&edges, budget)
}

/// Adds what one more transition leads to.
fn step(
    graph: &mut Graph<'_>,
    from: Option<&PathState>,
    waiting: &mut VecDeque<PathState>,
) -> Result<(), StepFault> {
    let before = waiting.len();
    graph.semantics.approximated = false;
    let mut add = |step: StepRef<'_>, state: &mut State| {
        let mut path = from.map_or_else(Vec::new, |from| from.path.clone());
        if from.is_some() {
            path.push(step.transition.to_vec());
        }
        waiting.push_back(PathState { path, state: state.clone(), exact: true });
        Ok(ControlFlow::Continue(()))
    };
    match from {
        None => graph.initial(&mut add)?,
        Some(from) => graph.successors(&from.state, &mut add)?,
    }
    let exact = !graph.semantics.approximated && from.is_none_or(|from| from.exact);
    waiting.iter_mut().skip(before).for_each(|reached| reached.exact = exact);
    Ok(())
}

/// Does a state of a path with exact delays stand for this one? If not, and if it is one, it will for others.
fn is_covered(covering: &mut Covering, reached: &PathState) -> bool {
    let zones = covering.entry(reached.state.cells.clone()).or_default();
    if zones.iter().any(|zone| zone.includes(&reached.state.zone)) {
        return true;
    }
    if reached.exact {
        zones.push(reached.state.zone.clone());
    }
    false
}
