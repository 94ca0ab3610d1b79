//! That there is no maximal run, shown by a graph without cycles.
//!
//! Nodes are symbolic states within the predicate, and each stands for all that it includes: an edge leads
//! from a node to whatever includes its successor. Every infinite run follows an infinite path of this
//! graph, and the graph is finite. So if it has no cycle, and no run may end in a node, there is no
//! maximal run. A cycle proves nothing, for the states along it need not be the same each time round
//! (algorithms.md, 5.3): then a depth-first search must decide, which lets a state stand for another
//! only once all its runs are known to be finite, and often explores far more.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use network::eval::Fault;

use super::lasso::{LassoOutcome, LassoSpace};
use super::live_space::{LiveSpace, RunEnd};
use crate::state::State;
use crate::store::{Insert, NodeId, RowBounds, Store};
use crate::trace::Step;
use crate::watch::{Progress, Watch};

/// The graph.
pub struct Proof {
    store: Store,
    waiting: VecDeque<NodeId>,
    /// From each node to those that include its successors, and to one that includes itself.
    edges: Vec<(NodeId, NodeId)>,
    covered: u64,
}

/// How the search from one root ended.
pub(super) type Grown = LassoOutcome<Step, RunEnd>;

impl Proof {
    /// An empty graph.
    #[must_use]
    pub fn new(store: Store) -> Proof {
        Proof { store, waiting: VecDeque::new(), edges: Vec::new(), covered: 0 }
    }

    /// Adds everything that a root reaches. Says where a run may end, if there is such a place.
    pub fn grow(
        &mut self,
        space: &mut LiveSpace<'_>,
        root: &State,
        watch: &mut dyn Watch,
    ) -> Grown {
        match self.enter(space, root, NodeId::NONE) {
            Ok(None) => {}
            Ok(Some((node, end))) => return self.ended(space, node, end),
            Err(fault) => return LassoOutcome::Faulted(Vec::new(), fault),
        }
        let mut state = State::blank();
        while let Some(node) = self.waiting.pop_front() {
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

    /// Is there no cycle? Nodes that nothing leads to are taken away until none is left, or all that
    /// are left have a predecessor.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        let nodes = self.store.len();
        let mut incoming = vec![0_u32; nodes];
        let mut first = vec![0_usize; nodes + 1];
        for (from, to) in &self.edges {
            incoming[to.0 as usize] += 1;
            first[from.0 as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut targets = vec![0_u32; self.edges.len()];
        let mut filled = first.clone();
        for (from, to) in &self.edges {
            let slot = &mut filled[from.0 as usize];
            targets[*slot] = to.0;
            *slot += 1;
        }
        let mut free: Vec<usize> = (0..nodes).filter(|node| incoming[*node] == 0).collect();
        let mut taken = 0;
        while let Some(node) = free.pop() {
            taken += 1;
            for target in &targets[first[node]..first[node + 1]] {
                let left = &mut incoming[*target as usize];
                *left -= 1;
                if *left == 0 {
                    free.push(*target as usize);
                }
            }
        }
        taken == nodes
    }

    /// Figures so far.
    #[must_use]
    pub fn progress(&self, space: &LiveSpace<'_>) -> Progress {
        let edges = self.edges.capacity() * size_of::<(NodeId, NodeId)>();
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
    ) -> Result<Option<(NodeId, RunEnd)>, Fault> {
        for (_, successor) in space.successors(state)? {
            if let Some(found) = self.enter(space, &successor, node)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Adds a successor of a node, and says whether a run may end in it.
    fn enter(
        &mut self,
        space: &mut LiveSpace<'_>,
        state: &State,
        parent: NodeId,
    ) -> Result<Option<(NodeId, RunEnd)>, Fault> {
        // Maximal runs admit no simulation by LU bounds, so none are asked for.
        let (node, is_new) = match self.store.insert(state, parent, &mut RowBounds::default()) {
            Insert::Covered(node) => (node, false),
            Insert::New(node, _) => (node, true),
        };
        if parent != NodeId::NONE {
            self.edges.push((parent, node));
        }
        if !is_new {
            self.covered += 1;
            return Ok(None);
        }
        self.waiting.push_back(node);
        Ok(space.end(state)?.map(|end| (node, end)))
    }

    /// A node that another one has come to include before it was expanded is left to that one.
    fn defer(&mut self, node: NodeId, state: &State) {
        let includes =
            |relation: crate::store::Relation| relation.stored_includes.then_some(relation.node);
        if let Some(other) = self.store.compare(state, includes) {
            self.edges.push((node, other));
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
    fn path(&self, space: &mut LiveSpace<'_>, node: NodeId) -> Result<Vec<Step>, Fault> {
        let mut nodes = vec![node];
        let mut at = node;
        while self.store.parent(at) != NodeId::NONE {
            at = self.store.parent(at);
            nodes.push(at);
        }
        nodes.reverse();
        let (mut source, mut target) = (State::blank(), State::blank());
        let mut steps = Vec::with_capacity(nodes.len());
        for pair in nodes.windows(2) {
            self.load(space, pair[0], &mut source);
            self.load(space, pair[1], &mut target);
            let is_target = |(_, state): &(Step, State)| {
                state.cells == target.cells && state.zone == target.zone
            };
            let step = space.successors(&source)?.into_iter().find(is_target);
            steps.extend(step.map(|(step, _)| step));
        }
        Ok(steps)
    }
}
