//! The space of states of a domain on one thread: one expander and one store.

use analysis::LocalBounds;
use program::State;

use super::evidence::Evidence;
use super::expander::{Expander, Inspect, Prefilter};
use super::reach::Outcome;
use super::space::{Found, Fresh, Space};
use crate::domain::{Domain, Zones};
use crate::graph::{Chains, Graph};
use crate::semantics::StepFault;
use crate::semantics::{ActiveClocks, BoundsOfRows};
use crate::store::{Insert, NodeId, Store};
use crate::watch::Progress;

/// A stored graph, of zones or of another domain.
pub struct ZoneSpace<'p, D = Zones> {
    expander: Expander<'p, D>,
    store: Store,
    cover: BoundsOfRows<'p>,
    covered: u64,
    rank: Option<Ranking<'p>>,
    hull: bool,
    skip: Skip,
    /// Edges between nodes, if they are recorded.
    edges: Option<Vec<(NodeId, NodeId)>>,
}

/// Which states that wait are not expanded when they come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// None: a breadth-first search then finds shortest traces.
    Nothing,
    /// Those that newer ones cover.
    Superseded,
    /// Those, and those that only superseded states reached.
    Orphans,
    /// The same, but no discrete state is skipped before it has been expanded once: where each round of a loop
    /// supersedes the one before, what lies beside the loop gets its turn all the same.
    TriedOrphans,
}

impl Skip {
    /// Is there no need to expand this node any more? `own` finds the parent of a node if it is in this store.
    pub(in crate::search) fn skips(
        self,
        store: &mut Store,
        node: NodeId,
        own: impl Fn(NodeId) -> Option<NodeId>,
    ) -> bool {
        match self {
            Skip::Nothing => false,
            Skip::Superseded => store.is_superseded(node),
            Skip::Orphans => store.is_superseded(node) || store.drop_orphan(node, own),
            Skip::TriedOrphans => {
                store.is_superseded(node) || (store.is_tried(node) && store.drop_orphan(node, own))
            }
        }
    }
}

pub type Ranking<'p> = Box<dyn FnMut(&State) -> u64 + 'p>;

/// What a space is made of.
pub struct ZoneSpaceParts<'p> {
    pub graph: Graph<'p>,
    pub store: Store,
    pub inspect: Inspect<'p>,
    /// Which new states are inspected.
    pub prefilter: Prefilter<'p>,
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
    /// Which states are followed instead of being stored.
    pub chains: Option<Chains>,
}

impl<'p> ZoneSpaceParts<'p> {
    /// The bounds of the rows of a state, as covering by simulation needs them.
    pub(in crate::search) fn bounds_of_rows(&self) -> BoundsOfRows<'p> {
        BoundsOfRows::new(self.bounds, self.active, self.processes)
    }
}

impl<'p> ZoneSpace<'p> {
    /// A space of zones of these parts.
    #[must_use]
    pub fn new(parts: ZoneSpaceParts<'p>) -> ZoneSpace<'p> {
        ZoneSpace::of(parts, Zones)
    }
}

impl<'p, D: Domain + 'p> ZoneSpace<'p, D> {
    /// A space of states of a domain.
    #[must_use]
    pub fn of(parts: ZoneSpaceParts<'p>, domain: D) -> ZoneSpace<'p, D> {
        ZoneSpace {
            cover: parts.bounds_of_rows(),
            expander: Expander::new(
                parts.graph,
                domain,
                parts.inspect,
                parts.prefilter,
                parts.chains,
            ),
            store: parts.store,
            covered: 0,
            rank: parts.rank,
            hull: parts.hull,
            skip: parts.skip,
            edges: None,
        }
    }

    /// Records the edges between nodes from now on, for fixpoints over the graph.
    pub fn record_edges(&mut self) {
        self.edges = Some(Vec::new());
    }

    /// What has been reached so far.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    #[must_use]
    pub fn into_evidence(self, outcome: Outcome) -> Evidence<'p> {
        let progress = self.progress();
        let Expander { graph, domain, .. } = self.expander;
        Evidence {
            outcome,
            progress,
            symmetry: graph.symmetry_stats(),
            approximated: graph.semantics.approximated,
            edges: self.edges.unwrap_or_default(),
            stores: vec![self.store],
            cover: self.cover,
            domain: Box::new(domain),
        }
    }
}

impl<'p, D: Domain + 'p> Space for ZoneSpace<'p, D> {
    fn start(&mut self, fresh: &mut Vec<Fresh>) -> Result<(), StepFault> {
        let ZoneSpace { expander, store, cover, rank, .. } = self;
        expander.start(|state| {
            if let Insert::New(node, _) = store.insert(state, NodeId::NONE, cover) {
                let rank = rank.as_mut().map_or(0, |rank| rank(state));
                fresh.push(Fresh { node, rank });
            }
        })
    }

    fn expand(&mut self, node: NodeId, fresh: &mut Vec<Fresh>) -> Result<(), StepFault> {
        let ZoneSpace { expander, store, cover, covered, hull, rank, edges, .. } = self;
        expander.load(store, node);
        store.mark_expanded(node);
        expander.expand_loaded(|state| {
            if *hull {
                store.merge(state);
            }
            let inserted = store.insert(state, node, cover);
            if let (Some(edges), Insert::New(to, _) | Insert::Covered(to)) =
                (&mut *edges, &inserted)
            {
                edges.push((node, *to));
            }
            match inserted {
                Insert::New(node, _) => {
                    let rank = rank.as_mut().map_or(0, |rank| rank(state));
                    fresh.push(Fresh { node, rank });
                }
                Insert::Covered(_) => *covered += 1,
            }
        })
    }

    fn inspect(&mut self, node: NodeId) -> Result<Found, StepFault> {
        self.expander.inspect(&self.store, node)
    }

    fn is_superfluous(&mut self, node: NodeId) -> bool {
        self.skip.skips(&mut self.store, node, Some)
    }

    fn expanded_in_vain(&self) -> u64 {
        self.store.expanded_in_vain()
    }

    fn progress(&self) -> Progress {
        self.expander.progress(&self.store, self.covered)
    }
}
