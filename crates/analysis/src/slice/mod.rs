//! Leaving out what cannot influence the answer of a query: docs/theory/slicing.md.
//!
//! * [`Extent`] says, for each kind of query, what may be left out at all.
//! * `suspects` are the evaluations that may be invalid, which nobody may leave out.
//! * `relevance` finds what the query depends on; `bystanders` decides about whole processes.
//! * [`Slice`] is the network without the rest.

mod bystanders;
mod extent;
mod relevance;
mod rewrite;
mod sliced;
mod suspects;

pub use extent::Extent;
pub use sliced::{LeftOut, Slice};
pub(crate) use suspects::Suspects;
