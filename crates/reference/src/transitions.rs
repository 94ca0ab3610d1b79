//! Every transition the discrete state allows, by trying all combinations.

use network::eval::Fault;
use network::guard::Difference;
use network::{ChannelId, ChannelKind, Direction, LocationKind, Network, ProcessId};

use super::discrete::{Discrete, EdgeInstance};

/// A transition that integers and committed locations allow.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The edges, initiator first, then receivers in process order.
    pub edges: Vec<EdgeInstance>,
    /// The channel, if any.
    pub channel: Option<ChannelId>,
    /// Clock constraints that must hold.
    pub constraints: Vec<Difference>,
    /// Guards of receivers that stay behind: none of these conjunctions may hold.
    pub excluded: Vec<Vec<Difference>>,
    /// Channel priority, then process priority.
    pub priority: (i32, i32),
    /// Time may not pass while it is possible.
    pub urgent: bool,
}

/// Why an edge takes part in no candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The integer part of its guard is false.
    Guard,
    /// Nobody synchronises with it.
    Partner,
    /// Another process is at a committed location.
    Committed,
}

/// An edge whose integer guard holds.
struct Ready {
    instance: EdgeInstance,
    constraints: Vec<Difference>,
    sync: Option<(ChannelId, Direction)>,
}

/// All candidates of a discrete state.
pub fn candidates(discrete: &mut Discrete<'_>) -> Result<Vec<Candidate>, Fault> {
    let mut found = uncommitted_candidates(discrete)?;
    let processes = 0..discrete.network.processes.len();
    let committed: Vec<bool> =
        processes.map(|process| discrete.is_at(process, LocationKind::Committed)).collect();
    if committed.contains(&true) {
        found
            .retain(|candidate| candidate.edges.iter().any(|edge| committed[edge.process.index()]));
    }
    Ok(found)
}

/// All candidates of a discrete state, as if no location were committed.
pub fn uncommitted_candidates(discrete: &mut Discrete<'_>) -> Result<Vec<Candidate>, Fault> {
    candidates_unless(discrete, &|_| false)
}

/// The same without the edges whose guard or channel gives a fault that is to be passed over.
pub fn candidates_unless(
    discrete: &mut Discrete<'_>,
    passed_over: &dyn Fn(&Fault) -> bool,
) -> Result<Vec<Candidate>, Fault> {
    let network = discrete.network;
    let mut ready = Vec::new();
    let mut failing = Vec::new();
    for process in 0..network.processes.len() {
        for instance in discrete.outgoing(ProcessId::at(process)) {
            let guard = discrete.guard(&instance);
            let found = guard.and_then(|guard| match guard {
                None => Ok(None),
                Some(constraints) => Ok(Some((constraints, discrete.sync(&instance)?))),
            });
            match found {
                Ok(Some((constraints, sync))) => ready.push(Ready { instance, constraints, sync }),
                Ok(None) => {}
                Err(fault) if passed_over(&fault) => {}
                Err(fault) => failing.push((instance, fault)),
            }
        }
    }
    let heeded = |(instance, _): &(EdgeInstance, Fault)| is_heeded(network, instance, &ready);
    if let Some((_, fault)) = failing.into_iter().find(heeded) {
        return Err(fault);
    }
    let mut found = Vec::new();
    for initiator in &ready {
        match initiator.sync {
            None => found.push(candidate(network, &[initiator], None, Vec::new())),
            Some((channel, Direction::Send)) => {
                synchronise(network, &ready, initiator, channel, &mut found);
            }
            Some((_, Direction::Receive)) => {}
        }
    }
    Ok(found)
}

/// Is an edge looked at? One that receives is not before somebody else sends.
fn is_heeded(network: &Network, instance: &EdgeInstance, ready: &[Ready]) -> bool {
    let sync = &network.process(instance.process).edges[instance.edge.index()].sync;
    let Some(sync) = sync.as_ref().filter(|sync| sync.direction == Direction::Receive) else {
        return true;
    };
    let wanted = network.channel_family(sync.channel.family);
    ready.iter().any(|other| match other.sync {
        Some((channel, Direction::Send)) => {
            other.instance.process != instance.process
                && family(network, channel).0.base == wanted.base
        }
        Some((_, Direction::Receive)) | None => false,
    })
}

/// The family of a channel and its number within it.
pub(super) fn family(network: &Network, channel: ChannelId) -> (&network::ChannelFamily, usize) {
    let position = network.channels.partition_point(|family| family.base <= channel);
    let family = &network.channels[position - 1];
    (family, channel.index() - family.base.index())
}

fn synchronise(
    network: &Network,
    ready: &[Ready],
    sender: &Ready,
    channel: ChannelId,
    found: &mut Vec<Candidate>,
) {
    let listening = |other: &&Ready| {
        other.sync == Some((channel, Direction::Receive))
            && other.instance.process != sender.instance.process
    };
    let listeners: Vec<&Ready> = ready.iter().filter(listening).collect();
    if family(network, channel).0.kind == ChannelKind::Binary {
        for receiver in listeners {
            found.push(candidate(network, &[sender, receiver], Some(channel), Vec::new()));
        }
        return;
    }
    // Each choice: the receivers so far and the guards that must be false because of who stays behind.
    let mut choices: Vec<(Vec<&Ready>, Vec<Vec<Difference>>)> = vec![(vec![sender], Vec::new())];
    for process in 0..network.processes.len() {
        let options: Vec<&&Ready> =
            listeners.iter().filter(|other| other.instance.process.index() == process).collect();
        if options.is_empty() {
            continue;
        }
        let mut longer = Vec::new();
        for (receivers, excluded) in &choices {
            for option in &options {
                let mut with = receivers.clone();
                with.push(option);
                longer.push((with, excluded.clone()));
            }
            // Staying behind requires every receiving edge to be disabled by its clock guard.
            if options.iter().all(|option| !option.constraints.is_empty()) {
                let mut without = excluded.clone();
                without.extend(options.iter().map(|option| option.constraints.clone()));
                longer.push((receivers.clone(), without));
            }
        }
        choices = longer;
    }
    for (edges, excluded) in choices {
        found.push(candidate(network, &edges, Some(channel), excluded));
    }
}

fn candidate(
    network: &Network,
    edges: &[&Ready],
    channel: Option<ChannelId>,
    excluded: Vec<Vec<Difference>>,
) -> Candidate {
    let processes = edges.iter().map(|edge| network.process(edge.instance.process).priority);
    let (channel_priority, urgent) = match channel {
        None => (network.internal_priority, false),
        Some(channel) => {
            let (family, number) = family(network, channel);
            (family.priority[number], family.urgent)
        }
    };
    Candidate {
        edges: edges.iter().map(|edge| edge.instance.clone()).collect(),
        channel,
        constraints: edges.iter().flat_map(|edge| edge.constraints.iter().copied()).collect(),
        excluded,
        priority: (channel_priority, processes.max().unwrap_or(0)),
        urgent,
    }
}

/// Why an edge at its process's current location takes part in none of the candidates.
pub fn obstacle(
    discrete: &mut Discrete<'_>,
    instance: &EdgeInstance,
) -> Result<Option<Obstacle>, Fault> {
    let all = candidates(discrete)?;
    if all.iter().any(|candidate| candidate.edges.contains(instance)) {
        return Ok(None);
    }
    if discrete.guard(instance)?.is_none() {
        return Ok(Some(Obstacle::Guard));
    }
    let processes = 0..discrete.network.processes.len();
    let mut elsewhere = processes.filter(|process| *process != instance.process.index());
    let mine = discrete.is_at(instance.process.index(), LocationKind::Committed);
    let committed = elsewhere.any(|process| discrete.is_at(process, LocationKind::Committed));
    Ok(Some(if committed && !mine { Obstacle::Committed } else { Obstacle::Partner }))
}
