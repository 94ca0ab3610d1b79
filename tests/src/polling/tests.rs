use network::build::{NetworkBuilder, above, at_least, at_most, below, equals};
use network::{
    BinaryOp, ChannelKind, ClockConstraint, ClockFamilyId, Direction, Expr, Goal, LocationKind,
    Network, Origin, Place, ProcessId, Query, QueryKind, Stmt, StmtKind,
};
use query::check::check;
use query::plan::{AbstractionOption, AccelerateOption, Options, OrderOption, TraceOption};
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
        for accelerate in [AccelerateOption::All, AccelerateOption::Off] {
            for order in [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs] {
                for abstraction in [AbstractionOption::Auto, AbstractionOption::M] {
                    let trace = TraceOption::Some;
                    let options =
                        Options { accelerate, order, abstraction, trace, ..Options::default() };
                    let (holds, loops) = answer(&network, kind.clone(), &options);
                    assert_eq!(loops > 0, accelerate == AccelerateOption::All && accelerates);
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
    let (strategy, under, led, options_of) = (None, None, None, stored);
    let query = Query {
        kind,
        strategy,
        under,
        led,
        text,
        line,
        comment,
        expect,
        options: options_of,
        origin,
    };
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
fn a_round_does_not_take_what_it_only_approaches() {
    // Two rounds take less than 6, three at least that.
    let open = || poll(|y| below(y, 3), |y| at_least(y, 2), always);
    let Poll { z, .. } = open();
    assert!(open().enters(&[at_least(z, 6), at_most(z, 6)], Expr::TRUE, true));
}

#[test]
fn acceleration_is_off_where_nothing_is_proved() {
    let plan = |poll: Poll, kind: fn(Goal) -> QueryKind, options: Options| {
        let goal = Goal::And(vec![poll.net.at(poll.p, "l"), Goal::Clock(at_least(poll.z, 100))]);
        let query = Query { kind: kind(goal), ..super::planted::query_of_nothing() };
        let plan = query::plan::plan(&poll.net.finish(), &query, &options).expect("a plan");
        plan.accelerated.len()
    };
    let all = || Options { accelerate: AccelerateOption::All, ..Options::default() };
    assert_eq!(plan(usual(), QueryKind::Reachable, all()), 1);
    let hull = Options { abstraction: AbstractionOption::Hull, ..all() };
    assert_eq!(plan(usual(), QueryKind::Reachable, hull), 0);
    let shortest = Options { trace: TraceOption::Shortest, ..all() };
    assert_eq!(plan(usual(), QueryKind::Reachable, shortest), 0);
    let deadlock = |goal| QueryKind::Reachable(Goal::And(vec![goal, Goal::Deadlock]));
    assert_eq!(plan(usual(), deadlock, all()), 1);
    assert_eq!(plan(usual(), QueryKind::PotentiallyAlways, all()), 0);
    assert_eq!(plan(usual(), QueryKind::Eventually, all()), 0);
    let mut standing = usual();
    let rate = network::guard::Rate {
        when: Expr::TRUE,
        clock: network::ClockPlace::single(standing.z),
        rate: Expr::Const(0),
    };
    standing.net.raw().processes[0].locations[0].rates.push(rate);
    assert_eq!(plan(standing, QueryKind::Reachable, all()), 0);
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

/// Assigns a constant.
fn assign(v: network::VariableId, value: i32) -> Stmt {
    Stmt::new(StmtKind::Assign { target: Place::whole(v), value: Expr::Const(value) })
}

/// A loop of two locations. The first edge assigns 1 and the second, which has this guard, something else.
fn carrying(guard: impl Fn(network::VariableId) -> Expr, back: i32) -> Poll {
    let mut carrying = usual();
    let Poll { net, y, v, p, .. } = &mut carrying;
    let process = &mut net.raw().processes[0];
    let mut m = process.locations[1].clone();
    m.name = "m".to_owned();
    process.locations.push(m);
    process.edges.remove(1);
    net.edge(*p, "l", "m");
    net.edge(*p, "m", "l").when(guard(*v)).when_clock(at_least(*y, 2)).reset(*y, 0);
    net.raw().processes[0].edges[1].update.push(assign(*v, 1));
    net.raw().processes[0].edges[2].update.push(assign(*v, back));
    carrying
}

#[test]
fn variables_must_come_back_to_what_they_were() {
    let Poll { z, v, .. } = usual();
    assert!(carrying(always, 0).enters(&[at_least(z, 100)], equals(v, 0), true));
    assert!(!carrying(always, 0).enters(&[above(z, 3), below(z, 4)], equals(v, 0), true));
    // After a round it is 2, and was 0 before.
    assert!(!carrying(always, 2).enters(&[at_least(z, 2)], equals(v, 0), true));
    assert!(carrying(always, 2).enters(&[at_least(z, 100)], equals(v, 2), true));
    // On the way it is 1.
    assert!(carrying(|v| equals(v, 1), 0).enters(&[at_least(z, 100)], equals(v, 0), true));
    assert!(!carrying(|v| equals(v, 0), 0).enters(&[at_least(z, 2)], equals(v, 0), false));
}

#[test]
fn nothing_urgent_must_happen_while_a_variable_is_changed() {
    let mut urgent = carrying(always, 0);
    let Poll { net, y, z, v, p } = &mut urgent;
    let (z, v, p) = (*z, *v, *p);
    // It is at m for some time in each round.
    net.raw().processes[0].edges[1].guard.clocks.push(at_most(*y, 1));
    let c = net.channel("c", network::ChannelKind::Broadcast);
    net.raw().channels[0].urgent = true;
    let q = net.process("Q", &["a", "b"]);
    // As soon as the variable is 1, no time passes until this has happened. Then it stays at b, where nothing is urgent.
    net.edge(q, "a", "b").when(equals(v, 1)).sync(c, network::Direction::Send);
    let (at_l, at_a) = (net.at(p, "l"), net.at(q, "a"));
    let goal = Goal::And(vec![at_l, at_a, Goal::Clock(at_least(z, 20))]);
    let network = urgent.net.finish();
    for accelerate in [AccelerateOption::All, AccelerateOption::Off] {
        let options = Options { accelerate, trace: TraceOption::Some, ..Options::default() };
        let (holds, loops) = answer(&network, QueryKind::Reachable(goal.clone()), &options);
        // Waiting at l for longer than its invariant needs rounds, and each of them makes the variable 1.
        assert_eq!((holds, loops > 0), (false, accelerate == AccelerateOption::All));
    }
}

#[test]
fn other_clocks_must_not_matter() {
    let setting = || {
        let mut setting = usual();
        let w = setting.net.clock("w");
        let target = network::ClockPlace::single(w);
        let set = StmtKind::SetClock { target, source: None, offset: Expr::Const(0) };
        setting.net.raw().processes[0].edges[1].update.push(Stmt::new(set));
        (setting, w)
    };
    let (Poll { z, .. }, w) = setting();
    assert!(setting().0.enters(&[at_least(z, 100)], Expr::TRUE, true));
    // Asked for, it is never more than a round.
    assert!(!setting().0.enters(&[at_least(z, 50), at_least(w, 10)], Expr::TRUE, true));
}

/// A loop that synchronises, beside a process that is at the other end by an edge from `a` to there.
fn meeting(kind: ChannelKind, own: Direction, to: &str) -> Poll {
    let mut meeting = usual();
    let c = meeting.net.channel("c", kind);
    let place = network::ChannelPlace { family: c, indices: Vec::new() };
    meeting.net.raw().processes[0].edges[1].sync =
        Some(network::Sync { channel: place, direction: own });
    let q = meeting.net.process("Q", &["a", "b"]);
    let others = if own == Direction::Send { Direction::Receive } else { Direction::Send };
    meeting.net.edge(q, "a", to).sync(c, others);
    meeting
}

/// The edge of the other process.
fn its_edge(poll: &mut Poll) -> &mut network::Edge {
    &mut poll.net.raw().processes[1].edges[0]
}

#[test]
fn a_partner_that_is_always_ready_does_not_matter() {
    let Poll { z, v, .. } = usual();
    for own in [Direction::Send, Direction::Receive] {
        let usual = || meeting(ChannelKind::Binary, own, "a");
        assert!(usual().enters(&[at_least(z, 100)], Expr::TRUE, true));
        assert!(!usual().enters(&[above(z, 3), below(z, 4)], Expr::TRUE, true));
        // It is ready for one round only.
        let once = || meeting(ChannelKind::Binary, own, "b");
        assert!(!once().enters(&[at_least(z, 5)], Expr::TRUE, false));
        // It is elsewhere.
        let mut away = usual();
        away.net.raw().processes[1].initial = network::LocationId(1);
        assert!(!away.enters(&[at_least(z, 5)], Expr::TRUE, true));
        // It is not ready now, or only until then.
        let mut asks = usual();
        its_edge(&mut asks).guard.condition = equals(v, 1);
        assert!(!asks.enters(&[at_least(z, 5)], Expr::TRUE, true));
        let mut early = usual();
        its_edge(&mut early).guard.clocks.push(at_most(z, 4));
        assert!(!early.enters(&[at_least(z, 5)], Expr::TRUE, false));
        // It counts.
        let mut counts = usual();
        its_edge(&mut counts).update.push(assign(v, 1));
        assert!(!counts.enters(&[at_least(z, 2)], equals(v, 0), false));
    }
}

#[test]
fn who_hears_a_broadcast_must_not_change() {
    let Poll { z, v, .. } = usual();
    let sending = |to: &str| meeting(ChannelKind::Broadcast, Direction::Send, to);
    // A listener that stays takes part in every round; one that hears nothing does not.
    assert!(sending("a").enters(&[at_least(z, 100)], Expr::TRUE, true));
    let mut deaf = sending("b");
    its_edge(&mut deaf).guard.condition = equals(v, 1);
    assert!(deaf.enters(&[at_least(z, 100)], Expr::TRUE, true));
    let mut changed = sending("a");
    its_edge(&mut changed).update.push(assign(v, 1));
    assert!(!changed.enters(&[at_least(z, 2)], equals(v, 0), true));
    // By its clock it hears what comes early, and is then elsewhere.
    let mut early = sending("b");
    its_edge(&mut early).guard.clocks.push(at_most(z, 3));
    let q = network::ProcessId(1);
    let at_a = Expr::At(q, network::LocationId(0));
    assert!(!early.enters(&[at_least(z, 5)], at_a, true));
}

/// Where loops carry data, set other clocks or send, a long wait costs no states either.
#[test]
fn the_number_of_states_does_not_depend_on_the_wait() {
    let network = |long: i32| {
        let Poll { mut net, y, z, v, p } = carrying(always, 0);
        let w = net.clock("w");
        let target = network::ClockPlace::single(w);
        let set = StmtKind::SetClock { target, source: None, offset: Expr::Const(0) };
        net.raw().processes[0].edges[1].update.push(Stmt::new(set));
        // After the rounds time goes on at l.
        let leaving = net.edge(p, "l", "out").when_clock(at_least(z, long));
        leaving.when_clock(at_least(y, 1)).assign(v, Expr::Const(3));
        (net.finish(), QueryKind::Reachable(Goal::Holds(equals(v, 3))))
    };
    let explored = |long: i32, accelerate: AccelerateOption| {
        let (network, kind) = network(long);
        let query = Query { kind, ..super::planted::query_of_nothing() };
        let options = Options { accelerate, ..Options::default() };
        check(&network, &query, &options, &mut ()).expect("a plan").stats.progress.explored
    };
    let (all, off) = (AccelerateOption::All, AccelerateOption::Off);
    assert_eq!(explored(1_000, all), explored(1_000_000, all));
    assert!(explored(1_000, all) < 20 && explored(1_000, off) > 300);
}

/// Nothing is possible after the wait: a run goes round as often as it takes.
#[test]
fn deadlocks_behind_a_long_wait_are_found() {
    let network = |long: i32| {
        let Poll { mut net, z, v, p, .. } = usual();
        net.edge(p, "l", "out").when_clock(at_least(z, long)).assign(v, Expr::Const(3));
        (net.finish(), Goal::And(vec![Goal::Holds(equals(v, 3)), Goal::Deadlock]))
    };
    let found = |long: i32, accelerate: AccelerateOption| {
        let (network, goal) = network(long);
        let kind = QueryKind::Reachable(goal);
        let query = Query { kind, ..super::planted::query_of_nothing() };
        let options = Options { accelerate, trace: TraceOption::Some, ..Options::default() };
        check(&network, &query, &options, &mut ()).expect("a plan")
    };
    let (all, off) = (AccelerateOption::All, AccelerateOption::Off);
    let (fast, slow) = (found(300, all), found(300, off));
    assert!(matches!((&fast.verdict, &slow.verdict), (Ok(Verdict::Holds), Ok(Verdict::Holds))));
    assert!(fast.run.is_some_and(|run| run.steps.len() > 100), "a round takes 3 at most");
    assert!(fast.stats.progress.explored < 10 && slow.stats.progress.explored > 50);
}

/// By default a loop is accelerated only where others wait for much longer than a round.
#[test]
fn loops_beside_short_waits_are_left_alone() {
    // Rounds of 2 to 3; every duration is possible from 4 on.
    let loops = |wait: i32, accelerate| {
        let Poll { net, z, p, .. } = usual();
        let goal = Goal::And(vec![net.at(p, "l"), Goal::Clock(at_least(z, wait))]);
        let options = Options { accelerate, trace: TraceOption::Some, ..Options::default() };
        answer(&net.finish(), QueryKind::Reachable(goal), &options)
    };
    assert_eq!(loops(16, AccelerateOption::Auto), (true, 0));
    assert_eq!(loops(17, AccelerateOption::Auto), (true, 1));
    assert_eq!(loops(16, AccelerateOption::All), (true, 1));
    // A wait of another process counts as well.
    let Poll { mut net, z, p, .. } = usual();
    let q = net.process("Q", &["a"]);
    net.invariant(q, "a", [at_most(z, 100)]);
    let goal = Goal::And(vec![net.at(p, "l"), Goal::Clock(at_least(z, 3))]);
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    assert_eq!(answer(&net.finish(), QueryKind::Reachable(goal), &options), (true, 1));
}

/// How long the fastest run takes, if there is one.
fn fastest(
    network: &Network,
    query: &Query,
    accelerate: AccelerateOption,
) -> Option<(reference::Rational, bool)> {
    let options = Options { accelerate, trace: TraceOption::Fastest, ..Options::default() };
    let patience = &mut crate::every_plan::Patience::new(20_000);
    let answer = check(network, query, &options, patience).ok()?;
    let run = answer.run?;
    let reference::Ending::Arrives(delay) = run.ending else { return None };
    Some((run.last().time.checked_add(delay)?, !answer.plan.accelerated.is_empty()))
}

#[test]
fn the_fastest_run_takes_as_long_with_acceleration() {
    let (mut compared, mut accelerated) = (0, 0);
    for seed in 18_000_000..18_000_250 {
        let (generated, _) = super::planted::planted(&mut network::generate::numbers(seed));
        let network = &generated.network;
        for query in &generated.queries {
            let with = fastest(network, query, AccelerateOption::All);
            let without = fastest(network, query, AccelerateOption::Off);
            let (Some((with, used)), Some((without, _))) = (with, without) else { continue };
            compared += 1;
            accelerated += usize::from(used);
            let same = with.floor() == without.floor() && with.is_integer() == without.is_integer();
            assert!(same, "network {seed}: {with:?} and {without:?}");
        }
    }
    assert!(compared > 200 && accelerated > 50, "{compared} compared, {accelerated} accelerated");
}
