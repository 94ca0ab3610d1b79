//! What threads share things with.
//!
//! In unit tests these are shuttle's, which tries many orders in which threads may meet; everywhere
//! else, the standard library's.

#[cfg(not(test))]
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize},
};

#[cfg(test)]
pub(crate) use shuttle::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize},
};
