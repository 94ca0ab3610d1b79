//! Symmetry: which permutations leave a network unchanged, and one representative for each orbit.

mod structure;

pub use structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
