//! That there is no maximal run, shown by a graph without cycles.
//!
//! Nodes are symbolic states within the predicate, and each stands for all that it includes: an edge leads
//! from a node to whatever includes its successor. Every infinite run follows an infinite path of this
//! graph, and the graph is finite. So if no run may end in a node, and none can follow a cycle for ever,
//! there is no maximal run. That is clear if there are no cycles, and sometimes time forbids it (see
//! [`super::cycles`]). Else nothing is proved, for the states along a cycle need not be the same each
//! time round (docs/theory/maximal-runs.md): then a depth-first search must decide, which lets a state stand for
//! another only once all its runs are known to be finite, and often explores far more.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use super::cycles::{Edge, end_in_time};
use super::lasso::{LassoOutcome, LassoSpace};
use super::live_space::{LiveSpace, RunEnd};
use crate::semantics::{Effect, Step, StepFault};
use crate::store::{Insert, NodeId, RowBounds, Store};
use crate::watch::{Progress, Watch};
use program::State;

pub struct Proof {
    store: Store,
    waiting: VecDeque<NodeId>,
    /// From each node to those that include its successors, and to one that includes itself.
    edges: Vec<Edge>,
    /// What edges do to clocks.
    effects: Vec<Effect>,
    numbers: HashMap<Effect, u32>,
    /// For each clock, the one that stands for all it may be renamed to.
    orbits: Vec<u32>,
    covered: u64,
}

/// How the search from one root ended.
pub(super) type Grown = LassoOutcome<Step, RunEnd>;

impl Proof {
    /// An empty graph. Renamings of states take clocks to others with the same number in `orbits`.
    #[must_use]
    pub fn new(store: Store, orbits: Vec<u32>) -> Proof {
        Proof {
            store,
            waiting: VecDeque::new(),
            edges: Vec::new(),
            // Number 0: an edge to what includes a node does nothing.
            effects: vec![Effect::default()],
            numbers: HashMap::from([(Effect::default(), 0)]),
            orbits,
            covered: 0,
        }
    }

    /// Adds everything that a root reaches, up to so many expansions in all. Says where a run may end, if there is
    /// such a place.
    pub fn grow(
        &mut self,
        space: &mut LiveSpace<'_>,
        root: &State,
        patience: Option<u64>,
        watch: &mut dyn Watch,
    ) -> Grown {
        match self.enter(space, root, NodeId::NONE) {
            Ok((_, None)) => {}
            Ok((node, Some(end))) => return self.ended(space, node, end),
            Err(fault) => return LassoOutcome::Faulted(Vec::new(), fault),
        }
        let mut state = State::blank();
        while let Some(node) = self.waiting.pop_front() {
            if patience.is_some_and(|most| space.explored() >= most) {
                return LassoOutcome::GaveUp;
            }
            self.load(space, node, &mut state);
            if self.store.is_superseded(node) {
                self.defer(node, &state);
                continue;
            }
            match self.expand(space, node, &state) {
                Ok(None) => {}
                Ok(Some((node, end))) => return self.ended(space, node, end),
                Err(fault) => {
                    let steps = self.path(space, node).unwrap_or_default();
                    return LassoOutcome::Faulted(steps, fault);
                }
            }
            if let ControlFlow::Break(reason) = watch.expanded(&mut || self.progress(space)) {
                return LassoOutcome::Stopped(reason);
            }
        }
        LassoOutcome::None
    }

    /// Is it certain that no run is infinite?
    pub fn is_conclusive(&self, space: &mut LiveSpace<'_>) -> bool {
        let mut state = State::blank();
        let mut bounded = |node| {
            self.load(space, NodeId(node), &mut state);
            let clocks = space.bounded(&state)?;
            Ok(clocks.iter().map(|clock| self.orbits[*clock as usize]).collect())
        };
        end_in_time(&self.edges, &self.effects, &mut bounded).unwrap_or(false)
    }

    #[must_use]
    pub fn progress(&self, space: &LiveSpace<'_>) -> Progress {
        let edges = self.edges.capacity() * size_of::<Edge>();
        Progress {
            stored: self.store.live() as u64,
            covered: self.covered,
            bytes: (self.store.bytes() + edges) as u64,
            imminent: self.store.imminent() as u64,
            ..space.progress()
        }
    }

    fn expand(
        &mut self,
        space: &mut LiveSpace<'_>,
        node: NodeId,
        state: &State,
    ) -> Result<Option<(NodeId, RunEnd)>, StepFault> {
        for (effect, successor) in space.effects(state)? {
            let effect = self.number(effect.renamed(&self.orbits));
            let (target, end) = self.enter(space, &successor, node)?;
            self.edges.push(Edge { from: node.0, to: target.0, effect });
            if let Some(end) = end {
                return Ok(Some((target, end)));
            }
        }
        Ok(None)
    }

    fn number(&mut self, effect: Effect) -> u32 {
        let next = u32::try_from(self.effects.len()).expect("effects are few");
        *self.numbers.entry(effect).or_insert_with_key(|effect| {
            self.effects.push(effect.clone());
            next
        })
    }

    /// Adds a state with its parent; which node includes it, and whether a run may end in it.
    fn enter(
        &mut self,
        space: &mut LiveSpace<'_>,
        state: &State,
        parent: NodeId,
    ) -> Result<(NodeId, Option<RunEnd>), StepFault> {
        // Maximal runs admit no simulation by LU bounds, so none are asked for.
        match self.store.insert(state, parent, &mut RowBounds::default()) {
            Insert::Covered(node) => {
                self.covered += 1;
                Ok((node, None))
            }
            Insert::New(node, _) => {
                self.waiting.push_back(node);
                Ok((node, space.end(state)?))
            }
        }
    }

    /// A node that another one has come to include before it was expanded is left to that one.
    fn defer(&mut self, node: NodeId, state: &State) {
        let includes =
            |relation: crate::store::Relation| relation.stored_includes.then_some(relation.node);
        if let Some(other) = self.store.compare(state, includes) {
            self.edges.push(Edge { from: node.0, to: other.0, effect: 0 });
        }
    }

    fn load(&self, space: &mut LiveSpace<'_>, node: NodeId, state: &mut State) {
        self.store.cells(node, &mut state.cells);
        let dim = space.dim(&state.cells);
        self.store.zone(node, dim, &mut state.zone);
    }

    fn ended(&self, space: &mut LiveSpace<'_>, node: NodeId, end: RunEnd) -> Grown {
        match self.path(space, node) {
            Ok(steps) => LassoOutcome::End { steps, end },
            Err(fault) => LassoOutcome::Faulted(Vec::new(), fault),
        }
    }

    /// The steps from the root of a node: nodes remember only their parents.
    fn path(&self, space: &mut LiveSpace<'_>, node: NodeId) -> Result<Vec<Step>, StepFault> {
        let mut nodes = vec![node];
        let mut at = node;
        while self.store.parent(at) != NodeId::NONE {
            at = self.store.parent(at);
            nodes.push(at);
        }
        nodes.reverse();
        let (mut source, mut target) = (State::blank(), State::blank());
        let key_cells = self.store.packing().key_cells();
        let mut steps = Vec::with_capacity(nodes.len());
        for pair in nodes.windows(2) {
            self.load(space, pair[0], &mut source);
            self.load(space, pair[1], &mut target);
            let is_target = |(_, state): &(Step, State)| {
                state.has_discrete_part_of(&target, key_cells) && state.zone == target.zone
            };
            let step = space.successors(&source)?.into_iter().find(is_target);
            steps.extend(step.map(|(step, _)| step));
        }
        Ok(steps)
    }
}
