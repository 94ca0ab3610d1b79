//! Every transition the discrete state allows, by trying all combinations.
//!
//! Who hears a broadcast may depend on clocks, so there are as many transitions as sets of listeners. Where the clocks are known, or the edges of the
//! one transition that matters, the others are not even made.

use network::eval::{Fault, FaultKind};
use network::guard::Difference;
use network::{ChannelId, ChannelKind, Direction, LocationKind, Network, Origin, ProcessId};

use super::discrete::{Discrete, EdgeInstance};
use super::valuation::Valuation;

/// The most candidates of one state.
const MOST_CANDIDATES: usize = 1 << 18;

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

/// Which candidates are asked for.
#[derive(Clone, Copy)]
enum Wanted<'w> {
    All,
    /// Those that are possible with these values of the clocks, as far as guards go.
    At(&'w Valuation),
    /// The one with these edges.
    Of(&'w [EdgeInstance]),
}

impl Wanted<'_> {
    /// May a wanted candidate have this edge?
    fn has(&self, edge: &Ready) -> bool {
        match self {
            Wanted::All => true,
            Wanted::At(valuation) => valuation.satisfies_all(&edge.constraints),
            Wanted::Of(edges) => edges.contains(&edge.instance),
        }
    }

    /// May a process stay behind that listens with these edges? That requires every one of them to be disabled by its clock guard.
    fn leaves_behind(&self, listening: &[&Ready]) -> bool {
        let timed = listening.iter().all(|edge| !edge.constraints.is_empty());
        let comes_along = listening.iter().any(|edge| self.has(edge));
        timed && (matches!(self, Wanted::All) || !comes_along)
    }
}

/// All candidates of a discrete state.
pub fn candidates(discrete: &mut Discrete<'_>) -> Result<Vec<Candidate>, Fault> {
    unless_committed(discrete, Wanted::All)
}

/// The candidates of a discrete state whose guards hold with these values of the clocks.
pub fn candidates_at(
    discrete: &mut Discrete<'_>,
    valuation: &Valuation,
) -> Result<Vec<Candidate>, Fault> {
    unless_committed(discrete, Wanted::At(valuation))
}

/// The candidate of a discrete state that has these edges, if there is one.
pub fn candidate_of(
    discrete: &mut Discrete<'_>,
    edges: &[EdgeInstance],
) -> Result<Option<Candidate>, Fault> {
    let found = unless_committed(discrete, Wanted::Of(edges))?;
    Ok(found.into_iter().find(|candidate| candidate.edges == edges))
}

fn unless_committed(
    discrete: &mut Discrete<'_>,
    wanted: Wanted<'_>,
) -> Result<Vec<Candidate>, Fault> {
    let mut found = wanted_candidates(discrete, wanted, &|_| false)?;
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
    wanted_candidates(discrete, Wanted::All, passed_over)
}

fn wanted_candidates(
    discrete: &mut Discrete<'_>,
    wanted: Wanted<'_>,
    passed_over: &dyn Fn(&Fault) -> bool,
) -> Result<Vec<Candidate>, Fault> {
    let network = discrete.network;
    let ready = ready(discrete, passed_over)?;
    let mut found = Vec::new();
    for initiator in ready.iter().filter(|edge| wanted.has(edge)) {
        match initiator.sync {
            None => found.push(candidate(network, &[initiator], None, Vec::new())),
            Some((channel, Direction::Send)) => {
                synchronise(network, &ready, (initiator, channel), wanted, &mut found)?;
            }
            Some((_, Direction::Receive)) => {}
        }
    }
    Ok(found)
}

/// The edges whose integer guard holds.
fn ready(
    discrete: &mut Discrete<'_>,
    passed_over: &dyn Fn(&Fault) -> bool,
) -> Result<Vec<Ready>, Fault> {
    let mut ready = Vec::new();
    let network = discrete.network;
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
    Ok(ready)
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
    (sender, channel): (&Ready, ChannelId),
    wanted: Wanted<'_>,
    found: &mut Vec<Candidate>,
) -> Result<(), Fault> {
    let listening = |other: &&Ready| {
        other.sync == Some((channel, Direction::Receive))
            && other.instance.process != sender.instance.process
    };
    let listeners: Vec<&Ready> = ready.iter().filter(listening).collect();
    if family(network, channel).0.kind == ChannelKind::Binary {
        for receiver in listeners.into_iter().filter(|edge| wanted.has(edge)) {
            found.push(candidate(network, &[sender, receiver], Some(channel), Vec::new()));
        }
        return Ok(());
    }
    let everybody = family(network, channel).0.kind == ChannelKind::Rendezvous;
    if everybody && !all_listen(network, channel, sender.instance.process, &listeners) {
        return Ok(());
    }
    // Each choice: the receivers so far and the guards that must be false because of who stays behind.
    let mut choices: Vec<(Vec<&Ready>, Vec<Vec<Difference>>)> = vec![(vec![sender], Vec::new())];
    for listening in listeners.chunk_by(|one, other| one.instance.process == other.instance.process)
    {
        let mut longer = Vec::new();
        for (receivers, excluded) in &choices {
            for option in listening.iter().filter(|edge| wanted.has(edge)) {
                let mut with = receivers.clone();
                with.push(*option);
                longer.push((with, excluded.clone()));
            }
            if !everybody && wanted.leaves_behind(listening) {
                let mut without = excluded.clone();
                without.extend(listening.iter().map(|option| option.constraints.clone()));
                longer.push((receivers.clone(), without));
            }
        }
        choices = longer;
        if found.len() + choices.len() > MOST_CANDIDATES {
            let kind = FaultKind::TooManyTransitions(MOST_CANDIDATES);
            return Err(Fault { kind, origin: Origin::NONE });
        }
    }
    for (edges, excluded) in choices {
        found.push(candidate(network, &edges, Some(channel), excluded));
    }
    Ok(())
}

/// Does every process but the sender that has an edge on a channel without dimensions listen on it?
fn all_listen(
    network: &Network,
    channel: ChannelId,
    sender: ProcessId,
    listeners: &[&Ready],
) -> bool {
    let base = family(network, channel).0.base;
    let receives = |edge: &network::Edge| {
        edge.sync.as_ref().is_some_and(|sync| {
            sync.direction == Direction::Receive
                && network.channel_family(sync.channel.family).base == base
        })
    };
    (0..network.processes.len()).map(ProcessId::at).all(|process| {
        process == sender
            || !network.process(process).edges.iter().any(receives)
            || listeners.iter().any(|listener| listener.instance.process == process)
    })
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
