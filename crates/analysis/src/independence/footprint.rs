//! What edges and locations read, write, send and receive.

use std::collections::BTreeSet;

use network::network::cell_count;
use network::visit::{Visitor, walk_expr, walk_guard, walk_stmt};
use network::{
    ChannelKind, ClockPlace, Direction, Edge, Expr, FunctionId, Guard, Network, Place, Stmt,
    StmtKind, Storage, Sync,
};

use super::bits::Bits;
use crate::intervals::interval;
use crate::writes::possible;

/// Blocks with more cells under a computed index are taken as whole variables.
const MOST_CELLS: usize = 1 << 10;

/// The numbers of what can be read and written: cells that are part of the state or `meta`, then clocks, then the location of each process.
#[derive(Clone, Copy)]
pub(super) struct Resources<'n> {
    pub network: &'n Network,
    cells: usize,
    clocks: usize,
    /// How many there are.
    pub count: usize,
    pub channels: usize,
}

impl<'n> Resources<'n> {
    pub(super) fn of(network: &'n Network) -> Resources<'n> {
        let cells = network.slots_in(Storage::State) + network.slots_in(Storage::Meta);
        let clocks = network.clock_count();
        let count = cells + clocks + network.processes.len();
        Resources { network, cells, clocks, count, channels: network.channel_count() }
    }

    pub(super) fn clock(&self, clock: usize) -> usize {
        self.cells + clock
    }

    pub(super) fn location(&self, process: usize) -> usize {
        self.cells + self.clocks + process
    }

    /// Adds the cells that a place may denote. What is scratch or constant is not shared.
    fn add_cells(&self, place: &Place, out: &mut Bits) {
        let variable = self.network.variable(place.variable);
        match variable.storage {
            Storage::State | Storage::Meta => {}
            Storage::Scratch | Storage::Constant => return,
        }
        let (base, all) = (variable.base.index(), cell_count(&variable.dims));
        let mut offsets = vec![0];
        for (dim, index) in variable.dims.iter().zip(&place.indices) {
            let size = cell_count(std::slice::from_ref(dim));
            let first = i64::from(dim.lower);
            let values = interval(self.network, index);
            let (lower, upper) = (values.lower.max(first), values.upper.min(i64::from(dim.upper)));
            let position = |value: i64| usize::try_from(value - first).unwrap_or(0);
            let at =
                |offset: usize| (lower..=upper).map(move |value| offset * size + position(value));
            offsets = offsets.into_iter().flat_map(at).collect();
            if offsets.len() > MOST_CELLS {
                (0..all).for_each(|cell| out.insert(base + cell));
                return;
            }
        }
        let block = cell_count(&variable.dims[place.indices.len().min(variable.dims.len())..]);
        for offset in offsets {
            (0..block).for_each(|cell| out.insert(base + offset * block + cell));
        }
    }

    /// Does it hear broadcasts?
    fn hears(&self, sync: &Sync) -> bool {
        sync.direction == Direction::Receive
            && self.network.channel_family(sync.channel.family).kind == ChannelKind::Broadcast
    }

    fn add_channels(&self, sync: &Sync, out: &mut Bits) {
        let family = self.network.channel_family(sync.channel.family);
        let mut offsets = vec![0];
        for (dim, index) in family.dims.iter().zip(&sync.channel.indices) {
            let size = cell_count(std::slice::from_ref(dim));
            let first = i64::from(dim.lower);
            let values = interval(self.network, index);
            let (lower, upper) = (values.lower.max(first), values.upper.min(i64::from(dim.upper)));
            let position = |value: i64| usize::try_from(value - first).unwrap_or(0);
            let at =
                |offset: usize| (lower..=upper).map(move |value| offset * size + position(value));
            offsets = offsets.into_iter().flat_map(at).collect();
        }
        offsets.into_iter().for_each(|offset| out.insert(family.base.index() + offset));
    }
}

/// What something reads, writes, sends and receives.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    pub reads: Bits,
    pub writes: Bits,
    /// The channels on which it may send.
    pub sends: Bits,
    pub receives: Bits,
}

impl Footprint {
    pub(super) fn nothing(resources: &Resources<'_>) -> Footprint {
        let (count, channels) = (resources.count, resources.channels);
        Footprint {
            reads: Bits::none(count),
            writes: Bits::none(count),
            sends: Bits::none(channels),
            receives: Bits::none(channels),
        }
    }

    /// What decides whether an edge of a process may be taken: what it reads. If it hears a broadcast, it must be taken when
    /// somebody sends and the guard has become true.
    pub(super) fn of_guard(resources: &Resources<'_>, edge: &Edge) -> Footprint {
        let mut footprint = Footprint::nothing(resources);
        let mut collector = FootprintWalk::new(resources, &mut footprint);
        walk_guard(&mut collector, &edge.guard);
        if let Some(sync) = &edge.sync {
            sync.channel.indices.iter().for_each(|index| collector.expr(index));
            if resources.hears(sync) {
                resources.add_channels(sync, &mut footprint.receives);
            }
        }
        footprint
    }

    /// What taking an edge does, with the invariants of the location it leads to, and the broadcasts that are heard there.
    pub(super) fn of_edge(resources: &Resources<'_>, process: usize, edge: &Edge) -> Footprint {
        let mut footprint = Footprint::of_guard(resources, edge);
        let mut collector = FootprintWalk::new(resources, &mut footprint);
        edge.update.iter().for_each(|stmt| collector.stmt(stmt));
        let process_of = &resources.network.processes[process];
        walk_guard(&mut collector, &process_of.locations[edge.target.index()].invariant);
        let next = process_of.edges.iter().filter(|next| next.source == edge.target);
        for sync in next.filter_map(|next| next.sync.as_ref()).filter(|sync| resources.hears(sync))
        {
            resources.add_channels(sync, &mut footprint.receives);
        }
        if edge.source != edge.target {
            footprint.writes.insert(resources.location(process));
        }
        if let Some(sync) = &edge.sync {
            let channels = match sync.direction {
                Direction::Send => &mut footprint.sends,
                Direction::Receive => &mut footprint.receives,
            };
            resources.add_channels(sync, channels);
        }
        footprint
    }

    /// What an invariant reads.
    pub(super) fn of_invariant(resources: &Resources<'_>, invariant: &Guard) -> Footprint {
        let mut footprint = Footprint::nothing(resources);
        walk_guard(&mut FootprintWalk::new(resources, &mut footprint), invariant);
        footprint
    }

    /// What an expression reads, a goal for example.
    pub(super) fn of_expr(resources: &Resources<'_>, expr: &Expr) -> Footprint {
        let mut footprint = Footprint::nothing(resources);
        FootprintWalk::new(resources, &mut footprint).expr(expr);
        footprint
    }

    pub(super) fn add(&mut self, other: &Footprint) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
        self.sends.add(&other.sends);
        self.receives.add(&other.receives);
    }
}

/// Walks over all that may happen, calls included.
struct FootprintWalk<'f, 'n> {
    resources: Resources<'n>,
    footprint: &'f mut Footprint,
    functions: BTreeSet<FunctionId>,
}

impl<'f, 'n> FootprintWalk<'f, 'n> {
    fn new(resources: &Resources<'n>, footprint: &'f mut Footprint) -> FootprintWalk<'f, 'n> {
        FootprintWalk { resources: *resources, footprint, functions: BTreeSet::new() }
    }

    fn writes(&mut self, place: &Place) {
        self.resources.add_cells(place, &mut self.footprint.writes);
        place.indices.iter().for_each(|index| self.expr(index));
    }
}

impl Visitor for FootprintWalk<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        if let Expr::At(process, _) | Expr::LocationOf(process) = expr {
            self.footprint.reads.insert(self.resources.location(process.index()));
        }
        walk_expr(self, expr);
    }

    fn place(&mut self, place: &Place) {
        self.resources.add_cells(place, &mut self.footprint.reads);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn clock(&mut self, place: &ClockPlace) {
        for clock in possible(self.resources.network, place) {
            self.footprint.reads.insert(self.resources.clock(clock));
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.writes(target);
                self.expr(value);
            }
            StmtKind::Copy { target, source } => {
                self.writes(target);
                self.place(source);
            }
            StmtKind::SetClock { target, source, offset } => {
                for clock in possible(self.resources.network, target) {
                    self.footprint.writes.insert(self.resources.clock(clock));
                }
                target.indices.iter().for_each(|index| self.expr(index));
                source.iter().for_each(|place| self.clock(place));
                self.expr(offset);
            }
            StmtKind::Call { function, .. } => {
                if self.functions.insert(*function) {
                    let called = self.resources.network.function(*function);
                    called.body.iter().for_each(|stmt| self.stmt(stmt));
                }
                walk_stmt(self, stmt);
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => walk_stmt(self, stmt),
        }
    }
}
