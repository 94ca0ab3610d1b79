//! One of several workers that search together.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::frontier::Frontier;
use super::home::Home;
use super::labour::Explorer;
use super::reach::Outcome;
use super::space::Found;
use super::zone_space::{Examiner, Glance, ZoneSpaceParts};
use crate::graph::Graph;
use crate::state::{Participant, State};
use crate::store::{NodeId, Parcel, Store};
use crate::verdict::SymmetryStats;
use crate::watch::Progress;

/// What ends a search early: how, and the transition that was being computed.
pub type Ending = (Outcome, Vec<Participant>);

/// What a worker sends to another.
pub enum Mail {
    /// States that were reached and belong to the other.
    Reached(Parcel),
    /// States of the sender, to be expanded by the other, which has nothing else to do.
    Waiting(Parcel),
}

/// A worker: a graph and a part of the states.
pub struct Worker<'p> {
    graph: Graph<'p>,
    examiner: Examiner<'p>,
    glance: Glance<'p>,
    home: Home<'p>,
    frontier: Box<dyn Frontier + Send>,
    source: State,
    explored: u64,
    transitions: u64,
}

impl<'p> Worker<'p> {
    /// Number `me` of so many workers, of the parts of a space.
    #[must_use]
    pub fn new(
        parts: ZoneSpaceParts<'p>,
        glance: Glance<'p>,
        frontier: Box<dyn Frontier + Send>,
        (me, workers): (usize, usize),
    ) -> Worker<'p> {
        let cover = parts.bounds_of_rows();
        let ZoneSpaceParts { graph, store, examiner, rank, skip, .. } = parts;
        Worker {
            home: Home::new(store, cover, rank, skip, (me, workers)),
            graph,
            examiner,
            glance,
            frontier,
            source: State::blank(),
            explored: 0,
            transitions: 0,
        }
    }

    /// Finds the initial states.
    pub fn start(&mut self) -> ControlFlow<Ending> {
        let Worker { graph, home, .. } = self;
        let result = graph.initial(&mut |_, state| {
            home.settle(state, NodeId::NONE);
            Ok(ControlFlow::Continue(()))
        });
        self.home.settle_own();
        self.go_on(NodeId::NONE, result)
    }

    /// Ends the search if something was invalid; otherwise looks at the new nodes and lets them wait.
    fn go_on(&mut self, from: NodeId, result: Result<(), Fault>) -> ControlFlow<Ending> {
        if let Err(fault) = result {
            let from = (from != NodeId::NONE).then_some(from);
            return self.stop(Outcome::Faulted(from, fault));
        }
        while let Some(fresh) = self.home.fresh.pop_front() {
            let node = self.home.global(fresh.node);
            match self.examine(fresh.node) {
                Ok(Found::Nothing) => self.frontier.push(fresh.node, fresh.rank),
                Ok(Found::Goal) => return self.stop(Outcome::Found(node)),
                Ok(Found::Stopped(reason)) => return self.stop(Outcome::Stopped(reason)),
                Err(fault) => return self.stop(Outcome::Faulted(Some(node), fault)),
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the search.
    pub(super) fn stop(&self, outcome: Outcome) -> ControlFlow<Ending> {
        ControlFlow::Break((outcome, self.graph.semantics.attempted.clone()))
    }

    fn examine(&mut self, node: NodeId) -> Result<Found, Fault> {
        let Worker { graph, source, home, glance, .. } = self;
        match glance {
            Glance::Nowhere => return Ok(Found::Nothing),
            Glance::Where(glance) => {
                home.store.cells(node, &mut source.cells);
                graph.semantics.load(&source.cells);
                if !glance(&mut graph.semantics)? {
                    return Ok(Found::Nothing);
                }
            }
            Glance::Everywhere => {}
        }
        self.load(node);
        (self.examiner)(&mut self.graph.semantics, &self.source)
    }

    fn load(&mut self, node: NodeId) {
        let Worker { graph, source, home, .. } = self;
        home.store.cells(node, &mut source.cells);
        graph.semantics.load(&source.cells);
        home.store.zone(node, graph.semantics.loaded().2.dim(), &mut source.zone);
    }

    /// Expands the state that has been loaded and is, among all, this node.
    fn follow(&mut self, node: NodeId) -> ControlFlow<Ending> {
        self.explored += 1;
        let Worker { graph, home, source, transitions, .. } = self;
        let result = graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            home.settle(state, node);
            Ok(ControlFlow::Continue(()))
        });
        self.go_on(node, result)
    }

    /// Its own figures.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            stored: self.home.store.live() as u64,
            explored: self.explored,
            transitions: self.transitions,
            covered: self.home.covered,
            bytes: self.home.store.bytes() as u64,
            imminent: self.home.store.imminent() as u64,
        }
    }

    /// What symmetry did for it.
    #[must_use]
    pub fn symmetry(&self) -> Option<SymmetryStats> {
        self.graph.symmetry_stats()
    }

    /// Was some delay over-approximated?
    #[must_use]
    pub fn approximated(&self) -> bool {
        self.graph.semantics.approximated
    }

    /// The states that belong to it.
    #[must_use]
    pub fn into_store(self) -> Store {
        self.home.store
    }
}

impl Explorer for Worker<'_> {
    type Mail = Mail;
    type End = Ending;

    fn ready(&self) -> usize {
        self.frontier.ready()
    }

    fn least_rank(&self) -> Option<u64> {
        self.frontier.least_rank()
    }

    fn begin_round(&mut self, most: u64) {
        self.frontier.begin_round(most);
    }

    fn open(&mut self, mail: Mail) -> ControlFlow<Ending> {
        match mail {
            Mail::Reached(parcel) => {
                self.home.settle_all(parcel);
                self.go_on(NodeId::NONE, Ok(()))
            }
            Mail::Waiting(parcel) => {
                let mut contents = parcel.contents();
                while let Some(node) = self.home.unpack(&mut contents, &mut self.source) {
                    self.graph.semantics.load(&self.source.cells);
                    self.follow(node)?;
                }
                self.home.settle_own();
                self.go_on(NodeId::NONE, Ok(()))?;
                self.home.keep(parcel);
                ControlFlow::Continue(())
            }
        }
    }

    fn expand(&mut self, count: usize) -> ControlFlow<Ending> {
        for _ in 0..count {
            let Some(node) = self.frontier.pop() else { break };
            if self.home.is_superfluous(node) {
                continue;
            }
            self.load(node);
            self.home.store.mark_expanded(node);
            self.follow(self.home.global(node))?;
            self.frontier.expanded(self.home.store.expanded_in_vain());
        }
        self.home.settle_own();
        self.go_on(NodeId::NONE, Ok(()))?;
        ControlFlow::Continue(())
    }

    fn dispatch(&mut self, all: bool) -> Option<(usize, Mail)> {
        let (to, parcel) = self.home.dispatch(all)?;
        Some((to, Mail::Reached(parcel)))
    }

    fn give(&mut self, count: usize) -> Mail {
        let mut parcel = self.home.empty_parcel();
        for _ in 0..count {
            let Some(node) = self.frontier.pop() else { break };
            if !self.home.is_superfluous(node) {
                self.load(node);
                self.home.store.mark_expanded(node);
                self.home.pack(node, &self.source, &mut parcel);
            }
        }
        Mail::Waiting(parcel)
    }

    fn has_turned(&self) -> bool {
        self.frontier.has_turned()
    }

    fn turn(&mut self) {
        self.frontier.turn();
    }
}
