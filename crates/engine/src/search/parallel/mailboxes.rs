//! How workers hand one another what they find, and when there is nothing left to do.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard};

/// How long a worker that has nothing to do waits before it looks round.
const REST_TIME: Duration = Duration::from_millis(20);
/// How often it looks round before it goes to sleep: some 50 µs, which is about what waking up takes.
const SPINS_BEFORE_SLEEP: usize = if cfg!(test) { 2 } else { 1500 };

/// The mailboxes of workers. `M` is what they send, `E` what ends the search early.
///
/// Work is done in rounds, so that nobody gets ahead of the order of the search: in a round all nodes are
/// expanded up to the least rank that waited anywhere when it began (breadth first: those of one level). A
/// round is over when all rest and all messages have been received; if no node waits then, all is done.
pub(super) struct Mailboxes<M, E> {
    state: Mutex<MailboxState<M, E>>,
    changed: Condvar,
    // What follows only spares looks behind the lock, so nothing depends on when it is seen.
    has_messages: Vec<AtomicBool>,
    resting: AtomicUsize,
    is_over: AtomicBool,
    /// How many rounds have begun, or more once the search is over.
    wakeups: AtomicUsize,
    /// All workers may take another order at any time, so this needs no lock.
    has_switched: AtomicBool,
}

struct MailboxState<M, E> {
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
pub(super) enum Wakeup {
    Messages,
    /// A round has begun, of nodes up to this rank.
    Round(u64),
    /// Nothing; a chance to look at the clock.
    Nothing,
    /// The search is over.
    Over,
}

impl<M, E> MailboxState<M, E> {
    /// Do all rest, with all messages received?
    fn is_quiet(&self) -> bool {
        self.resting.iter().all(Option::is_some) && self.inboxes.iter().all(Vec::is_empty)
    }
}

impl<M, E> Mailboxes<M, E> {
    /// The mailboxes of this many workers.
    #[must_use]
    pub(super) fn new(workers: usize) -> Mailboxes<M, E> {
        let state = MailboxState {
            inboxes: (0..workers).map(|_| Vec::new()).collect(),
            resting: vec![None; workers],
            round: 0,
            most: 0,
            is_over: false,
            end: None,
        };
        Mailboxes {
            state: Mutex::new(state),
            changed: Condvar::new(),
            has_messages: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            resting: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            wakeups: AtomicUsize::new(0),
            has_switched: AtomicBool::new(false),
        }
    }

    /// A worker that panicked ends the search with its panic; what it left does not matter.
    fn lock(&self) -> MutexGuard<'_, MailboxState<M, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends something to a worker. Only one that does not rest may send, since the search is over when
    /// all rest.
    pub(super) fn send(&self, to: usize, message: M) {
        let mut state = self.lock();
        state.inboxes[to].push(message);
        let rests = state.resting[to].is_some();
        drop(state);
        self.has_messages[to].store(true, Relaxed);
        if rests {
            self.changed.notify_all();
        }
    }

    /// Are there probably messages for a worker?
    pub(super) fn has_messages(&self, me: usize) -> bool {
        self.has_messages[me].load(Relaxed)
    }

    /// Takes the messages of a worker, which has received all that it took before.
    pub(super) fn collect(&self, me: usize, into: &mut Vec<M>) {
        self.has_messages[me].store(false, Relaxed);
        std::mem::swap(&mut self.lock().inboxes[me], into);
    }

    /// A worker that rests and has no messages, to be given something to do.
    pub(super) fn idle_worker(&self) -> Option<usize> {
        if self.resting.load(Relaxed) == 0 {
            return None;
        }
        let state = self.lock();
        let mut workers = state.resting.iter().zip(&state.inboxes);
        workers.position(|(rests, inbox)| rests.is_some() && inbox.is_empty())
    }

    /// A worker waits until there is something to do; `least` is the least rank of the nodes that it has. It
    /// has sent all there was to send.
    pub(super) fn rest(&self, me: usize, least: Option<u64>, into: &mut Vec<M>) -> Wakeup {
        let mut state = self.lock();
        let round = state.round;
        let mut woken_by = wakeup(&mut state, me, round, into);
        if woken_by == Wakeup::Nothing {
            state.resting[me] = Some(least);
            self.resting.fetch_add(1, Relaxed);
            if state.is_quiet() {
                self.conclude(&mut state);
            } else {
                state = self.wait(state, me);
            }
            state.resting[me] = None;
            self.resting.fetch_sub(1, Relaxed);
            woken_by = wakeup(&mut state, me, round, into);
        }
        if woken_by == Wakeup::Messages {
            self.has_messages[me].store(false, Relaxed);
        }
        woken_by
    }

    /// Waits for messages, a round or the end; at first without sleeping, since most waits are short.
    fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, MailboxState<M, E>>,
        me: usize,
    ) -> MutexGuard<'s, MailboxState<M, E>> {
        let (round, wakeups) = (state.round, self.wakeups.load(Relaxed));
        drop(state);
        for _ in 0..SPINS_BEFORE_SLEEP {
            if self.has_messages(me) || self.wakeups.load(Relaxed) != wakeups {
                break;
            }
            std::hint::spin_loop();
        }
        let state = self.lock();
        if state.is_over || state.round != round || !state.inboxes[me].is_empty() {
            return state;
        }
        let woken = self.changed.wait_timeout(state, REST_TIME);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// All rest and there are no messages: the next round begins, or all is done.
    fn conclude(&self, state: &mut MailboxState<M, E>) {
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
        self.wake_all();
    }

    fn wake_all(&self) {
        self.wakeups.fetch_add(1, Relaxed);
        self.changed.notify_all();
    }

    /// Tells all to take another order.
    pub(super) fn switch(&self) {
        self.has_switched.store(true, Relaxed);
    }

    /// Are all to take another order?
    pub(super) fn has_switched(&self) -> bool {
        self.has_switched.load(Relaxed)
    }

    /// Ends the search; the first who does so counts.
    pub(super) fn end(&self, with: E) {
        let mut state = self.lock();
        state.end.get_or_insert(with);
        state.is_over = true;
        self.is_over.store(true, Relaxed);
        drop(state);
        self.wake_all();
    }

    /// Ends the search if the worker that holds this panics: the others would wait for it for ever.
    pub(super) fn presence(&self) -> Presence<'_, M, E> {
        Presence(self)
    }

    fn abandon(&self) {
        self.lock().is_over = true;
        self.is_over.store(true, Relaxed);
        self.wake_all();
    }

    /// Is the search over?
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// How the search was ended, if it was.
    pub(super) fn into_end(self) -> Option<E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).end
    }
}

/// See [`Mailboxes::presence`].
pub(super) struct Presence<'a, M, E>(&'a Mailboxes<M, E>);

impl<M, E> Drop for Presence<'_, M, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.abandon();
        }
    }
}

/// What a worker may do that began to rest in this round. Messages that came after a new round began belong
/// to that, so the round comes first.
fn wakeup<M, E>(
    state: &mut MailboxState<M, E>,
    me: usize,
    round: u64,
    into: &mut Vec<M>,
) -> Wakeup {
    if state.is_over {
        return Wakeup::Over;
    }
    if state.round != round {
        return Wakeup::Round(state.most);
    }
    if state.inboxes[me].is_empty() {
        return Wakeup::Nothing;
    }
    std::mem::swap(&mut state.inboxes[me], into);
    Wakeup::Messages
}
