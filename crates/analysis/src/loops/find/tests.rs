//! A polling process, and the same with each condition broken in turn.

use network::build::{NetworkBuilder, above, at_least, at_most, below, difference, equals};
use network::{ChannelKind, Direction, Expr, LocationKind, Network, ProcessId};

use super::{Loops, accelerable_loops, find_loops};
use crate::loops::{Meeting, OtherEdge, Why};

/// What a test needs to change a network.
struct Parts {
    net: NetworkBuilder,
    y: network::ClockFamilyId,
    z: network::ClockFamilyId,
    v: network::VariableId,
    p: ProcessId,
}

/// The example of the thesis: one round takes [3, 7].
fn polling() -> Parts {
    let mut net = NetworkBuilder::new();
    let (y, z) = (net.clock("y"), net.clock("z"));
    let v = net.int("v", 0, 3, 0);
    let p = net.process("P", &["L1", "L2", "L3", "out"]);
    net.invariant(p, "L1", [at_most(y, 2)]);
    net.invariant(p, "L2", [at_most(y, 5)]);
    net.invariant(p, "L3", [at_most(y, 5)]);
    net.edge(p, "L1", "L2").reset(y, 0);
    net.edge(p, "L2", "L3").when_clock(at_least(y, 1));
    net.edge(p, "L1", "out").when_clock(at_least(z, 100));
    Parts { net, y, z, v, p }
}

/// With the last edge of the loop as usual.
fn complete() -> Parts {
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*y, 0);
    parts
}

fn loops(parts: Parts) -> (Loops, Network) {
    let network = parts.net.finish();
    let loops = find_loops(&network);
    assert_eq!(accelerable_loops(&network), loops.found, "whether or not near misses are wanted");
    (loops, network)
}

/// The only reason why there is no loop.
fn refused(parts: Parts) -> Why {
    let (loops, network) = loops(parts);
    assert_eq!(loops.found, []);
    let [refusal] = &loops.refused[..] else { panic!("{:?}", loops.refused) };
    assert!(refusal.name(&network).starts_with("P: "));
    refusal.why.clone()
}

#[test]
fn the_example_of_the_thesis_is_found() {
    let (loops, network) = loops(complete());
    let [found] = &loops.found[..] else { panic!("{loops:?}") };
    assert_eq!(found.name(&network), "P: L1 -> L2 -> L3 -> L1");
    assert_eq!(found.delay.to_string(), "[3, 7]");
    assert_eq!((found.from_then_on.rounds, found.from_then_on.least.at), (1, 3));
    assert_eq!(loops.refused, []);
}

#[test]
fn strict_bounds_are_found_too() {
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.invariant(*p, "L3", [below(*y, 5)]);
    net.edge(*p, "L3", "L1").when_clock(above(*y, 3)).reset(*y, 0);
    let (loops, _) = loops(parts);
    assert_eq!(loops.found[0].delay.to_string(), "(3, 7)");
}

#[test]
fn a_guard_on_variables_is_allowed() {
    let mut parts = polling();
    let Parts { net, y, p, v, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").when(equals(*v, 0));
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    assert_eq!(loops(parts).0.found.len(), 1);
}

/// The last edge of the loop sends on a channel.
fn sending(kind: ChannelKind) -> (Parts, network::ChannelFamilyId) {
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    let c = net.channel("c", kind);
    let back = net.edge(*p, "L3", "L1").sync(c, Direction::Send);
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    (parts, c)
}

/// The same beside a process that is at the other end of the channel, by an edge from `a` to there.
fn met(kind: ChannelKind, to: &str) -> Parts {
    let (mut parts, c) = sending(kind);
    let q = parts.net.process("Q", &["a", "b"]);
    parts.net.edge(q, "a", to).sync(c, Direction::Receive);
    parts
}

/// The edge of the other process.
fn its_edge(parts: &mut Parts) -> &mut network::Edge {
    &mut parts.net.raw().processes[1].edges[0]
}

#[test]
fn a_partner_must_be_there_and_change_nothing() {
    assert_eq!(refused(sending(ChannelKind::Binary).0), Why::Synchronises, "nobody is there");
    assert_eq!(refused(met(ChannelKind::Binary, "b")), Why::Synchronises, "it moves");
    let (found, _) = loops(met(ChannelKind::Binary, "a"));
    let other = |edge| OtherEdge { process: 1, location: 0, edge };
    assert_eq!(found.found[0].meetings[2].partners, Some(vec![other(Some(0))]));
    assert_eq!(found.found[0].meetings[1], Meeting::default());
    for broken in 0..4 {
        let mut parts = met(ChannelKind::Binary, "a");
        let (z, v) = (parts.z, parts.v);
        let edge = its_edge(&mut parts);
        match broken {
            0 => edge.guard.clocks.push(at_least(z, 1)),
            1 => {
                let (target, value) = (network::Place::whole(v), Expr::Const(1));
                edge.update.push(network::Stmt::new(network::StmtKind::Assign { target, value }));
            }
            2 => edge.sync.as_mut().expect("it receives").direction = Direction::Send,
            _ => parts.net.raw().channels[0].urgent = true,
        }
        let expected = if broken == 3 { Why::UrgentChannel } else { Why::Synchronises };
        assert_eq!(refused(parts), expected, "{broken}");
    }
}

#[test]
fn a_process_is_no_partner_of_itself() {
    let (mut parts, c) = sending(ChannelKind::Binary);
    parts.net.edge(parts.p, "out", "out").sync(c, Direction::Receive);
    assert_eq!(refused(parts), Why::Synchronises);
}

/// A loop that sends on an element of an array of channels, beside a process that receives on an element.
fn by_index(kind: ChannelKind, index: Expr, update: bool) -> Parts {
    let mut parts = met(kind, "a");
    let dims = vec![network::Dim { lower: 0, upper: 3, scalar: None }];
    let channel = &mut parts.net.raw().channels[0];
    channel.priority = vec![channel.priority[0]; 4];
    channel.dims = dims;
    let v = parts.v;
    let network = parts.net.raw();
    let sync = |edge: &mut network::Edge, index| {
        edge.sync.as_mut().expect("it synchronises").channel.indices = vec![index];
    };
    sync(network.processes[0].edges.last_mut().expect("an edge"), Expr::Const(1));
    sync(&mut network.processes[1].edges[0], index);
    if update {
        let (target, value) = (network::Place::whole(v), Expr::Const(1));
        let assign = network::StmtKind::Assign { target, value };
        network.processes[1].edges[0].update.push(network::Stmt::new(assign));
    }
    parts
}

#[test]
fn a_partner_must_be_on_the_same_channel() {
    let read = Expr::Read(network::Place::whole(polling().v));
    let partners = |index: &Expr| {
        let (found, _) = loops(by_index(ChannelKind::Binary, index.clone(), false));
        found.found.len()
    };
    assert_eq!(partners(&Expr::Const(1)), 1);
    assert_eq!(partners(&Expr::Const(2)), 0);
    assert_eq!(partners(&read), 0, "who knows");
    let disturbed = |index: &Expr| {
        let (found, _) = loops(by_index(ChannelKind::Broadcast, index.clone(), true));
        found.found[0].meetings[2].disturbed.clone()
    };
    let other = |edge| vec![OtherEdge { process: 1, location: 0, edge }];
    assert_eq!(disturbed(&Expr::Const(1)), other(Some(0)));
    assert_eq!(disturbed(&Expr::Const(2)), []);
    assert_eq!(disturbed(&read), other(None), "perhaps");
    // There is no such channel.
    let mut outside = by_index(ChannelKind::Binary, Expr::Const(7), false);
    let edges = &mut outside.net.raw().processes[0].edges;
    let sync = edges.last_mut().and_then(|edge| edge.sync.as_mut()).expect("it synchronises");
    sync.channel.indices = vec![Expr::Const(7)];
    assert_eq!(refused(outside), Why::Selects);
}

#[test]
fn who_hears_a_broadcast_must_not_change() {
    let disturbed = |parts: Parts| loops(parts).0.found[0].meetings[2].disturbed.len();
    assert_eq!(disturbed(sending(ChannelKind::Broadcast).0), 0);
    assert_eq!(disturbed(met(ChannelKind::Broadcast, "a")), 0);
    assert_eq!(disturbed(met(ChannelKind::Broadcast, "b")), 1);
    // To hear one, a process depends on who sends it.
    let mut hearing = polling();
    let Parts { net, y, p, .. } = &mut hearing;
    let c = net.channel("c", ChannelKind::Broadcast);
    let back = net.edge(*p, "L3", "L1").sync(c, Direction::Receive);
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    let q = net.process("Q", &["a"]);
    net.edge(q, "a", "a").sync(c, Direction::Send);
    assert_eq!(refused(hearing), Why::Synchronises);
}

/// The last edge of the loop assigns this.
fn assigning(value: Expr) -> Parts {
    let mut parts = polling();
    let Parts { net, y, p, v, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").assign(*v, value);
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    parts
}

#[test]
fn an_edge_may_assign_constants_only() {
    let (found, _) = loops(assigning(Expr::Const(1)));
    assert_eq!(found.found[0].writes, [vec![], vec![], vec![(0, 1)]]);
    let Parts { v, .. } = polling();
    let read = Expr::Read(network::Place::whole(v));
    assert_eq!(refused(assigning(read)), Why::Changes);
    assert_eq!(refused(assigning(Expr::Const(7))), Why::Changes, "outside of the domain");
}

#[test]
fn what_is_assigned_must_be_able_to_come_back() {
    // The loop is entered with another value than it leaves behind, or with the same.
    for (asked, expected) in [(0, 0), (1, 1)] {
        let mut parts = assigning(Expr::Const(1));
        let Parts { net, v, .. } = &mut parts;
        net.raw().processes[0].edges[1].guard.condition = equals(*v, asked);
        let (found, _) = loops(parts);
        assert_eq!((found.found.len(), found.refused.len()), (expected, 0));
    }
    // It has another value on the way.
    for (asked, expected) in [(1, 0), (2, 1)] {
        let mut parts = assigning(Expr::Const(1));
        let Parts { net, v, .. } = &mut parts;
        let target = network::Place::whole(*v);
        let assign = network::StmtKind::Assign { target, value: Expr::Const(2) };
        net.raw().processes[0].edges[0].update.push(network::Stmt::new(assign));
        net.raw().processes[0].edges[1].guard.condition = equals(*v, asked);
        assert_eq!(loops(parts).0.found.len(), expected);
    }
}

#[test]
fn invariants_of_others_must_not_read_what_is_assigned() {
    for (read, expected) in [(true, 0), (false, 1)] {
        let mut parts = assigning(Expr::Const(1));
        let w = parts.net.int("w", 0, 3, 0);
        let q = parts.net.process("Q", &["a"]);
        let condition = equals(if read { parts.v } else { w }, 0);
        parts.net.raw().processes[q.index()].locations[0].invariant.condition = condition;
        assert_eq!(loops(parts).0.found.len(), expected);
    }
}

#[test]
fn other_clocks_are_named() {
    let mut parts = polling();
    let Parts { net, y, z, p, .. } = &mut parts;
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*z, 0).reset(*y, 0);
    let (found, _) = loops(parts);
    assert_eq!((&found.found[0].others[..], found.found[0].reset), (&[1][..], 1));
    assert_eq!(loops(complete()).0.found[0].others, [0; 0]);
    // Not if the clock gets the value of another.
    let mut parts = polling();
    let Parts { net, y, z, p, .. } = &mut parts;
    let source = Some(network::ClockPlace::single(*y));
    let copy = network::StmtKind::SetClock {
        target: network::ClockPlace::single(*z),
        source,
        offset: Expr::Const(0),
    };
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*y, 0);
    net.raw().processes[0].edges[3].update.insert(0, network::Stmt::new(copy));
    assert_eq!(refused(parts), Why::SetsClocks);
}

#[test]
fn the_clock_must_be_set_to_0() {
    let mut parts = complete();
    parts.net.raw().processes[0].edges[0].update.clear();
    let Parts { net, y, p, .. } = &mut parts;
    net.edge(*p, "out", "L1").reset(*y, 1);
    assert_eq!(refused(parts), Why::Entered);
}

#[test]
fn guards_must_be_about_the_one_clock() {
    let mut parts = polling();
    let Parts { net, y, z, p, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*y, 0);
    back.when_clock(at_most(*z, 50));
    assert_eq!(refused(parts), Why::OtherClock);
    let mut parts = polling();
    let Parts { net, y, z, p, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*y, 0);
    back.when_clock(difference(Some(*z), Some(*y), false, 50));
    assert_eq!(refused(parts), Why::OtherClock);
}

#[test]
fn invariants_must_be_about_the_one_clock() {
    let mut parts = complete();
    let Parts { net, y, z, p, .. } = &mut parts;
    net.invariant(*p, "L3", [at_most(*y, 5), at_most(*z, 9)]);
    assert_eq!(refused(parts), Why::OtherClock);
    let mut parts = complete();
    let Parts { net, y, p, .. } = &mut parts;
    net.invariant(*p, "L3", [at_most(*y, 5), at_least(*y, 1)]);
    assert_eq!(refused(parts), Why::LowerBound);
}

#[test]
fn bounds_must_be_constants() {
    let mut parts = polling();
    let Parts { net, y, v, p, .. } = &mut parts;
    let mut guard = at_least(*y, 3);
    guard.bound = Expr::Read(network::Place::whole(*v));
    net.edge(*p, "L3", "L1").when_clock(guard).reset(*y, 0);
    assert_eq!(refused(parts), Why::MovingBound);
    let mut parts = polling();
    let Parts { net, y, v, p, .. } = &mut parts;
    let mut guard = at_least(*y, 3);
    guard.when = equals(*v, 1);
    net.edge(*p, "L3", "L1").when_clock(guard).reset(*y, 0);
    assert_eq!(refused(parts), Why::MovingBound);
}

#[test]
fn time_must_be_able_to_pass() {
    for kind in [LocationKind::Urgent, LocationKind::Committed] {
        let mut parts = complete();
        let Parts { net, p, .. } = &mut parts;
        net.kind(*p, "L2", kind);
        assert_eq!(refused(parts), Why::Still);
    }
}

#[test]
fn a_location_must_always_be_entered_with_a_reset() {
    let mut parts = complete();
    let Parts { net, p, .. } = &mut parts;
    net.edge(*p, "out", "L1");
    // Then it is the next location at which rounds begin.
    let (found, network) = loops(parts);
    assert_eq!(found.found[0].name(&network), "P: L2 -> L3 -> L1 -> L2");
    let mut parts = complete();
    let Parts { net, p, .. } = &mut parts;
    net.edge(*p, "out", "L1");
    net.edge(*p, "out", "L2");
    assert_eq!(refused(parts), Why::Entered);
}

#[test]
fn rounds_must_be_possible_and_differ() {
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 6)).reset(*y, 0);
    assert_eq!(refused(parts), Why::NoRound);
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.invariant(*p, "L1", [at_most(*y, 0)]);
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 5)).reset(*y, 0);
    assert!(matches!(refused(parts), Why::OneDuration(_)));
}

#[test]
fn a_loop_that_may_wait_for_ever_needs_no_acceleration() {
    let mut parts = complete();
    parts.net.raw().processes[0].locations[0].invariant.clocks.clear();
    let (loops, _) = loops(parts);
    assert_eq!(loops, Loops::default());
}

#[test]
fn others_must_leave_the_clock_alone() {
    let mut parts = complete();
    let Parts { net, y, .. } = &mut parts;
    let q = net.process("Q", &["a", "b"]);
    net.edge(q, "a", "b").reset(*y, 0);
    assert_eq!(refused(parts), Why::SetElsewhere);
    let mut parts = complete();
    let Parts { net, y, .. } = &mut parts;
    let q = net.process("Q", &["a"]);
    net.invariant(q, "a", [at_most(*y, 5)]);
    assert_eq!(refused(parts), Why::BoundElsewhere);
}

#[test]
fn bounds_hold_on_until_the_next_reset() {
    // L3 is entered with at least 4, and left by a guard with an upper bound.
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.raw().processes[0].edges[1].guard.clocks = vec![at_least(*y, 4)];
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 1)).reset(*y, 0);
    assert_eq!(loops(parts).0.found[0].delay.to_string(), "[4, 7]");
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3));
    back.when_clock(at_most(*y, 4)).reset(*y, 0);
    assert_eq!(loops(parts).0.found[0].delay.to_string(), "[3, 6]");
    // It cannot be entered any more: L2 is left with at least 4.
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    net.raw().processes[0].edges[1].guard.clocks = vec![at_least(*y, 4)];
    net.invariant(*p, "L3", [at_most(*y, 3)]);
    net.edge(*p, "L3", "L1").reset(*y, 0);
    assert_eq!(refused(parts), Why::NoRound);
}

/// A variable that is bound by `select`.
fn selected(net: &mut NetworkBuilder) -> network::Select {
    let variable = net.int("s", 0, 3, 0);
    net.raw().variables[variable.index()].storage = network::Storage::Scratch;
    network::Select { variable, domain: network::Domain { lower: 0, upper: 3, scalar: None } }
}

#[test]
fn an_edge_must_not_select() {
    let mut parts = complete();
    let select = selected(&mut parts.net);
    parts.net.raw().processes[0].edges[0].selects.push(select);
    assert_eq!(refused(parts), Why::Selects);
    // Nor must the edge of a partner: which of its values fits is not looked at.
    let mut parts = met(ChannelKind::Binary, "a");
    let select = selected(&mut parts.net);
    its_edge(&mut parts).selects.push(select);
    assert_eq!(refused(parts), Why::Synchronises);
}

#[test]
fn partners_are_at_the_other_end_and_elsewhere() {
    // Beside an edge that receives there are one that sends, and one of the process itself.
    let (mut parts, c) = sending(ChannelKind::Binary);
    let q = parts.net.process("Q", &["a", "b"]);
    parts.net.edge(q, "a", "a").sync(c, Direction::Send);
    parts.net.edge(q, "b", "b").sync(c, Direction::Receive);
    parts.net.edge(parts.p, "out", "out").sync(c, Direction::Receive);
    let (found, _) = loops(parts);
    let other = OtherEdge { process: 1, location: 1, edge: Some(1) };
    assert_eq!(found.found[0].meetings[2].partners, Some(vec![other]));
}

#[test]
fn a_clock_that_is_set_twice_is_not_at_0() {
    let mut parts = complete();
    parts.net.raw().processes[0].edges[0].update.clear();
    let Parts { net, y, p, .. } = &mut parts;
    net.edge(*p, "out", "L1").reset(*y, 0).reset(*y, 1);
    assert_eq!(refused(parts), Why::Entered);
}
