//! What expands a node, on one thread or on many: the graph, and the tests of each new state.

use std::ops::ControlFlow;

use network::eval::Fault;
use program::State;

use super::space::Found;
use crate::domain::{Domain, Zones};
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
pub(in crate::search) struct Expander<'p, D = Zones> {
    pub(in crate::search) graph: Graph<'p>,
    pub(in crate::search) domain: D,
    inspect: Inspect<'p>,
    prefilter: Prefilter<'p>,
    /// The state that is being expanded.
    pub(in crate::search) source: State,
    pub(in crate::search) explored: u64,
    pub(in crate::search) transitions: u64,
}

impl<'p, D: Domain> Expander<'p, D> {
    pub(in crate::search) fn new(
        graph: Graph<'p>,
        domain: D,
        inspect: Inspect<'p>,
        prefilter: Prefilter<'p>,
    ) -> Expander<'p, D> {
        let source = State::blank();
        Expander { graph, domain, inspect, prefilter, source, explored: 0, transitions: 0 }
    }

    /// Makes a node the source and loads its discrete part into the semantics.
    pub(in crate::search) fn load(&mut self, store: &Store, node: NodeId) {
        let Expander { graph, domain, source, .. } = self;
        domain.cells(store, node, &mut source.cells);
        graph.semantics.load(&source.cells);
        domain.valuations(store, node, graph.semantics.loaded().2, &mut source.zone);
    }

    /// Inspects a node if it passes the prefilter.
    pub(in crate::search) fn inspect(
        &mut self,
        store: &Store,
        node: NodeId,
    ) -> Result<Found, StepFault> {
        let Expander { graph, domain, source, prefilter, .. } = self;
        match prefilter {
            Prefilter::Nowhere => return Ok(Found::Nothing),
            Prefilter::Where(test) => {
                domain.cells(store, node, &mut source.cells);
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
        let Expander { graph, domain, inspect, source, .. } = self;
        domain
            .add_delays(&mut graph.semantics, &mut source.zone)
            .and_then(|()| inspect(&mut graph.semantics, source))
            .map_err(|fault| graph.semantics.failed(fault))
    }

    /// Hands over the successors of the source, which is loaded.
    pub(in crate::search) fn expand_loaded(
        &mut self,
        mut reached: impl FnMut(&mut State),
    ) -> Result<(), StepFault> {
        self.explored += 1;
        let Expander { graph, domain, source, transitions, .. } = self;
        graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            domain.pack(state);
            reached(state);
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Hands over the initial states.
    pub(in crate::search) fn start(
        &mut self,
        mut reached: impl FnMut(&mut State),
    ) -> Result<(), StepFault> {
        let Expander { graph, domain, .. } = self;
        graph.initial(&mut |_, state| {
            domain.pack(state);
            reached(state);
            Ok(ControlFlow::Continue(()))
        })
    }
}
