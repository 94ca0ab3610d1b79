//! Fischer's protocol, built by hand.
use network::build::{NetworkBuilder, above, at_most, equals};
use network::{Expr, Goal, Network, ProcessId, Query, QueryKind};
use orrery_engine::plan::{Options, OrderOption};

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
    let _ = ProcessId(0);
    (net.finish(), cs)
}

#[test]
fn counts() {
    for n in [6, 8] {
        let (network, cs) = fischer(n);
        let query = Query {
            kind: QueryKind::Reachable(Goal::And(vec![cs[0].clone(), cs[1].clone()])),
            text: String::new(),
            line: None,
            comment: String::new(),
            expect: None,
            options: vec![],
            origin: network::Origin::NONE,
        };
        let options = Options { order: OrderOption::Bfs, ..Options::default() };
        let answer = orrery_engine::check(&network, &query, &options, &mut ()).unwrap();
        println!("{n}: {:?} {:?}", answer.verdict, answer.stats);
    }
}
