//! Queries under a strategy that leads somewhere: asked of the model under the strategy.
//!
//! Its runs are followed until the goal of the strategy is reached, and end there.

use network::{Formula, Goal, Led, Network, Query, QueryKind};

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

/// The answer to the game, with the model under the strategy.
pub(super) fn game(
    network: &Network,
    led: &Led,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let formula = Formula::Control(led.game.clone());
    let asked = Query::of(QueryKind::Branching(formula.clone()));
    let options = Options { trace: TraceOption::Some, ..options_for(options) };
    let beside: Vec<Goal> = led.kind.goals().into_iter().map(normal).collect();
    let plan = plan(network, &asked, &options)?;
    timed::satisfied_beside(network, (&formula, &beside), plan, watch)
}

/// The question to ask of the model under the strategy, if the game is won.
pub(super) fn question(won: &Answer, led: &Led) -> Result<QueryKind, PlanError> {
    let unsupported = |reason: &str| Err(PlanError::Unsupported(reason.to_owned()));
    if matches!(won.verification, Some(Verification::Refuted(_))) {
        return unsupported(
            "the strategy was not confirmed: a mistake in Orrery, please report it",
        );
    }
    let Some(model) = &won.controlled else {
        return unsupported("a query under a strategy whose model is too large");
    };
    match translated(model, &led.kind) {
        Some(kind) => Ok(kind),
        None => unsupported("this kind of query under a strategy that leads somewhere"),
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
        QueryKind::Optimum { .. }
        | QueryKind::Branching(_)
        | QueryKind::Cheapest { .. }
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => return None,
    })
}
