//! What expands a node, on one thread or on many: the graph, and the tests of each new state.

use std::ops::ControlFlow;

use network::eval::Fault;
use program::State;

use super::space::Found;
use crate::graph::Graph;
use crate::semantics::Semantics;
use crate::semantics::StepFault;
use crate::store::{NodeId, Store};

/// Inspects each new state, which is loaded in the semantics.
pub type Inspect<'p> = Box<dyn FnMut(&mut Semantics<'p>, &State) -> Result<Found, Fault> + 'p>;

/// Tests the loaded discrete state.
pub type DiscreteTest<'p> = Box<dyn FnMut(&mut Semantics<'p>) -> Result<bool, Fault> + 'p>;

/// Which new states are inspected.
pub enum Prefilter<'p> {
    Nowhere,
    /// Those whose discrete part, which is loaded in the semantics, passes this test.
    Where(DiscreteTest<'p>),
    Everywhere,
}

/// Expands and inspects the nodes of a store.
pub(in crate::search) struct Expander<'p> {
    pub(in crate::search) graph: Graph<'p>,
    inspect: Inspect<'p>,
    prefilter: Prefilter<'p>,
    /// The state that is being expanded.
    pub(in crate::search) source: State,
    pub(in crate::search) explored: u64,
    pub(in crate::search) transitions: u64,
}

impl<'p> Expander<'p> {
    pub(in crate::search) fn new(
        graph: Graph<'p>,
        inspect: Inspect<'p>,
        prefilter: Prefilter<'p>,
    ) -> Expander<'p> {
        Expander { graph, inspect, prefilter, source: State::blank(), explored: 0, transitions: 0 }
    }

    /// Makes a node the source and loads its discrete part into the semantics.
    pub(in crate::search) fn load(&mut self, store: &Store, node: NodeId) {
        let Expander { graph, source, .. } = self;
        store.cells(node, &mut source.cells);
        graph.semantics.load(&source.cells);
        store.zone(node, graph.semantics.loaded().2.dim(), &mut source.zone);
    }

    /// Inspects a node if it passes the prefilter.
    pub(in crate::search) fn inspect(
        &mut self,
        store: &Store,
        node: NodeId,
    ) -> Result<Found, StepFault> {
        let Expander { graph, source, prefilter, .. } = self;
        match prefilter {
            Prefilter::Nowhere => return Ok(Found::Nothing),
            Prefilter::Where(test) => {
                store.cells(node, &mut source.cells);
                graph.semantics.load(&source.cells);
                match test(&mut graph.semantics) {
                    Ok(true) => {}
                    Ok(false) => return Ok(Found::Nothing),
                    Err(fault) => return Err(graph.semantics.failed(fault)),
                }
            }
            Prefilter::Everywhere => {}
        }
        self.load(store, node);
        let Expander { graph, inspect, source, .. } = self;
        inspect(&mut graph.semantics, source).map_err(|fault| graph.semantics.failed(fault))
    }

    /// Hands over the successors of the source, which is loaded.
    pub(in crate::search) fn expand_loaded(
        &mut self,
        mut reached: impl FnMut(&mut State),
    ) -> Result<(), StepFault> {
        self.explored += 1;
        let Expander { graph, source, transitions, .. } = self;
        graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            reached(state);
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Hands over the initial states.
    pub(in crate::search) fn start(
        &mut self,
        mut reached: impl FnMut(&mut State),
    ) -> Result<(), StepFault> {
        self.graph.initial(&mut |_, state| {
            reached(state);
            Ok(ControlFlow::Continue(()))
        })
    }
}
