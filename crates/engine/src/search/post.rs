//! How workers hand one another what they find, and when there is nothing left to do.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard};

/// How long a worker that has nothing to do waits before it looks round.
const REST: Duration = Duration::from_millis(20);
/// How often it looks round before it goes to sleep: some 50 µs, which is about what waking up takes.
const AWAKE: usize = if cfg!(test) { 2 } else { 1500 };

/// Letter boxes of workers. `M` is what they send, `E` what ends the search early.
///
/// Work is done in rounds, so that nobody gets ahead of the order of the search: in a round all nodes are
/// expanded up to the least rank that waited anywhere when it began (breadth first: those of one level). A
/// round is over when all rest and all mail has been opened; if no node waits then, all is done.
pub struct Post<M, E> {
    state: Mutex<PostState<M, E>>,
    changed: Condvar,
    // What follows only spares looks behind the lock, so nothing depends on when it is seen.
    has_mail: Vec<AtomicBool>,
    resting: AtomicUsize,
    is_over: AtomicBool,
    /// How many rounds have begun, or more once the search is over.
    news: AtomicUsize,
    /// All workers may take another order at any time, so this needs no lock.
    has_turned: AtomicBool,
}

struct PostState<M, E> {
    inboxes: Vec<Vec<M>>,
    /// Of each worker that rests: the least rank of its nodes, if it has any.
    resting: Vec<Option<Option<u64>>>,
    round: u64,
    /// The last rank that belongs to this round.
    most: u64,
    is_over: bool,
    end: Option<E>,
}

/// What ends the rest of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Mail has come.
    Mail,
    /// A round has begun, of nodes up to this rank.
    Round(u64),
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
            most: 0,
            is_over: false,
            end: None,
        };
        Post {
            state: Mutex::new(state),
            changed: Condvar::new(),
            has_mail: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            resting: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            news: AtomicUsize::new(0),
            has_turned: AtomicBool::new(false),
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

    /// A worker waits until there is something to do; `least` is the least rank of the nodes that it has. It
    /// has sent all there was to send.
    pub fn rest(&self, me: usize, least: Option<u64>, into: &mut Vec<M>) -> Turn {
        let mut state = self.lock();
        let round = state.round;
        let mut turn = take_turn(&mut state, me, round, into);
        if turn == Turn::Nothing {
            state.resting[me] = Some(least);
            self.resting.fetch_add(1, Relaxed);
            if state.is_quiet() {
                self.conclude(&mut state);
            } else {
                state = self.wait(state, me);
            }
            state.resting[me] = None;
            self.resting.fetch_sub(1, Relaxed);
            turn = take_turn(&mut state, me, round, into);
        }
        if turn == Turn::Mail {
            self.has_mail[me].store(false, Relaxed);
        }
        turn
    }

    /// Waits for mail, a round or the end; at first without sleeping, since most waits are short.
    fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, PostState<M, E>>,
        me: usize,
    ) -> MutexGuard<'s, PostState<M, E>> {
        let (round, news) = (state.round, self.news.load(Relaxed));
        drop(state);
        for _ in 0..AWAKE {
            if self.has_mail(me) || self.news.load(Relaxed) != news {
                break;
            }
            std::hint::spin_loop();
        }
        let state = self.lock();
        if state.is_over || state.round != round || !state.inboxes[me].is_empty() {
            return state;
        }
        let woken = self.changed.wait_timeout(state, REST);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// All rest and there is no mail: the next round begins, or all is done.
    fn conclude(&self, state: &mut PostState<M, E>) {
        match state.resting.iter().copied().flatten().flatten().min() {
            Some(least) => {
                state.round += 1;
                state.most = least;
            }
            None => {
                state.is_over = true;
                self.is_over.store(true, Relaxed);
            }
        }
        state.resting.fill(None);
        self.spread_news();
    }

    fn spread_news(&self) {
        self.news.fetch_add(1, Relaxed);
        self.changed.notify_all();
    }

    /// Tells all to take another order.
    pub fn turn(&self) {
        self.has_turned.store(true, Relaxed);
    }

    /// Are all to take another order?
    pub fn has_turned(&self) -> bool {
        self.has_turned.load(Relaxed)
    }

    /// Ends the search; the first who does so counts.
    pub fn end(&self, with: E) {
        let mut state = self.lock();
        state.end.get_or_insert(with);
        state.is_over = true;
        self.is_over.store(true, Relaxed);
        drop(state);
        self.spread_news();
    }

    /// Ends the search if the worker that holds this panics: the others would wait for it for ever.
    pub fn presence(&self) -> Presence<'_, M, E> {
        Presence(self)
    }

    fn abandon(&self) {
        self.lock().is_over = true;
        self.is_over.store(true, Relaxed);
        self.spread_news();
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
fn take_turn<M, E>(state: &mut PostState<M, E>, me: usize, round: u64, into: &mut Vec<M>) -> Turn {
    if state.is_over {
        return Turn::Over;
    }
    if state.round != round {
        return Turn::Round(state.most);
    }
    if state.inboxes[me].is_empty() {
        return Turn::Nothing;
    }
    std::mem::swap(&mut state.inboxes[me], into);
    Turn::Mail
}
