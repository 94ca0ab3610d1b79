//! The ways to look for maximal runs agree, and the proof that there is none pays.

use network::build::{NetworkBuilder, above, at_least, at_most, below};
use network::{ClockConstraint, Goal, Network, Query, QueryKind};
use orrery_query::plan::{
    Abstraction, AbstractionOption, Options, OrderOption, SymmetryOption, TraceOption,
};
use orrery_query::verdict::{Answer, Verdict};

fn eventually(network: &Network, goal: &Goal, options: &Options) -> Answer {
    let query = Query::of(QueryKind::Eventually(goal.clone()));
    orrery_query::check(network, &query, options, &mut ()).expect("a plan")
}

fn by(order: OrderOption) -> Options {
    Options { order, symmetry: SymmetryOption::Off, ..Options::default() }
}

/// Processes that each take a few steps, every one within a deadline.
fn hurried(processes: i32, steps: usize) -> (Network, Goal) {
    let mut net = NetworkBuilder::new();
    let mut done = Vec::new();
    for number in 0..processes {
        let x = net.clock(&format!("x{number}"));
        let names: Vec<String> = (0..=steps).map(|step| format!("L{step}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let p = net.process(&format!("P{number}"), &names);
        for pair in names.windows(2) {
            net.invariant(p, pair[0], [at_most(x, 3 + number)]);
            net.edge(p, pair[0], pair[1]).when_clock(at_least(x, 1)).reset(x, 0);
        }
        done.push(net.at(p, names[steps]));
    }
    (net.finish(), Goal::And(done))
}

/// Without cycles the proof decides, with LU bounds, and stores less than the search depth first, which
/// may drop a state only once all that follows a larger one has been explored.
#[test]
fn a_graph_without_cycles_is_proof() {
    let (network, goal) = hurried(4, 3);
    let (proof, depth) = (
        eventually(&network, &goal, &by(OrderOption::Bfs)),
        eventually(&network, &goal, &by(OrderOption::Dfs)),
    );
    assert!(matches!(proof.verdict, Ok(Verdict::Holds)));
    assert!(matches!(depth.verdict, Ok(Verdict::Holds)));
    assert_eq!(proof.plan.abstraction, Abstraction::Lu);
    assert_eq!(depth.plan.abstraction, Abstraction::M);
    let stored = |answer: &Answer| answer.stats.progress.stored;
    assert!(stored(&proof) * 2 < stored(&depth), "{} {}", stored(&proof), stored(&depth));
}

/// Where patience with the search depth first ends, the proof takes over by itself.
#[test]
fn the_proof_takes_over_when_depth_first_takes_long() {
    let (network, goal) = hurried(5, 3);
    let auto = eventually(&network, &goal, &by(OrderOption::Auto));
    assert!(matches!(auto.verdict, Ok(Verdict::Holds)));
    assert_eq!(auto.plan.abstraction, Abstraction::Lu);
    // Another abstraction that is asked for is used throughout.
    let (network, goal) = hurried(4, 3);
    let options = Options { abstraction: AbstractionOption::M, ..by(OrderOption::Auto) };
    let exact = eventually(&network, &goal, &options);
    assert!(matches!(exact.verdict, Ok(Verdict::Holds)));
    assert_eq!(exact.plan.abstraction, Abstraction::M);
}

/// A process that is busy for ten units of time, during which a clock goes from a value to another again
/// and again.
fn busy(from: i32, to: i32) -> (Network, Goal) {
    let mut net = NetworkBuilder::new();
    let (x, y) = (net.clock("x"), net.clock("y"));
    let p = net.process("P", &["Busy", "Done"]);
    net.invariant(p, "Busy", [at_most(x, 10)]);
    net.edge(p, "Busy", "Busy").when_clock(at_least(y, to)).reset(y, from);
    net.edge(p, "Busy", "Done").when_clock(at_least(x, 10));
    let goal = net.at(p, "Done");
    (net.finish(), goal)
}

/// A cycle that cannot be followed for ever, because each round takes time and there is not enough of it.
#[test]
fn a_cycle_ends_in_time() {
    let (network, goal) = busy(0, 1);
    for (order, abstraction) in [
        (OrderOption::Auto, Abstraction::M),
        (OrderOption::Bfs, Abstraction::Lu),
        (OrderOption::Dfs, Abstraction::M),
    ] {
        let answer = eventually(&network, &goal, &by(order));
        assert!(matches!(answer.verdict, Ok(Verdict::Holds)), "{order:?}");
        assert_eq!(answer.plan.abstraction, abstraction, "{order:?}");
    }
}

/// A cycle about which that argument says nothing, since the clock is set to something else than 0:
/// depth first decides.
#[test]
fn another_cycle_proves_nothing() {
    let (network, goal) = busy(5, 6);
    for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs] {
        let answer = eventually(&network, &goal, &by(order));
        assert!(matches!(answer.verdict, Ok(Verdict::Holds)), "{order:?}");
        assert_eq!(answer.plan.abstraction, Abstraction::M, "{order:?}");
    }
}

/// Rounds that take no time can be followed for ever.
#[test]
fn a_cycle_without_time_goes_on() {
    let (network, goal) = busy(0, 0);
    for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs] {
        let answer = eventually(&network, &goal, &by(order));
        assert!(matches!(answer.verdict, Ok(Verdict::Fails)), "{order:?}");
    }
}

/// Runs that exist are found by every way: a loop, and a place where time may pass for ever.
#[test]
fn every_way_finds_runs_that_exist() {
    let mut net = NetworkBuilder::new();
    let y = net.clock("y");
    let p = net.process("P", &["Busy", "Rest", "Done"]);
    net.invariant(p, "Busy", [at_most(y, 5)]);
    net.edge(p, "Busy", "Busy").when_clock(at_least(y, 1)).reset(y, 0);
    net.edge(p, "Busy", "Done").when_clock(at_least(y, 5));
    let (busy, done) = (net.at(p, "Busy"), net.at(p, "Done"));
    let network = net.finish();
    let resting = Goal::Not(Box::new(Goal::Or(vec![busy, done.clone()])));
    for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs] {
        for goal in [&done, &resting] {
            let answer = eventually(&network, goal, &by(order));
            assert!(matches!(answer.verdict, Ok(Verdict::Fails)), "{order:?} {goal:?}");
        }
    }
}

/// A delay may pass from one part of the predicate it stays within to the next, as long as there is no
/// gap between them: also then a run is shown, and not only a verdict.
#[test]
fn runs_pass_from_one_part_of_a_predicate_to_another() {
    let mut net = NetworkBuilder::new();
    let (x, y) = (net.clock("x"), net.clock("y"));
    let p = net.process("P", &["Before", "After"]);
    net.invariant(p, "Before", [at_most(x, 5)]);
    net.edge(p, "Before", "After").when_clock(at_least(x, 4));
    let network = net.finish();
    let both =
        |parts: Vec<ClockConstraint>| Goal::And(parts.into_iter().map(Goal::Clock).collect());
    let options = Options { trace: TraceOption::Some, ..by(OrderOption::Auto) };
    for never in [
        both(vec![above(x, 1), below(x, 1)]),
        both(vec![at_least(x, 1), below(x, 1)]),
        both(vec![above(x, 1), at_most(x, 1)]),
        Goal::Or(vec![
            both(vec![at_least(x, 1), below(x, 1)]),
            both(vec![above(y, 3), at_most(y, 3)]),
        ]),
    ] {
        let answer = eventually(&network, &never, &options);
        assert!(matches!(answer.verdict, Ok(Verdict::Fails)), "{never:?}");
        assert_eq!(answer.trace_error, None, "{never:?}");
        assert!(answer.run.is_some(), "{never:?}");
    }
    // No delay gets past this point unseen.
    let always = both(vec![at_least(x, 1), at_most(x, 1)]);
    let answer = eventually(&network, &always, &options);
    assert!(matches!(answer.verdict, Ok(Verdict::Holds)));
}
