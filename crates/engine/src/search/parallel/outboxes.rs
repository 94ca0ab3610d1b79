//! The shard of a worker, and what it has found of the shards of others.

use std::collections::VecDeque;

use crate::search::reachability::{Fresh, Ranking, Skip};
use crate::semantics::BoundsOfRows;
use crate::store::{
    Candidate, Contents, Insert, NodeId, Packing, RowBounds, RowBoundsAt, Shards, StateBatch, Store,
};
use program::State;

/// A batch is sent when it holds this many states, or when its worker has nothing else to do.
const WORTH_SENDING: usize = 64;
/// Empty batches that are kept to be filled again.
const SPARE_BATCHES: usize = 16;

/// The states that a worker owns, and its outboxes.
pub(super) struct Shard<'p> {
    pub(super) store: Store,
    /// New nodes of the store that nobody has looked at yet.
    pub(super) fresh: VecDeque<Fresh>,
    /// How many states were found covered.
    pub(super) covered: u64,
    packing: Packing,
    pub(super) cover: BoundsOfRows<'p>,
    rank: Option<Ranking<'p>>,
    skip: Skip,
    shards: Shards,
    me: usize,
    outboxes: Vec<StateBatch>,
    spare: Vec<StateBatch>,
    candidate: Candidate,
    cells: Vec<i32>,
}

impl<'p> Shard<'p> {
    /// That of number `me` of so many workers.
    pub(super) fn new(
        store: Store,
        cover: BoundsOfRows<'p>,
        rank: Option<Ranking<'p>>,
        skip: Skip,
        (me, workers): (usize, usize),
    ) -> Shard<'p> {
        Shard {
            packing: store.packing().clone(),
            store,
            fresh: VecDeque::new(),
            covered: 0,
            cover,
            rank,
            skip,
            shards: Shards::new(workers),
            me,
            outboxes: (0..workers).map(|_| StateBatch::default()).collect(),
            spare: Vec::new(),
            candidate: Candidate::default(),
            cells: Vec::new(),
        }
    }

    /// The number of a node among those of all workers.
    pub(super) fn global(&self, node: NodeId) -> NodeId {
        self.shards.global(node, self.me)
    }

    /// Is there no need to expand this node any more? What became of nodes of others is not known: their
    /// children are kept.
    pub(super) fn is_superfluous(&mut self, node: NodeId) -> bool {
        let (shards, me) = (self.shards, self.me);
        let own = |parent: NodeId| {
            let (owner, local) = shards.local(parent);
            (owner == me).then_some(local)
        };
        self.skip.skips(&mut self.store, node, own)
    }

    /// Puts a state into the outbox for its owner. Those of its own are stored by [`Shard::store_own`]: of
    /// many states at once the store can ask for the memory of all before it looks at the first.
    pub(super) fn route(&mut self, state: &State, from: NodeId) {
        self.candidate.fill(&self.packing, state);
        let owner = self.shards.of(&self.candidate);
        let rank = self.rank.as_mut().map_or(0, |rank| rank(state));
        self.outboxes[owner].push(&self.candidate, from, rank);
    }

    /// Stores the states found here that belong here; to be called before anything is sent.
    pub(super) fn store_own(&mut self) {
        let empty = self.empty_batch();
        let own = std::mem::replace(&mut self.outboxes[self.me], empty);
        self.store_batch(own);
    }

    /// Stores states that were sent here.
    pub(super) fn store_batch(&mut self, batch: StateBatch) {
        let Shard { store, candidate, cover, packing, cells, .. } = self;
        let mut contents = batch.contents();
        contents.hashes().for_each(|hash| store.await_hash(hash));
        contents.hashes().for_each(|hash| store.await_state(hash));
        while let Some(words) = contents.next_words(packing) {
            let Some(label) = contents.next_into(packing, candidate) else { break };
            let mut bounds = BoundsOfPacked { cover, packing, words, cells };
            match store.insert_packed(candidate, &[], label.node, &mut bounds) {
                Insert::New(node, _) => self.fresh.push_back(Fresh { node, rank: label.rank }),
                Insert::Covered(_) => self.covered += 1,
            }
        }
        self.keep(batch);
    }

    /// Packs the state of a node of this store.
    pub(super) fn pack(&mut self, node: NodeId, state: &State, into: &mut StateBatch) {
        self.candidate.fill(&self.packing, state);
        into.push(&self.candidate, self.global(node), 0);
    }

    /// Takes a state out of a batch: its node among all.
    pub(super) fn unpack(&mut self, from: &mut Contents<'_>, out: &mut State) -> Option<NodeId> {
        let label = from.next_into(&self.packing, &mut self.candidate)?;
        self.candidate.cells(&self.packing, &mut out.cells);
        self.candidate.zone(&mut out.zone);
        Some(label.node)
    }

    /// A batch that is worth being sent, or any with something in it.
    pub(super) fn outgoing(&mut self, all: bool) -> Option<(usize, StateBatch)> {
        let least = if all { 1 } else { WORTH_SENDING };
        let to = self.outboxes.iter().position(|outbox| outbox.len() >= least)?;
        let empty = self.empty_batch();
        Some((to, std::mem::replace(&mut self.outboxes[to], empty)))
    }

    pub(super) fn empty_batch(&mut self) -> StateBatch {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps a batch to be used again.
    pub(super) fn keep(&mut self, mut batch: StateBatch) {
        if self.spare.len() < SPARE_BATCHES {
            batch.clear();
            self.spare.push(batch);
        }
    }
}

/// The bounds of the rows of a packed state, which is unpacked only if they are asked for.
struct BoundsOfPacked<'a, 'p> {
    cover: &'a mut BoundsOfRows<'p>,
    packing: &'a Packing,
    words: &'a [u64],
    cells: &'a mut Vec<i32>,
}

impl RowBoundsAt for BoundsOfPacked<'_, '_> {
    fn at(&mut self, _: &[i32]) -> &RowBounds {
        self.packing.unpack(self.words, self.cells);
        self.cover.at(self.cells)
    }
}
