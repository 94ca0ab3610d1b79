//! Symmetry: which permutations leave a network unchanged, and one representative for each orbit.

mod bindings;
mod classes;
mod commute;
mod detect;
mod group;
mod matcher;
mod query;
mod renaming;
mod shape;
mod structure;
mod things;
mod validate;

pub use classes::{Class, Classes, Plain};
pub use detect::{Found, FoundRing, FoundSort, Member, Rejection, detect};
pub use group::Group;
pub use query::{Question, Restriction, group_for};
pub use renaming::Renaming;
pub use structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
pub use validate::Broken;
