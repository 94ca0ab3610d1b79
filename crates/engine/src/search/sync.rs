//! The locks of the pool; with the feature `shuttle` those of a checker that tries interleavings.

#[cfg(not(feature = "shuttle"))]
pub(super) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "shuttle")]
pub(super) use shuttle::sync::{Condvar, Mutex, MutexGuard};
#[cfg(feature = "shuttle")]
pub(super) use std::sync::PoisonError;
