//! Maximal runs within a predicate: found depth first, or shown not to exist.

mod cycles;
mod lasso;
mod live_space;
mod predicate_region;
mod proof;

pub use lasso::{Entered, LassoOutcome, LassoSpace, lasso};
pub use live_space::{LiveSpace, RunEnd};
pub use predicate_region::PredicateRegion;
pub use proof::Proof;
