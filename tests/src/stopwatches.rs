//! Networks with stopwatches, judged by trying all runs whose delays are whole numbers.
//!
//! What stopwatches reach is undecidable, so there is no complete judge. But what a run with whole delays reaches is
//! reachable, and its path has times. That is enough to catch an engine that gives up a path that is one of a
//! run, and every run that the engine shows has been replayed anyway.

use std::collections::HashSet;

use network::eval::Fault;
use network::{Goal, Network, Query, QueryKind};
use query::check::check;
use query::plan::{Options, TraceOption};
use query::trace::{Budget, Confirm};
use query::verdict::{Answer, Undecided, Verdict};
use reference::{Concrete, EdgeInstance, whole};

use crate::every_plan::Patience;

mod lassos;

pub use lassos::compare_lassos;

/// A concrete state with whole clocks, and how it was reached.
struct Node<'n> {
    state: Concrete<'n>,
    path: Vec<Vec<EdgeInstance>>,
}

/// The states that runs with whole delays reach, the nearest first, up to a number of them.
pub struct WholeRuns<'n> {
    nodes: Vec<Node<'n>>,
}

impl<'n> WholeRuns<'n> {
    /// Tries all runs; nothing if an evaluation on the way is invalid.
    pub fn of(network: &'n Network, most: usize) -> Result<WholeRuns<'n>, Fault> {
        let mut start = Concrete::initial(network);
        let mut nodes = Vec::new();
        if start.is_valid()? {
            nodes.push(Node { state: start, path: Vec::new() });
        }
        let mut seen = HashSet::new();
        let mut next = 0;
        while next < nodes.len() && nodes.len() < most {
            let mut later = nodes[next].state.clone();
            let path = nodes[next].path.clone();
            let mut reached = Vec::new();
            if later.delay(whole(1))? {
                reached.push((later, path.clone()));
            }
            for (candidate, after) in nodes[next].state.transitions()? {
                let mut longer = path.clone();
                longer.push(candidate.edges);
                reached.push((after, longer));
            }
            for (state, path) in reached {
                let kept = state.snapshot();
                let clocks: Vec<i64> = kept.clocks.iter().map(|value| value.numerator()).collect();
                if seen.insert((kept.locations, kept.memory, clocks)) {
                    nodes.push(Node { state, path });
                }
            }
            next += 1;
        }
        Ok(WholeRuns { nodes })
    }

    /// Does one of them reach the goal? (Deadlocks are not looked for.)
    pub fn reach(&mut self, goal: &Goal) -> Result<bool, Fault> {
        for node in &mut self.nodes {
            if node.state.satisfies(goal)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A path of one of them for which no times are found.
    #[must_use]
    pub fn without_times(&self, network: &Network) -> Option<&[Vec<EdgeInstance>]> {
        let confirm = Confirm::new(network, &[])?;
        let paths = self.nodes.iter().map(|node| node.path.as_slice());
        let mut untimed =
            paths.filter(|path| confirm.is_feasible(path, &mut Budget::new(&mut ())) != Ok(true));
        untimed.next()
    }
}

/// How the answer to a query compares with what runs with whole delays reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// A run was shown.
    Run,
    /// There is none, and none with whole delays either.
    NoRun,
    /// The engine leaves it open, and no run with whole delays reaches the goal.
    Open,
    /// The engine leaves it open, although a run with whole delays reaches the goal.
    Missed,
    /// Not a question for both.
    Skipped,
}

/// Answers a query and compares; an error says what is wrong with the answer.
pub fn compare(
    network: &Network,
    query: &Query,
    runs: &mut WholeRuns<'_>,
) -> Result<Compared, String> {
    let (goal, reached) = match &query.kind {
        QueryKind::Reachable(goal) => (goal.clone(), Verdict::Holds),
        QueryKind::Invariant(goal) => (Goal::Not(Box::new(goal.clone())), Verdict::Fails),
        _ => return Ok(Compared::Skipped),
    };
    if goal.has_deadlock() {
        return Ok(Compared::Skipped);
    }
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    let Ok(answer) = check(network, query, &options, &mut Patience::new(20_000)) else {
        return Ok(Compared::Skipped);
    };
    let Answer { verdict: Ok(verdict), run, trace_error, .. } = answer else {
        return Ok(Compared::Skipped);
    };
    let by_whole_delays = runs.reach(&goal).map_err(|fault| format!("{fault:?}"))?;
    match verdict {
        Verdict::Unknown(Undecided::Stopped(_)) => Ok(Compared::Skipped),
        Verdict::Unknown(Undecided::Maybe { .. }) if by_whole_delays => Ok(Compared::Missed),
        Verdict::Unknown(Undecided::Maybe { .. }) => Ok(Compared::Open),
        _ if matches!((&verdict, &reached), (Verdict::Holds, Verdict::Holds))
            || matches!((&verdict, &reached), (Verdict::Fails, Verdict::Fails)) =>
        {
            if run.is_some() { Ok(Compared::Run) } else { Err(format!("no run: {trace_error:?}")) }
        }
        _ if by_whole_delays => Err("a run with whole delays reaches the goal".to_owned()),
        _ => Ok(Compared::NoRun),
    }
}

#[cfg(test)]
mod tests;
