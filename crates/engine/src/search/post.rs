//! How workers hand one another what they find, and when there is nothing left to do.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard};

/// How long a worker that has nothing to do waits before it looks round.
const REST: Duration = Duration::from_millis(20);

/// Letter boxes of workers. `M` is what they send, `E` what ends the search early.
///
/// Work is done in rounds, so that breadth first stays breadth first: in a round each worker expands the
/// nodes that it had when the round began. A round is over when all rest and all mail has been opened;
/// if none of them has a node left then, all is done. Orders other than breadth first do without rounds:
/// whoever has nodes goes on.
pub struct Post<M, E> {
    state: Mutex<PostState<M, E>>,
    changed: Condvar,
    // What follows only spares looks behind the lock, so nothing depends on when it is seen.
    has_mail: Vec<AtomicBool>,
    resting: AtomicUsize,
    is_free: AtomicBool,
    is_over: AtomicBool,
}

struct PostState<M, E> {
    inboxes: Vec<Vec<M>>,
    /// Of each worker that rests: has it nodes for the next round?
    resting: Vec<Option<bool>>,
    round: u64,
    is_free: bool,
    is_over: bool,
    end: Option<E>,
}

/// What ends the rest of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Mail has come.
    Mail,
    /// All nodes may be expanded that wait.
    Round,
    /// Nothing; a chance to look at the clock.
    Nothing,
    /// The search is over.
    Over,
}

impl<M, E> PostState<M, E> {
    /// Do all rest, with all mail opened?
    fn is_quiet(&self) -> bool {
        self.resting.iter().all(Option::is_some) && self.inboxes.iter().all(Vec::is_empty)
    }
}

impl<M, E> Post<M, E> {
    /// The post of this many workers.
    #[must_use]
    pub fn new(workers: usize) -> Post<M, E> {
        let state = PostState {
            inboxes: (0..workers).map(|_| Vec::new()).collect(),
            resting: vec![None; workers],
            round: 0,
            is_free: false,
            is_over: false,
            end: None,
        };
        Post {
            state: Mutex::new(state),
            changed: Condvar::new(),
            has_mail: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            resting: AtomicUsize::new(0),
            is_free: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// A worker that panicked ends the search with its panic; what it left does not matter.
    fn lock(&self) -> MutexGuard<'_, PostState<M, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends something to a worker. Only one that does not rest may send, since the search is over when
    /// all rest.
    pub fn send(&self, to: usize, mail: M) {
        let mut state = self.lock();
        state.inboxes[to].push(mail);
        let rests = state.resting[to].is_some();
        drop(state);
        self.has_mail[to].store(true, Relaxed);
        if rests {
            self.changed.notify_all();
        }
    }

    /// Is there probably mail for a worker?
    pub fn has_mail(&self, me: usize) -> bool {
        self.has_mail[me].load(Relaxed)
    }

    /// Takes the mail of a worker, which has opened all that it took before.
    pub fn collect(&self, me: usize, into: &mut Vec<M>) {
        self.has_mail[me].store(false, Relaxed);
        std::mem::swap(&mut self.lock().inboxes[me], into);
    }

    /// A worker that rests and has no mail, to be given something to do.
    pub fn idler(&self) -> Option<usize> {
        if self.resting.load(Relaxed) == 0 {
            return None;
        }
        let state = self.lock();
        let mut workers = state.resting.iter().zip(&state.inboxes);
        workers.position(|(rests, inbox)| rests.is_some() && inbox.is_empty())
    }

    /// A worker waits until there is something to do; `has_nodes`: would it have, in the next round? It has
    /// sent all there was to send.
    pub fn rest(&self, me: usize, has_nodes: bool, into: &mut Vec<M>) -> Turn {
        let mut state = self.lock();
        let round = state.round;
        let mut turn = take_turn(&mut state, me, has_nodes, round, into);
        if turn == Turn::Nothing {
            state.resting[me] = Some(has_nodes);
            self.resting.fetch_add(1, Relaxed);
            if state.is_quiet() {
                self.conclude(&mut state);
            } else {
                let woken = self.changed.wait_timeout(state, REST);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            state.resting[me] = None;
            self.resting.fetch_sub(1, Relaxed);
            turn = take_turn(&mut state, me, has_nodes, round, into);
        }
        turn
    }

    /// All rest and there is no mail: the next round begins, or all is done.
    fn conclude(&self, state: &mut PostState<M, E>) {
        if state.resting.contains(&Some(true)) {
            state.round += 1;
        } else {
            state.is_over = true;
            self.is_over.store(true, Relaxed);
        }
        state.resting.fill(None);
        self.changed.notify_all();
    }

    /// Does away with rounds.
    pub fn set_free(&self) {
        self.lock().is_free = true;
        self.is_free.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Have rounds been done away with?
    pub fn is_free(&self) -> bool {
        self.is_free.load(Relaxed)
    }

    /// Ends the search; the first who does so counts.
    pub fn end(&self, with: E) {
        let mut state = self.lock();
        state.end.get_or_insert(with);
        state.is_over = true;
        self.is_over.store(true, Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the search if the worker that holds this panics: the others would wait for it for ever.
    pub fn presence(&self) -> Presence<'_, M, E> {
        Presence(self)
    }

    fn abandon(&self) {
        self.lock().is_over = true;
        self.is_over.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Is the search over?
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// How the search was ended, if it was.
    pub fn into_end(self) -> Option<E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).end
    }
}

/// See [`Post::presence`].
pub struct Presence<'a, M, E>(&'a Post<M, E>);

impl<M, E> Drop for Presence<'_, M, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}

/// What a worker may do that began to rest in this round. Mail that came after a new round began belongs
/// to that, so the round comes first.
fn take_turn<M, E>(
    state: &mut PostState<M, E>,
    me: usize,
    has_nodes: bool,
    round: u64,
    into: &mut Vec<M>,
) -> Turn {
    if state.is_over {
        return Turn::Over;
    }
    if state.round != round || (state.is_free && has_nodes) {
        return Turn::Round;
    }
    if state.inboxes[me].is_empty() {
        return Turn::Nothing;
    }
    std::mem::swap(&mut state.inboxes[me], into);
    Turn::Mail
}
