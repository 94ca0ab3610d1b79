//! Whom the edges of a loop meet: partners that stay as they are.
//!
//! An edge that synchronises can be part of a round if whoever takes part with the process does nothing by it: a loop
//! at one location without an update and without clocks in its guard. Whether such a partner is there is seen in each state.

use network::{ChannelKind, ChannelPlace, Direction, Edge, Network, Sync};

use super::refusal::Why;
use super::timing::constant;

/// Who takes part in an edge of a round besides the process that goes round, and who must not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meeting {
    /// Edges of others of which one must be enabled. They change nothing. None if the edge needs nobody.
    pub partners: Option<Vec<OtherEdge>>,
    /// Edges of others that would hear it and change something. None of them may be enabled.
    pub disturbed: Vec<OtherEdge>,
    /// Does it synchronise, so that others may take part?
    pub synchronises: bool,
}

/// An edge of another process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherEdge {
    pub process: usize,
    /// The location that it leaves.
    pub location: usize,
    /// The edge; none if it is to be taken for enabled whatever its guard says.
    pub edge: Option<usize>,
}

/// Who synchronises on which channels.
pub(super) struct Channels<'n> {
    network: &'n Network,
    /// For each family of channels, who sends on it without changing anything, and who receives so.
    quiet: Vec<[Quiet; 2]>,
}

/// Which processes have a quiet edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quiet {
    Nobody,
    Only(usize),
    Several,
}

impl Quiet {
    fn and(self, process: usize) -> Quiet {
        match self {
            Quiet::Nobody => Quiet::Only(process),
            Quiet::Only(other) if other == process => self,
            _ => Quiet::Several,
        }
    }

    fn but(self, process: usize) -> bool {
        !matches!(self, Quiet::Nobody) && self != Quiet::Only(process)
    }
}

fn end(direction: Direction) -> usize {
    match direction {
        Direction::Send => 0,
        Direction::Receive => 1,
    }
}

fn other_end(direction: Direction) -> Direction {
    match direction {
        Direction::Send => Direction::Receive,
        Direction::Receive => Direction::Send,
    }
}

impl<'n> Channels<'n> {
    pub(super) fn of(network: &'n Network) -> Channels<'n> {
        let mut quiet = vec![[Quiet::Nobody; 2]; network.channels.len()];
        for (process, each) in network.processes.iter().enumerate() {
            for edge in &each.edges {
                if let Some(sync) = &edge.sync
                    && changes_nothing(edge)
                {
                    let found = &mut quiet[sync.channel.family.index()][end(sync.direction)];
                    *found = found.and(process);
                }
            }
        }
        Channels { network, quiet }
    }

    /// Why an edge of a process cannot be part of a round, as far as a quick look tells.
    pub(super) fn refuses(&self, process: usize, edge: &Edge) -> Option<Why> {
        let sync = edge.sync.as_ref()?;
        let family = &self.network.channels[sync.channel.family.index()];
        let quiet = self.quiet[sync.channel.family.index()][end(other_end(sync.direction))];
        match (family.kind, sync.direction) {
            (ChannelKind::Broadcast, Direction::Receive) | (ChannelKind::Rendezvous, _) => {
                Some(Why::Synchronises)
            }
            _ if family.urgent => Some(Why::UrgentChannel),
            (ChannelKind::Broadcast, Direction::Send) => None,
            (ChannelKind::Binary, _) => (!quiet.but(process)).then_some(Why::Synchronises),
        }
    }

    /// Whom an edge of a process meets, if it can be part of a round.
    pub(super) fn meeting(&self, process: usize, edge: &Edge) -> Result<Meeting, Why> {
        if let Some(why) = self.refuses(process, edge) {
            return Err(why);
        }
        let Some(sync) = &edge.sync else { return Ok(Meeting::default()) };
        let mut meeting = Meeting { synchronises: true, ..Meeting::default() };
        let needs_one =
            self.network.channels[sync.channel.family.index()].kind == ChannelKind::Binary;
        if needs_one {
            let partners = self.others(process, sync, |other| {
                changes_nothing(other) && self.same(&sync.channel, other) == Some(true)
            });
            if partners.is_empty() {
                return Err(Why::Synchronises);
            }
            meeting.partners = Some(partners);
        } else {
            meeting.disturbed = self.others(process, sync, |other| {
                !changes_nothing(other) && self.same(&sync.channel, other) != Some(false)
            });
        }
        Ok(meeting)
    }

    /// The edges of other processes at the other end of a family of channels that satisfy something.
    fn others(
        &self,
        process: usize,
        sync: &Sync,
        wanted: impl Fn(&Edge) -> bool,
    ) -> Vec<OtherEdge> {
        let mut found = Vec::new();
        for (number, each) in self.network.processes.iter().enumerate() {
            if number == process {
                continue;
            }
            for (at, edge) in each.edges.iter().enumerate() {
                let opposite = edge.sync.as_ref().is_some_and(|other| {
                    other.channel.family == sync.channel.family
                        && other.direction == other_end(sync.direction)
                });
                if opposite && wanted(edge) {
                    let known = self.same(&sync.channel, edge).is_some() && edge.selects.is_empty();
                    let (location, edge) = (edge.source.index(), known.then_some(at));
                    found.push(OtherEdge { process: number, location, edge });
                }
            }
        }
        found
    }

    /// Is an edge on this channel? None if that is not known.
    fn same(&self, channel: &ChannelPlace, edge: &Edge) -> Option<bool> {
        let other = &edge.sync.as_ref()?.channel;
        let mut same = true;
        for (left, right) in channel.indices.iter().zip(&other.indices) {
            same &= constant(self.network, left)? == constant(self.network, right)?;
        }
        Some(same)
    }
}

/// Does an edge change nothing, and ask for no clock?
fn changes_nothing(edge: &Edge) -> bool {
    edge.source == edge.target
        && edge.selects.is_empty()
        && edge.update.is_empty()
        && edge.guard.clocks.is_empty()
}
