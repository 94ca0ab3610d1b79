//! What a worker does all day: it expands nodes, sends away what belongs to others, opens its mail.

use std::ops::ControlFlow;

use super::post::{Post, Turn};

/// Nodes that are expanded between two looks at the mail.
const BATCH: usize = 16;

/// A part of the states, with those among them that wait.
pub trait Explorer {
    /// What is sent to other explorers.
    type Mail;
    /// What ends the search early.
    type End;

    /// How many nodes are to be expanded in this round.
    fn ready(&self) -> usize;

    /// The least rank of all nodes that wait.
    fn least_rank(&self) -> Option<u64>;

    /// Begins a round. Whoever has a node of the rank given has one ready then, unless it turns.
    fn begin_round(&mut self, most: u64);

    /// Takes in what another one sent.
    fn open(&mut self, mail: Self::Mail) -> ControlFlow<Self::End>;

    /// Expands so many of the nodes that are ready.
    fn expand(&mut self, count: usize) -> ControlFlow<Self::End>;

    /// What there is to send and to whom; also what is hardly worth it yet if `all` is to be sent.
    fn dispatch(&mut self, all: bool) -> Option<(usize, Self::Mail)>;

    /// Nodes that are ready, so many, for another one to expand.
    fn give(&mut self, count: usize) -> Self::Mail;

    /// Has it turned to another order?
    fn has_turned(&self) -> bool;

    /// Turns to the other order.
    fn turn(&mut self);
}

/// Looks at the figures of an explorer now and then, and whether it has waited in vain; may end the search.
pub type Tick<'t, X> = &'t mut dyn FnMut(&X, bool) -> ControlFlow<<X as Explorer>::End>;

/// Works as number `me` until the search is over.
pub fn labour<X: Explorer>(
    explorer: &mut X,
    me: usize,
    post: &Post<X::Mail, X::End>,
    tick: Tick<'_, X>,
) {
    let mut shift = Shift { explorer, me, post, inbox: Vec::new() };
    while !post.is_over() {
        if let ControlFlow::Break(end) = shift.work_a_while(tick) {
            post.end(end);
        }
    }
}

struct Shift<'a, X: Explorer> {
    explorer: &'a mut X,
    me: usize,
    post: &'a Post<X::Mail, X::End>,
    inbox: Vec<X::Mail>,
}

impl<X: Explorer> Shift<'_, X> {
    fn work_a_while(&mut self, tick: Tick<'_, X>) -> ControlFlow<X::End> {
        if self.post.has_mail(self.me) {
            self.post.collect(self.me, &mut self.inbox);
            self.open_all()?;
        }
        self.agree_on_order();
        let count = self.explorer.ready().min(BATCH);
        if count == 0 {
            let waited = self.rest()?;
            return tick(self.explorer, waited);
        }
        self.explorer.expand(count)?;
        self.share();
        tick(self.explorer, false)
    }

    /// All explorers turn to the other order as soon as one does.
    fn agree_on_order(&mut self) {
        match (self.post.has_turned(), self.explorer.has_turned()) {
            (true, false) => self.explorer.turn(),
            (false, true) => self.post.turn(),
            _ => {}
        }
    }

    fn open_all(&mut self) -> ControlFlow<X::End> {
        let explorer = &mut *self.explorer;
        self.inbox.drain(..).try_for_each(|mail| explorer.open(mail))
    }

    /// Sends what there is to send, and if somebody has nothing to do, some nodes to expand.
    fn share(&mut self) {
        let idler = self.post.idler();
        self.send(idler.is_some());
        let count = self.explorer.ready() / 2;
        if let Some(idler) = idler
            && count >= BATCH
        {
            let mail = self.explorer.give(count.min(2 * BATCH));
            self.post.send(idler, mail);
        }
    }

    fn send(&mut self, all: bool) {
        while let Some((to, mail)) = self.explorer.dispatch(all) {
            self.post.send(to, mail);
        }
    }

    /// Waits for something to do: did nothing come?
    fn rest(&mut self) -> ControlFlow<X::End, bool> {
        self.send(true);
        let turn = self.post.rest(self.me, self.explorer.least_rank(), &mut self.inbox);
        match turn {
            Turn::Mail => self.open_all()?,
            Turn::Round(most) => {
                self.agree_on_order();
                self.explorer.begin_round(most);
            }
            Turn::Nothing | Turn::Over => {}
        }
        ControlFlow::Continue(turn == Turn::Nothing)
    }
}

#[cfg(test)]
mod tests;
