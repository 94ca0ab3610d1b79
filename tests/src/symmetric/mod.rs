//! Networks whose symmetries are known, and what must be true of the symmetries that are found.
//!
//! * [`planted`] writes random models with a known group, with and without something that breaks it;
//!   [`sets`], [`words`], [`questions`] and [`breakers`] are what they are made of.
//! * [`shaped`] writes models in the shape of a graph: cubes, grids, robots with arms.
//! * [`images`] applies a renaming to states; it shares nothing with the engine but the renaming.
//! * [`orbits`] counts the orbits of the states stored without symmetry.
//! * [`automorphism`] checks renamings against the region graph.
//! * [`shorten`] makes failing models short.
//! * [`trial`] puts one model through all of that, [`campaign`] many.

pub mod automorphism;
pub mod breakers;
pub mod campaign;
pub mod images;
pub mod orbits;
pub mod planted;
pub mod questions;
pub mod sets;
pub mod shaped;
pub mod shorten;
pub mod trial;
pub mod words;

#[cfg(test)]
mod tests;
