//! What the rest of a run costs at least, computed from the model.
//!
//! Each process is looked at alone, as if the others did all it wishes at once: how long it takes to where the goal wants
//! it, and what it pays on the way (`lone`). Processes that share a resource take turns (`resource`). Nothing here
//! is ever too large, see docs/theory/cheapest-runs.md.

mod clocks;
mod jackson;
mod lone;
mod resource;
mod state;
mod wanted;

pub(super) use lone::NEVER;
pub(super) use state::{Estimate, Estimates};
