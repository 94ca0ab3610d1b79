//! From a flat network to verdicts.

pub mod bounds;
pub mod check;
pub mod concrete;
pub mod goal;
pub mod graph;
pub mod plan;
pub mod program;
pub mod search;
pub mod semantics;
pub mod state;
pub mod store;
pub mod symmetry;
mod sync;
pub mod trace;
pub mod verdict;
pub mod watch;

pub use check::check;
