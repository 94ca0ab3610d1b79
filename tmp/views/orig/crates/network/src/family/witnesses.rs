//! How many members one must look at, beside those that take part, to see what an edge does.
//!
//! An edge that asks whether *somebody* has a property needs one more, a *witness*. One that reads what belongs to the
//! owner of a stored id, or compares two stored ids, needs the *owner*. What is asked of everybody needs nobody: of fewer
//! members it is only more easily true.

use std::collections::BTreeMap;

use super::instance::Instance;
use super::look::Look;
use super::signals::signals;
use crate::guard::Guard;
use crate::ids::{ChannelFamilyId, Origin};
use crate::process::{Direction, Edge};
use crate::{ChannelKind, EdgeId, ProcessId};

/// Why a family cannot be reasoned about by looking at a few members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    pub reason: String,
    pub origin: Origin,
}

/// Whom one must look at to see what an edge does.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// How many witnesses and owners it needs, without those by whom its channel is indexed.
    pub witnesses: usize,
    /// By index of its channel, whether that is a stored id.
    pub owners: Vec<bool>,
    /// Whether it can be taken is known from those who take part.
    pub is_local: bool,
}

impl Outlook {
    /// How many witnesses and owners there are at most.
    #[must_use]
    pub fn count(&self) -> usize {
        self.witnesses + self.owners.iter().filter(|stored| **stored).count()
    }
}

/// Whom one must look at, for each edge of each template. It is the same in all instances of a family.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    by_template: Vec<Vec<Outlook>>,
}

impl Witnesses {
    /// Those of a family, from an instance with [`MANY`] members.
    pub fn of(instance: &Instance) -> Result<Witnesses, Unfit> {
        let network = &instance.network;
        let signals = signals(instance)?;
        let mut by_template: Vec<Vec<Outlook>> = vec![Vec::new(); network.templates.len()];
        for (process, spread) in network.processes.iter().zip(&instance.spread) {
            for location in &process.locations {
                invariant(instance, &location.invariant, location.origin)?;
            }
            let known = &mut by_template[process.template.index()];
            // Of all processes of a template, the one that needs most decides.
            let most = Outlook { is_local: true, ..Outlook::default() };
            known.resize(process.edges.len().max(known.len()), most);
            for ((edge, known), spread) in process.edges.iter().zip(known).zip(&spread.edges) {
                let mut found = of_edge(instance, edge, *spread)?;
                found.witnesses +=
                    sent(edge).and_then(|to| signals.get(&to)).map_or(0, BTreeMap::len);
                known.witnesses = known.witnesses.max(found.witnesses);
                known.owners = found.owners;
                known.is_local &= found.is_local;
            }
        }
        Ok(Witnesses { by_template })
    }

    /// Whom one must look at to see what an edge of a process of an instance does.
    #[must_use]
    pub fn outlook(&self, instance: &Instance, process: ProcessId, edge: EdgeId) -> &Outlook {
        let template = instance.network.process(process).template;
        &self.by_template[template.index()][edge.index()]
    }
}

/// So many members tell ranges of ids from other ranges, which are rarely as large.
pub const MANY: usize = 29;

fn of_edge(instance: &Instance, edge: &Edge, spread: bool) -> Result<Outlook, Unfit> {
    let mut channel = Look::at(instance, edge);
    let owners = match &edge.sync {
        None => Vec::new(),
        Some(sync) => channel.channel(&sync.channel),
    };
    let in_channel = channel.finish()?;
    let mut guard = Look::at(instance, edge);
    guard.exactly(&edge.guard);
    let exact = guard.finish();
    let mut whole = Look::at(instance, edge);
    whole.guard(&edge.guard);
    whole.statements(&edge.update);
    let found = Outlook {
        witnesses: whole.finish()? + in_channel,
        is_local: exact == Ok(0) && in_channel == 0 && !owners.contains(&true) && !spread,
        owners,
    };
    let broadcast = edge.sync.as_ref().is_some_and(|sync| {
        sync.direction == Direction::Receive
            && instance.network.channel_family(sync.channel.family).kind == ChannelKind::Broadcast
    });
    // Whoever receives must do so, so it must be known exactly who can.
    if broadcast && (!found.is_local || found.count() > 0) {
        let reason = "who receives this broadcast, or what that does, depends on processes that do not take part";
        return Err(Unfit { reason: reason.to_owned(), origin: edge.origin });
    }
    Ok(found)
}

/// The channel that an edge sends on.
fn sent(edge: &Edge) -> Option<ChannelFamilyId> {
    let sync = edge.sync.as_ref().filter(|sync| sync.direction == Direction::Send)?;
    Some(sync.channel.family)
}

/// An invariant is asked of every view, so it may not need anybody else.
fn invariant(instance: &Instance, invariant: &Guard, origin: Origin) -> Result<(), Unfit> {
    let mut look = Look::within(instance, origin);
    look.guard(invariant);
    if look.finish()? == 0 {
        return Ok(());
    }
    let reason = "an invariant asks for a process that has a property, or for what belongs to the owner of a stored id";
    Err(Unfit { reason: reason.to_owned(), origin })
}
