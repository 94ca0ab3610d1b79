use network::build::{NetworkBuilder, at_least, at_most, below, equals};
use network::{
    BinaryOp, ChannelFamilyId, ChannelKind, ClockFamilyId, Direction, Expr, Extremum, Goal,
    LocationKind, Network, ProcessId, Query, QueryKind, Stmt, StmtKind, Term, VariableId,
};

use super::Fused;

/// A bus that tells two stations in a committed chain, and a third process.
struct Parts {
    net: NetworkBuilder,
    bus: ProcessId,
    stations: [ProcessId; 2],
    third: ProcessId,
    y: ClockFamilyId,
    x: ClockFamilyId,
    marks: [VariableId; 2],
    tells: [ChannelFamilyId; 2],
}

/// What a case changes before the chain is written down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Middle {
    Committed,
    Urgent,
    /// `y <= 0`, where `y` was set to 0.
    Stopped,
    /// `y <= 1`, where `y` was set to 0.
    Passing,
}

fn parts(middle: Middle) -> Parts {
    let mut net = NetworkBuilder::new();
    let bus = net.process("Bus", &["s", "m", "n", "t"]);
    let stations = [net.process("P", &["a", "b"]), net.process("Q", &["a", "b"])];
    let third = net.process("Third", &["u", "w"]);
    let (y, x) = (net.clock("y"), net.clock("x"));
    let marks = [net.int("v", 0, 2, 0), net.int("w", 0, 2, 0)];
    let channel = |net: &mut NetworkBuilder, name| net.channel(name, ChannelKind::Binary);
    let tells = [channel(&mut net, "tell0"), channel(&mut net, "tell1")];
    for location in ["m", "n"] {
        match middle {
            Middle::Committed => net.kind(bus, location, LocationKind::Committed),
            Middle::Urgent => net.kind(bus, location, LocationKind::Urgent),
            Middle::Stopped => net.invariant(bus, location, [at_most(y, 0)]),
            Middle::Passing => net.invariant(bus, location, [at_most(y, 1)]),
        }
    }
    net.edge(bus, "s", "m").reset(y, 0);
    net.edge(bus, "m", "n").sync(tells[0], Direction::Send);
    net.edge(bus, "n", "t").sync(tells[1], Direction::Send);
    net.edge(bus, "t", "s");
    net.edge(stations[0], "a", "b")
        .sync(tells[0], Direction::Receive)
        .reset(x, 0)
        .assign(marks[0], Expr::Const(1));
    net.edge(stations[1], "a", "b")
        .sync(tells[1], Direction::Receive)
        .assign(marks[1], Expr::Const(1));
    Parts { net, bus, stations, third, y, x, marks, tells }
}

impl Parts {
    /// The edge of the network by which a station is told.
    fn told(&mut self, number: usize) -> &mut network::Edge {
        &mut self.net.raw().processes[self.stations[number].index()].edges[0]
    }

    fn bus_edge(&mut self, number: usize) -> &mut network::Edge {
        &mut self.net.raw().processes[self.bus.index()].edges[number]
    }

    fn outcome(self) -> String {
        asked(&self.net.finish(), QueryKind::Reachable(Goal::Or(Vec::new())), &[])
    }

    fn for_goal(self, goal: Goal) -> String {
        let kind = QueryKind::Reachable(goal.clone());
        asked(&self.net.finish(), kind, &[goal])
    }
}

fn asked(network: &Network, kind: QueryKind, goals: &[Goal]) -> String {
    match Fused::of(network, &Query::of(kind), goals) {
        None => "none".to_owned(),
        Some(Ok(_)) => "fused".to_owned(),
        Some(Err((_, because))) => because.to_owned(),
    }
}

fn assign(variable: VariableId, value: Expr) -> Stmt {
    let target = network::Place::whole(variable);
    Stmt::new(StmtKind::Assign { target, value })
}

fn more(variable: VariableId) -> Expr {
    Expr::binary(BinaryOp::Add, Expr::variable(variable), Expr::Const(1))
}

#[test]
fn a_chain_becomes_one_edge() {
    let mut parts = parts(Middle::Committed);
    let (x, y) = (parts.x, parts.y);
    parts.bus_edge(1).guard.clocks.push(at_most(x, 3));
    parts.told(0).update.remove(0);
    let (bus, goal) = (parts.bus, Goal::Or(Vec::new()));
    let network = parts.net.finish();
    let query = Query::of(QueryKind::Reachable(goal.clone()));
    let fused = Fused::of(&network, &query, &[goal]).expect("a chain").expect("fused");
    assert_eq!(fused.stations, 2);
    let edges = &fused.network.process(bus).edges;
    let edge = edges.last().expect("an edge");
    assert_eq!((edge.source.0, edge.target.0), (0, 3));
    assert_eq!(edge.guard.clocks.len(), 1, "what must hold in the middle holds at the start");
    let StmtKind::SetClock { target, .. } = &edge.update[0].kind else { panic!("y is set") };
    assert_eq!((edge.update.len(), target.family), (1, y));
    let sync = edge.sync.as_ref().expect("all are told");
    let family = fused.network.channel_family(sync.channel.family);
    assert_eq!(family.kind, ChannelKind::Rendezvous);
    assert!(edges[..3].iter().all(|edge| edge.guard.condition == Expr::FALSE));
    let number = network::EdgeId::at(edges.len() - 1);
    let steps: Vec<_> = fused.steps(bus, number).expect("the chain").collect();
    let told: Vec<_> = steps.iter().map(|(_, told)| told.map(|it| it.0)).collect();
    assert_eq!(told, [None, Some(1), Some(2)]);
}

#[test]
fn time_must_stand_still() {
    assert_eq!(parts(Middle::Urgent).outcome(), "fused");
    assert_eq!(parts(Middle::Stopped).outcome(), "fused");
    assert_eq!(parts(Middle::Passing).outcome(), "none");
}

#[test]
fn the_channels_belong_to_the_chain() {
    let mut one = parts(Middle::Committed);
    one.net.edge(one.third, "u", "w").sync(one.tells[1], Direction::Send);
    assert_eq!(one.outcome(), "somebody else sends on a channel of the chain");
    let mut one = parts(Middle::Committed);
    one.net.edge(one.third, "u", "w").sync(one.tells[1], Direction::Receive);
    assert_eq!(one.outcome(), "none");
    let mut one = parts(Middle::Committed);
    one.net.raw().channels[1].urgent = true;
    assert_eq!(one.outcome(), "none");
}

#[test]
fn nobody_interleaves() {
    let mut one = parts(Middle::Committed);
    one.net.edge(one.third, "u", "w");
    assert_eq!(one.outcome(), "fused");
    let mut one = parts(Middle::Committed);
    one.net.kind(one.third, "w", LocationKind::Committed);
    assert_eq!(one.outcome(), "another process has a committed location too");
    let because = "in the middle of the chain, others can move without it";
    let mut one = parts(Middle::Urgent);
    one.net.edge(one.third, "u", "w");
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Urgent);
    let meet = one.net.channel("meet", ChannelKind::Binary);
    one.net.edge(one.third, "u", "w").sync(meet, Direction::Send);
    assert_eq!(one.outcome(), "fused", "nobody but the bus could answer");
    let mut one = parts(Middle::Urgent);
    let meet = one.net.channel("meet", ChannelKind::Binary);
    one.net.edge(one.third, "u", "w").sync(meet, Direction::Send);
    one.net.edge(one.stations[0], "b", "a").sync(meet, Direction::Receive);
    assert_eq!(one.outcome(), because);
}

#[test]
fn steps_for_different_ids_commute() {
    let because = "steps for different ids do not commute";
    let mut one = parts(Middle::Committed);
    let first = one.marks[0];
    one.told(1).guard.condition = equals(first, 0);
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Committed);
    let x = one.x;
    one.told(1).guard.clocks.push(at_least(x, 1));
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Committed);
    let first = one.marks[0];
    one.told(1).update.push(assign(first, Expr::Const(2)));
    assert_eq!(one.outcome(), because);
    let because = "a station reads or writes what the chain writes or reads";
    let mut one = parts(Middle::Committed);
    let y = one.y;
    one.told(1).guard.clocks.push(at_least(y, 1));
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Committed);
    let x = one.x;
    one.bus_edge(2).guard.clocks.push(at_least(x, 1));
    assert_eq!(one.outcome(), because);
    let because = "an invariant reads what a step for somebody else writes";
    let mut one = parts(Middle::Committed);
    let (third, first) = (one.third.index(), one.marks[0]);
    one.net.raw().processes[third].locations[0].invariant.condition = equals(first, 0);
    assert_eq!(one.outcome(), because);
}

#[test]
fn single_transitions_do_not_count() {
    let because = "there are priorities, hooks of updates, meta variables or stopwatches";
    let mut one = parts(Middle::Committed);
    let first = one.marks[0];
    one.net.raw().after_update.push(assign(first, Expr::Const(0)));
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Committed);
    one.net.raw().processes[0].priority = 1;
    assert_eq!(one.outcome(), because);
    let mut one = parts(Middle::Committed);
    let first = one.marks[0];
    one.told(0).update = vec![assign(first, more(first))];
    assert_eq!(one.outcome(), "an evaluation may be invalid");
}

#[test]
fn nothing_else_leads_into_the_middle() {
    let mut one = parts(Middle::Committed);
    let bus = one.bus.index();
    one.net.raw().processes[bus].initial = network::LocationId(1);
    assert_eq!(one.outcome(), "none");
    let mut one = parts(Middle::Committed);
    let go = one.net.channel("go", ChannelKind::Binary);
    one.net.edge(one.bus, "t", "n").sync(go, Direction::Receive);
    assert_eq!(one.outcome(), "none");
    let mut one = parts(Middle::Committed);
    one.net.edge(one.bus, "n", "s");
    assert_eq!(one.outcome(), "none", "there is a choice");
    let mut one = parts(Middle::Committed);
    let y = one.y;
    one.bus_edge(2).guard.clocks.push(at_least(y, 1));
    let (bus, network) = (one.bus, one.net.finish());
    let query = Query::of(QueryKind::Reachable(Goal::Or(Vec::new())));
    let fused = Fused::of(&network, &query, &[]).expect("a chain").expect("fused");
    let edge = fused.network.process(bus).edges.last().expect("an edge");
    assert_eq!(edge.source.0, 1, "from s it would not get through, since y is 0 then");
    let mut one = parts(Middle::Committed);
    let y = one.y;
    one.bus_edge(2).guard.clocks.push(below(y, 1));
    assert_eq!(one.outcome(), "fused");
}

#[test]
fn the_first_of_two_ways_is_no_better_than_the_last() {
    let mut one = parts(Middle::Committed);
    one.net.edge(one.bus, "n", "s");
    one.net.raw().processes[0].edges.rotate_right(1);
    assert_eq!(one.outcome(), "none");
}

#[test]
fn what_the_chain_sets_stays_set() {
    let mut one = parts(Middle::Committed);
    let z = one.net.int("z", 0, 1, 0);
    one.bus_edge(1).update.push(assign(z, Expr::Const(1)));
    let (bus, network) = (one.bus, one.net.finish());
    let query = Query::of(QueryKind::Reachable(Goal::Or(Vec::new())));
    let fused = Fused::of(&network, &query, &[]).expect("a chain").expect("fused");
    let edge = fused.network.process(bus).edges.last().expect("an edge");
    assert!(edge.update.contains(&assign(z, Expr::Const(1))));
}

/// Who receives where is not known before the model runs.
#[test]
fn receivers_name_their_channels() {
    let mut one = parts(Middle::Committed);
    let first = one.tells[0];
    let mark = Expr::variable(one.marks[0]);
    let network = one.net.raw();
    let family = &mut network.channels[first.index()];
    (family.dims, family.priority) = (vec![network::Domain::int(0, 1)], vec![0, 0]);
    let zero = Expr::Const(0);
    for (process, edge, index) in [(0, 1, zero), (1, 0, mark)] {
        let edge = &mut network.processes[process].edges[edge];
        edge.sync.as_mut().expect("it synchronises").channel.indices = vec![index];
    }
    assert_eq!(one.outcome(), "it is not clear who receives on a channel of the chain");
}

/// A loop with a counter that starts as it ends.
fn counting() -> (Parts, VariableId) {
    let mut parts = parts(Middle::Committed);
    let j = parts.net.int("j", 0, 2, 0);
    let bus = parts.bus.index();
    parts.net.raw().processes[bus].edges.truncate(1);
    for (number, tell) in parts.tells.into_iter().enumerate() {
        let at = i32::try_from(number).expect("small");
        let edge = parts.net.edge(parts.bus, "m", "m").sync(tell, Direction::Send);
        edge.when(equals(j, at)).assign(j, more(j));
    }
    parts.net.edge(parts.bus, "m", "t").when(equals(j, 2)).assign(j, Expr::Const(0));
    (parts, j)
}

#[test]
fn a_counter_is_known_if_only_chains_write_it() {
    let (one, j) = counting();
    let sought = Goal::And(vec![Goal::Holds(equals(j, 0)), one.net.at(one.bus, "t")]);
    assert_eq!(one.for_goal(sought), "fused", "the bus is not at t in the middle");
    let (one, j) = counting();
    let middle = "the query may hold in the middle of the chain and not at its start";
    assert_eq!(one.for_goal(Goal::Holds(equals(j, 1))), middle);
    let (mut one, j) = counting();
    one.net.edge(one.bus, "t", "s").assign(j, Expr::Const(1));
    assert_eq!(one.outcome(), "none");
    let (mut one, j) = counting();
    one.net.edge(one.third, "u", "w").assign(j, Expr::Const(1));
    assert_eq!(one.outcome(), "none");
    let (mut one, _) = counting();
    one.bus_edge(3).update.clear();
    assert_eq!(one.outcome(), "none", "the next chain would begin elsewhere");
}

#[test]
fn the_query_cannot_tell_the_middle_from_the_start() {
    let seen = "the query may hold in the middle of the chain and not at its start";
    let told = |net: &Parts| net.net.at(net.stations[0], "b");
    let untold = |net: &Parts| net.net.at(net.stations[0], "a");
    let at_start = |net: &Parts| net.net.at(net.bus, "s");
    let not = |goal: Goal| Goal::Not(Box::new(goal));
    type Make<'m> = &'m dyn Fn(&Parts) -> Goal;
    let cases: [(Make<'_>, &str); 11] = [
        (&told, seen),
        (&untold, "fused"),
        (&|net| not(untold(net)), seen),
        (&|net| not(told(net)), "fused"),
        (&|net| net.net.at(net.third, "w"), "fused"),
        (&|net| Goal::And(vec![told(net), at_start(net)]), "fused"),
        (&|net| Goal::Or(vec![told(net), at_start(net)]), seen),
        (&|net| Goal::Clock(at_most(net.x, 0)), seen),
        (&|net| Goal::Clock(at_least(net.x, 1)), "fused"),
        (&|net| net.net.at(net.bus, "n"), seen),
        (&|net| Goal::Holds(equals(net.marks[1], 1)), seen),
    ];
    for (number, (make, expected)) in cases.into_iter().enumerate() {
        let one = parts(Middle::Committed);
        let goal = make(&one);
        assert_eq!(one.for_goal(goal), expected, "case {number}");
    }
}

#[test]
fn other_kinds_of_queries_see_the_middle() {
    let one = parts(Middle::Committed);
    let stuck = "the query asks for deadlocks, and the chain may get stuck in its middle";
    assert_eq!(one.for_goal(Goal::Deadlock), stuck);
    let network = parts(Middle::Committed).net.finish();
    let always = QueryKind::PotentiallyAlways(Goal::always());
    assert_eq!(asked(&network, always, &[]), "the query is about maximal runs");
    let largest = |variable: VariableId| {
        let term = Term::Int { text: String::new(), value: Expr::variable(variable) };
        let (extremum, within) = (Extremum::Supremum, Goal::always());
        QueryKind::Optimum { extremum, within, terms: vec![term] }
    };
    let mut one = parts(Middle::Committed);
    let (mark, other) = (one.marks[0], one.net.int("other", 0, 1, 0));
    let network = one.net.finish();
    let seen = "the query may hold in the middle of the chain and not at its start";
    assert_eq!(asked(&network, largest(mark), &[Goal::always()]), seen);
    assert_eq!(asked(&network, largest(other), &[Goal::always()]), "fused");
}
