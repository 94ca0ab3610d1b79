//! Loops over ids as one step: docs/theory/loops-over-ids.md.
//!
//! * [`knowledge`]: what is known of cells and clocks by constants alone.
//! * [`follow`]: a process followed through a chain without a choice.
//! * [`chains`]: the chains of a process, which are the only way through their middle.
//! * [`commute`]: whether nobody interleaves and steps for different ids commute.
//! * [`hidden`]: whether a query cannot tell the middle of a chain from its start.
//! * [`Fused`] is the network in which each chain is one edge.

mod accesses;
mod chains;
mod commute;
mod follow;
mod fused;
mod hidden;
mod knowledge;

pub use fused::Fused;
