//! A polling process, and the same with each condition broken in turn.

use network::build::{NetworkBuilder, above, at_least, at_most, below, difference, equals};
use network::{ChannelKind, Direction, Expr, LocationKind, Network, ProcessId};

use super::{Loops, find_loops};
use crate::loops::Why;

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
    (find_loops(&network), network)
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

#[test]
fn an_edge_must_not_synchronise() {
    let mut parts = polling();
    let Parts { net, y, p, .. } = &mut parts;
    let c = net.channel("c", ChannelKind::Broadcast);
    let back = net.edge(*p, "L3", "L1").sync(c, Direction::Send);
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    assert_eq!(refused(parts), Why::Synchronises);
}

#[test]
fn an_edge_must_not_change_variables() {
    let mut parts = polling();
    let Parts { net, y, p, v, .. } = &mut parts;
    let back = net.edge(*p, "L3", "L1").assign(*v, Expr::Const(1));
    back.when_clock(at_least(*y, 3)).reset(*y, 0);
    assert_eq!(refused(parts), Why::Changes);
}

#[test]
fn an_edge_must_not_set_another_clock() {
    let mut parts = polling();
    let Parts { net, y, z, p, .. } = &mut parts;
    net.edge(*p, "L3", "L1").when_clock(at_least(*y, 3)).reset(*y, 0).reset(*z, 0);
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
