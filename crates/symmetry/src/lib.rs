//! Symmetry: which permutations leave a network unchanged, and one representative for each orbit.
//!
//! * [`detect`] finds candidates and validates them; [`group_for`] keeps what a query leaves in place.
//! * [`Group`] is what is used: a [`Structure`] of elements that says how permutations act on states, and
//!   a few [`Renaming`]s that are not permutations of a sort.
//! * [`Canonicaliser`]s choose representatives; [`Twins`] are elements that a state does not tell apart.

mod canonicalise;
mod compare;
mod detect;
mod group;
mod identities;
mod mixing;
mod offsets;
mod query;
mod renaming;
mod validate;

pub use canonicalise::process_twins::{ProcessTwins, TwinRanks};
pub use canonicalise::twins::Twins;
pub use canonicalise::{Canonicaliser, Counters, Refine, SortSubstates, TryAll};
pub use compare::commute::OrderMatters;
pub use compare::mismatch::{Mismatch, Part};
pub use detect::network::{detect, detect_whole};
pub use group::action::Action;
pub use group::query_group::Group;
pub use group::renamed::Renamed;
pub use group::split::Split;
pub use group::structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
pub use identities::classes::{Class, Classes, Plain};
pub use query::images::Closure;
pub use query::restrict::{Question, Restriction, group_at_start, group_for};
pub use renaming::state_map::StateMap;
pub use renaming::total::Renaming;
pub use validate::found::{Found, FoundGraph, FoundRing, FoundSort, Member, Rejection};
pub use validate::symmetry::Broken;
