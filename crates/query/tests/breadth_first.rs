//! Breadth first reaches what is a few steps away after a few steps, whatever goes on beside it.

use network::build::{NetworkBuilder, at_least, at_most};
use network::{Query, QueryKind};
use orrery_query::check::check;
use orrery_query::plan::{AccelerateOption, Options, OrderOption};
use orrery_query::verdict::Verdict;

/// Figure 2.1 of Hendriks' thesis with a second cycle, in which one may wait: a way to the goal of seven steps beside
/// a loop that goes round some ten thousand times, each round with a larger zone that supersedes the one before.
fn expansions(distance: i32, drop_orphans: bool) -> u64 {
    let mut net = NetworkBuilder::new();
    let (y, z) = (net.clock("y"), net.clock("z"));
    let p = net.process("P", &["l2", "l1", "l3", "a2", "a3", "finished"]);
    net.invariant(p, "l1", [at_most(y, 2)]);
    net.invariant(p, "l2", [at_most(y, 5)]);
    net.invariant(p, "l3", [at_most(y, 5)]);
    net.edge(p, "l1", "l2").reset(y, 0);
    net.edge(p, "l2", "l3").when_clock(at_least(y, 1));
    net.edge(p, "l3", "l1").when_clock(at_least(y, 3)).reset(y, 0);
    net.edge(p, "l1", "a2").reset(y, 0);
    net.edge(p, "a2", "a3").when_clock(at_least(y, 1));
    net.edge(p, "a3", "l1").when_clock(at_least(y, 3)).reset(y, 0);
    net.edge(p, "l1", "finished").when_clock(at_least(z, distance));
    let goal = net.at(p, "finished");
    let query = Query::of(QueryKind::Reachable(goal));
    let order = OrderOption::Bfs;
    let options =
        Options { order, drop_orphans, accelerate: AccelerateOption::Off, ..Options::default() };
    let answer = check(&net.finish(), &query, &options, &mut ()).expect("a plan");
    assert!(matches!(answer.verdict, Ok(Verdict::Holds)));
    answer.stats.progress.explored
}

#[test]
fn what_lies_beside_a_loop_gets_its_turn() {
    for distance in [1_000, 100_000] {
        let plain = expansions(distance, false);
        assert!(plain <= 10, "{plain} without dropping orphans");
        let dropping = expansions(distance, true);
        assert!(dropping <= 10, "{dropping} where orphans are dropped");
    }
}
