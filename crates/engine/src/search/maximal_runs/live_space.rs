//! Symbolic states within a predicate, for the search of maximal runs.
//!
//! A node is a set of valuations of one discrete state, all satisfying the predicate, closed under delays
//! that stay within it. Where the predicate speaks of clocks it is a union of zones, and a delay may
//! pass from one to the next.

use std::ops::ControlFlow;

use super::lasso::{Entered, LassoSpace};
use super::predicate_region::PredicateRegion;
use crate::goal::GoalCode;
use crate::graph::Graph;
use crate::semantics::{Effect, Step, StepFault, StepRef};
use crate::store::{NodeId, Store};
use crate::watch::Progress;
use program::{Participant, State};
use symmetry::Renamed;

/// Why a maximal run may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Time may pass for ever.
    Delay,
    /// Nothing is possible any more.
    Stuck,
}

/// A successor on entry.
struct Successor {
    transition: Vec<Participant>,
    /// What the transition does to clocks, if that was asked for.
    effect: Option<Effect>,
    state: State,
}

pub struct LiveSpace<'p> {
    /// The graph; its layers are applied after delays.
    pub graph: Graph<'p>,
    stay: GoalCode,
    /// Where it takes more pieces to say which valuations are stuck, some are taken to be.
    pub most_pieces: usize,
    store: Store,
    /// Nodes on the stack, by depth.
    stack: Vec<NodeId>,
    /// For each node: is it on the stack?
    open: Vec<bool>,
    explored: u64,
    transitions: u64,
}

impl<'p> LiveSpace<'p> {
    /// The space of states that satisfy `stay`.
    #[must_use]
    pub fn new(graph: Graph<'p>, stay: GoalCode, store: Store) -> LiveSpace<'p> {
        LiveSpace {
            graph,
            stay,
            most_pieces: usize::MAX,
            store,
            stack: Vec::new(),
            open: Vec::new(),
            explored: 0,
            transitions: 0,
        }
    }

    #[must_use]
    pub fn entered(&self) -> usize {
        self.store.len()
    }

    /// The dimension of the zones of states with these cells.
    pub fn dim(&mut self, cells: &[i32]) -> usize {
        self.graph.semantics.load(cells);
        self.graph.semantics.loaded().2.dim()
    }

    /// The successors, with what leads to them does to clocks.
    pub fn effects(&mut self, state: &State) -> Result<Vec<(Effect, State)>, StepFault> {
        self.graph.semantics.with_effects = true;
        let entries = self.entries(state);
        self.graph.semantics.with_effects = false;
        let mut successors = Vec::new();
        for Successor { effect, state, .. } in entries? {
            for (_, state) in self.within(&state)? {
                successors.push((effect.clone().unwrap_or_default(), state));
            }
        }
        Ok(successors)
    }

    /// The clocks that have an upper bound in a state.
    pub fn bounded(&mut self, state: &State) -> Result<Vec<u32>, StepFault> {
        let Some(around) = self.region(state)? else { return Ok(Vec::new()) };
        let Some(zone) = around.invariant.intersection(&state.zone) else { return Ok(Vec::new()) };
        let clocks = &self.graph.semantics.loaded().2.clocks;
        let bounded = (1..).zip(clocks).filter(|(row, _)| !zone.get(*row, 0).is_unbounded());
        Ok(bounded.map(|(_, clock)| u32::try_from(*clock).expect("clocks are few")).collect())
    }

    /// The successors on entry.
    fn entries(&mut self, state: &State) -> Result<Vec<Successor>, StepFault> {
        self.explored += 1;
        let mut entries = Vec::new();
        let mut collect = |step: StepRef<'_>, state: &mut State| {
            let (transition, effect) = (step.transition.to_vec(), step.effect.cloned());
            entries.push(Successor { transition, effect, state: state.clone() });
            Ok(ControlFlow::Continue(()))
        };
        self.graph.entries(state, &mut collect)?;
        self.transitions += entries.len() as u64;
        Ok(entries)
    }

    fn region(&mut self, state: &State) -> Result<Option<PredicateRegion>, StepFault> {
        let State { cells, zone } = state;
        let semantics = &mut self.graph.semantics;
        PredicateRegion::of(semantics, &self.stay, cells, Some(zone))
            .map_err(|fault| semantics.failed(fault))
    }

    /// The nodes a state on entry gives rise to: its valuations that satisfy the predicate, closed
    /// under delays within it, and coarsened.
    pub fn within(&mut self, entry: &State) -> Result<Vec<(Option<Renamed>, State)>, StepFault> {
        let Some(around) = self.region(entry)? else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        for zone in around.closure(&entry.zone) {
            let mut state = State { cells: entry.cells.clone(), zone };
            self.graph.normalise(&mut state, &mut |step, state| {
                states.push((step.renamed(), state.clone()));
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(states)
    }
}

impl LassoSpace for LiveSpace<'_> {
    type State = State;
    type Step = Step;
    type End = RunEnd;

    fn end(&mut self, state: &State) -> Result<Option<RunEnd>, StepFault> {
        let Some(around) = self.region(state)? else { return Ok(None) };
        if around.endless().any(|piece| piece.intersects(&state.zone)) {
            return Ok(Some(RunEnd::Delay));
        }
        let semantics = &mut self.graph.semantics;
        let stuck = around
            .stuck(semantics, state)
            .and_then(|mut rest| semantics.is_left(&mut rest, self.most_pieces));
        let stuck = stuck.map_err(|fault| semantics.failed(fault))?;
        Ok(stuck.then_some(RunEnd::Stuck))
    }

    fn successors(&mut self, state: &State) -> Result<Vec<(Step, State)>, StepFault> {
        let mut successors = Vec::new();
        for Successor { transition, state, .. } in self.entries(state)? {
            for (renamed, state) in self.within(&state)? {
                let transition = transition.clone();
                successors.push((Step { transition, rounds: None, renamed }, state));
            }
        }
        Ok(successors)
    }

    fn enter(&mut self, state: &State) -> Entered {
        let LiveSpace { store, stack, open, .. } = self;
        let known = store.compare(state, |relation| {
            let is_open = open[relation.node.0 as usize];
            if is_open && relation.includes_stored {
                let depth = stack.iter().position(|node| *node == relation.node);
                depth.map(Entered::Loop)
            } else {
                (!is_open && relation.stored_includes).then_some(Entered::Finished)
            }
        });
        known.unwrap_or_else(|| {
            let parent = self.stack.last().copied().unwrap_or(NodeId::NONE);
            let node = self.store.push(state, parent);
            self.open.push(true);
            self.stack.push(node);
            Entered::New
        })
    }

    fn finish(&mut self, depth: usize) {
        let node = self.stack[depth];
        self.stack.truncate(depth);
        self.open[node.0 as usize] = false;
    }

    fn explored(&self) -> u64 {
        self.explored
    }

    fn progress(&self) -> Progress {
        Progress {
            stored: self.store.live() as u64,
            explored: self.explored,
            transitions: self.transitions,
            covered: 0,
            followed: 0,
            reduced: 0,
            compared: 0,
            bytes: self.store.bytes() as u64,
            imminent: self.store.imminent() as u64,
        }
    }
}
