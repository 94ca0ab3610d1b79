//! What members of an instance can do, and whom it takes.

use std::collections::BTreeSet;

use network::eval::Fault;
use network::family::{Instance, Witnesses};
use network::{ChannelFamily, ChannelId, ChannelKind, Direction, Edge, LocationKind, Network};
use reference::{Candidate, EdgeInstance, candidates_unless};
use zones::Zone;

use crate::state::{State, cut};

/// What a transition leads to before any delay.
pub(crate) struct Move {
    pub(crate) target: State,
    /// The members without whom it is not possible.
    pub(crate) needed: BTreeSet<usize>,
    /// How many others it may depend on.
    pub(crate) others: usize,
}

/// Everything that members of an instance can do. What depends on somebody who is not among them is left out.
pub(crate) fn moves(
    instance: &Instance,
    witnesses: &Witnesses,
    state: &State,
) -> Result<Vec<Move>, Fault> {
    let network = &instance.network;
    let mut discrete = state.discrete(instance);
    let is_committed = |process: usize| {
        let at = state.locations[process].index();
        network.processes[process].locations[at].kind == LocationKind::Committed
    };
    let waits = (0..network.processes.len()).any(is_committed);
    let mut found = Vec::new();
    for candidate in candidates_unless(&mut discrete, &|fault| instance.is_elsewhere(fault))? {
        let allowed = candidate.edges.iter().any(|edge| is_committed(edge.process.index()));
        if waits && !allowed && !allowed_elsewhere(instance, candidate.channel) {
            continue;
        }
        let Some(zone) = cut(&state.zone, &candidate.constraints) else { continue };
        let mut next = discrete.clone();
        let writes = match next.fire(&candidate.edges) {
            Err(fault) if instance.is_elsewhere(&fault) => continue,
            writes => writes?,
        };
        let zone = after(zone, &writes)?;
        let Some(invariants) = next.invariants()? else { continue };
        let Some(zone) = cut(&zone, &invariants) else { continue };
        let cells = next.memory[..network.state_slots()].to_vec();
        let needed = needed(instance, &candidate);
        let others = candidate.edges.iter();
        let others =
            others.map(|edge| witnesses.outlook(instance, edge.process, edge.edge).count()).sum();
        let target = State { locations: next.locations, cells, zone };
        found.push(Move { target, needed, others });
    }
    Ok(found)
}

fn after(mut zone: Zone, writes: &[network::ClockWrite]) -> Result<Zone, Fault> {
    for write in writes {
        let clock = write.clock.index() + 1;
        match write.source {
            None => zone.reset(clock, write.value),
            Some(source) => {
                zone.copy(clock, source.index() + 1);
                let kind =
                    network::FaultKind::NegativeClock { clock: write.clock, value: write.value };
                let fault = Fault { kind, origin: network::Origin::NONE };
                zone.shift(clock, write.value).map_err(|_| fault)?;
            }
        }
    }
    Ok(zone)
}

/// A view after any delay that those it shows allow.
pub(crate) fn later(
    instance: &Instance,
    witnesses: &Witnesses,
    state: State,
) -> Result<State, Fault> {
    let mut discrete = state.discrete(instance);
    let network = &instance.network;
    let mut places = network.processes.iter().zip(&state.locations);
    let waits =
        places.all(|(process, at)| process.locations[at.index()].kind == LocationKind::Normal);
    // If it depends on others, they may forbid it.
    let depends =
        |edge: &EdgeInstance| !witnesses.outlook(instance, edge.process, edge.edge).is_local;
    let urgent = |one: &Candidate| {
        one.urgent && one.constraints.is_empty() && !one.edges.iter().any(depends)
    };
    let possible = candidates_unless(&mut discrete, &|fault| instance.is_elsewhere(fault))?;
    if !waits || possible.iter().any(urgent) {
        return Ok(state);
    }
    let mut zone = state.zone.clone();
    zone.up();
    let invariants = discrete.invariants()?.unwrap_or_default();
    let zone = cut(&zone, &invariants).unwrap_or_else(|| state.zone.clone());
    Ok(State { zone, ..state })
}

fn is_broadcast(network: &Network, channel: Option<ChannelId>) -> bool {
    let family = channel.and_then(|channel| family_of(network, channel));
    family.is_some_and(|family| family.kind == ChannelKind::Broadcast)
}

fn family_of(network: &Network, channel: ChannelId) -> Option<&ChannelFamily> {
    network.channels.iter().rev().find(|family| family.base <= channel)
}

/// Can somebody who is not here allow a broadcast, by receiving it at a committed location? All who are not here are
/// members, so it takes such an edge of a member.
fn allowed_elsewhere(instance: &Instance, channel: Option<ChannelId>) -> bool {
    let network = &instance.network;
    let family = channel.and_then(|channel| family_of(network, channel));
    let Some(sent) = family.filter(|family| family.kind == ChannelKind::Broadcast) else {
        return false;
    };
    let mut processes = network.processes.iter().zip(&instance.member_of);
    processes.any(|(process, member)| {
        let hears = |edge: &Edge| {
            let receives = edge.sync.as_ref().is_some_and(|sync| {
                let heard = network.channel_family(sync.channel.family);
                sync.direction == Direction::Receive && heard.base == sent.base
            });
            let at = process.locations[edge.source.index()].kind;
            receives && at == LocationKind::Committed
        };
        member.is_some() && process.edges.iter().any(hears)
    })
}

/// The members without whom a transition is not possible.
fn needed(instance: &Instance, candidate: &Candidate) -> BTreeSet<usize> {
    let count =
        if is_broadcast(&instance.network, candidate.channel) { 1 } else { candidate.edges.len() };
    candidate.edges[..count].iter().flat_map(|edge| needed_by(instance, edge)).collect()
}

fn needed_by(instance: &Instance, edge: &EdgeInstance) -> BTreeSet<usize> {
    let selects = &instance.selects[edge.process.index()][edge.edge.index()];
    let chosen = edge.bindings.iter().zip(selects).filter(|(_, is_id)| **is_id);
    let chosen = chosen.filter_map(|(value, _)| instance.ids.member(*value));
    chosen.chain(instance.member_of[edge.process.index()]).collect()
}

/// The most members that any transition of an instance needs, whatever its state, by trying all pairs of edges with all
/// bindings. Channels whose index is not known count as the same.
pub(crate) fn most_needed(instance: &Instance, witnesses: &Witnesses) -> usize {
    let network = &instance.network;
    let mut discrete = reference::Discrete::initial(network);
    let mut all = Vec::new();
    for (number, process) in network.processes.iter().enumerate() {
        for location in 0..process.locations.len() {
            discrete.locations[number] = network::LocationId::at(location);
            all.extend(discrete.outgoing(network::ProcessId::at(number)));
        }
    }
    let outlook =
        |edge: &EdgeInstance| witnesses.outlook(instance, edge.process, edge.edge).clone();
    let mut most = 0;
    for first in &all {
        let mine = needed_by(instance, first);
        let others = outlook(first);
        let alone = mine.len() + others.count();
        let Some(sync) = &discrete.edge(first).sync else {
            most = most.max(alone);
            continue;
        };
        let family = network.channel_family(sync.channel.family);
        if sync.direction == Direction::Receive {
            continue;
        }
        if family.kind == ChannelKind::Broadcast {
            most = most.max(alone);
            continue;
        }
        for second in all.iter().filter(|second| second.process != first.process) {
            if may_meet(&mut discrete, first, second) {
                let theirs = outlook(second);
                // The owner of a stored id that indexes a channel is the partner, if that one's index is its name.
                let merged = others.owners.iter().zip(&theirs.owners);
                let merged = merged.filter(|(one, other)| one != other).count();
                let more = others.count() + theirs.count() - merged;
                most = most.max(mine.union(&needed_by(instance, second)).count() + more);
            }
        }
    }
    most
}

fn may_meet(
    discrete: &mut reference::Discrete<'_>,
    sender: &EdgeInstance,
    receiver: &EdgeInstance,
) -> bool {
    let (send, receive) = (discrete.edge(sender), discrete.edge(receiver));
    let (Some(left), Some(right)) = (&send.sync, &receive.sync) else { return false };
    if right.direction != Direction::Receive || left.channel.family != right.channel.family {
        return false;
    }
    let known = |edge: &network::Edge, sync: &network::Sync| {
        sync.channel.indices.iter().all(|index| match index {
            network::Expr::Const(_) => true,
            network::Expr::Read(place) => {
                place.indices.is_empty()
                    && edge.selects.iter().any(|select| select.variable == place.variable)
            }
            _ => false,
        })
    };
    if !known(send, left) || !known(receive, right) {
        return true;
    }
    let channel = |found: Result<Option<(ChannelId, Direction)>, Fault>| {
        found.ok().flatten().map(|(id, _)| id)
    };
    channel(discrete.sync(sender)) == channel(discrete.sync(receiver))
}
