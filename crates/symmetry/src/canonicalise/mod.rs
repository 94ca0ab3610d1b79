//! One representative for each orbit of states.
//!
//! * [`Refine`]: exact, by colour refinement; what is used unless something else is asked for.
//! * [`TryAll`]: exact, by trying the whole group; for tests.
//! * [`SortSubstates`]: the sorting of substates of UPPAAL's prototype; inexact in general.

mod canonicaliser;
mod clock_keys;
mod discrete_keys;
mod partition;
pub(crate) mod process_twins;
mod refine;
mod search;
mod sort;
mod try_all;
pub(crate) mod twins;

pub use canonicaliser::{Canonicaliser, Counters};
pub use refine::Refine;
pub use sort::SortSubstates;
pub use try_all::TryAll;
