use network::build::{NetworkBuilder, at_least, at_most, equals};
use network::{
    BinaryOp, ChannelKind, Direction, Domain, Expr, Goal, LocationKind, Network, Query, QueryKind,
    Stmt, StmtKind,
};
use query::check::check;
use query::plan::{Options, TraceOption};
use query::verdict::{Answer, Verdict};

use super::{Twist, run};
use crate::fuzz::Campaign;
use crate::trial::Plans;

/// A slice of `cargo xtask fuzz --profile slicing`.
#[test]
fn slicing_changes_no_answer() {
    let campaign =
        Campaign { seed: 23_000_000, count: 500, plans: Plans::Some(8), ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 250, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.sliced > 1000, "hardly anything is left out: {summary:?}");
    for twist in Twist::ALL {
        assert!(summary.twists.contains_key(&twist), "no network with {twist:?}");
    }
}

/// The answer with slicing, which must be that without; and with a run wherever there is one.
fn answer(network: &Network, kind: QueryKind) -> Answer {
    let query = Query::of(kind);
    let ask = |slice: bool| {
        let options = Options { slice, trace: TraceOption::Some, ..Options::default() };
        check(network, &query, &options, &mut ()).expect("a plan")
    };
    let (sliced, whole) = (ask(true), ask(false));
    assert_eq!(sliced.trace_error, None);
    assert_eq!(verdict(&sliced), verdict(&whole));
    assert_eq!(sliced.run.is_some(), whole.run.is_some());
    sliced
}

/// Some for an answer, none for a fault.
fn verdict(answer: &Answer) -> Option<bool> {
    match &answer.verdict {
        Ok(Verdict::Holds) => Some(true),
        Ok(Verdict::Fails) => Some(false),
        Ok(Verdict::Unknown(why)) => panic!("{why:?}"),
        Err(_) => None,
    }
}

fn increased(variable: network::VariableId, by: i32) -> Expr {
    Expr::binary(BinaryOp::Add, Expr::variable(variable), Expr::Const(by))
}

/// A process that goes from `a` to `b`, and one that can be asked to do something else.
fn two() -> (NetworkBuilder, network::ProcessId, network::ProcessId) {
    let mut net = NetworkBuilder::new();
    let p = net.process("P", &["a", "b"]);
    let q = net.process("Q", &["c", "d"]);
    (net, p, q)
}

#[test]
fn a_process_that_hears_follows_in_the_run() {
    let (mut net, p, q) = two();
    let c = net.channel("c", ChannelKind::Broadcast);
    net.edge(p, "a", "b").sync(c, Direction::Send);
    net.edge(q, "c", "d").sync(c, Direction::Receive);
    let goal = net.at(p, "b");
    let found = answer(&net.finish(), QueryKind::Reachable(goal));
    let slice = found.plan.slice.as_ref().expect("something is left out");
    assert_eq!(slice.left_out.processes, [q]);
    let run = found.run.expect("a run was wanted");
    assert_eq!(run.steps[0].transition.len(), 2);
    assert_eq!(run.last().locations[q.index()].0, 1);
}

#[test]
fn select_variables_that_make_no_difference_are_chosen() {
    let (mut net, p, _) = two();
    let (w, s) = (net.int("w", 0, 9, 0), net.scratch("s", Domain::int(2, 4)));
    let (u, t) = (net.int("u", 0, 9, 0), net.scratch("t", Domain::int(5, 6)));
    net.edge(p, "a", "b")
        .select(s, Domain::int(2, 4))
        .select(t, Domain::int(5, 6))
        .assign(w, Expr::variable(s))
        .assign(u, Expr::variable(t));
    let goal = Goal::And(vec![net.at(p, "b"), Goal::Holds(equals(u, 6))]);
    let found = answer(&net.finish(), QueryKind::Reachable(goal));
    assert_eq!(found.plan.slice.as_ref().expect("a slice").left_out.variables, [w]);
    let run = found.run.expect("a run was wanted");
    assert_eq!(run.steps[0].transition[0].bindings, [2, 6]);
    assert_eq!(run.last().memory[..2], [2, 6]);
}

#[test]
fn a_loop_is_repeated_until_what_was_left_out_repeats() {
    let (mut net, p, _) = two();
    let w = net.int("w", 0, 4, 0);
    let round = Expr::binary(BinaryOp::Mod, increased(w, 1), Expr::Const(5));
    net.edge(p, "a", "b");
    net.edge(p, "b", "a").assign(w, round);
    net.kind(p, "a", LocationKind::Urgent);
    net.kind(p, "b", LocationKind::Urgent);
    let found = answer(&net.finish(), QueryKind::PotentiallyAlways(Goal::always()));
    assert_eq!(found.plan.slice.as_ref().expect("a slice").left_out.variables, [w]);
    let run = found.run.expect("a run was wanted");
    let reference::Ending::Repeats { from, .. } = run.ending else { panic!("it repeats") };
    assert_eq!(run.before(from).memory, run.last().memory);
    assert_eq!(run.steps.len() - from, 10);
}

#[test]
fn what_may_be_invalid_stays() {
    let (mut net, p, q) = two();
    let w = net.int("w", 0, 3, 0);
    net.edge(p, "a", "b");
    net.edge(q, "c", "c").assign(w, increased(w, 1));
    let goal = Goal::Holds(Expr::FALSE);
    let found = answer(&net.finish(), QueryKind::Reachable(goal));
    let left_out = &found.plan.slice.as_ref().expect("P can be left out").left_out;
    assert_eq!((left_out.processes.as_slice(), left_out.variables.as_slice()), (&[p][..], &[][..]));
    assert_eq!(verdict(&found), None);
}

#[test]
fn a_guard_that_bounds_a_variable_lets_it_go() {
    let (mut net, p, q) = two();
    let w = net.int("w", 0, 3, 0);
    let below = Expr::binary(BinaryOp::Lt, Expr::variable(w), Expr::Const(3));
    net.edge(p, "a", "b");
    net.edge(q, "c", "c").when(below).assign(w, increased(w, 1));
    let goal = net.at(p, "b");
    let found = answer(&net.finish(), QueryKind::Reachable(goal));
    let left_out = &found.plan.slice.as_ref().expect("a slice").left_out;
    assert_eq!(
        (left_out.processes.as_slice(), left_out.variables.as_slice()),
        (&[q][..], &[w][..])
    );
}

/// Who receives is updated after the sender: what its guard says of a variable may be out of date.
#[test]
fn the_guard_of_a_receiver_bounds_nothing() {
    let (mut net, p, q) = two();
    let (w, c) = (net.int("w", 0, 3, 0), net.channel("c", ChannelKind::Binary));
    net.edge(p, "a", "b").sync(c, Direction::Send).assign(w, Expr::Const(3));
    net.edge(q, "c", "d").sync(c, Direction::Receive).when(equals(w, 0)).assign(w, increased(w, 1));
    let goal = net.at(p, "b");
    assert_eq!(verdict(&answer(&net.finish(), QueryKind::Reachable(goal))), None);
}

#[test]
fn who_keeps_time_from_passing_stays() {
    for twist in 0..4 {
        let (mut net, p, q) = two();
        let (x, own) = (net.clock("x"), net.clock("own"));
        net.edge(p, "a", "b").when_clock(at_least(x, 5));
        match twist {
            0 => net.kind(q, "c", LocationKind::Urgent),
            1 => net.kind(q, "c", LocationKind::Committed),
            2 => net.invariant(q, "c", [at_most(own, 4)]),
            _ => {
                let c = net.channel("c", ChannelKind::Broadcast);
                net.raw().channels[0].urgent = true;
                net.edge(q, "c", "c").sync(c, Direction::Send);
            }
        }
        net.edge(q, "d", "c");
        let goal = net.at(p, "b");
        let found = answer(&net.finish(), QueryKind::Reachable(goal));
        assert_eq!(verdict(&found), Some(false), "twist {twist}");
    }
}

#[test]
fn a_loop_that_may_not_end_stays() {
    for (by, ends) in [(1, true), (0, false)] {
        let (mut net, p, _) = two();
        let (w, i) = (net.int("w", 0, 3, 0), net.scratch("i", Domain::int(0, 9)));
        let (target, value) = (network::Place::whole(i), increased(i, by));
        let step = Stmt::new(StmtKind::Assign { target, value });
        let condition = Expr::binary(BinaryOp::Lt, Expr::variable(i), Expr::Const(9));
        let count = StmtKind::While { condition, body: vec![step] };
        net.edge(p, "a", "b").then(count).assign(w, Expr::Const(1));
        let goal = net.at(p, "b");
        let found = answer(&net.finish(), QueryKind::Reachable(goal));
        assert_eq!(verdict(&found).is_some(), ends);
    }
}

/// A process that nobody heeds may go on for ever, and so keep others where they are.
#[test]
fn for_maximal_runs_nobody_is_left_out() {
    let (mut net, p, q) = two();
    net.kind(p, "a", LocationKind::Urgent);
    net.edge(p, "a", "b");
    net.edge(q, "c", "c");
    let stays = net.at(p, "a");
    let found = answer(&net.finish(), QueryKind::PotentiallyAlways(stays));
    assert_eq!(verdict(&found), Some(true));
}

/// What is done in every transition is done in those of a process that nobody heeds.
#[test]
fn with_hooks_nobody_is_left_out() {
    let (mut net, _, q) = two();
    let n = net.int("n", 0, 1, 0);
    net.edge(q, "c", "c");
    let (target, value) = (network::Place::whole(n), Expr::Const(1));
    net.raw().after_update.push(Stmt::new(StmtKind::Assign { target, value }));
    let found = answer(&net.finish(), QueryKind::Reachable(Goal::Holds(equals(n, 1))));
    assert_eq!(verdict(&found), Some(true));
}
