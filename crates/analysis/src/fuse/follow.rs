//! A process followed through a chain: at each position exactly one of its edges is enabled, and time stands still.

use std::collections::BTreeMap;

use network::{
    ChannelId, ChannelKind, ClockConstraint, Direction, Edge, EdgeId, LocationId, LocationKind,
    Network, Process, ProcessId,
};

use super::knowledge::{Knowledge, Said};

/// Longer chains are left as they are.
const MOST_STEPS: usize = 1 << 12;

/// A step of a chain: an edge, and the process that is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChainStep {
    pub(super) edge: EdgeId,
    pub(super) told: Option<ProcessId>,
}

/// A way of one process from a location, through others in which nothing else can happen, to another location.
#[derive(Clone, Debug)]
pub(super) struct Chain<'n> {
    pub(super) steps: Vec<ChainStep>,
    pub(super) start: LocationId,
    pub(super) end: LocationId,
    /// What is known after each step but the last.
    pub(super) middle: Vec<Knowledge<'n>>,
    /// What is known at the end.
    pub(super) last: Knowledge<'n>,
    /// What must hold of clocks at the start, besides the guard of the first edge.
    pub(super) constraints: Vec<ClockConstraint>,
    /// Who is told, on which channel.
    pub(super) stations: BTreeMap<ProcessId, ChannelId>,
}

impl Chain<'_> {
    /// The locations in the middle.
    pub(super) fn middle_locations(&self) -> impl Iterator<Item = LocationId> {
        self.middle.iter().filter_map(|position| position.location.map(|(_, at)| at))
    }

    /// The edge that begins it.
    pub(super) fn first(&self) -> EdgeId {
        self.steps[0].edge
    }
}

/// Follows one process and notes what happens on the way.
pub(super) struct Follower<'n> {
    network: &'n Network,
    by: ProcessId,
    known: Knowledge<'n>,
    steps: Vec<ChainStep>,
    middle: Vec<Knowledge<'n>>,
    constraints: Vec<ClockConstraint>,
    stations: BTreeMap<ProcessId, ChannelId>,
}

impl<'n> Follower<'n> {
    /// Follows a process from one of its edges, with what is known before; none if that is no chain.
    pub(super) fn follow(by: ProcessId, first: EdgeId, known: Knowledge<'n>) -> Option<Chain<'n>> {
        let network = known.network;
        let mut follower = Follower {
            network,
            by,
            known,
            steps: Vec::new(),
            middle: Vec::new(),
            constraints: Vec::new(),
            stations: BTreeMap::new(),
        };
        let edge = &network.process(by).edges[first.index()];
        follower.take(first, edge)?;
        let end = follower.go_on(edge.target)?;
        Some(Chain {
            steps: follower.steps,
            start: edge.source,
            end,
            middle: follower.middle,
            last: follower.known,
            constraints: follower.constraints,
            stations: follower.stations,
        })
    }

    /// From a location in the middle to the end.
    fn go_on(&mut self, from: LocationId) -> Option<LocationId> {
        let mut at = from;
        while self.is_instant(at)? {
            if self.steps.len() > MOST_STEPS {
                return None;
            }
            let process: &'n Process = self.network.process(self.by);
            let invariant = &process.locations[at.index()].invariant;
            self.requires_truth(self.known.value(&invariant.condition)?)?;
            invariant.clocks.iter().try_for_each(|constraint| self.requires(constraint))?;
            let position = Knowledge { location: Some((self.by, at)), ..self.known.clone() };
            self.middle.push(position);
            let (next, edge) = self.only_edge(process, at)?;
            edge.guard.clocks.iter().try_for_each(|constraint| self.requires(constraint))?;
            self.take(next, edge)?;
            at = edge.target;
        }
        (!self.middle.is_empty()).then_some(at)
    }

    /// Does time stand still there? Not known if it depends on more than the chain.
    fn is_instant(&self, at: LocationId) -> Option<bool> {
        let location = &self.network.process(self.by).locations[at.index()];
        match location.kind {
            LocationKind::Urgent | LocationKind::Committed => Some(true),
            LocationKind::Normal => {
                let stops = |constraint: &ClockConstraint| self.stops_time(constraint) == Some(());
                Some(location.invariant.clocks.iter().any(stops))
            }
        }
    }

    /// Is it `x <= c` where `x` is `c` now?
    fn stops_time(&self, constraint: &ClockConstraint) -> Option<()> {
        let is_weak = !constraint.strict && constraint.right.is_none();
        let counts = self.known.value(&constraint.when)? != 0;
        let clock = self.known.clock(constraint.left.as_ref()?)?;
        let value = *self.known.clocks.get(&clock)?;
        let bound = self.known.value(&constraint.bound)?;
        (is_weak && counts && value == bound).then_some(())
    }

    /// The only edge whose integer guard holds there.
    fn only_edge(&self, process: &'n Process, at: LocationId) -> Option<(EdgeId, &'n Edge)> {
        let mut found = None;
        for (number, edge) in process.edges.iter().enumerate() {
            if edge.source != at {
                continue;
            }
            if !edge.selects.is_empty() {
                return None;
            }
            if self.known.value(&edge.guard.condition)? != 0 {
                if found.is_some() {
                    return None;
                }
                found = Some((EdgeId::at(number), edge));
            }
        }
        found
    }

    fn requires_truth(&self, value: i32) -> Option<()> {
        (value != 0).then_some(())
    }

    /// A constraint on the way: it is known to hold, or is one of the start.
    fn requires(&mut self, constraint: &ClockConstraint) -> Option<()> {
        match self.known.says(constraint) {
            Said::True => {}
            Said::Open(constraint) => {
                if !self.constraints.contains(&constraint) {
                    self.constraints.push(constraint);
                }
            }
            Said::False | Said::Nothing => return None,
        }
        Some(())
    }

    /// Takes an edge whose guard holds.
    fn take(&mut self, number: EdgeId, edge: &Edge) -> Option<()> {
        if !edge.selects.is_empty() {
            return None;
        }
        let told = match self.channel(edge)? {
            None => None,
            Some(channel) => {
                let station = self.listener(channel)?;
                if self.stations.insert(station, channel).is_some() {
                    return None;
                }
                Some(station)
            }
        };
        self.steps.push(ChainStep { edge: number, told });
        self.known.takes_in(&edge.update).then_some(())
    }

    /// The channel on which an edge tells somebody; the inner none for an internal edge.
    fn channel(&self, edge: &Edge) -> Option<Option<ChannelId>> {
        let Some(sync) = &edge.sync else { return Some(None) };
        let family = self.network.channel_family(sync.channel.family);
        let is_plain = family.kind == ChannelKind::Binary && !family.urgent;
        if sync.direction == Direction::Receive || !is_plain {
            return None;
        }
        let offset = self.known.offset(&family.dims, &sync.channel.indices)?;
        Some(Some(ChannelId::at(family.base.index() + offset)))
    }

    /// The one process that receives on a channel.
    fn listener(&self, channel: ChannelId) -> Option<ProcessId> {
        let network = self.network;
        let listens = |process: &ProcessId| {
            let edges = &network.process(*process).edges;
            edges.iter().any(|edge| may_use(network, edge, Direction::Receive, channel))
        };
        let others = (0..network.processes.len()).map(ProcessId::at);
        let mut listeners = others.filter(|process| *process != self.by).filter(listens);
        let first = listeners.next()?;
        listeners.next().is_none().then_some(first)
    }
}

/// May an edge use this end of a channel?
pub(super) fn may_use(
    network: &Network,
    edge: &Edge,
    direction: Direction,
    channel: ChannelId,
) -> bool {
    let Some(sync) = edge.sync.as_ref().filter(|sync| sync.direction == direction) else {
        return false;
    };
    let family = network.channel_family(sync.channel.family);
    let first = family.base.index();
    match Knowledge::nothing(network).offset(&family.dims, &sync.channel.indices) {
        Some(offset) => first + offset == channel.index(),
        // As far as is known it may be any of the family.
        None => (first..first + family.priority.len()).contains(&channel.index()),
    }
}
