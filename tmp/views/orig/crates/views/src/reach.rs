//! Which edges do something that others see, and how many members a transition needs.

use std::collections::BTreeSet;

use network::family::{Instance, Unfit, Witnesses, writes_elsewhere};
use network::{
    ChannelId, ChannelKind, Direction, Edge, EdgeId, Expr, LocationKind, Network, ProcessId,
};
use reference::Candidate;

/// What edges do that others see.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// For each process and edge whether it writes what does not belong to the process's own member.
    seen: Vec<Vec<bool>>,
    /// Some member can receive a broadcast at a committed location.
    pub(crate) committed_receivers: bool,
    pub(crate) witnesses: Witnesses,
}

impl Effects {
    pub(crate) fn of(instance: &Instance, witnesses: &Witnesses) -> Effects {
        let network = &instance.network;
        let mut seen = Vec::with_capacity(network.processes.len());
        let mut committed_receivers = false;
        for (number, process) in network.processes.iter().enumerate() {
            let member = instance.member_of[number];
            let edges = process.edges.iter().map(|edge| is_seen(instance, member, edge));
            seen.push(edges.collect());
            committed_receivers |= member.is_some()
                && process.edges.iter().any(|edge| {
                    let kind = process.locations[edge.source.index()].kind;
                    kind == LocationKind::Committed && receives_broadcast(network, edge)
                });
        }
        Effects { seen, committed_receivers, witnesses: witnesses.clone() }
    }

    /// Does the edge write what does not belong to the process's own member?
    pub(crate) fn is_seen(&self, process: ProcessId, edge: EdgeId) -> bool {
        self.seen[process.index()][edge.index()]
    }
}

/// The most members that one transition needs. An error if a receiver of a broadcast chooses an id: then it matters how
/// many receive it.
pub fn reach(instance: &Instance, witnesses: &Witnesses) -> Result<usize, Unfit> {
    let network = &instance.network;
    let mut most = 1;
    let all = || {
        network.processes.iter().enumerate().flat_map(|(at, process)| {
            process.edges.iter().enumerate().map(move |(number, edge)| (at, number, edge))
        })
    };
    for (process, number, edge) in all() {
        let mine = Needs::of(instance, witnesses, (process, number, edge));
        let hears = instance.member_of[process].is_some() && receives_broadcast(network, edge);
        if hears && instance.selects[process][number].contains(&true) {
            let reason = "a process that receives this broadcast chooses an id";
            return Err(Unfit { reason: reason.to_owned(), origin: edge.origin });
        }
        let Some(sync) = &edge.sync else {
            most = most.max(mine.count(&[]));
            continue;
        };
        if sync.direction == Direction::Receive {
            continue;
        }
        if network.channel_family(sync.channel.family).kind == ChannelKind::Broadcast {
            most = most.max(mine.count(&[]));
            continue;
        }
        for (other, number, partner) in all().filter(|(other, ..)| *other != process) {
            let Some(answer) = &partner.sync else { continue };
            if answer.direction == Direction::Receive
                && answer.channel.family == sync.channel.family
            {
                most = most.max(mine.count(&[Needs::of(
                    instance,
                    witnesses,
                    (other, number, partner),
                )]));
            }
        }
    }
    Ok(most)
}

/// Somebody without whom an edge cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Somebody {
    Member(usize),
    /// Whom a select variable of an edge of a process chooses.
    Chosen(usize, usize, usize),
    /// The owner of a stored id by which the channel of an edge of a process is indexed.
    Owner(usize, usize, usize),
}

/// Whom an edge needs, and by whom its channel is indexed.
struct Needs {
    somebody: BTreeSet<Somebody>,
    channel: Vec<Option<Somebody>>,
    /// How many more must be looked at.
    witnesses: usize,
}

impl Needs {
    fn of(
        instance: &Instance,
        witnesses: &Witnesses,
        (process, number, edge): (usize, usize, &Edge),
    ) -> Needs {
        let outlook = witnesses.outlook(instance, ProcessId::at(process), EdgeId::at(number));
        let mine = instance.member_of[process];
        let is_id = &instance.selects[process][number];
        let chosen = (0..edge.selects.len()).filter(|select| is_id[*select]);
        let chosen = chosen.map(|select| Somebody::Chosen(process, number, select));
        let index = |expr: &Expr| match expr {
            Expr::Const(value) => {
                mine.filter(|mine| instance.ids.of(*mine) == *value).map(Somebody::Member)
            }
            Expr::Read(place) if place.indices.is_empty() => {
                let selects = edge.selects.iter().map(|select| select.variable);
                let at = selects.zip(0..).find(|(variable, _)| *variable == place.variable)?.1;
                is_id[at].then_some(Somebody::Chosen(process, number, at))
            }
            _ => None,
        };
        let indices = edge.sync.iter().flat_map(|sync| &sync.channel.indices);
        let owner = |at: usize| outlook.owners[at].then_some(Somebody::Owner(process, number, at));
        let channel: Vec<Option<Somebody>> =
            indices.enumerate().map(|(at, expr)| owner(at).or_else(|| index(expr))).collect();
        let owners = channel.iter().flatten().filter(|one| matches!(one, Somebody::Owner(..)));
        let all = mine.map(Somebody::Member).into_iter().chain(chosen).chain(owners.copied());
        Needs { somebody: all.collect(), channel, witnesses: outlook.witnesses }
    }

    /// How many members this edge and those of its partners need together. Who is chosen by a channel's index is
    /// whom the partner's index says.
    fn count(&self, partners: &[Needs]) -> usize {
        let mut all: BTreeSet<Somebody> = self.somebody.clone();
        let mut witnesses = self.witnesses;
        for partner in partners {
            all.extend(&partner.somebody);
            witnesses += partner.witnesses;
            for pair in self.channel.iter().zip(&partner.channel) {
                match pair {
                    (Some(chosen @ (Somebody::Chosen(..) | Somebody::Owner(..))), Some(_))
                    | (Some(_), Some(chosen @ (Somebody::Chosen(..) | Somebody::Owner(..)))) => {
                        all.remove(chosen);
                    }
                    _ => {}
                }
            }
        }
        all.len().saturating_add(witnesses)
    }
}

/// Is the transition a broadcast?
pub(crate) fn is_broadcast(network: &Network, candidate: &Candidate) -> bool {
    let kind = |channel: ChannelId| {
        let position = network.channels.partition_point(|family| family.base <= channel);
        network.channels[position - 1].kind
    };
    candidate.channel.is_some_and(|channel| kind(channel) == ChannelKind::Broadcast)
}

fn receives_broadcast(network: &Network, edge: &Edge) -> bool {
    edge.sync.as_ref().is_some_and(|sync| {
        let family = network.channel_family(sync.channel.family);
        sync.direction == Direction::Receive && family.kind == ChannelKind::Broadcast
    })
}

/// Does an edge write what does not belong to this member?
fn is_seen(instance: &Instance, member: Option<usize>, edge: &Edge) -> bool {
    member.is_none_or(|member| writes_elsewhere(instance, member, edge))
}
