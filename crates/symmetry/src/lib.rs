//! Symmetry: which permutations leave a network unchanged, and one representative for each orbit.
//!
//! * [`detect`] finds candidates and validates them; [`group_for`] keeps what a query leaves in place.
//! * [`Group`] is what is used: a [`Structure`] of elements that says how permutations act on states, and
//!   a few [`Renaming`]s that are not permutations of a sort.
//! * [`Canonicaliser`]s choose representatives; [`Twins`] are elements that a state does not tell apart.

mod action;
mod agreement;
mod any_order;
mod arrange;
mod automorphisms;
mod bindings;
mod canonicalise;
mod classes;
mod closure;
mod colours;
mod commute;
mod detect;
mod expressions;
mod found;
mod group;
mod image;
mod loops;
mod matcher;
mod meta;
mod mismatch;
mod orbits;
mod ordered;
mod pairing;
mod placement;
mod process_twins;
mod query;
mod ranges;
mod rearrange;
mod renamed;
mod renaming;
mod rewrite;
mod sequence;
mod shape;
mod split;
mod statements;
mod structure;
mod things;
mod touched;
mod turn;
mod turning;
mod turns;
mod twins;
mod uses;
mod validate;

pub use action::Action;
pub use canonicalise::{Canonicaliser, Counters, Refine, SortSubstates, TryAll};
pub use classes::{Class, Classes, Plain};
pub use closure::Closure;
pub use commute::OrderMatters;
pub use detect::{detect, detect_whole};
pub use found::{Found, FoundGraph, FoundRing, FoundSort, Member, Rejection};
pub use group::Group;
pub use mismatch::{Mismatch, Part};
pub use process_twins::{ProcessTwins, TwinRanks};
pub use query::{Question, Restriction, group_at_start, group_for};
pub use renamed::Renamed;
pub use renaming::Renaming;
pub use split::Split;
pub use structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
pub use turn::Turn;
pub use twins::Twins;
pub use validate::Broken;
