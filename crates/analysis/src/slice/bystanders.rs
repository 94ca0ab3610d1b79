//! Processes that only stand by: whatever they do, the others can do the same without them.
//!
//! A bystander need not move: it can stay where it starts, or where broadcasts that it hears take it, for as long
//! as anybody likes. So each run of the others is a run of all, in which it just stands there.

use network::{ChannelKind, ChannelPlace, Direction, Edge, LocationKind, Network, Process, Sync};

use super::relevance::Relevance;
use crate::intervals::interval;

impl Relevance<'_> {
    /// Is this process more than a bystander to what is needed so far?
    pub(super) fn is_needed(&self, number: usize) -> bool {
        let process = &self.network.processes[number];
        self.suspects.has_process(number)
            || process.edges.iter().any(|edge| edge.update.iter().any(|stmt| self.keeps(stmt)))
            || self.stops_clocks(number, process)
            || self.holds_up_time(process)
            || process.edges.iter().any(|edge| self.meets_needed(number, edge))
    }

    /// Does it stop a clock that is needed, wherever it goes?
    fn stops_clocks(&self, number: usize, process: &Process) -> bool {
        let mut rates = process.locations.iter().flat_map(|location| &location.rates);
        rates.any(|rate| self.keeps_rate(number, rate))
    }

    /// Could it keep time from passing where it rests?
    fn holds_up_time(&self, process: &Process) -> bool {
        let resting = resting(self.network, process);
        let mut locations = process.locations.iter().zip(&resting).filter(|(_, rests)| **rests);
        let restless = locations.any(|(location, _)| {
            location.kind != LocationKind::Normal
                || !location.invariant.condition.is_true()
                || !location.invariant.clocks.is_empty()
        });
        let urges = |edge: &Edge| {
            edge.sync.as_ref().is_some_and(|sync| {
                let channel = self.network.channel_family(sync.channel.family);
                channel.urgent && !hears(self.network, sync)
            })
        };
        restless || process.edges.iter().any(|edge| resting[edge.source.index()] && urges(edge))
    }

    /// Does an edge take part in something that a needed process does, or may have to wait for?
    fn meets_needed(&self, number: usize, edge: &Edge) -> bool {
        let Some(sync) = &edge.sync else { return false };
        let heard = hears(self.network, sync);
        let others = self.network.processes.iter().enumerate();
        let mut needed = others.filter(|(other, _)| *other != number && self.processes[*other]);
        needed.any(|(_, process)| {
            process.edges.iter().filter_map(|other| other.sync.as_ref()).any(|other| {
                other.direction != sync.direction
                    && may_be_same(self.network, &sync.channel, &other.channel)
                    // Nobody waits for those who hear a broadcast. Whether they do must not depend on time,
                    // so that the run can be completed without timing it again.
                    && !(heard && edge.guard.clocks.is_empty())
            })
        })
    }
}

/// Does it receive broadcasts?
fn hears(network: &Network, sync: &Sync) -> bool {
    sync.direction == Direction::Receive
        && network.channel_family(sync.channel.family).kind == ChannelKind::Broadcast
}

/// Where a process may be if it moves only when it hears a broadcast.
fn resting(network: &Network, process: &Process) -> Vec<bool> {
    let mut resting = vec![false; process.locations.len()];
    resting[process.initial.index()] = true;
    let mut grew = true;
    while grew {
        grew = false;
        for edge in &process.edges {
            let hears = edge.sync.as_ref().is_some_and(|sync| hears(network, sync));
            if hears && resting[edge.source.index()] && !resting[edge.target.index()] {
                resting[edge.target.index()] = true;
                grew = true;
            }
        }
    }
    resting
}

/// May two edges speak of the same channel?
fn may_be_same(network: &Network, left: &ChannelPlace, right: &ChannelPlace) -> bool {
    left.family == right.family
        && left.indices.iter().zip(&right.indices).all(|(left, right)| {
            let (left, right) = (interval(network, left), interval(network, right));
            left.lower <= right.upper && right.lower <= left.upper
        })
}
