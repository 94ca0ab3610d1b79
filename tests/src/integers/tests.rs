use network::build::{NetworkBuilder, above, at_least, at_most, below, difference};
use network::{
    ChannelKind, ClockConstraint, ClockFamilyId, ClockPlace, Direction, Expr, Goal, Network,
    Origin, ProcessId, Query, QueryKind, Rate, StmtKind,
};
use query::check::check;
use query::plan::{DomainOption, Options, OrderOption, PlanError, TimeDomain, TraceOption, plan};
use query::verdict::Verdict;

use super::run;
use crate::fuzz::Campaign;

/// A slice of `cargo xtask fuzz --profile closed`.
#[test]
fn whole_numbers_change_no_answer() {
    let campaign = Campaign { seed: 91_000_000, count: 500, ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 300, "only {} networks were judged", summary.agreed);
    assert!(summary.compared > 200, "only {} networks were compared", summary.compared);
    assert!(summary.tally.integers > 1500, "hardly any plan uses whole numbers: {summary:?}");
    assert!(summary.tally.endless < 50, "many searches do not end: {summary:?}");
}

/// A query of some kind.
fn asking(kind: QueryKind) -> Query {
    let (text, comment, origin) = (String::new(), String::new(), Origin::NONE);
    let (strategy, under, led, line, expect, options) = (None, None, None, None, None, Vec::new());
    Query { kind, strategy, under, led, text, line, comment, expect, options, origin }
}

/// One process with a clock: it waits at `a` and goes to `b` when the guard holds.
struct Pair {
    net: NetworkBuilder,
    x: ClockFamilyId,
    p: ProcessId,
}

fn pair(guard: impl Fn(ClockFamilyId, ClockFamilyId) -> Vec<ClockConstraint>) -> Pair {
    let mut net = NetworkBuilder::new();
    let (x, y) = (net.clock("x"), net.clock("y"));
    let p = net.process("P", &["a", "b"]);
    let mut edge = net.edge(p, "a", "b");
    for constraint in guard(x, y) {
        edge = edge.when_clock(constraint);
    }
    let _ = edge;
    Pair { net, x, p }
}

/// Why whole numbers are refused, if they are.
fn refusal(network: &Network, kind: QueryKind) -> Option<String> {
    let options = Options { domain: DomainOption::Integers, ..Options::default() };
    match plan(network, &asking(kind), &options) {
        Ok(plan) => {
            assert_eq!(plan.domain, TimeDomain::Integers);
            None
        }
        Err(PlanError::Inadmissible { because, .. }) => Some(because),
        Err(other) => panic!("{other:?}"),
    }
}

fn reaches_b(pair: &Pair) -> QueryKind {
    QueryKind::Reachable(pair.net.at(pair.p, "b"))
}

#[test]
fn what_is_not_closed_is_refused() {
    let fine = pair(|x, _| vec![at_least(x, 2), at_most(x, 3)]);
    let kind = reaches_b(&fine);
    let Pair { x, net, .. } = fine;
    let network = net.finish();
    let clock = |constraint| Goal::Clock(constraint);
    assert_eq!(refusal(&network, kind), None);
    assert_eq!(refusal(&network, QueryKind::Reachable(clock(at_most(x, 5)))), None);
    assert_eq!(refusal(&network, QueryKind::Invariant(clock(below(x, 5)))), None);
    let strict = "what is looked for has a strict bound (x < c; for A[] it is the negation)";
    for kind in [
        QueryKind::Reachable(clock(below(x, 5))),
        QueryKind::Reachable(Goal::Not(Box::new(clock(at_most(x, 5))))),
        QueryKind::Invariant(clock(at_most(x, 5))),
    ] {
        assert_eq!(refusal(&network, kind).as_deref(), Some(strict));
    }
    let deadlock = refusal(&network, QueryKind::Reachable(Goal::Deadlock));
    assert_eq!(deadlock.as_deref(), Some("the query asks for deadlocks"));
    let guards: [fn(ClockFamilyId, ClockFamilyId) -> Vec<ClockConstraint>; 3] = [
        |x, _| vec![below(x, 2)],
        |x, _| vec![above(x, 2)],
        |x, y| vec![difference(Some(x), Some(y), false, 2)],
    ];
    for guard in guards {
        let pair = pair(guard);
        let kind = reaches_b(&pair);
        assert!(refusal(&pair.net.finish(), kind).is_some());
    }
    let mut invariant = pair(|_, _| Vec::new());
    invariant.net.invariant(invariant.p, "a", [below(invariant.x, 4)]);
    let kind = reaches_b(&invariant);
    assert!(refusal(&invariant.net.finish(), kind).is_some());
}

#[test]
fn what_depends_on_disabled_transitions_or_on_more_than_moments_is_refused() {
    let refused = |change: &dyn Fn(&mut Pair)| {
        let mut pair = pair(|x, _| vec![at_least(x, 2)]);
        change(&mut pair);
        let kind = reaches_b(&pair);
        refusal(&pair.net.finish(), kind)
    };
    assert_eq!(refused(&|_| {}), None);
    let priorities = refused(&|pair| {
        let other = pair.net.process("Q", &["a"]);
        pair.net.raw().processes[other.index()].priority = 1;
    });
    assert_eq!(priorities.as_deref(), Some("with priorities, disabled transitions matter too"));
    let listener = refused(&|pair| {
        let channel = pair.net.channel("c", ChannelKind::Broadcast);
        let (p, x) = (pair.p, pair.x);
        let edge = pair.net.edge(p, "b", "a").when_clock(at_most(x, 5));
        let _ = edge.sync(channel, Direction::Receive);
    });
    assert!(listener.is_some_and(|because| because.starts_with("a broadcast receiver")));
    let copies = refused(&|pair| {
        let (p, x) = (pair.p, ClockPlace::single(pair.x));
        let kind =
            StmtKind::SetClock { target: x.clone(), source: Some(x), offset: Expr::Const(1) };
        let _ = pair.net.edge(p, "b", "a").then(kind);
    });
    assert_eq!(copies.as_deref(), Some("clocks are copied"));
    let stopped = refused(&|pair| {
        let clock = ClockPlace::single(pair.x);
        let rate = Rate { when: Expr::TRUE, clock, rate: Expr::Const(0) };
        pair.net.raw().processes[0].locations[0].rates.push(rate);
    });
    assert_eq!(stopped.as_deref(), Some("clocks may stand still"));
    let large = refused(&|pair| {
        let (p, x) = (pair.p, pair.x);
        let _ = pair.net.edge(p, "b", "a").when_clock(at_most(x, (1 << 26) + 1));
    });
    assert_eq!(large.as_deref(), Some("a clock is compared with more than 2^26"));
}

/// The answer, with how many states were expanded.
fn answer(network: &Network, kind: QueryKind, options: &Options) -> (bool, u64, TimeDomain) {
    let found = check(network, &asking(kind), options, &mut ()).expect("a plan");
    assert_eq!(found.trace_error, None);
    let holds = matches!(found.verdict, Ok(Verdict::Holds));
    assert!(!holds || options.trace == TraceOption::None || found.run.is_some());
    (holds, found.stats.progress.explored, found.plan.domain)
}

#[test]
fn idle_time_is_one_step() {
    let pair = pair(|x, _| vec![at_least(x, 100_000), at_most(x, 100_000)]);
    let (kind, network) = (reaches_b(&pair), pair.net.finish());
    let options =
        Options { domain: DomainOption::Integers, trace: TraceOption::Some, ..Options::default() };
    let (holds, explored, _) = answer(&network, kind, &options);
    assert!(holds && explored <= 3, "{explored} states");
}

#[test]
fn a_missed_moment_does_not_come_back() {
    // Once x is beyond 3 it stays there, however long y takes.
    let mut net = NetworkBuilder::new();
    let (x, y) = (net.clock("x"), net.clock("y"));
    let p = net.process("P", &["a", "b", "c"]);
    net.edge(p, "a", "b").when_clock(at_least(y, 4)).reset(y, 0);
    net.edge(p, "b", "c").when_clock(at_least(x, 3)).when_clock(at_most(x, 3));
    let goal = net.at(p, "c");
    let network = net.finish();
    for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs, OrderOption::Random] {
        let options = Options { domain: DomainOption::Integers, order, ..Options::default() };
        assert!(!answer(&network, QueryKind::Reachable(goal.clone()), &options).0);
    }
}

/// One location and some clocks, each of which is reset whenever it comes to its number: all are 0 together only when a
/// common multiple has passed.
fn flower(petals: i32) -> (Network, QueryKind) {
    let mut net = NetworkBuilder::new();
    let p = net.process("P", &["start", "goal"]);
    let y = net.clock("y");
    let clocks: Vec<_> = (1..=petals).map(|number| net.clock(&format!("x{number}"))).collect();
    for (clock, number) in clocks.iter().zip(1..) {
        let edge = net.edge(p, "start", "start").when_clock(at_least(*clock, number));
        let _ = edge.when_clock(at_most(*clock, number)).reset(*clock, 0);
    }
    let mut edge = net.edge(p, "start", "goal").when_clock(at_least(y, 1));
    for clock in clocks {
        edge = edge.when_clock(at_most(clock, 0));
    }
    let _ = edge;
    let kind = QueryKind::Reachable(net.at(p, "goal"));
    (net.finish(), kind)
}

#[test]
fn whole_numbers_are_tried_where_moments_can_be_missed() {
    let (network, kind) = flower(6);
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    let (holds, explored, domain) = answer(&network, kind.clone(), &options);
    assert!(holds);
    assert_eq!(domain, TimeDomain::Integers);
    assert!(explored < 2000, "{explored} states");
    // A clock that nobody resets: the answer is no, and both domains find that out.
    let invariant = |kind: &QueryKind| match kind {
        QueryKind::Reachable(goal) => QueryKind::Invariant(goal.clone()),
        _ => unreachable!("the query is of this kind"),
    };
    let (small, kind) = flower(3);
    for domain in [DomainOption::Auto, DomainOption::Zones, DomainOption::Integers] {
        let options = Options { domain, ..Options::default() };
        assert!(!answer(&small, invariant(&kind), &options).0);
    }
}

/// Two threads give each other nodes to expand, which are packed and unpacked on the way.
#[test]
fn several_threads_see_the_same_states() {
    let (network, _) = flower(7);
    let nowhere = QueryKind::Reachable(Goal::Or(Vec::new()));
    let explored = |threads, order| {
        let domain = DomainOption::Integers;
        // Nothing is asked for: a slice would leave everything out.
        let options = Options {
            domain,
            threads,
            order,
            slice: false,
            fuse_loops: query::plan::FuseOption::Off,
            ..Options::default()
        };
        let (holds, explored, domain) = answer(&network, nowhere.clone(), &options);
        assert!(!holds && domain == TimeDomain::Integers);
        explored
    };
    let alone = explored(1, OrderOption::Auto);
    assert!(alone > 1_000, "{alone} states");
    for order in [OrderOption::Auto, OrderOption::Bfs] {
        assert_eq!([2, 3].map(|threads| explored(threads, order)), [alone; 2]);
    }
    let (network, kind) = flower(8);
    let trace = TraceOption::Some;
    let options =
        Options { domain: DomainOption::Integers, threads: 2, trace, ..Options::default() };
    assert!(answer(&network, kind, &options).0);
}

#[test]
fn an_ordinary_model_has_zones() {
    let pair = pair(|x, _| vec![at_least(x, 2)]);
    let kind = reaches_b(&pair);
    let network = pair.net.finish();
    assert_eq!(answer(&network, kind, &Options::default()).2, TimeDomain::Zones);
}
