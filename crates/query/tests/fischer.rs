//! Fischer's protocol, built by hand: how many states there are is known.

use engine::watch::Progress;
use network::build::{NetworkBuilder, above, at_most, equals};
use network::{Expr, Goal, Network, Query, QueryKind};
use orrery_query::plan::{Options, OrderOption, SymmetryOption};
use orrery_query::verdict::Verdict;

fn fischer(n: i32) -> (Network, Vec<Goal>) {
    let mut net = NetworkBuilder::new();
    let id = net.int("id", 0, n, 0);
    let mut cs = Vec::new();
    for pid in 1..=n {
        let x = net.clock(&format!("x{pid}"));
        let p = net.process(&format!("P{pid}"), &["A", "req", "wait", "cs"]);
        net.invariant(p, "req", [at_most(x, 10)]);
        net.edge(p, "A", "req").when(equals(id, 0)).reset(x, 0);
        net.edge(p, "req", "wait")
            .when_clock(at_most(x, 10))
            .reset(x, 0)
            .assign(id, Expr::Const(pid));
        net.edge(p, "wait", "req").when(equals(id, 0)).reset(x, 0);
        net.edge(p, "wait", "cs").when_clock(above(x, 10)).when(equals(id, pid));
        net.edge(p, "cs", "A").assign(id, Expr::Const(0));
        cs.push(net.at(p, "cs"));
    }
    (net.finish(), cs)
}

/// Explores everything: two processes in the critical section are not to be found.
fn explore(n: i32, symmetry: SymmetryOption) -> Progress {
    let (network, cs) = fischer(n);
    let query = Query::of(QueryKind::Reachable(Goal::And(vec![cs[0].clone(), cs[1].clone()])));
    let options = Options { order: OrderOption::Bfs, symmetry, ..Options::default() };
    let answer = orrery_query::check(&network, &query, &options, &mut ()).expect("a plan");
    assert!(matches!(answer.verdict, Ok(Verdict::Fails)));
    answer.stats.progress
}

/// The figures of TChecker's covering search with local bounds (commit d711ace, breadth first).
#[test]
fn without_symmetry_the_states_are_those_of_a_peer() {
    for (n, explored, stored) in [(6, 3_458, 2_378), (8, 40_536, 25_080)] {
        let stats = explore(n, SymmetryOption::Off);
        assert_eq!((stats.explored, stats.stored), (explored, stored), "N = {n}");
    }
}

/// The processes that the query does not name are interchangeable, so doubling N multiplies by about four.
#[test]
fn with_symmetry_the_states_grow_with_a_polynomial() {
    let stored: Vec<u64> = [4, 8, 16].map(|n| explore(n, SymmetryOption::Auto).stored).into();
    for pair in stored.windows(2) {
        assert!(pair[1] < pair[0] * 5, "{stored:?} grows faster than N²");
    }
}
