//! The space of symbolic states: a graph and a store.

use std::ops::ControlFlow;

use network::Origin;
use network::eval::{Fault, FaultKind};

use super::space::{Found, Space};
use crate::bounds::{Bounds, LocalBounds};
use crate::graph::Graph;
use crate::semantics::{ActiveClocks, Rows, Semantics};
use crate::state::State;
use crate::store::{Covering, Insert, NodeId, RowBounds, Store};
use crate::watch::Progress;

/// A stored symbolic graph.
pub struct ZoneSpace<'p> {
    /// The graph.
    pub graph: Graph<'p>,
    /// What has been reached.
    pub store: Store,
    examiner: Examiner<'p>,
    cover: CoverBounds<'p>,
    source: State,
    explored: u64,
    transitions: u64,
    covered: u64,
    rank: Option<Ranking<'p>>,
    hull: bool,
    keep_superseded: bool,
}

/// Looks at each new state, which is loaded in the semantics.
pub type Examiner<'p> = Box<dyn FnMut(&mut Semantics<'p>, &State) -> Result<Found, Fault> + 'p>;

/// Ranks discrete states.
pub type Ranking<'p> = Box<dyn FnMut(&State) -> u64 + 'p>;

/// What a space is made of.
pub struct ZoneSpaceParts<'p> {
    /// The graph.
    pub graph: Graph<'p>,
    /// An empty store.
    pub store: Store,
    /// Looks at each new state.
    pub examiner: Examiner<'p>,
    /// Active clocks, which give the dimension of zones.
    pub active: &'p ActiveClocks,
    /// Clock bounds, for covering by simulation.
    pub bounds: &'p LocalBounds,
    /// How zones are compared.
    pub covering: Covering,
    /// The number of processes.
    pub processes: usize,
    /// Ranks states for ordered searches.
    pub rank: Option<Ranking<'p>>,
    /// Merge the zones of a discrete state into their convex hull.
    pub hull: bool,
    /// Expand states although newer ones cover them: a breadth-first search then finds shortest traces.
    pub keep_superseded: bool,
}

/// The bounds of the rows of a state, as covering by simulation needs them.
struct CoverBounds<'p> {
    active: &'p ActiveClocks,
    bounds: &'p LocalBounds,
    needed: bool,
    processes: usize,
    here: Bounds,
    rows: Rows,
    row_bounds: RowBounds,
}

impl CoverBounds<'_> {
    fn at(&mut self, cells: &[i32]) -> &RowBounds {
        if self.needed {
            let locations = &cells[..self.processes];
            self.active.rows(locations, &mut self.rows);
            self.bounds.at(locations, &mut self.here);
            self.row_bounds.fill(&self.here, &self.rows.clocks);
        }
        &self.row_bounds
    }

    fn dim(&mut self, cells: &[i32]) -> usize {
        self.active.rows(&cells[..self.processes], &mut self.rows);
        self.rows.dim()
    }
}

impl<'p> ZoneSpace<'p> {
    /// A space of these parts.
    #[must_use]
    pub fn new(parts: ZoneSpaceParts<'p>) -> ZoneSpace<'p> {
        ZoneSpace {
            graph: parts.graph,
            store: parts.store,
            examiner: parts.examiner,
            cover: CoverBounds {
                active: parts.active,
                bounds: parts.bounds,
                needed: parts.covering == Covering::Simulation,
                processes: parts.processes,
                here: Bounds::default(),
                rows: Rows::default(),
                row_bounds: RowBounds::default(),
            },
            source: State::blank(),
            explored: 0,
            transitions: 0,
            covered: 0,
            rank: parts.rank,
            hull: parts.hull,
            keep_superseded: parts.keep_superseded,
        }
    }

    /// The state of a node.
    pub fn load(&mut self, node: NodeId, out: &mut State) {
        self.store.cells(node, &mut out.cells);
        let dim = self.cover.dim(&out.cells);
        self.store.zone(node, dim, &mut out.zone);
    }
}

/// A zone whose bounds left the range of exact arithmetic must not decide anything.
pub(super) fn representable(state: &State) -> Result<(), Fault> {
    if state.zone.has_overflowed() {
        let (kind, origin) = (FaultKind::Overflow, Origin::NONE);
        return Err(Fault { kind, origin });
    }
    Ok(())
}

impl Space for ZoneSpace<'_> {
    fn start(&mut self, fresh: &mut Vec<NodeId>) -> Result<(), Fault> {
        let ZoneSpace { graph, store, cover, .. } = self;
        graph.initial(&mut |_, state| {
            representable(state)?;
            let bounds = cover.at(&state.cells);
            if let Insert::New(node, _) = store.insert(state, NodeId::NONE, bounds) {
                fresh.push(node);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn expand(&mut self, node: NodeId, fresh: &mut Vec<NodeId>) -> Result<(), Fault> {
        let mut source = std::mem::replace(&mut self.source, State::blank());
        self.load(node, &mut source);
        self.explored += 1;
        let ZoneSpace { graph, store, cover, transitions, covered, hull, .. } = self;
        let result = graph.successors(&source, &mut |_, state| {
            *transitions += 1;
            representable(state)?;
            if *hull {
                store.merge(state);
            }
            let bounds = cover.at(&state.cells);
            match store.insert(state, node, bounds) {
                Insert::New(node, _) => fresh.push(node),
                Insert::Covered(_) => *covered += 1,
            }
            Ok(ControlFlow::Continue(()))
        });
        self.source = source;
        result
    }

    fn examine(&mut self, node: NodeId) -> Result<Found, Fault> {
        let mut source = std::mem::replace(&mut self.source, State::blank());
        self.load(node, &mut source);
        self.graph.semantics.load(&source.cells);
        let result = (self.examiner)(&mut self.graph.semantics, &source);
        self.source = source;
        result
    }

    fn is_superseded(&self, node: NodeId) -> bool {
        !self.keep_superseded && self.store.is_superseded(node)
    }

    fn rank(&mut self, node: NodeId) -> u64 {
        let Some(mut rank) = self.rank.take() else { return 0 };
        let mut source = std::mem::replace(&mut self.source, State::blank());
        self.load(node, &mut source);
        let value = rank(&source);
        self.source = source;
        self.rank = Some(rank);
        value
    }

    fn progress(&self) -> Progress {
        Progress {
            stored: self.store.live() as u64,
            explored: self.explored,
            transitions: self.transitions,
            covered: self.covered,
            bytes: self.store.bytes() as u64,
            imminent: self.store.imminent() as u64,
        }
    }
}
