//! Reachability by several threads.

use std::time::Instant;

use super::company::Company;
use super::prepare::Prepared;
use super::reachability::{glances, seeks};
use crate::plan::{Abstraction, Order, Plan, TraceOption};
use crate::search::{Outcome, Together, Worker, ZoneSpace, reach_together};
use crate::state::State;
use crate::store::{NodeId, Owners, Store};
use crate::verdict::Stats;
use crate::watch::Watch;

/// May several threads search? Not where the order of the search decides which run is shown, nor where
/// all zones of a discrete state become one.
pub(super) fn is_possible(plan: &Plan) -> bool {
    plan.threads > 1
        && matches!(plan.order, Order::Ranked | Order::Bfs)
        && matches!(plan.trace, TraceOption::None | TraceOption::Some)
        && plan.abstraction != Abstraction::Hull
}

/// Searches for the first goal of `prepared`, in the company of the others. The space that comes back holds the states on the way to
/// the node of the outcome and nothing else, and knows what the workers found.
pub(super) fn search<'p>(
    prepared: &'p Prepared<'_>,
    company: &'p Company,
    plan: &Plan,
    watch: &mut dyn Watch,
    started: Instant,
) -> (Outcome, ZoneSpace<'p>, Stats) {
    let goals = &prepared.goals;
    let workers = plan.threads;
    let hire = |me| {
        let parts = prepared.parts(plan, seeks(goals, company));
        Worker::new(parts, glances(goals, company), prepared.frontier(plan), (me, workers))
    };
    let Together { outcome, attempted, progress, symmetry, approximated, stores } =
        reach_together(workers, &hire, watch);
    let stats = Stats {
        progress,
        discrete_states: stores.iter().map(|store| store.discrete_states() as u64).sum(),
        zones: stores.iter().map(|store| store.zones() as u64).sum(),
        seconds: started.elapsed().as_secs_f64(),
        run_seconds: 0.0,
        symmetry,
    };
    let mut space = prepared.space(plan, seeks(goals, company));
    space.graph.semantics.attempted = attempted;
    space.graph.semantics.approximated = approximated;
    let outcome = match outcome {
        Outcome::Found(node) => Outcome::Found(copy_way(&stores, node, &mut space)),
        Outcome::Faulted(Some(node), fault) => {
            Outcome::Faulted(Some(copy_way(&stores, node, &mut space)), fault)
        }
        other => other,
    };
    (outcome, space, stats)
}

/// Copies the states on the way to a node; its number in the copy.
fn copy_way(stores: &[Store], node: NodeId, space: &mut ZoneSpace<'_>) -> NodeId {
    let owners = Owners::new(stores.len());
    let mut way = Vec::new();
    let mut at = node;
    while at != NodeId::NONE {
        way.push(at);
        let (owner, local) = owners.local(at);
        at = stores[owner].parent(local);
    }
    let mut state = State::blank();
    way.iter().rev().fold(NodeId::NONE, |parent, node| {
        let (owner, local) = owners.local(*node);
        stores[owner].cells(local, &mut state.cells);
        let dim = space.dim(&state.cells);
        stores[owner].zone(local, dim, &mut state.zone);
        space.store.push(&state, parent)
    })
}
