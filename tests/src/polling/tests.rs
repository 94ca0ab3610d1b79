use network::build::{NetworkBuilder, above, at_least, at_most, below, equals};
use network::{
    BinaryOp, ClockConstraint, ClockFamilyId, Expr, Goal, LocationKind, Network, Origin, Place,
    ProcessId, Query, QueryKind, Stmt, StmtKind,
};
use query::check::check;
use query::plan::{AbstractionOption, Options, OrderOption, TraceOption};
use query::verdict::Verdict;

use super::{Broken, run};
use crate::fuzz::Campaign;
use crate::trial::Plans;

/// A slice of `cargo xtask fuzz --profile polling`.
#[test]
fn acceleration_changes_no_answer() {
    let campaign =
        Campaign { seed: 17_000_000, count: 700, plans: Plans::Some(12), ..Campaign::default() };
    let summary = run(&campaign, &|_| {});
    if let Some((seed, failure)) = summary.failures.first() {
        panic!("network {seed}\n{}", failure.shrunk().text());
    }
    assert!(summary.agreed > 400, "only {} networks were judged", summary.agreed);
    assert!(summary.tally.accelerated > 700, "hardly any plan accelerates: {summary:?}");
    for broken in Broken::ALL {
        assert!(summary.broken.contains_key(&broken), "no network with {broken:?}");
    }
}

/// A process that starts outside, enters a loop of one location within the first time unit, and goes round.
struct Poll {
    net: NetworkBuilder,
    y: ClockFamilyId,
    z: ClockFamilyId,
    v: network::VariableId,
    p: ProcessId,
}

/// The loop has this invariant and this guard.
fn poll(
    invariant: impl Fn(ClockFamilyId) -> ClockConstraint,
    guard: impl Fn(ClockFamilyId) -> ClockConstraint,
    condition: impl Fn(network::VariableId) -> Expr,
) -> Poll {
    let mut net = NetworkBuilder::new();
    let (y, z) = (net.clock("y"), net.clock("z"));
    let v = net.int("v", 0, 3, 0);
    let p = net.process("P", &["out", "l"]);
    net.invariant(p, "l", [invariant(y)]);
    net.edge(p, "out", "l").when_clock(at_most(z, 0)).reset(y, 0);
    net.edge(p, "l", "l").when(condition(v)).when_clock(guard(y)).reset(y, 0);
    Poll { net, y, z, v, p }
}

fn always(_: network::VariableId) -> Expr {
    Expr::TRUE
}

/// Rounds of 2 to 3.
fn usual() -> Poll {
    poll(|y| at_most(y, 3), |y| at_least(y, 2), always)
}

impl Poll {
    /// Can the location be entered while these hold? Asked in several ways, all with the same answer and with a run.
    fn enters(self, constraints: &[ClockConstraint], condition: Expr, accelerates: bool) -> bool {
        let Poll { net, y, p, .. } = self;
        let mut parts = vec![net.at(p, "l"), Goal::Clock(at_most(y, 0)), Goal::Holds(condition)];
        parts.extend(constraints.iter().cloned().map(Goal::Clock));
        let network = net.finish();
        let kind = QueryKind::Reachable(Goal::And(parts));
        let mut answers = Vec::new();
        for accelerate in [true, false] {
            for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs] {
                for abstraction in [AbstractionOption::Auto, AbstractionOption::M] {
                    let trace = TraceOption::Some;
                    let options =
                        Options { accelerate, order, abstraction, trace, ..Options::default() };
                    let (holds, loops) = answer(&network, kind.clone(), &options);
                    assert_eq!(loops > 0, accelerate && accelerates);
                    answers.push(holds);
                }
            }
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
        answers[0]
    }
}

/// Whether the query holds, and how many loops were accelerated.
fn answer(network: &Network, kind: QueryKind, options: &Options) -> (bool, usize) {
    let (text, comment, origin) = (String::new(), String::new(), Origin::NONE);
    let (line, expect, stored) = (None, None, Vec::new());
    let (strategy, under, options_of) = (None, None, stored);
    let query =
        Query { kind, strategy, under, text, line, comment, expect, options: options_of, origin };
    let found = check(network, &query, options, &mut ()).expect("a plan");
    assert_eq!(found.trace_error, None);
    match found.verdict.expect("no fault") {
        Verdict::Holds => {
            assert!(found.run.is_some(), "a run was wanted");
            (true, found.plan.accelerated.len())
        }
        Verdict::Fails => (false, found.plan.accelerated.len()),
        Verdict::Unknown(why) => panic!("{why:?}"),
    }
}

#[test]
fn durations_between_rounds_are_not_possible() {
    // One round takes 2 to 3, two take 4 to 6.
    let Poll { z, .. } = usual();
    assert!(!usual().enters(&[above(z, 3), below(z, 4)], Expr::TRUE, true));
    assert!(usual().enters(&[at_least(z, 4), at_most(z, 4)], Expr::TRUE, true));
    assert!(usual().enters(&[at_least(z, 100)], Expr::TRUE, true));
}

#[test]
fn open_intervals_that_touch_leave_a_gap() {
    // Two rounds take more than 4 and less than 6, three take more than 6.
    let open = || poll(|y| below(y, 3), |y| above(y, 2), always);
    let Poll { z, .. } = open();
    assert!(!open().enters(&[at_least(z, 6), at_most(z, 6)], Expr::TRUE, true));
    assert!(open().enters(&[above(z, 6), below(z, 7)], Expr::TRUE, true));
}

#[test]
fn a_duration_that_is_only_approached_is_not_possible() {
    let open = || poll(|y| at_most(y, 4), |y| above(y, 2), always);
    let Poll { z, .. } = open();
    assert!(!open().enters(&[at_least(z, 1), at_most(z, 2)], Expr::TRUE, true));
    assert!(open().enters(&[above(z, 2), below(z, 3)], Expr::TRUE, true));
}

#[test]
fn conditions_on_variables_must_hold() {
    let guarded = || poll(|y| at_most(y, 3), |y| at_least(y, 2), |v| equals(v, 1));
    let Poll { z, .. } = guarded();
    assert!(!guarded().enters(&[at_least(z, 5)], Expr::TRUE, true));
    // A second location on the way, whose invariant does not hold.
    for (value, enters) in [(1, false), (0, true)] {
        let mut bounded = usual();
        let Poll { net, y, v, p, .. } = &mut bounded;
        let l = net.location(*p, "l");
        let process = &mut net.raw().processes[0];
        let mut m = process.locations[l.index()].clone();
        m.name = "m".to_owned();
        m.invariant.condition = equals(*v, value);
        process.locations.push(m);
        process.edges.remove(1);
        net.edge(*p, "l", "m");
        net.edge(*p, "m", "l").when_clock(at_least(*y, 2)).reset(*y, 0);
        assert_eq!(bounded.enters(&[at_least(z, 5)], Expr::TRUE, true), enters);
    }
}

#[test]
fn others_must_let_time_pass() {
    let Poll { z, .. } = usual();
    for kind in [LocationKind::Urgent, LocationKind::Committed] {
        let mut still = usual();
        let q = still.net.process("Q", &["a"]);
        still.net.kind(q, "a", kind);
        assert!(!still.enters(&[at_least(z, 5)], Expr::TRUE, true));
    }
    let mut bounded = usual();
    let q = bounded.net.process("Q", &["a"]);
    bounded.net.invariant(q, "a", [at_most(z, 4)]);
    assert!(!bounded.enters(&[at_least(z, 5)], Expr::TRUE, true));
    let mut urgent = usual();
    let c = urgent.net.channel("c", network::ChannelKind::Broadcast);
    urgent.net.raw().channels[0].urgent = true;
    urgent.net.edge(urgent.p, "l", "out").sync(c, network::Direction::Send);
    assert!(!urgent.enters(&[at_least(z, 5)], Expr::TRUE, true));
}

#[test]
fn priorities_and_hooks_switch_acceleration_off() {
    let mut prior = usual();
    let Poll { z, v, .. } = prior;
    let q = prior.net.process("Q", &["a"]);
    prior.net.edge(q, "a", "a").when(equals(v, 1));
    let entering = &mut prior.net.raw().processes[0].edges[0].update;
    let target = Place::whole(v);
    entering.push(Stmt::new(StmtKind::Assign { target, value: Expr::Const(1) }));
    prior.net.raw().processes[1].priority = 1;
    assert!(!prior.enters(&[at_least(z, 5)], Expr::TRUE, false));
    let mut counted = usual();
    let more = Expr::binary(BinaryOp::Add, Expr::Read(Place::whole(v)), Expr::Const(1));
    let value = Expr::binary(BinaryOp::Min, more, Expr::Const(3));
    let count = Stmt::new(StmtKind::Assign { target: Place::whole(v), value });
    counted.net.raw().after_update.push(count);
    assert!(!counted.enters(&[at_least(z, 5)], equals(v, 1), false));
}
