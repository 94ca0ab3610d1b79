//! One of several workers that search together.

use std::ops::ControlFlow;

use network::eval::Fault;

use super::pool::{Pool, Turn};
use super::reach::Outcome;
use super::space::{Found, Fresh};
use super::zone_space::{CoverBounds, Examiner, Glance, Ranking, ZoneSpaceParts, representable};
use crate::graph::Graph;
use crate::state::{Participant, State};
use crate::store::{Candidate, Insert, NodeId, Packing, Shards};
use crate::verdict::SymmetryStats;
use crate::watch::Progress;

use super::frontier::Frontier;

/// What ends a search early: how, and the transition that was being computed.
pub type Ending = (Outcome, Vec<Participant>);

/// The pool of workers.
pub type SharedPool = Pool<Box<dyn Frontier + Send>, Ending>;

/// A worker: a graph of its own over a store that all share.
pub struct Worker<'p, 's> {
    graph: Graph<'p>,
    examiner: Examiner<'p>,
    glance: Glance<'p>,
    cover: CoverBounds<'p>,
    rank: Option<Ranking<'p>>,
    shards: &'s Shards,
    packing: Packing,
    candidate: Candidate,
    source: State,
    fresh: Vec<Fresh>,
    explored: u64,
    transitions: u64,
    covered: u64,
}

impl<'p, 's> Worker<'p, 's> {
    /// A worker of the parts of a space, whose store it does not use.
    #[must_use]
    pub fn new(
        parts: ZoneSpaceParts<'p>,
        glance: Glance<'p>,
        packing: Packing,
        shards: &'s Shards,
    ) -> Worker<'p, 's> {
        Worker {
            cover: CoverBounds::new(&parts),
            graph: parts.graph,
            examiner: parts.examiner,
            glance,
            rank: parts.rank,
            shards,
            packing,
            candidate: Candidate::default(),
            source: State::blank(),
            fresh: Vec::new(),
            explored: 0,
            transitions: 0,
            covered: 0,
        }
    }

    /// Stores the initial states and puts them into the pool.
    pub fn start(&mut self, pool: &SharedPool) {
        let Worker { graph, cover, rank, shards, packing, candidate, fresh, .. } = self;
        let result = graph.initial(&mut |_, state| {
            representable(state)?;
            candidate.fill(packing, state);
            let inserted = shards.insert(candidate, &state.cells, NodeId::NONE, cover);
            if let Insert::New(node, _) = inserted {
                fresh.push(Fresh { node, rank: rank.as_mut().map_or(0, |rank| rank(state)) });
            }
            Ok(ControlFlow::Continue(()))
        });
        match result {
            Err(fault) => self.stop(pool, Outcome::Faulted(None, fault)),
            Ok(()) => {
                self.examine_all(pool);
                pool.add(&mut self.fresh);
            }
        }
    }

    /// Works until the search is over; after each batch `tick` may end it.
    pub fn work(
        &mut self,
        pool: &SharedPool,
        workers: usize,
        tick: &mut dyn FnMut(usize, &Self) -> ControlFlow<Outcome>,
    ) {
        let mut batch = Vec::new();
        loop {
            let turn = pool.take(workers, &mut batch);
            let expanded = batch.len();
            match turn {
                Turn::Over => return,
                Turn::Rest => {}
                Turn::Work => {
                    for node in batch.drain(..) {
                        self.visit(node, pool);
                    }
                    let in_vain = self.shards.sum(|store| store.expanded_in_vain());
                    if pool.done(expanded, in_vain, &mut self.fresh).is_break() {
                        return;
                    }
                }
            }
            if let ControlFlow::Break(outcome) = tick(expanded, self) {
                self.stop(pool, outcome);
            }
        }
    }

    fn stop(&self, pool: &SharedPool, outcome: Outcome) {
        pool.end((outcome, self.graph.semantics.attempted.clone()));
    }

    fn visit(&mut self, node: NodeId, pool: &SharedPool) {
        if !self.load(node, true) {
            return;
        }
        let known = self.fresh.len();
        if let Err(fault) = self.expand(node) {
            return self.stop(pool, Outcome::Faulted(Some(node), fault));
        }
        self.examine_from(known, pool);
    }

    /// Loads a node; not if it is to be expanded and superseded.
    fn load(&mut self, node: NodeId, expand: bool) -> bool {
        let Worker { graph, source, shards, .. } = self;
        shards.with(node, |store, local| {
            if expand && store.is_superseded(local) {
                return false;
            }
            store.cells(local, &mut source.cells);
            graph.semantics.load(&source.cells);
            store.zone(local, graph.semantics.loaded().2.dim(), &mut source.zone);
            if expand {
                store.mark_expanded(local);
            }
            true
        })
    }

    fn expand(&mut self, node: NodeId) -> Result<(), Fault> {
        self.explored += 1;
        let Worker { graph, cover, rank, shards, packing, candidate, source, fresh, .. } = self;
        let (transitions, covered) = (&mut self.transitions, &mut self.covered);
        graph.successors_of_loaded(source, &mut |_, state| {
            *transitions += 1;
            representable(state)?;
            candidate.fill(packing, state);
            match shards.insert(candidate, &state.cells, node, cover) {
                Insert::New(node, _) => {
                    fresh.push(Fresh { node, rank: rank.as_mut().map_or(0, |rank| rank(state)) });
                }
                Insert::Covered(_) => *covered += 1,
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn examine_all(&mut self, pool: &SharedPool) {
        self.examine_from(0, pool);
    }

    /// Looks at the new nodes from this one on.
    fn examine_from(&mut self, from: usize, pool: &SharedPool) {
        if matches!(self.glance, Glance::Nowhere) {
            return;
        }
        for at in from..self.fresh.len() {
            let node = self.fresh[at].node;
            match self.examine(node) {
                Ok(Found::Nothing) => {}
                Ok(Found::Goal) => return self.stop(pool, Outcome::Found(node)),
                Ok(Found::Stopped(reason)) => return self.stop(pool, Outcome::Stopped(reason)),
                Err(fault) => return self.stop(pool, Outcome::Faulted(Some(node), fault)),
            }
        }
    }

    fn examine(&mut self, node: NodeId) -> Result<Found, Fault> {
        self.load(node, false);
        if let Glance::Where(glance) = &mut self.glance
            && !glance(&mut self.graph.semantics)?
        {
            return Ok(Found::Nothing);
        }
        (self.examiner)(&mut self.graph.semantics, &self.source)
    }

    /// Its own figures: what it explored, computed and found covered.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            explored: self.explored,
            transitions: self.transitions,
            covered: self.covered,
            ..Progress::default()
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
}
