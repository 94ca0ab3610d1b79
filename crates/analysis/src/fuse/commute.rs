//! Whether a chain can be one step: nobody interleaves, and the steps for different ids commute.

use std::collections::BTreeMap;

use network::features::Features;
use network::visit::{Visitor, walk_constraint, walk_edge};
use network::{ChannelId, ChannelKind, Direction, Edge, EdgeId, LocationKind, Network, ProcessId};

use super::accesses::{Accesses, StateParts};
use super::chains::Chains;
use super::follow::may_use;

/// May the chains be taken in one step, and if not, why? The conditions of docs/theory/loops-over-ids.md, by number.
pub(super) fn check(network: &Network, chains: &Chains<'_>) -> Result<(), &'static str> {
    let features = Features::of(network);
    if features.priorities || features.update_hooks || features.meta || features.stopwatches {
        return Err("there are priorities, hooks of updates, meta variables or stopwatches");
    }
    owns_channels(network, chains)?;
    is_alone(network, chains)?;
    commutes(network, chains)
}

/// Condition 2: the channels belong to the chain.
fn owns_channels(network: &Network, chains: &Chains<'_>) -> Result<(), &'static str> {
    let channels: Vec<(ProcessId, ChannelId)> = chains.stations().collect();
    for (number, process) in network.processes.iter().enumerate() {
        let process_id = ProcessId::at(number);
        for (at, edge) in process.edges.iter().enumerate() {
            for (station, channel) in &channels {
                let is_own = process_id == chains.by && chains.has_edge(network, EdgeId::at(at));
                if may_use(network, edge, Direction::Send, *channel) && !is_own {
                    return Err("somebody else sends on a channel of the chain");
                }
                let receives = may_use(network, edge, Direction::Receive, *channel);
                if receives && (process_id != *station || !is_fixed(network, edge)) {
                    return Err("it is not clear who receives on a channel of the chain");
                }
            }
        }
    }
    Ok(())
}

/// Does an edge name its channel by constants?
fn is_fixed(network: &Network, edge: &Edge) -> bool {
    let channels = (0..network.channel_count()).map(ChannelId::at);
    let possible = channels.filter(|channel| may_use(network, edge, Direction::Receive, *channel));
    possible.count() == 1
}

/// Condition 3: nobody interleaves.
fn is_alone(network: &Network, chains: &Chains<'_>) -> Result<(), &'static str> {
    let others = || {
        let all = network.processes.iter().enumerate();
        all.filter(|(number, _)| *number != chains.by.index())
    };
    let is_committed = |location: &network::Location| location.kind == LocationKind::Committed;
    if others().any(|(_, process)| process.locations.iter().any(is_committed)) {
        return Err("another process has a committed location too");
    }
    let own = &network.process(chains.by).locations;
    if chains.middle.iter().all(|at| is_committed(&own[at.index()])) {
        return Ok(());
    }
    for (number, process) in others() {
        for edge in &process.edges {
            let ends = |third: usize, direction: Direction| {
                let edges = &network.processes[third].edges;
                edges.iter().any(|other| are_partners(network, edge, other, direction))
            };
            let waits = edge.sync.as_ref().is_some_and(|sync| {
                let family = network.channel_family(sync.channel.family);
                match (family.kind, sync.direction) {
                    (ChannelKind::Broadcast, Direction::Receive) => true,
                    (ChannelKind::Binary, direction) => {
                        let end = match direction {
                            Direction::Send => Direction::Receive,
                            Direction::Receive => Direction::Send,
                        };
                        !others().any(|(third, _)| third != number && ends(third, end))
                    }
                    (ChannelKind::Broadcast, Direction::Send) | (ChannelKind::Rendezvous, _) => {
                        false
                    }
                }
            });
            if !waits {
                return Err("in the middle of the chain, others can move without it");
            }
        }
    }
    Ok(())
}

/// May the other edge be at this end of the same channel?
fn are_partners(network: &Network, edge: &Edge, other: &Edge, end: Direction) -> bool {
    match (&edge.sync, &other.sync) {
        (Some(sync), Some(answer)) => {
            let family = network.channel_family(sync.channel.family);
            let first = family.base.index();
            answer.direction == end
                && answer.channel.family == sync.channel.family
                && (first..first + family.priority.len()).map(ChannelId::at).any(|channel| {
                    may_use(network, edge, sync.direction, channel)
                        && may_use(network, other, end, channel)
                })
        }
        _ => false,
    }
}

/// Condition 4: steps for different ids commute, and nobody else's invariant notices.
fn commutes(network: &Network, chains: &Chains<'_>) -> Result<(), &'static str> {
    let own = bus(network, chains);
    let stations: BTreeMap<ProcessId, Accesses<'_>> =
        chains.stations().map(|station| (station.0, told(network, chains, station))).collect();
    for (number, process) in network.processes.iter().enumerate() {
        let mut heeds = Accesses::new(network);
        heeds.invariants(process);
        let id = ProcessId::at(number);
        let unseen = |written: &StateParts| written.is_apart_from(&heeds.touched);
        let mut actors = stations.iter().filter(|(station, _)| **station != id);
        if id != chains.by && !(unseen(&own.written) && actors.all(|(_, it)| unseen(&it.written))) {
            return Err("an invariant reads what a step for somebody else writes");
        }
    }
    for (station, told) in &stations {
        let apart = |left: &StateParts, right: &StateParts| left.is_apart_from(right);
        if !apart(&own.written, &told.touched) || !apart(&told.written, &own.touched) {
            return Err("a station reads or writes what the chain writes or reads");
        }
        let mut others = stations.iter().filter(|(other, _)| *other != station);
        if others.any(|(_, other)| !apart(&told.written, &other.touched)) {
            return Err("steps for different ids do not commute");
        }
    }
    Ok(())
}

/// What the chains touch, the guards of their first edges apart.
fn bus<'n>(network: &'n Network, chains: &Chains<'_>) -> Accesses<'n> {
    let mut accesses = Accesses::new(network);
    let process = network.process(chains.by);
    accesses.invariants(process);
    for chain in &chains.chains {
        for step in &chain.steps {
            let edge = &process.edges[step.edge.index()];
            if step.edge == chain.first() {
                edge.sync.iter().for_each(|sync| accesses.channel(&sync.channel));
                edge.update.iter().for_each(|stmt| accesses.stmt(stmt));
            } else {
                walk_edge(&mut accesses, edge);
            }
        }
        chain.constraints.iter().for_each(|each| walk_constraint(&mut accesses, each));
    }
    moves(&mut accesses, chains.by);
    accesses
}

/// What the edges by which a station is told touch, with its invariants.
fn told<'n>(
    network: &'n Network,
    chains: &Chains<'_>,
    station: (ProcessId, ChannelId),
) -> Accesses<'n> {
    let mut accesses = Accesses::new(network);
    let process = network.process(station.0);
    accesses.invariants(process);
    for number in chains.told(network, station) {
        walk_edge(&mut accesses, &process.edges[number.index()]);
    }
    moves(&mut accesses, station.0);
    accesses
}

/// Adds that the process itself moves.
fn moves(accesses: &mut Accesses<'_>, process: ProcessId) {
    accesses.written.locations.insert(process);
    accesses.touched.locations.insert(process);
}
