//! Answers with their reasons.

use engine::watch::StopReason;
use network::{Expectation, Network, Origin, Query};
use query::plan::{PlanError, QueryShape, TraceOption};
use query::trace::TraceError;
use query::verdict::{
    Answer, LARGEST_CLOCK_CONSTANT, Minimality, RuntimeFault, Stats, SymmetryStats, Undecided,
    Verdict,
};

use super::claims::claim_view;
use super::plan::plan_view;
use super::run::run_view;
use super::strategy::strategy_view;
use super::values::value_view;
use crate::view::{
    AtLeastView, ExpectView, ModelView, QueryView, RunKind, StatsView, SymmetryStatsView,
    ValueView, VerdictView,
};

/// Says in words where something stands in the source text.
pub type PlaceOf<'a> = &'a dyn Fn(Origin) -> Option<String>;

/// The size of a model.
#[must_use]
pub fn model_view(path: &str, network: &Network) -> ModelView {
    ModelView {
        path: path.to_owned(),
        processes: network.processes.len(),
        clocks: network.clock_count(),
        variables: network.state_slots(),
    }
}

/// A query with its answer.
#[must_use]
pub fn query_view(
    network: &Network,
    index: usize,
    query: &Query,
    answer: Result<&Answer, &PlanError>,
    place: PlaceOf<'_>,
) -> QueryView {
    let mut view = bare(index, query);
    match answer {
        Err(problem) => (view.verdict, view.reason) = refused(problem),
        Ok(answer) => answered(&mut view, network, query, answer, place),
    }
    view.expect = query.expect.as_ref().map(|expect| expectation(expect, &view));
    view
}

/// A query that was not tried, and why.
#[must_use]
pub fn untried_view(index: usize, query: &Query, verdict: VerdictView, reason: &str) -> QueryView {
    let mut view = bare(index, query);
    view.verdict = verdict;
    view.reason = Some(reason.to_owned());
    view.expect = query.expect.as_ref().map(|expect| expectation(expect, &view));
    view
}

pub(super) fn bare(index: usize, query: &Query) -> QueryView {
    QueryView {
        index,
        formula: query.text.clone(),
        line: query.line,
        verdict: VerdictView::Error,
        reason: None,
        value: None,
        trace: None,
        trace_reason: None,
        claims: Vec::new(),
        strategy: None,
        plan: None,
        stats: StatsView::default(),
        comment: query.comment.clone(),
        expect: None,
    }
}

/// Why nothing was searched.
pub(super) fn refused(problem: &PlanError) -> (VerdictView, Option<String>) {
    match problem {
        PlanError::Unsupported(reason) => (VerdictView::Unsupported, Some(reason.clone())),
        PlanError::Wrong(reason) => (VerdictView::Error, Some(reason.clone())),
        PlanError::Inadmissible { asked, because } => {
            (VerdictView::Error, Some(format!("{asked} is not possible here: {because}")))
        }
    }
}

fn answered(
    view: &mut QueryView,
    network: &Network,
    query: &Query,
    answer: &Answer,
    place: PlaceOf<'_>,
) {
    view.plan = Some(plan_view(&answer.plan));
    view.stats = stats_view(&answer.stats);
    let kind = match &answer.verdict {
        Ok(Verdict::Holds) => {
            view.verdict = VerdictView::Holds;
            RunKind::Witness
        }
        Ok(Verdict::Fails) => {
            view.verdict = VerdictView::Fails;
            RunKind::Counterexample
        }
        Ok(Verdict::Unknown(why)) => {
            let unsupported = matches!(why, Undecided::ClockRange(_));
            view.verdict =
                if unsupported { VerdictView::Unsupported } else { VerdictView::Unknown };
            view.reason = Some(undecided(why));
            RunKind::Witness
        }
        Err(fault) => return faulted(view, network, fault, place),
    };
    view.trace = answer.run.as_ref().map(|run| run_view(network, run, kind, None));
    if let Some(run) = &mut view.trace {
        run.minimal = minimal(answer);
        run.at_least = at_least(answer);
    }
    view.trace_reason = answer.trace_error.as_ref().map(without_run);
    view.claims = answer.claims.iter().map(|claim| claim_view(network, claim)).collect();
    let verification = answer.verification.as_ref();
    view.strategy =
        answer.strategy.as_ref().map(|found| strategy_view(network, found, verification));
    view.value = query.extremum().map(|extremum| value_view(extremum, &answer.values));
}

pub(super) fn faulted(
    view: &mut QueryView,
    network: &Network,
    fault: &RuntimeFault,
    place: PlaceOf<'_>,
) {
    let what = fault.fault.kind.describe(network);
    let message = match place(fault.fault.origin) {
        Some(place) => format!("{what} ({place})"),
        None => what,
    };
    view.trace_reason = fault.trace_error.as_ref().map(without_run);
    let run = fault.run.as_ref();
    view.trace = run.map(|run| run_view(network, run, RunKind::Fault, Some(&message)));
    view.verdict = VerdictView::Error;
    view.reason = Some(message);
}

/// Is the run of an answer known to be the shortest, or fastest?
fn minimal(answer: &Answer) -> Option<bool> {
    let asked = matches!(answer.plan.trace, TraceOption::Shortest | TraceOption::Fastest);
    // A search for maximal runs says itself whether it knows.
    let known = match answer.minimality {
        Some(minimality) => minimality == Minimality::Proved,
        None => answer.plan.shape != QueryShape::Liveness,
    };
    asked.then_some(known)
}

/// What no run goes below, where it is not known to be the shortest or fastest.
fn at_least(answer: &Answer) -> Option<AtLeastView> {
    let Some(Minimality::AtLeast(bound)) = answer.minimality else { return None };
    match answer.plan.trace {
        TraceOption::Shortest => Some(AtLeastView::Steps(bound)),
        TraceOption::Fastest => Some(AtLeastView::Time(bound)),
        TraceOption::None | TraceOption::Some => None,
    }
}

/// Why there is no run.
fn without_run(problem: &TraceError) -> String {
    match problem {
        TraceError::Stopped(reason) => format!("{} while the run was made", stopped(*reason)),
        TraceError::GaveUp | TraceError::TooManySteps | TraceError::ForeignMeta => {
            problem.to_string()
        }
        TraceError::Infeasible(_)
        | TraceError::GoalMissed
        | TraceError::NoTimes
        | TraceError::Left
        | TraceError::Replay(_)
        | TraceError::Fault(_) => {
            format!("a second interpreter does not confirm the one that was found: {problem}")
        }
    }
}

/// Why a search ended early, in words.
#[must_use]
pub fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::TimeLimit => "the time limit was reached",
        StopReason::MemoryLimit => "the memory limit was reached",
        StopReason::Interrupted => "interrupted",
        StopReason::TooManyTransitions => "more transitions leave one state than can be followed",
    }
}

pub(super) fn undecided(why: &Undecided) -> String {
    match why {
        Undecided::Stopped(reason) => stopped(*reason).to_owned(),
        Undecided::ClockRange(Some(constant)) => format!(
            "a clock is compared with or set to {constant}; constants of clocks go up to {LARGEST_CLOCK_CONSTANT}"
        ),
        Undecided::ClockRange(None) => format!(
            "a clock grows beyond {LARGEST_CLOCK_CONSTANT}, and here it must be known exactly (clock differences, clocks that are shifted or stopped, or a fastest run)"
        ),
        Undecided::CostRange => {
            "a cost, or a clock that it depends on, is too large for exact arithmetic".to_owned()
        }
        Undecided::LeftOut => {
            "the search left out states to find good runs early, and found none".to_owned()
        }
        Undecided::CostMismatch => {
            "the run that was found does not cost what the search says: please report this"
                .to_owned()
        }
        Undecided::Maybe { suggests, because } => {
            let maybe = if *suggests { "it may hold" } else { "it may fail" };
            format!("{maybe}: {because}")
        }
    }
}

pub(super) fn stats_view(stats: &Stats) -> StatsView {
    StatsView {
        stored: stats.progress.stored,
        explored: stats.progress.explored,
        transitions: stats.progress.transitions,
        seconds: stats.seconds,
        peak_bytes: stats.progress.bytes,
        covered: stats.progress.covered,
        followed: stats.progress.followed,
        phases: Vec::new(),
        symmetry: stats.symmetry.map(|symmetry| symmetry_view(stats, &symmetry)),
        found_by: None,
        run_seconds: stats.run_seconds,
    }
}

fn symmetry_view(stats: &Stats, symmetry: &SymmetryStats) -> SymmetryStatsView {
    let orbits = stats.progress.stored;
    let share = if stats.seconds > 0.0 { symmetry.seconds / stats.seconds } else { 0.0 };
    SymmetryStatsView {
        orbits,
        average_orbit: symmetry.orbit,
        unreduced: f64::min(orbits as f64 * symmetry.orbit, f64::MAX),
        canonicalised: symmetry.counters.calls,
        identities: symmetry.counters.identities,
        exhausted: symmetry.counters.exhausted,
        seconds: symmetry.seconds,
        share: share.clamp(0.0, 1.0),
    }
}

/// What the author expects, and whether the answer agrees.
fn expectation(expect: &Expectation, view: &QueryView) -> ExpectView {
    let (outcome, met) = match expect {
        Expectation::Holds => ("holds".to_owned(), view.verdict == VerdictView::Holds),
        Expectation::Fails => ("fails".to_owned(), view.verdict == VerdictView::Fails),
        Expectation::Error => ("error".to_owned(), view.verdict == VerdictView::Error),
        Expectation::Value(value) => {
            let values = view.value.as_ref().filter(|_| view.verdict == VerdictView::Holds);
            (value.clone(), values.is_some_and(|found| has_value(found, value)))
        }
    };
    ExpectView { outcome, met }
}

/// Is this one of the values found? UPPAAL writes infinity as `inf`.
fn has_value(found: &ValueView, expected: &str) -> bool {
    let expected = expected.trim();
    let ends = found.terms.iter().flat_map(|term| [term.lower, term.upper]).flatten();
    let mut limits = ends.map(|end| end.limit);
    match expected.parse::<f64>() {
        Ok(number) if number.is_finite() => {
            limits.any(|limit| limit.is_some_and(|l| l as f64 == number))
        }
        _ => expected.contains("inf") && limits.any(|limit| limit.is_none()),
    }
}
