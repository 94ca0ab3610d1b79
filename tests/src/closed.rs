//! What a search leaves behind is closed: every successor of a stored state is covered by a stored state.
//!
//! A verdict may be right although states were lost. This looks at the states themselves, which is a
//! sharper test of what may be forgotten on the way (see `store/orphans.rs`).

use engine::graph::Chains;
use engine::search::{Found, Outcome, Space, reach};
use engine::store::NodeId;
use network::{Goal, Network};
use query::plan::Plan;
use query::prepared::Prepared;

use crate::every_plan::Patience;

/// A search that has seen everything.
pub struct Seen {
    /// How many states it expanded.
    pub explored: u64,
    /// How many it stored.
    pub stored: u64,
    /// A node one of whose successors is not covered.
    pub open: Option<NodeId>,
}

/// Searches everything, and then expands every node that is left again; none if something is invalid, or if
/// it takes more than so many expansions.
#[must_use]
pub fn search_twice(network: &Network, plan: &Plan, most: u64) -> Option<Seen> {
    let goal = [Goal::Or(Vec::new())];
    let prepared = Prepared::new(network, &goal, &[], &[], plan).ok()?;
    let mut space = prepared.space(plan, Box::new(|_, _| Ok(Found::Nothing)));
    let outcome = reach(&mut space, &mut *prepared.frontier(plan), &mut Patience::new(most));
    let progress = space.progress();
    if !matches!(outcome, Outcome::Exhausted) {
        return None;
    }
    let mut fresh = Vec::new();
    let mut open = None;
    let chains = Chains::unlimited(&plan.passing);
    let mut cells = Vec::new();
    let mut number = 0;
    while (number as usize) < space.store().len() && open.is_none() {
        let node = NodeId(number);
        number += 1;
        if !space.store().is_superseded(node) {
            space.expand(node, &mut fresh).ok()?;
            // Which states are followed and which are stored may be different each time. Those that are stored now are
            // expanded in their turn.
            let is_lost = fresh.drain(..).any(|fresh| {
                space.store().cells(fresh.node, &mut cells);
                !chains.as_ref().is_some_and(|chains| chains.passes(&cells))
            });
            open = is_lost.then_some(node);
        }
    }
    Some(Seen { explored: progress.explored, stored: progress.stored, open })
}

#[cfg(test)]
mod tests {
    use engine::graph::Following;
    use network::generate::{Profile, generate, numbers};
    use network::{Query, QueryKind};
    use query::plan::{Options, OrderOption, SymmetryOption, plan};

    use super::*;

    /// Asks for nothing, so that everything is searched.
    fn nothing() -> Query {
        Query::of(QueryKind::Reachable(Goal::Or(Vec::new())))
    }

    /// Orphans are dropped in some of these searches, and nothing is lost with them.
    #[test]
    fn random_searches_are_closed() {
        let orders = [OrderOption::Bfs, OrderOption::Dfs, OrderOption::Random, OrderOption::Auto];
        let (mut with, mut without) = (0, 0);
        for seed in 0..6000 {
            let generated = generate(&Profile::default(), &mut numbers(seed));
            let order = orders[usize::try_from(seed % 4).unwrap_or(0)];
            let symmetry = if seed % 3 == 0 { SymmetryOption::Auto } else { SymmetryOption::Off };
            let chains =
                [Following::Always, Following::WhereItPays, Following::Never, Following::Never];
            let chains = chains[usize::try_from(seed % 5).unwrap_or(0).min(3)];
            let seen = [true, false].map(|drop_orphans| {
                let slice = false;
                let options = Options {
                    order,
                    symmetry,
                    drop_orphans,
                    chains,
                    slice,
                    independent_steps: false,
                    ..Options::default()
                };
                let plan = plan(&generated.network, &nothing(), &options).ok()?;
                search_twice(&generated.network, &plan, 2000)
            });
            if let [Some(dropping), Some(keeping)] = seen {
                assert_eq!(dropping.open, None, "seed {seed}");
                assert_eq!(keeping.open, None, "seed {seed}");
                with += dropping.explored;
                without += keeping.explored;
            }
        }
        assert!(with < without, "{with} {without}");
    }
}
