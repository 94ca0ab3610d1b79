//! Edges and locations compiled, in tables by location and by channel.

use std::ops::Range;

use network::eval::Indexed;
use network::network::cell_count;
use network::{
    ChannelKind, ChannelPlace, Direction, Edge, EdgeId, LocationKind, Network, Origin, Process,
    VariableId,
};

use super::clocks::{Constraint, RateTest};
use super::code::{Chunk, Test};
use super::compile::{Compiler, Sections, fixed_offset};
use super::fold;
use super::layout::Layout;

/// The most edges after expanding select bindings.
pub(super) const MOST_EDGES: u64 = 2_000_000;

/// A network ready to run.
#[derive(Clone, Debug)]
pub struct Program {
    pub sections: Sections,
    /// Where things are in memory.
    pub layout: Layout,
    pub processes: Vec<ProcessCode>,
    pub channels: Vec<ChannelCode>,
    /// Done before the updates of every transition.
    pub before: Option<Chunk>,
    pub after: Option<Chunk>,
    /// The number of clocks.
    pub clocks: usize,
    /// The priority of internal transitions.
    pub internal_priority: i32,
    /// Whether priorities matter at all.
    pub priorities: bool,
    /// The processes that have committed locations.
    pub committing: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct ChannelCode {
    /// Everybody who can receives.
    pub kind: ChannelKind,
    /// Time stops while it is enabled.
    pub urgent: bool,
    pub priority: i32,
    /// The processes that have edges receiving on it, with those edges (or edges whose channel is only
    /// known at run time and may be this one).
    pub receivers: Vec<(u32, Vec<u32>)>,
}

#[derive(Clone, Debug)]
pub struct ProcessCode {
    pub locations: Vec<LocationCode>,
    /// Its edges, one for each select binding, ordered by source.
    pub edges: Vec<EdgeCode>,
    pub priority: i32,
}

#[derive(Clone, Debug)]
pub struct LocationCode {
    /// What time may do.
    pub kind: LocationKind,
    /// The integer part of the invariant.
    pub invariant: Test,
    pub constraints: Vec<Constraint>,
    /// Clocks that may stand still.
    pub rates: Vec<RateTest>,
    /// Its outgoing edges that do not receive.
    pub initiating: Vec<u32>,
    /// Its outgoing edges that receive.
    pub receiving: Vec<u32>,
    /// Where it is declared.
    pub origin: Origin,
}

/// An edge with its select variables bound.
#[derive(Clone, Debug)]
pub struct EdgeCode {
    /// The edge of the network.
    pub edge: EdgeId,
    /// The values of its select variables.
    pub bindings: Box<[i32]>,
    pub source: u32,
    pub target: u32,
    /// The integer part of its guard.
    pub guard: Test,
    pub constraints: Vec<Constraint>,
    pub sync: SyncCode,
    pub update: Option<Chunk>,
}

/// With whom an edge synchronises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SyncCode {
    Internal,
    /// On a channel known now.
    Fixed(Direction, u32),
    /// On a channel of an array, chosen by an offset.
    Indexed(Direction, u32, Chunk),
}

impl SyncCode {
    /// Which end, if any.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        match self {
            SyncCode::Internal => None,
            SyncCode::Fixed(direction, _) | SyncCode::Indexed(direction, ..) => Some(direction),
        }
    }
}

/// Select bindings multiply the edges beyond what is reasonable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyBindings {
    /// How many edges there would be.
    pub edges: u64,
}

impl Program {
    /// Compiles a network; the compiler may go on to compile goals.
    pub fn compile(compiler: &mut Compiler<'_>) -> Result<ProgramParts, TooManyBindings> {
        let network = compiler.network;
        let edges: u64 = network
            .processes
            .iter()
            .flat_map(|process| &process.edges)
            .map(|edge| edge.selects.iter().map(|select| select.domain.size()).product::<u64>())
            .fold(0, u64::saturating_add);
        if edges > MOST_EDGES {
            return Err(TooManyBindings { edges });
        }
        let processes: Vec<_> =
            network.processes.iter().map(|process| compiler.process(process)).collect();
        let channels = channels(network, &processes);
        let before = compiler.update(&fold::stmts(&network.before_update, &[]), Origin::NONE);
        let after = compiler.update(&fold::stmts(&network.after_update, &[]), Origin::NONE);
        Ok(ProgramParts { processes, channels, before, after })
    }

    /// Completes a program with the code of its compiler.
    #[must_use]
    pub fn assemble(parts: ProgramParts, compiler: Compiler<'_>) -> Program {
        let network = compiler.network;
        let ProgramParts { processes, channels, before, after } = parts;
        let sections = compiler.finish();
        let commits = |process: &ProcessCode| {
            process.locations.iter().any(|each| each.kind == LocationKind::Committed)
        };
        let committing = (0..processes.len()).filter(|at| commits(&processes[*at])).collect();
        Program {
            layout: sections.layout,
            sections,
            processes,
            channels,
            before,
            after,
            clocks: network.clock_count(),
            internal_priority: network.internal_priority,
            priorities: network::features::Features::of(network).priorities,
            committing,
        }
    }

    /// The edge number `edge` of a process.
    #[must_use]
    pub fn edge(&self, process: u32, edge: u32) -> &EdgeCode {
        &self.processes[process as usize].edges[edge as usize]
    }
}

/// The tables of a program whose code is not finished yet.
pub struct ProgramParts {
    processes: Vec<ProcessCode>,
    channels: Vec<ChannelCode>,
    before: Option<Chunk>,
    after: Option<Chunk>,
}

impl Compiler<'_> {
    fn process(&mut self, process: &Process) -> ProcessCode {
        let mut edges = Vec::new();
        for (number, edge) in process.edges.iter().enumerate() {
            self.bind(EdgeId::at(number), edge, &mut Vec::new(), &mut edges);
        }
        edges.sort_by_key(|edge: &EdgeCode| edge.source);
        let locations = process.locations.iter().enumerate();
        let locations = locations.map(|(number, location)| {
            let invariant = fold::guard(&location.invariant, &[]);
            let constraints = invariant.clocks.iter();
            let (initiating, receiving) = outgoing(&edges, number);
            LocationCode {
                kind: location.kind,
                invariant: self.test(&invariant.condition, location.origin),
                constraints: constraints.map(|c| self.constraint(c, location.origin)).collect(),
                rates: location
                    .rates
                    .iter()
                    .map(|rate| self.rate(&fold::rate(rate), location.origin))
                    .collect(),
                initiating,
                receiving,
                origin: location.origin,
            }
        });
        ProcessCode { locations: locations.collect(), edges, priority: process.priority }
    }

    /// Compiles the edge once for each binding of the select variables not bound yet.
    fn bind(
        &mut self,
        id: EdgeId,
        edge: &Edge,
        bound: &mut Vec<(VariableId, i32)>,
        out: &mut Vec<EdgeCode>,
    ) {
        if let Some(select) = edge.selects.get(bound.len()) {
            for value in select.domain.values() {
                bound.push((select.variable, value));
                self.bind(id, edge, bound, out);
                bound.pop();
            }
            return;
        }
        let guard = fold::guard(&edge.guard, bound);
        if guard.condition == network::Expr::FALSE {
            return;
        }
        let sync = edge.sync.as_ref();
        let update = fold::stmts(&edge.update, bound);
        out.push(EdgeCode {
            edge: id,
            bindings: bound.iter().map(|(_, value)| *value).collect(),
            source: edge.source.0,
            target: edge.target.0,
            guard: self.test(&guard.condition, edge.origin),
            constraints: guard.clocks.iter().map(|c| self.constraint(c, edge.origin)).collect(),
            sync: sync.map_or(SyncCode::Internal, |sync| {
                let channel = fold::channel(&sync.channel, bound);
                self.sync(&channel, sync.direction, edge.origin)
            }),
            update: self.update(&update, edge.origin),
        });
    }

    fn sync(&mut self, place: &ChannelPlace, direction: Direction, origin: Origin) -> SyncCode {
        let family = self.network.channel_family(place.family);
        if let Some(offset) = fixed_offset(&family.dims, &place.indices) {
            let offset = u32::try_from(offset).expect("channels are few");
            return SyncCode::Fixed(direction, family.base.0 + offset);
        }
        let array = Indexed::Channel(place.family);
        let offset = self.offset_chunk(array, &family.dims, &place.indices, origin);
        SyncCode::Indexed(direction, family.base.0, offset)
    }
}

fn outgoing(edges: &[EdgeCode], location: usize) -> (Vec<u32>, Vec<u32>) {
    let range: Range<usize> = edges.partition_point(|edge| (edge.source as usize) < location)
        ..edges.partition_point(|edge| (edge.source as usize) <= location);
    let numbers = range.map(|number| u32::try_from(number).expect("edges are bounded"));
    numbers.partition(|number| edges[*number as usize].sync.direction() != Some(Direction::Receive))
}

fn channels(network: &Network, processes: &[ProcessCode]) -> Vec<ChannelCode> {
    let mut channels = Vec::with_capacity(network.channel_count());
    for family in &network.channels {
        let base = family.base.0;
        let count = cell_count(&family.dims);
        for (offset, priority) in family.priority.iter().enumerate() {
            let channel = base + u32::try_from(offset).expect("channels are few");
            channels.push(ChannelCode {
                kind: family.kind,
                urgent: family.urgent,
                priority: *priority,
                receivers: receivers(processes, channel, base, count),
            });
        }
    }
    channels
}

/// The receiving edges that are, or may be, on this channel of the family starting at `base`.
fn receivers(
    processes: &[ProcessCode],
    channel: u32,
    base: u32,
    count: usize,
) -> Vec<(u32, Vec<u32>)> {
    let may_receive = |edge: &EdgeCode| match edge.sync {
        SyncCode::Fixed(Direction::Receive, on) => on == channel,
        SyncCode::Indexed(Direction::Receive, on, _) => on == base && count > 0,
        _ => false,
    };
    let mut receivers = Vec::new();
    for (process, code) in (0u32..).zip(processes) {
        let edges = (0u32..).zip(&code.edges);
        let matching: Vec<_> =
            edges.filter(|(_, edge)| may_receive(edge)).map(|(number, _)| number).collect();
        if !matching.is_empty() {
            receivers.push((process, matching));
        }
    }
    receivers
}
