//! Reachability by several threads.

use engine::search::{Evidence, Worker, reach_parallel};
use engine::watch::Watch;

use super::reachability::{prefilter, seeks};
use super::shared_goals::SharedGoals;
use crate::plan::{Abstraction, Order, Plan, TraceOption};
use crate::prepared::Prepared;

/// May several threads search? Not where the order of the search decides which run is shown, nor where
/// all zones of a discrete state become one.
pub(super) fn is_possible(plan: &Plan) -> bool {
    plan.threads > 1
        && matches!(plan.order, Order::Adaptive | Order::Bfs)
        && matches!(plan.trace, TraceOption::None | TraceOption::Some)
        && plan.abstraction != Abstraction::Hull
}

/// Searches for the first goal of `prepared`, and says of the others whether they were met.
pub(super) fn search<'p>(
    prepared: &'p Prepared<'_>,
    others: &'p SharedGoals,
    plan: &Plan,
    watch: &mut dyn Watch,
) -> Evidence<'p> {
    let goals = &prepared.goals;
    let workers = plan.threads;
    let make_worker = |me| {
        let parts = prepared.parts(plan, seeks(goals, others), prefilter(goals, others));
        Worker::new(parts, prepared.frontier(plan), (me, workers))
    };
    reach_parallel(workers, &make_worker, watch)
}
