//! The nodes that wait, shared by workers, and when there is nothing left to do.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::frontier::Frontier;
use super::space::Fresh;
use crate::store::NodeId;

/// How many nodes a worker takes at once.
const BATCH: usize = 16;

/// How long a worker that has nothing to do waits before it looks round.
const REST: Duration = Duration::from_millis(20);

/// A frontier shared by workers, and how the search ended. `E` is what ends it early.
pub struct Pool<F, E> {
    state: Mutex<PoolState<F, E>>,
    changed: Condvar,
}

struct PoolState<F, E> {
    frontier: F,
    /// Workers that hold nodes whose successors are not in the frontier yet.
    busy: usize,
    end: Option<E>,
}

/// What a worker gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Nodes to expand.
    Work,
    /// Nothing at the moment.
    Rest,
    /// Nothing any more.
    Over,
}

impl<F: Frontier, E> Pool<F, E> {
    /// A pool.
    pub fn new(frontier: F) -> Pool<F, E> {
        let state = PoolState { frontier, busy: 0, end: None };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState<F, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds nodes.
    pub fn add(&self, fresh: &mut Vec<Fresh>) {
        let mut state = self.lock();
        fresh.drain(..).for_each(|Fresh { node, rank }| state.frontier.push(node, rank));
        drop(state);
        self.changed.notify_all();
    }

    /// Takes nodes for a worker that has none, which waits a little if there are none. After
    /// [`Turn::Work`] the worker must give an account with [`Pool::done`].
    pub fn take(&self, workers: usize, batch: &mut Vec<NodeId>) -> Turn {
        let mut state = self.lock();
        if state.end.is_none() && state.frontier.is_empty() && state.busy > 0 {
            state = self.rest(state);
        }
        if state.end.is_some() || (state.frontier.is_empty() && state.busy == 0) {
            self.changed.notify_all();
            return Turn::Over;
        }
        // Few at a time while there are few, so that nobody stands idle.
        let share = state.frontier.len().div_ceil(2 * workers).min(BATCH);
        batch.extend(std::iter::from_fn(|| state.frontier.pop()).take(share));
        if batch.is_empty() {
            return Turn::Rest;
        }
        state.busy += 1;
        Turn::Work
    }

    fn rest<'a>(&self, state: MutexGuard<'a, PoolState<F, E>>) -> MutexGuard<'a, PoolState<F, E>> {
        let woken = self.changed.wait_timeout(state, REST);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// A worker has expanded the nodes it took: adds what it found. Breaks if the search is over.
    pub fn done(&self, expanded: usize, in_vain: u64, fresh: &mut Vec<Fresh>) -> ControlFlow<()> {
        let mut state = self.lock();
        fresh.drain(..).for_each(|Fresh { node, rank }| state.frontier.push(node, rank));
        (0..expanded).for_each(|_| state.frontier.expanded(in_vain));
        state.busy -= 1;
        let over = state.end.is_some();
        drop(state);
        self.changed.notify_all();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Ends the search; the first who does so counts.
    pub fn end(&self, with: E) {
        self.lock().end.get_or_insert(with);
        self.changed.notify_all();
    }

    /// How the search was ended, if it was.
    pub fn into_end(self) -> Option<E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).end
    }
}

impl Frontier for Box<dyn Frontier + Send> {
    fn push(&mut self, node: NodeId, rank: u64) {
        (**self).push(node, rank);
    }
    fn pop(&mut self) -> Option<NodeId> {
        (**self).pop()
    }
    fn expanded(&mut self, in_vain: u64) {
        (**self).expanded(in_vain);
    }
    fn len(&self) -> usize {
        (**self).len()
    }
}
