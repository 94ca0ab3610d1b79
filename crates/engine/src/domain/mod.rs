//! What a stored state is made of.
//!
//! Semantics and layers work on a [`program::State`]: cells and a zone. A domain says which zones these are, how they
//! go into the store and come out of it, and what a state stands for when it is inspected. Renamings and
//! canonical forms are the business of layers, for every domain alike.

mod integers;
mod state_domain;
mod zones;

pub use integers::Integers;
pub use state_domain::Domain;
pub use zones::Zones;
