//! One of several workers that search together.

use std::ops::ControlFlow;

use super::outboxes::Shard;
use super::worker_loop::ShardSearch;
use crate::domain::{Domain, Zones};
use crate::graph::SymmetryStats;
use crate::search::order::Frontier;
use crate::search::reachability::{Expander, Found, Outcome, ZoneSpaceParts};
use crate::semantics::{BoundsOfRows, StepFault};
use crate::store::{NodeId, StateBatch, Store};
use crate::watch::Progress;

/// What a worker sends to another.
pub(super) enum Message {
    /// States that were reached and belong to the other's shard.
    Reached(StateBatch),
    /// States of the sender, to be expanded by the other, which has nothing else to do.
    Waiting(StateBatch),
}

/// A worker: an expander and a shard of the states of a domain.
pub struct Worker<'p, D = Zones> {
    expander: Expander<'p, D>,
    shard: Shard<'p>,
    frontier: Box<dyn Frontier + Send>,
}

impl<'p, D: Domain> Worker<'p, D> {
    /// Number `me` of so many workers, of the parts of a space.
    #[must_use]
    pub fn new(
        parts: ZoneSpaceParts<'p>,
        domain: D,
        frontier: Box<dyn Frontier + Send>,
        (me, workers): (usize, usize),
    ) -> Worker<'p, D> {
        let cover = parts.bounds_of_rows();
        let ZoneSpaceParts { graph, store, inspect, prefilter, rank, skip, chains, .. } = parts;
        Worker {
            shard: Shard::new(store, cover, rank, skip, (me, workers)),
            expander: Expander::new(graph, domain, inspect, prefilter, chains),
            frontier,
        }
    }

    /// Finds the initial states.
    pub(super) fn start(&mut self) -> ControlFlow<Outcome> {
        let Worker { expander, shard, .. } = self;
        let result = expander.start(|state| shard.route(state, NodeId::NONE));
        self.shard.store_own();
        self.go_on(NodeId::NONE, result)
    }

    /// Ends the search if something was invalid; otherwise inspects the new nodes and lets them wait.
    fn go_on(&mut self, from: NodeId, result: Result<(), StepFault>) -> ControlFlow<Outcome> {
        if let Err(fault) = result {
            let from = (from != NodeId::NONE).then_some(from);
            return ControlFlow::Break(Outcome::Faulted(from, fault));
        }
        while let Some(fresh) = self.shard.fresh.pop_front() {
            let node = self.shard.global(fresh.node);
            match self.expander.inspect(&self.shard.store, fresh.node) {
                Ok(Found::Nothing) => self.frontier.push(fresh.node, fresh.rank),
                Ok(Found::Goal) => return ControlFlow::Break(Outcome::Found(node)),
                Ok(Found::Stopped(reason)) => return ControlFlow::Break(Outcome::Stopped(reason)),
                Err(fault) => return ControlFlow::Break(Outcome::Faulted(Some(node), fault)),
            }
        }
        ControlFlow::Continue(())
    }

    /// Expands the source of the expander, which is, among the nodes of all shards, this one.
    fn expand_loaded(&mut self, node: NodeId) -> ControlFlow<Outcome> {
        let Worker { expander, shard, .. } = self;
        let result = expander.expand_loaded(|state| shard.route(state, node));
        self.go_on(node, result)
    }

    #[must_use]
    pub(super) fn progress(&self) -> Progress {
        self.expander.progress(&self.shard.store, self.shard.covered)
    }

    /// What symmetry did for it.
    #[must_use]
    pub(super) fn symmetry(&self) -> Option<SymmetryStats> {
        self.expander.graph.symmetry_stats()
    }

    /// Was some delay over-approximated?
    #[must_use]
    pub(super) fn approximated(&self) -> bool {
        self.expander.graph.semantics.approximated
    }

    /// The states of its shard, what their dimensions follow from, and what they are made of.
    #[must_use]
    pub(super) fn into_store(self) -> (Store, BoundsOfRows<'p>, D) {
        (self.shard.store, self.shard.cover, self.expander.domain)
    }
}

impl<D: Domain> ShardSearch for Worker<'_, D> {
    type Message = Message;
    type End = Outcome;

    fn ready(&self) -> usize {
        self.frontier.ready()
    }

    fn least_rank(&self) -> Option<u64> {
        self.frontier.least_rank()
    }

    fn begin_round(&mut self, most: u64) {
        self.frontier.begin_round(most);
    }

    fn receive(&mut self, message: Message) -> ControlFlow<Outcome> {
        match message {
            Message::Reached(batch) => {
                self.shard.store_batch(batch);
                self.go_on(NodeId::NONE, Ok(()))
            }
            Message::Waiting(batch) => {
                let mut contents = batch.contents();
                while let Some(node) = self.shard.unpack(&mut contents, &mut self.expander.source) {
                    self.expander.load_packed();
                    self.expand_loaded(node)?;
                }
                self.shard.store_own();
                self.go_on(NodeId::NONE, Ok(()))?;
                self.shard.keep(batch);
                ControlFlow::Continue(())
            }
        }
    }

    fn expand(&mut self, count: usize) -> ControlFlow<Outcome> {
        for _ in 0..count {
            let Some(node) = self.frontier.pop() else { break };
            if self.shard.is_superfluous(node) {
                continue;
            }
            self.expander.load(&self.shard.store, node);
            self.shard.store.mark_expanded(node);
            self.expand_loaded(self.shard.global(node))?;
            self.frontier.expanded(self.shard.store.expanded_in_vain());
        }
        self.shard.store_own();
        self.go_on(NodeId::NONE, Ok(()))?;
        ControlFlow::Continue(())
    }

    fn outgoing(&mut self, all: bool) -> Option<(usize, Message)> {
        let (to, batch) = self.shard.outgoing(all)?;
        Some((to, Message::Reached(batch)))
    }

    fn give(&mut self, count: usize) -> Message {
        let mut batch = self.shard.empty_batch();
        for _ in 0..count {
            let Some(node) = self.frontier.pop() else { break };
            if !self.shard.is_superfluous(node) {
                self.expander.load(&self.shard.store, node);
                self.shard.store.mark_expanded(node);
                self.expander.domain.pack(&mut self.expander.source);
                self.shard.pack(node, &self.expander.source, &mut batch);
            }
        }
        Message::Waiting(batch)
    }

    fn has_switched(&self) -> bool {
        self.frontier.has_switched()
    }

    fn switch(&mut self) {
        self.frontier.switch();
    }
}
