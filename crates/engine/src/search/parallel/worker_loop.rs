//! The worker loop: expand nodes, send what belongs to other shards, receive what belongs here.

use std::ops::ControlFlow;

use super::mailboxes::{Mailboxes, Wakeup};

/// Nodes that are expanded before messages are received again.
const BATCH: usize = 16;

/// A shard of the states, with those among them that wait.
pub(super) trait ShardSearch {
    /// What is sent to other shards.
    type Message;
    /// What ends the search early.
    type End;

    /// How many nodes are to be expanded in this round.
    fn ready(&self) -> usize;

    /// The least rank of all nodes that wait.
    fn least_rank(&self) -> Option<u64>;

    /// Begins a round. Whoever has a node of the rank given has one ready then, unless it switches its order.
    fn begin_round(&mut self, most: u64);

    /// Takes in what another one sent.
    fn receive(&mut self, message: Self::Message) -> ControlFlow<Self::End>;

    /// Expands so many of the nodes that are ready.
    fn expand(&mut self, count: usize) -> ControlFlow<Self::End>;

    /// What there is to send and to whom; also what is hardly worth it yet if `all` is to be sent.
    fn outgoing(&mut self, all: bool) -> Option<(usize, Self::Message)>;

    /// Nodes that are ready, so many, for another one to expand.
    fn give(&mut self, count: usize) -> Self::Message;

    /// Has it switched to its other order?
    fn has_switched(&self) -> bool;

    /// Switches to its other order.
    fn switch(&mut self);
}

/// Is called with the shard after each batch, and told whether it waited in vain; may end the search.
pub(super) type Tick<'t, X> = &'t mut dyn FnMut(&X, bool) -> ControlFlow<<X as ShardSearch>::End>;

/// Works as number `me` until the search is over.
pub(super) fn work<X: ShardSearch>(
    shard: &mut X,
    me: usize,
    mailboxes: &Mailboxes<X::Message, X::End>,
    tick: Tick<'_, X>,
) {
    let mut this = WorkerLoop { shard, me, mailboxes, inbox: Vec::new() };
    while !mailboxes.is_over() {
        if let ControlFlow::Break(end) = this.batch(tick) {
            mailboxes.end(end);
        }
    }
}

struct WorkerLoop<'a, X: ShardSearch> {
    shard: &'a mut X,
    me: usize,
    mailboxes: &'a Mailboxes<X::Message, X::End>,
    inbox: Vec<X::Message>,
}

impl<X: ShardSearch> WorkerLoop<'_, X> {
    fn batch(&mut self, tick: Tick<'_, X>) -> ControlFlow<X::End> {
        if self.mailboxes.has_messages(self.me) {
            self.mailboxes.collect(self.me, &mut self.inbox);
            self.receive_all()?;
        }
        self.agree_on_order();
        let count = self.shard.ready().min(BATCH);
        if count == 0 {
            let waited = self.rest()?;
            return tick(self.shard, waited);
        }
        self.shard.expand(count)?;
        self.share();
        tick(self.shard, false)
    }

    /// All shards switch to the other order as soon as one does.
    fn agree_on_order(&mut self) {
        match (self.mailboxes.has_switched(), self.shard.has_switched()) {
            (true, false) => self.shard.switch(),
            (false, true) => self.mailboxes.switch(),
            _ => {}
        }
    }

    fn receive_all(&mut self) -> ControlFlow<X::End> {
        let shard = &mut *self.shard;
        self.inbox.drain(..).try_for_each(|message| shard.receive(message))
    }

    /// Sends what there is to send, and if somebody has nothing to do, some nodes to expand.
    fn share(&mut self) {
        let idle = self.mailboxes.idle_worker();
        self.send(idle.is_some());
        let count = self.shard.ready() / 2;
        if let Some(idle) = idle
            && count >= BATCH
        {
            let message = self.shard.give(count.min(2 * BATCH));
            self.mailboxes.send(idle, message);
        }
    }

    fn send(&mut self, all: bool) {
        while let Some((to, message)) = self.shard.outgoing(all) {
            self.mailboxes.send(to, message);
        }
    }

    /// Waits for something to do: did nothing come?
    fn rest(&mut self) -> ControlFlow<X::End, bool> {
        self.send(true);
        let woken_by = self.mailboxes.rest(self.me, self.shard.least_rank(), &mut self.inbox);
        match woken_by {
            Wakeup::Messages => self.receive_all()?,
            Wakeup::Round(most) => {
                self.agree_on_order();
                self.shard.begin_round(most);
            }
            Wakeup::Nothing | Wakeup::Over => {}
        }
        ControlFlow::Continue(woken_by == Wakeup::Nothing)
    }
}

#[cfg(test)]
mod tests;
