//! Answers one query: plans it, then searches in the way its kind asks for.

use std::sync::Arc;

use network::{Along, Formula, Led, Network, Query, QueryKind, Scope};

use crate::plan::{Options, Plan, PlanError, QueryShape, TraceOption, plan};
use crate::trace::{Budget, complete, expand};
use crate::verdict::{Answer, Minimality, Undecided, Verdict, Verification};
use analysis::Slice;
use engine::watch::Watch;

use super::optimum::AskedExtreme;
use super::reachability::Asked;
use super::verify::verified;
use super::{branching, leads_to, led, liveness, optimum, reachability};

/// Plans and answers a query.
pub fn check(
    network: &Network,
    query: &Query,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    if let Some(led) = &query.led {
        return under(network, led, options, watch);
    }
    let plan = plan(network, query, options)?;
    check_planned(network, query, plan, watch)
}

/// Answers a query on the model under a strategy. Nothing holds under a strategy that does not exist. No run is
/// shown: it would be one of another model.
fn under(
    network: &Network,
    led: &Led,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let (mut won, model) = led::game(network, led, options, watch)?;
    second_look(&led.game, &mut won, watch);
    won.strategy = None;
    if !matches!(won.verdict, Ok(Verdict::Holds)) {
        return Ok(won);
    }
    let (model, kind) = led::question((&won, model), led)?;
    let options = Options { trace: TraceOption::None, ..led::options_for(options) };
    check(&model.network, &Query::of(kind), &options, watch)
}

/// Has a strategy looked at by the ordinary search.
fn second_look(game: &Along, answer: &mut Answer, watch: &mut dyn Watch) {
    if answer.strategy.is_none() {
        return;
    }
    let ask = &mut |network: &Network, kind: QueryKind| {
        check(network, &Query::of(kind), &Options::default(), watch)
    };
    let model = answer.controlled.as_ref();
    let looked = model.map_or(Verification::NotAsked, |model| verified(model, game, ask));
    answer.verification = Some(looked);
}

/// Answers a query by its plan.
pub fn check_planned(
    network: &Network,
    query: &Query,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let searched = plan.clone();
    let mut answer = lu_first(searched.searched(network), query, plan, watch)?;
    if let Some(options) = retried(&answer) {
        return check(network, query, &options, watch);
    }
    written_out(network, query, &searched, &mut answer, watch);
    Ok(answer)
}

/// The runs of an answer as runs of the whole network.
pub(super) fn written_out(
    whole: &Network,
    query: &Query,
    searched: &Plan,
    answer: &mut Answer,
    watch: &mut dyn Watch,
) {
    if let Some(fused) = &searched.fused {
        let sliced = searched.slice.as_ref().map_or(whole, |slice| &slice.network);
        if let Some(run) = answer.run.take() {
            match expand(sliced, fused, &run, &mut Budget::new(watch)) {
                Ok(run) => answer.run = Some(run),
                Err(error) => answer.trace_error = Some(error),
            }
        }
    }
    if let Some(slice) = &searched.slice {
        completed(whole, &query.kind, slice, answer, watch);
    }
}

/// What to ask for instead, if something went wrong in a network with fused loops. Nothing in it is invalid, so a state
/// has too many transitions.
pub(super) fn retried(answer: &Answer) -> Option<Arc<Options>> {
    answer.plan.unfused.clone().filter(|_| answer.verdict.is_err())
}

/// The runs of an answer, with what was left out.
fn completed(
    whole: &Network,
    kind: &QueryKind,
    slice: &Slice,
    answer: &mut Answer,
    watch: &mut dyn Watch,
) {
    let budget = &mut Budget::new(watch);
    let goals = &kind.goals();
    if let Some(run) = answer.run.take() {
        match complete(whole, goals, slice, &run, budget) {
            Ok(completed) => {
                answer.run = Some(completed.run);
                // What was left out may make a loop longer.
                if answer.minimality.is_some() && !completed.same_length {
                    answer.minimality = Some(Minimality::AtLeast(0));
                }
            }
            Err(error) => answer.trace_error = Some(error),
        }
    }
    if let Err(fault) = &mut answer.verdict
        && let Some(run) = fault.run.take()
    {
        match complete(whole, goals, slice, &run, budget) {
            Ok(completed) => fault.run = Some(completed.run),
            Err(error) => fault.trace_error = Some(error),
        }
    }
}

/// Answers a query by its plan, perhaps after a coarser one.
fn lu_first(
    network: &Network,
    query: &Query,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    // Maximal runs have more ways to be looked for, of which LU bounds first is one.
    let lu_first = plan.lu_first_plan().filter(|plan| plan.shape == QueryShape::Deadlock);
    if let Some(coarser) = lu_first.filter(|_| query.kind.about_one_state().is_some()) {
        let answer = answer(network, query, coarser, watch)?;
        let is_final = match &answer.verdict {
            // The goal was not reached.
            Ok(Verdict::Fails) => matches!(query.kind.about_one_state(), Some((_, false))),
            Ok(Verdict::Holds) => matches!(query.kind.about_one_state(), Some((_, true))),
            Ok(Verdict::Unknown(undecided)) => matches!(undecided, Undecided::Stopped(_)),
            Err(_) => false,
        };
        if is_final {
            return Ok(answer);
        }
    }
    answer(network, query, plan, watch)
}

fn answer(
    network: &Network,
    query: &Query,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    // A formula can be asked with another notion of which paths are maximal.
    if plan.stutter
        && query.kind.scope() == Scope::MaximalRuns
        && let Some(formula) = query.kind.as_formula()
    {
        return branching::satisfied(network, &formula, plan, watch);
    }
    match &query.kind {
        QueryKind::Reachable(goal) => {
            let asked = Asked::new(goal, false, &plan);
            reachability::reachable(network, asked, plan, watch, &[]).map(|(answer, _)| answer)
        }
        QueryKind::Invariant(goal) => {
            let asked = Asked::new(goal, true, &plan);
            reachability::reachable(network, asked, plan, watch, &[]).map(|(answer, _)| answer)
        }
        QueryKind::Optimum { extremum, within, terms } => {
            let wanted = AskedExtreme { extremum: *extremum, within, terms };
            optimum::optimum(network, wanted, plan, watch)
        }
        QueryKind::Cheapest { goal, objective } => {
            crate::optimise::least_cost(network, (goal, *objective), plan, watch)
        }
        QueryKind::PotentiallyAlways(goal) => liveness::always(network, goal, plan, watch, false),
        QueryKind::Eventually(goal) => liveness::always(network, goal, plan, watch, true),
        QueryKind::LeadsTo(first, second) => {
            leads_to::leads_to(network, first, second, plan, watch)
        }
        QueryKind::Branching(formula) => {
            let mut found = branching::satisfied(network, formula, plan, watch)?;
            if let Formula::Control(game) = formula {
                second_look(game, &mut found, watch);
            }
            Ok(found)
        }
        QueryKind::Unsupported(reason) => Err(PlanError::Unsupported(reason.clone())),
        QueryKind::Wrong(reason) => Err(PlanError::Wrong(reason.clone())),
    }
}
