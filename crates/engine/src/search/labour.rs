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

    /// How many nodes wait.
    fn waiting(&self) -> usize;

    /// Takes in what another one sent.
    fn open(&mut self, mail: Self::Mail) -> ControlFlow<Self::End>;

    /// Expands so many of the nodes that wait.
    fn expand(&mut self, count: usize) -> ControlFlow<Self::End>;

    /// What there is to send and to whom; also what is hardly worth it yet if `all` is to be sent.
    fn dispatch(&mut self, all: bool) -> Option<(usize, Self::Mail)>;

    /// Nodes that wait, so many, for another one to expand.
    fn give(&mut self, count: usize) -> Self::Mail;

    /// Is the order one that does without rounds?
    fn is_free(&self) -> bool;

    /// Takes an order that does without rounds, if it can.
    fn set_free(&mut self);
}

/// Looks at the figures of an explorer that has expanded so many nodes since the last time; may end the
/// search.
pub type Tick<'t, X> = &'t mut dyn FnMut(usize, &X) -> ControlFlow<<X as Explorer>::End>;

/// Works as number `me` until the search is over.
pub fn labour<X: Explorer>(
    explorer: &mut X,
    me: usize,
    post: &Post<X::Mail, X::End>,
    tick: Tick<'_, X>,
) {
    let mut shift = Shift { explorer, me, post, inbox: Vec::new(), quota: 0 };
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
    /// How many of the waiting nodes belong to this round.
    quota: usize,
}

impl<X: Explorer> Shift<'_, X> {
    fn work_a_while(&mut self, tick: Tick<'_, X>) -> ControlFlow<X::End> {
        if self.post.has_mail(self.me) {
            self.post.collect(self.me, &mut self.inbox);
            self.open_all()?;
        }
        let may = if self.is_free() { usize::MAX } else { self.quota };
        let count = self.explorer.waiting().min(may);
        if count == 0 {
            self.rest()?;
            return tick(0, self.explorer);
        }
        let count = count.min(BATCH);
        self.explorer.expand(count)?;
        self.quota = self.quota.saturating_sub(count);
        self.share();
        tick(count, self.explorer)
    }

    /// Are there no rounds any more? All explorers do away with them as soon as one does.
    fn is_free(&mut self) -> bool {
        match (self.post.is_free(), self.explorer.is_free()) {
            (true, false) => self.explorer.set_free(),
            (false, true) => self.post.set_free(),
            _ => {}
        }
        self.post.is_free()
    }

    fn open_all(&mut self) -> ControlFlow<X::End> {
        let explorer = &mut *self.explorer;
        self.inbox.drain(..).try_for_each(|mail| explorer.open(mail))
    }

    /// Sends what there is to send, and if somebody has nothing to do, some nodes to expand.
    fn share(&mut self) {
        let idler = self.post.idler();
        self.send(idler.is_some());
        let may = if self.post.is_free() { usize::MAX } else { self.quota };
        let count = self.explorer.waiting().min(may) / 2;
        if let Some(idler) = idler
            && count >= BATCH
        {
            let count = count.min(2 * BATCH);
            let mail = self.explorer.give(count);
            self.quota = self.quota.saturating_sub(count);
            self.post.send(idler, mail);
        }
    }

    fn send(&mut self, all: bool) {
        while let Some((to, mail)) = self.explorer.dispatch(all) {
            self.post.send(to, mail);
        }
    }

    fn rest(&mut self) -> ControlFlow<X::End> {
        self.send(true);
        let has_nodes = self.explorer.waiting() > 0;
        match self.post.rest(self.me, has_nodes, &mut self.inbox) {
            Turn::Mail => self.open_all()?,
            Turn::Round => self.quota = self.explorer.waiting(),
            Turn::Nothing | Turn::Over => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
