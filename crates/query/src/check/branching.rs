//! Formulas of branching time: on models without clocks on the graph of their states, on others on an arena of zones.

use std::time::Instant;

use branching::{of_nothing, satisfying};
use network::{Along, Formula, Goal, Network};

use super::reachability::stats;
use super::stored_graph::{Ended, StoredGraph};
use super::{claims, timed, witness};
use crate::plan::{Plan, PlanError, TraceOption};
use crate::prepared::Prepared;
use crate::trace::{Budget, TraceError, Unfolding, Wanted, path_along};
use crate::verdict::{Answer, Undecided, Verdict};
use engine::goal::normal;
use engine::search::Evidence;
use engine::store::NodeId;
use engine::watch::Watch;
use reference::Run;

/// Does the initial state satisfy a formula?
pub(super) fn satisfied(
    network: &Network,
    formula: &Formula,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    if network.clock_count() > 0 || formula.has_game() || formula.bounds().0 > 0 {
        return timed::satisfied(network, formula, plan, watch);
    }
    let started = Instant::now();
    let (asked, goals) = (formula.goals(), Goals::of(formula));
    let prepared =
        Prepared::new(network, &goals.normal, &[], &[], &plan)?.with_alarm(watch.alarm());
    let mut found = match StoredGraph::explore(&prepared, &plan, watch) {
        Ok(found) => found,
        Err(ended) => {
            return Ok(undecided(&prepared, &goals.normal, plan, (*ended, started), watch));
        }
    };
    let labels = &found.labels;
    let of = |goal: &Goal| {
        let number = asked.iter().position(|other| *other == goal);
        let number = number.expect("it is one of the goals of the formula");
        labels[goals.numbers[number]].clone()
    };
    let (graph, start) = (&found.graph, found.start());
    let states = |part: &Formula| satisfying(graph, part, &of);
    let holds = match start {
        None => of_nothing(formula),
        Some(start) => states(formula).contains(start),
    };
    let shown = start.filter(|_| witness::is_wanted(&plan)).map(|start| {
        let goes_on = plan.trace == TraceOption::Some;
        claims::shown(graph, &states, start, (formula, holds), goes_on)
    });
    let verdict = if holds { Verdict::Holds } else { Verdict::Fails };
    let mut answer = Answer::new(Ok(verdict), plan, stats(&found.evidence, started));
    let (path, claims) = shown.unwrap_or_default();
    if let Some(path) = path {
        let number = |at: &usize| NodeId(u32::try_from(*at).expect("nodes have such numbers"));
        let nodes: Vec<NodeId> = path.iter().map(number).collect();
        let budget = &mut Budget::new(watch);
        let run = run_along(&prepared, &answer.plan, &mut found.evidence, &nodes, budget);
        answer.found(run, None, holds);
    }
    answer.claims = claims;
    answer.stats.run_seconds = (started.elapsed().as_secs_f64() - answer.stats.seconds).max(0.0);
    Ok(answer)
}

/// The different predicates of a formula in normal form, and which of them each one of the formula is.
pub(super) struct Goals {
    pub(super) normal: Vec<Goal>,
    pub(super) numbers: Vec<usize>,
}

impl Goals {
    pub(super) fn of(formula: &Formula) -> Goals {
        let mut goals = Goals { normal: Vec::new(), numbers: Vec::new() };
        for goal in formula.goals() {
            let goal = normal(goal);
            let known = goals.normal.iter().position(|other| *other == goal);
            goals.numbers.push(known.unwrap_or(goals.normal.len()));
            if known.is_none() {
                goals.normal.push(goal);
            }
        }
        goals
    }
}

/// What a run shows of a formula: the way to a state that has this part, or has it not.
pub(super) struct Sought<'f> {
    pub(super) part: &'f Formula,
    /// A run shows it if the verdict is this; then the state satisfies the part, or does not.
    pub(super) when: bool,
}

impl Sought<'_> {
    /// Of `A[] p` a run to a state without `p`; of `E<> p` a run to a state with it. The rest takes more than one
    /// run to show.
    pub(super) fn of(formula: &Formula) -> Option<Sought<'_>> {
        match formula {
            Formula::All(Along::Always(part)) => Some(Sought { part, when: false }),
            Formula::Some(Along::Eventually(part)) => Some(Sought { part, when: true }),
            Formula::Goal(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Same(..)
            | Formula::Some(
                Along::Always(_) | Along::Until(..) | Along::WeakUntil(..) | Along::Within(..),
            )
            | Formula::All(
                Along::Eventually(_) | Along::Until(..) | Along::WeakUntil(..) | Along::Within(..),
            )
            | Formula::Control(_) => None,
        }
    }
}

/// The run through these nodes, replayed.
fn run_along(
    prepared: &Prepared<'_>,
    plan: &Plan,
    evidence: &mut Evidence<'_>,
    nodes: &[NodeId],
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let path = path_along(prepared, plan, evidence, nodes, budget)?;
    let transitions = Unfolding::new(prepared, path.start.as_ref()).steps(&path.steps)?;
    let anything = [Goal::always()];
    witness::confirm(prepared.network, &anything, (&transitions, &Wanted::Goal), budget)
}

/// The answer where there is no graph.
fn undecided(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    plan: Plan,
    (ended, started): (Ended<'_>, Instant),
    watch: &mut dyn Watch,
) -> Answer {
    match ended {
        Ended::Stopped(reason, evidence) => {
            let verdict = Verdict::Unknown(Undecided::Stopped(reason));
            Answer::new(Ok(verdict), plan, stats(&evidence, started))
        }
        Ended::Faulted(node, fault, mut evidence) => {
            let stats = stats(&evidence, started);
            let budget = &mut Budget::new(watch);
            let fault =
                witness::fault(prepared, (&plan, goals), &mut evidence, (node, fault), budget);
            Answer::new(Err(fault), plan, stats)
        }
    }
}
