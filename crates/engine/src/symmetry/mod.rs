//! Symmetry: which permutations leave a network unchanged, and one representative for each orbit.

mod action;
mod canonicalise;
mod placement;
mod structure;
mod twins;

pub use action::Action;
pub use canonicalise::{Canonicaliser, Counters, Refine, SortSubstates, TryAll};
pub use structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
pub use twins::Twins;
