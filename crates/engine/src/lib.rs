//! Symbolic exploration of a network: exact semantics, reductions as layers, a store, searches.

pub mod domain;
pub mod goal;
pub mod graph;
pub mod search;
pub mod semantics;
pub mod store;
mod sync;
pub mod watch;
