//! Queries that are asked of the model under a strategy, as a network of its own.
//!
//! Until the goal of the strategy is reached its runs do what the strategy says; after that they are those of the model.

use network::{ClockConstraint, Expr, Formula, Goal, Led, Network, Query, QueryKind, Term};

use super::timed;
use crate::controlled::Controlled;
use crate::plan::{FuseOption, Options, PlanError, SymmetryOption, TraceOption, plan};
use crate::verdict::{Answer, Verification};
use engine::goal::normal;
use engine::watch::Watch;

/// What a strategy is looked for with: no symmetry, and all variables as they are.
pub(super) fn options_for(options: &Options) -> Options {
    Options {
        symmetry: SymmetryOption::Off,
        dead_variables: false,
        slice: false,
        fuse_loops: FuseOption::Off,
        ..options.clone()
    }
}

/// The answer to the game, and the model under the strategy, whose runs go on after the goal was reached.
pub(super) fn game(
    network: &Network,
    led: &Led,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<(Answer, Option<Controlled>), PlanError> {
    let formula = Formula::Control(led.game.clone());
    let asked = Query::of(QueryKind::Branching(formula.clone()));
    let options = Options { trace: TraceOption::Some, ..options_for(options) };
    let mut beside: Vec<Goal> = led.kind.goals().into_iter().map(normal).collect();
    beside.extend(led.kind.terms().iter().flat_map(clocks_of));
    let plan = plan(network, &asked, &options)?;
    timed::satisfied_beside(network, (&formula, Some(&beside)), plan, watch)
}

/// Predicates about the clocks whose values are asked for: they must be known in all states.
fn clocks_of(term: &Term) -> Vec<Goal> {
    let Term::Clock { left, right, .. } = term else { return Vec::new() };
    let known = |clock| {
        Goal::Clock(ClockConstraint {
            when: Expr::TRUE,
            left: Some(clock),
            right: None,
            strict: false,
            bound: Expr::Const(0),
        })
    };
    std::iter::once(left).chain(right).cloned().map(known).collect()
}

/// The model under the strategy of a game that is won, and the question to ask of it.
pub(super) fn question(
    (won, model): (&Answer, Option<Controlled>),
    led: &Led,
) -> Result<(Controlled, QueryKind), PlanError> {
    let unsupported = |reason: &str| Err(PlanError::Unsupported(reason.to_owned()));
    if matches!(won.verification, Some(Verification::Refuted(_))) {
        return unsupported(
            "the strategy was not confirmed: a mistake in Orrery, please report it",
        );
    }
    let Some(model) = model else {
        return unsupported("a query under a strategy whose model is too large");
    };
    match translated(&model, &led.kind) {
        Some(kind) => Ok((model, kind)),
        None => unsupported("this kind of query under a strategy"),
    }
}

/// The question, about the model under the strategy.
fn translated(model: &Controlled, kind: &QueryKind) -> Option<QueryKind> {
    Some(match kind {
        QueryKind::Reachable(goal) => QueryKind::Reachable(model.goal(goal)?),
        QueryKind::Invariant(goal) => QueryKind::Invariant(model.goal(goal)?),
        QueryKind::PotentiallyAlways(goal) => QueryKind::PotentiallyAlways(model.goal(goal)?),
        QueryKind::Eventually(goal) => QueryKind::Eventually(model.goal(goal)?),
        QueryKind::LeadsTo(first, second) => {
            QueryKind::LeadsTo(model.goal(first)?, model.goal(second)?)
        }
        QueryKind::Optimum { extremum, within, terms } => QueryKind::Optimum {
            extremum: *extremum,
            within: model.goal(within)?,
            terms: terms.iter().map(|term| model.term(term)).collect::<Option<Vec<Term>>>()?,
        },
        QueryKind::Branching(_)
        | QueryKind::Cheapest { .. }
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => return None,
    })
}
