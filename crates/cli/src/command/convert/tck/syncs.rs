//! Channels as vectors of events.

use std::collections::BTreeSet;

use orrery::network::visit::{Visitor, walk_stmt};
use orrery::network::{ChannelKind, Direction, Network, Origin, Place, Stmt, StmtKind, VariableId};
use orrery::syntax::Span;
use orrery::syntax::tck::{Declaration, Sync, SyncConstraint};

use super::edges::Written;
use super::names::ident;
use super::terms::value;
use super::unsayable::{Said, unsayable};

/// Who takes part in a channel, by the numbers of processes.
pub(super) struct Users {
    pub(super) senders: BTreeSet<usize>,
    pub(super) receivers: BTreeSet<usize>,
    kind: ChannelKind,
}

impl Users {
    /// The users of each channel.
    pub(super) fn of(network: &Network, edges: &[Vec<Written>]) -> Vec<Users> {
        let mut all: Vec<Users> = Vec::new();
        for family in &network.channels {
            for _ in 0..orrery::network::cell_count(&family.dims) {
                let (senders, receivers) = (BTreeSet::new(), BTreeSet::new());
                all.push(Users { senders, receivers, kind: family.kind });
            }
        }
        for (process, edges) in edges.iter().enumerate() {
            for (channel, direction) in edges.iter().filter_map(|edge| edge.sync) {
                match direction {
                    Direction::Send => all[channel].senders.insert(process),
                    Direction::Receive => all[channel].receivers.insert(process),
                };
            }
        }
        all
    }

    /// Can this end of the channel ever be used? An event that nobody answers would happen by itself.
    pub(super) fn is_used(&self, process: usize, direction: Direction) -> bool {
        let others = |set: &BTreeSet<usize>| set.iter().any(|other| *other != process);
        match (direction, self.kind) {
            (Direction::Send, ChannelKind::Broadcast | ChannelKind::Rendezvous) => true,
            (Direction::Send, ChannelKind::Binary) => others(&self.receivers),
            (Direction::Receive, _) => others(&self.senders),
        }
    }

    /// The vectors of a channel whose ends are these events.
    pub(super) fn vectors(&self, processes: &[String], out: &str, into: &str) -> Vec<Declaration> {
        let constraint = |process: usize, event: &str, weak| SyncConstraint {
            process: ident(&processes[process]),
            event: ident(event),
            weak,
        };
        let vector = |constraints| {
            Declaration::Sync(Sync { constraints, attributes: Vec::new(), span: Span::default() })
        };
        let mut vectors = Vec::new();
        for sender in &self.senders {
            let receivers = self.receivers.iter().filter(|receiver| *receiver != sender);
            match self.kind {
                ChannelKind::Binary => vectors.extend(receivers.map(|receiver| {
                    vector(vec![
                        constraint(*sender, out, false),
                        constraint(*receiver, into, false),
                    ])
                })),
                ChannelKind::Broadcast | ChannelKind::Rendezvous => {
                    let weak = self.kind == ChannelKind::Broadcast;
                    let others: Vec<_> =
                        receivers.map(|receiver| constraint(*receiver, into, weak)).collect();
                    if !others.is_empty() {
                        let mut all = vec![constraint(*sender, out, false)];
                        all.extend(others);
                        vectors.push(vector(all));
                    }
                }
            }
        }
        vectors
    }
}

/// Whether the format means the same by what is written: a receiver of a broadcast always takes part there
/// if it has an edge, and updates are done in the order of processes.
pub(super) fn check(network: &Network, edges: &[Vec<Written>]) -> Said<()> {
    let users = Users::of(network, edges);
    for (channel, users) in users.iter().enumerate() {
        let on = |process: usize, direction| {
            edges[process].iter().filter(move |edge| edge.sync == Some((channel, direction)))
        };
        for receiver in &users.receivers {
            for edge in on(*receiver, Direction::Receive) {
                if users.kind == ChannelKind::Broadcast && value(&edge.guard).is_none() {
                    let what = "a guard on an edge that receives a broadcast";
                    return unsayable(what, origin(network, *receiver, edge));
                }
                for sender in users.senders.iter().filter(|sender| *sender > receiver) {
                    for sent in on(*sender, Direction::Send) {
                        independent(network, (*sender, sent), (*receiver, edge))?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn origin(network: &Network, process: usize, edge: &Written) -> Origin {
    network.processes[process].edges[edge.edge].origin
}

/// The update of a sender comes first, but not where its process is listed after the receiver's.
fn independent(
    network: &Network,
    sender: (usize, &Written),
    receiver: (usize, &Written),
) -> Said<()> {
    let effects = |(process, edge): (usize, &Written)| {
        let mut effects = Effects { network, touched: BTreeSet::new(), written: BTreeSet::new() };
        let update = &network.processes[process].edges[edge.edge].update;
        update.iter().for_each(|statement| effects.stmt(statement));
        effects
    };
    let (first, second) = (effects(sender), effects(receiver));
    let disturbed =
        !first.written.is_disjoint(&second.touched) || !second.written.is_disjoint(&first.touched);
    if disturbed {
        let what = "updates of a sender and a receiver that depend on their order";
        return unsayable(what, origin(network, sender.0, sender.1));
    }
    Ok(())
}

/// The variables that statements read or write.
struct Effects<'n> {
    network: &'n Network,
    touched: BTreeSet<VariableId>,
    written: BTreeSet<VariableId>,
}

impl Visitor for Effects<'_> {
    fn place(&mut self, place: &Place) {
        self.touched.insert(place.variable);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn stmt(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                self.written.insert(target.variable);
            }
            StmtKind::Call { function, .. } => {
                let body = &self.network.function(*function).body;
                body.iter().for_each(|inner| self.stmt(inner));
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }
}
