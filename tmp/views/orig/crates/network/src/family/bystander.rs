//! Can one more member stand by while all others do what they do without it?

use super::asks::Asks;
use super::instance::Instance;
use super::look::Look;
use crate::ids::ProcessId;
use crate::process::{Edge, LocationKind, Process};
use crate::visit::{walk_edge, walk_guard};
use crate::{ChannelKind, Direction, Expr, Guard, Network};

/// Is every run of an instance also one of the next larger instance, in which the new member stays at its initial
/// locations? Decided from an instance with [`MANY`](super::MANY) members. It is so if
///
/// * nothing at these locations keeps time from passing: invariants, urgent and committed locations, urgent channels;
/// * nobody there hears a broadcast, unless it is meant for somebody with this id;
/// * nothing that is evaluated asks about all members;
/// * there are no priorities.
#[must_use]
pub fn may_stand_by(instance: &Instance) -> bool {
    let network = &instance.network;
    !has_priorities(network)
        && (0..network.processes.len()).map(ProcessId::at).all(|at| {
            asks_nobody(instance, at)
                && match instance.member_of[at.index()] {
                    None => true,
                    Some(member) => rests(network, network.process(at), instance.ids.of(member)),
                }
        })
}

fn has_priorities(network: &Network) -> bool {
    let channels = network.channels.iter().flat_map(|family| &family.priority);
    let processes = network.processes.iter().map(|process| process.priority);
    channels.copied().any(|priority| priority != network.internal_priority)
        || processes.collect::<std::collections::BTreeSet<i32>>().len() > 1
}

/// Does the process, with this id, take no part in anything as long as it does nothing itself?
fn rests(network: &Network, process: &Process, own: i32) -> bool {
    let location = &process.locations[process.initial.index()];
    let mut leaving = process.edges.iter().filter(|edge| edge.source == process.initial);
    location.kind == LocationKind::Normal
        && location.invariant == Guard::always()
        && leaving.all(|edge| !is_drawn_in(network, edge, own))
}

/// Might others' doings make the process take this edge, or make all wait until it does?
fn is_drawn_in(network: &Network, edge: &Edge, own: i32) -> bool {
    let Some(sync) = &edge.sync else { return false };
    let family = network.channel_family(sync.channel.family);
    let meant_for_it = sync.channel.indices.contains(&Expr::Const(own));
    let hears = family.kind == ChannelKind::Broadcast && sync.direction == Direction::Receive;
    family.urgent || (hears && !meant_for_it)
}

/// Does nothing that the process evaluates depend on how many members there are?
fn asks_nobody(instance: &Instance, at: ProcessId) -> bool {
    let process = instance.network.process(at);
    let spread = &instance.spread[at.index()];
    let mut asks = Asks { look: &Look::within(instance, crate::Origin::NONE), found: false };
    process.edges.iter().for_each(|edge| walk_edge(&mut asks, edge));
    process.locations.iter().for_each(|location| walk_guard(&mut asks, &location.invariant));
    !asks.found && !spread.edges.contains(&true) && !spread.locations.contains(&true)
}
