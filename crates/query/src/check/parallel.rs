//! Reachability by several threads.

use engine::domain::Zones;
use engine::search::{Evidence, Worker, reach_parallel};
use engine::watch::Watch;

use super::reachability::{prefilter, seeks};
use super::shared_goals::SharedGoals;
use crate::plan::{Abstraction, Order, Plan, TimeDomain, TraceOption};
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
    let parts = || prepared.parts(plan, seeks(goals, others), prefilter(goals, others));
    let frontier = || prepared.frontier(plan);
    match plan.domain {
        TimeDomain::Integers => {
            let make = |me| Worker::new(parts(), prepared.integers(), frontier(), (me, workers));
            reach_parallel(workers, &make, watch)
        }
        TimeDomain::Zones | TimeDomain::Both => {
            let make = |me| Worker::new(parts(), Zones, frontier(), (me, workers));
            reach_parallel(workers, &make, watch)
        }
    }
}
