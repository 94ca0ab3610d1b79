//! Finding the symmetries of a network.

pub(crate) mod arrange;
pub(crate) mod automorphisms;
mod cells;
pub(crate) mod network;
pub(crate) mod orbits;
pub(crate) mod shape;
