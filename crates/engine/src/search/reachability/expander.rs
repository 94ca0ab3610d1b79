//! What expands a node, on one thread or on many: the graph, and the tests of each new state.

use std::ops::ControlFlow;

use network::eval::Fault;
use program::State;

use super::space::Found;
use crate::domain::{Domain, Zones};
use crate::graph::{Chains, Graph, Offered};
use crate::semantics::Semantics;
use crate::semantics::StepFault;
use crate::store::{NodeId, Store};
use crate::watch::Progress;

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
    explored: u64,
    transitions: u64,
    /// States that are followed instead of being stored, if there are any.
    chains: Option<Chains>,
    /// The one that is being followed.
    link: State,
    /// How many were followed.
    followed: u64,
}

impl<'p, D: Domain> Expander<'p, D> {
    pub(in crate::search) fn new(
        graph: Graph<'p>,
        domain: D,
        inspect: Inspect<'p>,
        prefilter: Prefilter<'p>,
        chains: Option<Chains>,
    ) -> Expander<'p, D> {
        Expander {
            graph,
            domain,
            inspect,
            prefilter,
            source: State::blank(),
            explored: 0,
            transitions: 0,
            chains,
            link: State::blank(),
            followed: 0,
        }
    }

    /// Makes a node the source and loads its discrete part into the semantics.
    pub(in crate::search) fn load(&mut self, store: &Store, node: NodeId) {
        let Expander { graph, domain, source, .. } = self;
        domain.cells(store, node, &mut source.cells);
        graph.semantics.load(&source.cells);
        domain.valuations(store, node, graph.semantics.loaded().2, &mut source.zone);
    }

    /// Makes the packed state in the place of the source the source, and loads it.
    pub(in crate::search) fn load_packed(&mut self) {
        self.domain.unpack(&mut self.source);
        self.graph.semantics.load(&self.source.cells);
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

    /// Hands over the successors of the source, which is loaded: those to be stored, at the ends of chains.
    pub(in crate::search) fn expand_loaded(
        &mut self,
        mut reached: impl FnMut(&mut State),
    ) -> Result<(), StepFault> {
        self.explored += 1;
        let Expander { graph, domain, source, transitions, chains, .. } = self;
        let Some(chains) = chains else {
            return graph.successors_of_loaded(source, &mut |_, state| {
                *transitions += 1;
                domain.pack(state);
                reached(state);
                Ok(ControlFlow::Continue(()))
            });
        };
        chains.begin();
        graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            if chains.offer(state) == Offered::Stored {
                domain.pack(state);
                reached(state);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        while self.follow(&mut reached) {}
        Ok(())
    }

    /// Goes on from the next state that is followed; false if there is none. One that ends the search, or that cannot be
    /// left because something is invalid, is stored, and the search comes to it as to any other.
    fn follow(&mut self, reached: &mut impl FnMut(&mut State)) -> bool {
        let Expander {
            graph, domain, inspect, prefilter, transitions, chains, link, followed, ..
        } = self;
        let Some(chains) = chains else { return false };
        if chains.next(link).is_none() {
            return false;
        }
        let seen = match prefilter {
            Prefilter::Nowhere => Ok(false),
            Prefilter::Everywhere => Ok(true),
            Prefilter::Where(test) => {
                graph.semantics.load(&link.cells);
                test(&mut graph.semantics)
            }
        };
        let inspected = match seen {
            Ok(false) => Ok(Found::Nothing),
            Ok(true) => {
                graph.semantics.load(&link.cells);
                inspect(&mut graph.semantics, link)
            }
            Err(fault) => Err(fault),
        };
        if !matches!(inspected, Ok(Found::Nothing)) {
            domain.pack(link);
            reached(link);
            return true;
        }
        *followed += 1;
        let result = graph.successors(link, &mut |_, state| {
            *transitions += 1;
            if chains.offer(state) == Offered::Stored {
                domain.pack(state);
                reached(state);
            }
            Ok(ControlFlow::Continue(()))
        });
        if result.is_err() {
            domain.pack(link);
            reached(link);
        }
        true
    }

    /// Figures so far, of what was stored here.
    pub(in crate::search) fn progress(&self, store: &Store, covered: u64) -> Progress {
        let progress = store.progress(self.explored, self.transitions, covered);
        Progress { followed: self.followed, reduced: self.graph.reduced(), ..progress }
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
