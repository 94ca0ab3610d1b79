//! What all threads of a search know: the best run so far, and what no run costs less than.

use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::answer::Improvement;
use super::estimate::NEVER;
use super::phase::Path;

/// Bounds that are proved within so many seconds are remembered as one.
const CLOSE: f64 = 0.02;

/// The best goal so far.
pub(super) struct Best {
    pub(super) value: i64,
    pub(super) path: Path,
}

/// The best run and the proved bound. Both only improve, so a thread that sees an old value prunes too little, never too much.
pub(super) struct Knowledge {
    started: Instant,
    /// What the best run costs; more than anything costs as long as there is none.
    value: AtomicI64,
    /// No run costs less.
    bound: AtomicI64,
    ledger: Mutex<Ledger>,
}

/// What is only read in the end.
#[derive(Default)]
pub(super) struct Ledger {
    pub(super) best: Option<Best>,
    pub(super) improvements: Vec<Improvement>,
}

impl Knowledge {
    pub(super) fn new(started: Instant) -> Knowledge {
        let (value, bound) = (AtomicI64::new(i64::MAX), AtomicI64::new(0));
        Knowledge { started, value, bound, ledger: Mutex::default() }
    }

    /// What the best run costs.
    pub(super) fn value(&self) -> Option<i64> {
        Some(self.value.load(Relaxed)).filter(|value| *value < i64::MAX)
    }

    /// No run costs less than this.
    pub(super) fn bound(&self) -> i64 {
        self.bound.load(Relaxed).min(self.value.load(Relaxed))
    }

    /// Can runs that cost at least this not be better than the best?
    pub(super) fn is_too_dear(&self, bound: i64) -> bool {
        bound >= self.value.load(Relaxed)
    }

    /// Is the best run proved to be the cheapest?
    pub(super) fn is_done(&self) -> bool {
        self.is_too_dear(self.bound.load(Relaxed))
    }

    /// It is proved that no run costs less than this.
    pub(super) fn raise(&self, bound: i64) {
        if bound <= self.bound.load(Relaxed) || bound >= NEVER {
            return;
        }
        let mut ledger = self.lock();
        if self.bound.fetch_max(bound, Relaxed) < bound {
            self.remember(&mut ledger);
        }
    }

    /// A run to a goal, which counts if it is cheaper than the best.
    pub(super) fn offer(&self, value: i64, path: impl FnOnce() -> Path) {
        let mut ledger = self.lock();
        if !self.is_too_dear(value) {
            self.value.store(value, Relaxed);
            ledger.best = Some(Best { value, path: path() });
            self.remember(&mut ledger);
        }
    }

    /// The best run, and how it was found.
    pub(super) fn into_ledger(self) -> Ledger {
        self.ledger.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers what is known now. Of bounds that follow each other closely, the last.
    fn remember(&self, ledger: &mut Ledger) {
        let seconds = self.started.elapsed().as_secs_f64();
        let known = Improvement { seconds, value: self.value(), bound: self.bound() };
        match ledger.improvements.last_mut() {
            Some(last) if last.value == known.value && seconds - last.seconds < CLOSE => {
                last.bound = known.bound;
            }
            _ => ledger.improvements.push(known),
        }
    }
}
