//! Maximal runs of networks with stopwatches, judged by trying all runs whose delays are whole numbers.
//!
//! Where clocks are compared with constants only, values beyond the largest one are the same, so that such runs have finitely many states.

use std::collections::HashMap;

use analysis::LocalBounds;
use network::eval::Fault;
use network::features::{Features, goal_has_diagonals};
use network::{Goal, LocationId, Network, Query, QueryKind};
use query::check::check;
use query::plan::{Options, TraceOption};
use query::verdict::{Answer, Undecided, Verdict};
use reference::{Concrete, whole};
use zones::Rational;

use super::Compared;
use crate::every_plan::Patience;

/// A question about maximal runs: one that stays within a goal for ever, perhaps from where on another holds.
struct AskedRun {
    after: Option<Goal>,
    stay: Goal,
    /// The verdict if there is such a run.
    holds: bool,
}

fn asked(kind: &QueryKind) -> Option<AskedRun> {
    let not = |goal: &Goal| Goal::Not(Box::new(goal.clone()));
    let asked = match kind {
        QueryKind::PotentiallyAlways(goal) => {
            AskedRun { after: None, stay: goal.clone(), holds: true }
        }
        QueryKind::Eventually(goal) => AskedRun { after: None, stay: not(goal), holds: false },
        QueryKind::LeadsTo(first, second) => {
            AskedRun { after: Some(first.clone()), stay: not(second), holds: false }
        }
        _ => return None,
    };
    let deadlocks = asked.stay.has_deadlock() || asked.after.iter().any(Goal::has_deadlock);
    (!deadlocks).then_some(asked)
}

type WholeKey = (Vec<LocationId>, Vec<i32>, Vec<i64>);

/// States with whole clocks, and what follows each: all that does, if it was looked at.
struct WholeGraph<'n> {
    /// Clocks beyond this are as good as this; none if they must be known exactly.
    cap: Option<i64>,
    nodes: Vec<Concrete<'n>>,
    numbers: HashMap<WholeKey, usize>,
    followers: Vec<Vec<usize>>,
    /// A run may end here.
    ends: Vec<bool>,
}

impl<'n> WholeGraph<'n> {
    fn new(network: &Network, asked: &AskedRun) -> WholeGraph<'n> {
        let goals: Vec<Goal> = asked.after.iter().chain([&asked.stay]).cloned().collect();
        let features = Features::of(network);
        let exact =
            features.diagonals || features.clock_copies || goals.iter().any(goal_has_diagonals);
        let opposites = goals.iter().map(|goal| Goal::Not(Box::new(goal.clone())));
        let all: Vec<Goal> = goals
            .iter()
            .cloned()
            .chain(opposites)
            .map(|goal| engine::goal::normal(&goal))
            .collect();
        let largest = LocalBounds::of(network, &all, true).largest();
        WholeGraph {
            cap: (!exact).then(|| i64::from(largest) + 1),
            nodes: Vec::new(),
            numbers: HashMap::new(),
            followers: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The number of a state.
    fn number(&mut self, mut state: Concrete<'n>) -> usize {
        if let Some(cap) = self.cap {
            for clock in &mut state.valuation.clocks {
                *clock = whole(clock.numerator().min(cap));
            }
        }
        let kept = state.snapshot();
        let clocks = kept.clocks.iter().map(|value| value.numerator()).collect();
        let next = self.nodes.len();
        let number = *self.numbers.entry((kept.locations, kept.memory, clocks)).or_insert(next);
        if number == next {
            self.nodes.push(state);
        }
        number
    }

    /// Looks at what follows from the first `most` states, within a goal if there is one.
    fn explore(&mut self, stay: Option<&Goal>, most: usize) -> Result<(), Fault> {
        while self.followers.len() < self.nodes.len().min(most) {
            let state = self.nodes[self.followers.len()].clone();
            let mut reached = Vec::new();
            let mut here = state.clone();
            let transitions = here.transitions()?;
            let mut ends = transitions.is_empty();
            reached.extend(transitions.into_iter().map(|(_, after)| after));
            if let Some(later) = after_one(&state, stay, &mut ends)? {
                reached.push(later);
            }
            let mut followers = Vec::new();
            for mut state in reached {
                if stay.is_none_or(|stay| state.satisfies(stay) == Ok(true)) {
                    followers.push(self.number(state));
                }
            }
            self.followers.push(followers);
            self.ends.push(ends);
        }
        Ok(())
    }

    /// Is there a loop, or a state in which a run may end, among those that were looked at?
    fn has_maximal_run(&self) -> bool {
        if self.ends.contains(&true) {
            return true;
        }
        let mut alive = vec![true; self.followers.len()];
        loop {
            let goes_on =
                |from: &usize| self.followers[*from].iter().any(|to| alive.get(*to) == Some(&true));
            let dead: Vec<usize> =
                (0..alive.len()).filter(|from| alive[*from] && !goes_on(from)).collect();
            if dead.is_empty() {
                return alive.contains(&true);
            }
            dead.into_iter().for_each(|node| alive[node] = false);
        }
    }
}

/// The state one time unit later, if time may pass and the goal holds meanwhile. Where time may pass, no run ends.
fn after_one<'n>(
    state: &Concrete<'n>,
    stay: Option<&Goal>,
    ends: &mut bool,
) -> Result<Option<Concrete<'n>>, Fault> {
    let mut between = state.clone();
    if !between.delay(Rational::new(1, 2).expect("a fraction"))? {
        return Ok(None);
    }
    *ends = false;
    if let Some(stay) = stay
        && !between.satisfies(stay)?
    {
        return Ok(None);
    }
    let mut later = state.clone();
    Ok(later.delay(whole(1))?.then_some(later))
}

/// Is there a maximal run with whole delays, among so many states?
fn exists(network: &Network, asked: &AskedRun, most: usize) -> Result<bool, Fault> {
    let mut start = Concrete::initial(network);
    if !start.is_valid()? {
        return Ok(false);
    }
    let mut before = WholeGraph::new(network, asked);
    before.number(start);
    if asked.after.is_some() {
        before.explore(None, most)?;
    }
    let mut within = WholeGraph::new(network, asked);
    for state in &mut before.nodes {
        let begins = match &asked.after {
            Some(after) => state.satisfies(after)?,
            None => true,
        };
        if begins && state.satisfies(&asked.stay)? {
            within.number(state.clone());
        }
    }
    within.explore(Some(&asked.stay), most)?;
    Ok(within.has_maximal_run())
}

/// Answers a query about maximal runs and compares; an error says what is wrong with the answer.
pub fn compare_lassos(network: &Network, query: &Query, most: usize) -> Result<Compared, String> {
    let Some(asked) = asked(&query.kind) else { return Ok(Compared::Skipped) };
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    let Ok(answer) = check(network, query, &options, &mut Patience::new(5_000)) else {
        return Ok(Compared::Skipped);
    };
    let Answer { verdict: Ok(verdict), run, trace_error, .. } = answer else {
        return Ok(Compared::Skipped);
    };
    let Ok(by_whole_delays) = exists(network, &asked, most) else { return Ok(Compared::Skipped) };
    let holds = match verdict {
        Verdict::Holds => true,
        Verdict::Fails => false,
        Verdict::Unknown(Undecided::Maybe { .. }) if by_whole_delays => {
            return Ok(Compared::Missed);
        }
        Verdict::Unknown(Undecided::Maybe { .. }) => return Ok(Compared::Open),
        _ => return Ok(Compared::Skipped),
    };
    match holds == asked.holds {
        true if run.is_some() => Ok(Compared::Run),
        true => Err(format!("no run: {trace_error:?}")),
        false if by_whole_delays => Err("a run with whole delays goes on for ever".to_owned()),
        false => Ok(Compared::NoRun),
    }
}
