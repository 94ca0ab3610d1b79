//! Cheapest runs with their reasons.

use network::{Network, Query};
use query::optimise::Cheapest;
use query::plan::PlanError;
use query::verdict::Answer;
use reference::Rational;

use super::answer::{PlaceOf, query_view, stopped, untried_view};
use crate::view::{
    CheapestView, ExactView, ImprovementView, LowerBoundView, QueryView, VerdictView,
};

/// A query with the cheapest run to its goal.
#[must_use]
pub fn cheapest_view(
    network: &Network,
    (index, query, objective): (usize, &Query, &str),
    answer: Result<&Cheapest, &PlanError>,
    place: PlaceOf<'_>,
) -> CheapestView {
    match answer {
        Err(problem) => of_query(query_view(network, index, query, Err(problem), place), objective),
        Ok(found) => {
            let (plan, stats) = (found.plan.clone(), found.stats);
            let mut answer = Answer::new(found.verdict.clone(), plan, stats);
            answer.run.clone_from(&found.run);
            answer.trace_error.clone_from(&found.trace_error);
            let view = query_view(network, index, query, Ok(&answer), place);
            with_value(of_query(view, objective), found)
        }
    }
}

/// A query that was not tried, and why.
#[must_use]
pub fn untried_cheapest_view(
    (index, query, objective): (usize, &Query, &str),
    verdict: VerdictView,
    reason: &str,
) -> CheapestView {
    of_query(untried_view(index, query, verdict, reason), objective)
}

fn of_query(view: QueryView, objective: &str) -> CheapestView {
    CheapestView {
        index: view.index,
        formula: view.formula,
        line: view.line,
        objective: objective.to_owned(),
        verdict: view.verdict,
        reason: view.reason,
        value: None,
        bound: None,
        optimal: false,
        attained: None,
        run_cost: None,
        improvements: Vec::new(),
        bounds: Vec::new(),
        trace: view.trace,
        trace_reason: view.trace_reason,
        plan: view.plan,
        stats: view.stats,
    }
}

fn exact(value: Rational) -> ExactView {
    let (above, below) = (value.numerator(), value.denominator());
    match below {
        1 => ExactView::Whole(above),
        _ => ExactView::Fraction(format!("{above}/{below}")),
    }
}

fn with_value(mut view: CheapestView, found: &Cheapest) -> CheapestView {
    view.value = found.value.map(exact);
    view.bound = found.bound.map(exact);
    view.optimal = found.is_optimal();
    view.attained = found.is_attained();
    view.run_cost = found.run_cost.map(|cost| exact(cost).to_string());
    for each in &found.improvements {
        let (seconds, bound) = (each.seconds, each.bound);
        let before = view.improvements.last().map(|last| last.value);
        if let Some(value) = each.value.filter(|value| before != Some(*value)) {
            view.improvements.push(ImprovementView { seconds, value, bound });
        }
        if view.bounds.last().is_none_or(|last| last.bound < bound) {
            view.bounds.push(LowerBoundView { seconds, bound });
        }
    }
    if let Some(plan) = &mut view.plan {
        plan.search = "cheapest".to_owned();
        plan.reasons.retain(|reason| !reason.starts_with("order "));
        plan.reasons.extend(found.notes.iter().cloned());
    }
    if view.verdict == VerdictView::Holds && !view.optimal {
        let why = found.stopped.map_or("the search ended early", stopped);
        view.reason = Some(format!("{why}; there may be a cheaper run"));
    }
    view
}
