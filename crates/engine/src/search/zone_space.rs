//! The space of symbolic states: a graph and a store.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::space::{Found, Fresh, Space};
use crate::bounds::LocalBounds;
use crate::graph::Graph;
use crate::semantics::{ActiveClocks, BoundsOfRows, Semantics};
use crate::state::State;
use crate::store::{Insert, NodeId, Store};
use crate::watch::Progress;

/// A stored symbolic graph.
pub struct ZoneSpace<'p> {
    /// The graph.
    pub graph: Graph<'p>,
    /// What has been reached.
    pub store: Store,
    examiner: Examiner<'p>,
    glance: Glance<'p>,
    cover: BoundsOfRows<'p>,
    source: State,
    explored: u64,
    transitions: u64,
    covered: u64,
    rank: Option<Ranking<'p>>,
    hull: bool,
    skip: Skip,
}

/// Looks at each new state, which is loaded in the semantics.
pub type Examiner<'p> = Box<dyn FnMut(&mut Semantics<'p>, &State) -> Result<Found, Fault> + 'p>;

/// Tests the loaded discrete state.
pub type DiscreteTest<'p> = Box<dyn FnMut(&mut Semantics<'p>) -> Result<bool, Fault> + 'p>;

/// Which new states are worth a look.
pub enum Glance<'p> {
    /// None.
    Nowhere,
    /// Those for whose discrete part, which is loaded in the semantics, this says so.
    Where(DiscreteTest<'p>),
    /// All.
    Everywhere,
}

/// Which states that wait are not expanded when their turn comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// None: a breadth-first search then finds shortest traces.
    Nothing,
    /// Those that newer ones cover.
    Superseded,
    /// Those, and those that only superseded states reached.
    Orphans,
}

/// Ranks states.
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
    /// The number of processes.
    pub processes: usize,
    /// Ranks states for ordered searches.
    pub rank: Option<Ranking<'p>>,
    /// Merge the zones of a discrete state into their convex hull.
    pub hull: bool,
    /// Which states that wait are not expanded.
    pub skip: Skip,
}

impl<'p> ZoneSpaceParts<'p> {
    /// The bounds of the rows of a state, as covering by simulation needs them.
    pub(super) fn bounds_of_rows(&self) -> BoundsOfRows<'p> {
        BoundsOfRows::new(self.bounds, self.active, self.processes)
    }
}

impl<'p> ZoneSpace<'p> {
    /// A space of these parts.
    #[must_use]
    pub fn new(parts: ZoneSpaceParts<'p>) -> ZoneSpace<'p> {
        ZoneSpace {
            cover: parts.bounds_of_rows(),
            graph: parts.graph,
            store: parts.store,
            examiner: parts.examiner,
            glance: Glance::Everywhere,
            source: State::blank(),
            explored: 0,
            transitions: 0,
            covered: 0,
            rank: parts.rank,
            hull: parts.hull,
            skip: parts.skip,
        }
    }

    /// Looks only at states of which a glance says that they are worth it.
    #[must_use]
    pub fn with_glance(mut self, glance: Glance<'p>) -> ZoneSpace<'p> {
        self.glance = glance;
        self
    }

    /// Loads a node into the source and its discrete part into the semantics.
    fn load_source(&mut self, node: NodeId) {
        let ZoneSpace { graph, store, source, .. } = self;
        store.cells(node, &mut source.cells);
        graph.semantics.load(&source.cells);
        store.zone(node, graph.semantics.loaded().2.dim(), &mut source.zone);
    }

    /// The dimension of the zones of states with these cells.
    pub fn dim(&mut self, cells: &[i32]) -> usize {
        self.cover.dim(cells)
    }

    /// The state of a node.
    pub fn load(&mut self, node: NodeId, out: &mut State) {
        self.store.cells(node, &mut out.cells);
        let dim = self.cover.dim(&out.cells);
        self.store.zone(node, dim, &mut out.zone);
    }
}

impl Space for ZoneSpace<'_> {
    fn start(&mut self, fresh: &mut Vec<Fresh>) -> Result<(), Fault> {
        let ZoneSpace { graph, store, cover, rank, .. } = self;
        graph.initial(&mut |_, state| {
            if let Insert::New(node, _) = store.insert(state, NodeId::NONE, cover) {
                let rank = rank.as_mut().map_or(0, |rank| rank(state));
                fresh.push(Fresh { node, rank });
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn expand(&mut self, node: NodeId, fresh: &mut Vec<Fresh>) -> Result<(), Fault> {
        self.load_source(node);
        self.store.mark_expanded(node);
        self.explored += 1;
        let ZoneSpace { graph, store, cover, source, transitions, covered, hull, rank, .. } = self;
        graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            if *hull {
                store.merge(state);
            }
            match store.insert(state, node, cover) {
                Insert::New(node, _) => {
                    let rank = rank.as_mut().map_or(0, |rank| rank(state));
                    fresh.push(Fresh { node, rank });
                }
                Insert::Covered(_) => *covered += 1,
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn examine(&mut self, node: NodeId) -> Result<Found, Fault> {
        let ZoneSpace { graph, store, source, glance, .. } = self;
        match glance {
            Glance::Nowhere => return Ok(Found::Nothing),
            Glance::Where(glance) => {
                store.cells(node, &mut source.cells);
                graph.semantics.load(&source.cells);
                if !glance(&mut graph.semantics)? {
                    return Ok(Found::Nothing);
                }
            }
            Glance::Everywhere => {}
        }
        self.load_source(node);
        (self.examiner)(&mut self.graph.semantics, &self.source)
    }

    fn is_superfluous(&mut self, node: NodeId) -> bool {
        match self.skip {
            Skip::Nothing => false,
            Skip::Superseded => self.store.is_superseded(node),
            Skip::Orphans => self.store.is_superseded(node) || self.store.drop_orphan(node, Some),
        }
    }

    fn expanded_in_vain(&self) -> u64 {
        self.store.expanded_in_vain()
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
