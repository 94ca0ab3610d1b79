//! Maximal runs where clocks stand still.
//!
//! Zones say too much there, so that a loop they close may be none, and what they call stuck may not be. A run is believed only if its
//! delays are found exactly and its loop comes back to the state in which it began. If that fails for the run that a search has
//! found, paths are followed one by one, the shortest first. That there is no maximal run needs no such care: what zones
//! say too much can only add runs.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use network::{Goal, Network};

use crate::plan::{Plan, SymmetryPlan};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, Stay, TraceError, Wanted};
use engine::graph::Graph;
use engine::search::RunEnd;
use engine::semantics::{Entry, StepFault, StepRef};
use program::{Participant, State};
use reference::{Ending, Run};

/// Paths that are followed before it is left open whether there is a run.
const MOST_PATHS: usize = 1 << 9;
/// Steps of all of them: times are found for each.
const MOST_STEPS: usize = 1 << 11;
/// Rounds before a loop comes back to where it began, and rounds until it does.
const ROUNDS: [(usize, usize); 4] = [(0, 1), (1, 1), (0, 2), (2, 2)];
/// Longer paths are not made of more rounds.
const LONG_PATH: usize = 100;

/// The transitions of a run, and where it goes on for ever or ends.
pub(super) struct RunAndTail {
    pub transitions: Vec<Vec<Participant>>,
    pub stay: Stay,
    /// Where the loop starts, or why the run may end.
    pub tail: Result<usize, RunEnd>,
}

/// The confirmed run, gone round its loop as often as it takes to come back.
pub(super) fn confirmed(
    confirm: &Confirm<'_>,
    RunAndTail { transitions, stay, tail }: &RunAndTail,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let from = match *tail {
        Err(end) => return confirm.run(transitions, &Wanted::End(*stay, end), budget),
        Ok(from) => from,
    };
    let (stem, round) = transitions.split_at(from);
    let mut problem = TraceError::NoTimes;
    for (before, rounds) in ROUNDS {
        let again = std::iter::repeat_n(round, before + rounds).flatten();
        let path: Vec<_> = stem.iter().chain(again).cloned().collect();
        if path.len() > LONG_PATH.max(transitions.len()) {
            break;
        }
        let ending = Ending::Repeats { from: from + before * round.len(), renaming: Vec::new() };
        match confirm.run(&path, &Wanted::Loop(*stay, ending), budget) {
            Ok(run) => return Ok(run),
            Err(error) => problem = error,
        }
        budget.check()?;
    }
    Err(problem)
}

/// A path, and the states it leads to.
#[derive(Clone)]
struct FollowedPath {
    path: Vec<Vec<Participant>>,
    /// The last of them.
    state: State,
    /// The discrete parts of all of them.
    visited: Vec<Vec<i32>>,
    /// From where on it stays within the predicate; none while the goal before it is still looked for.
    since: Option<usize>,
}

/// A maximal run within the last goal along any of the shortest paths; if there is another goal, from a moment on at which that holds. Nothing if no path
/// is left, so that there is no such run; an error if that is left open.
pub(super) fn run_elsewhere(
    network: &Network,
    goals: &[Goal],
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Option<Run>, TraceError> {
    let plan = Plan { symmetry: SymmetryPlan::off(), ..plan.clone() };
    let prepared =
        Prepared::new(network, goals, &[], &[], &plan).map_err(|_| TraceError::GaveUp)?;
    let prepared = prepared.with_alarm(budget.alarm());
    let confirm = Confirm::new(network, goals).ok_or(TraceError::GaveUp)?;
    let after_goal = goals.len() > 1;
    let mut graph = prepared.graph(&plan, Entry::Delayed);
    let mut waiting = VecDeque::new();
    step(&mut graph, None, &mut waiting)?;
    waiting.iter_mut().for_each(|reached: &mut FollowedPath| {
        reached.since = (!after_goal).then_some(0);
    });
    let (mut followed, mut steps, mut certain) = (0, 0, true);
    while let Some(reached) = waiting.pop_front() {
        budget.check()?;
        followed += 1;
        steps += reached.path.len();
        if followed > MOST_PATHS || steps > MOST_STEPS {
            return Err(TraceError::GaveUp);
        }
        let edges: Vec<_> = reached.path.iter().map(|step| confirm.instances(step)).collect();
        match reached.since {
            None => {
                if !confirm.is_feasible(&edges, budget)? {
                    continue;
                }
                graph.semantics.load(&reached.state.cells);
                if prepared.goals[0].holds_somewhere(&mut graph.semantics, &reached.state)? {
                    let since = Some(reached.path.len());
                    waiting.push_back(FollowedPath { since, ..reached.clone() });
                }
            }
            Some(from) => {
                let stay = Stay { from, after_goal };
                if !confirm.may_stay(&edges, stay, budget)? {
                    continue;
                }
                let found = closed(&confirm, &reached, stay, &mut certain, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        step(&mut graph, Some(&reached), &mut waiting)?;
    }
    if certain { Ok(None) } else { Err(TraceError::GaveUp) }
}

/// The run along a path, if it may end there or has come back to a state.
fn closed(
    confirm: &Confirm<'_>,
    reached: &FollowedPath,
    stay: Stay,
    certain: &mut bool,
    budget: &mut Budget<'_>,
) -> Result<Option<Run>, TraceError> {
    let (last, before) = reached.visited.split_last().expect("a path has a state");
    let ends = [Err(RunEnd::Delay), Err(RunEnd::Stuck)];
    let loops = (stay.from..before.len()).filter(|from| before[*from] == *last).map(Ok);
    for tail in ends.into_iter().chain(loops) {
        let wanted = match tail {
            Err(end) => Wanted::End(stay, end),
            Ok(from) => Wanted::Loop(stay, Ending::Repeats { from, renaming: Vec::new() }),
        };
        match confirm.run(&reached.path, &wanted, budget) {
            Ok(run) => return Ok(Some(run)),
            // That a path does not end here is certain if nothing is stuck here, or not at a moment at which the path may be. Whether
            // it comes back is not: then it is followed further.
            Err(TraceError::GoalMissed | TraceError::NoTimes) => {}
            Err(_) => *certain &= tail.is_ok(),
        }
        budget.check()?;
    }
    Ok(None)
}

/// Adds what one more transition leads to.
fn step(
    graph: &mut Graph<'_>,
    from: Option<&FollowedPath>,
    waiting: &mut VecDeque<FollowedPath>,
) -> Result<(), StepFault> {
    // How precise delays are is not asked: times are found anyway.
    graph.semantics.approximated = true;
    let mut add = |step: StepRef<'_>, state: &mut State| {
        let (mut path, mut visited) =
            from.map_or_else(Default::default, |from| (from.path.clone(), from.visited.clone()));
        if from.is_some() {
            path.push(step.transition.to_vec());
        }
        visited.push(state.cells.clone());
        let since = from.and_then(|from| from.since);
        waiting.push_back(FollowedPath { path, state: state.clone(), visited, since });
        Ok(ControlFlow::Continue(()))
    };
    match from {
        None => graph.initial(&mut add),
        Some(from) => graph.successors(&from.state, &mut add),
    }
}
