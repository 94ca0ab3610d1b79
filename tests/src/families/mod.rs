//! Random families: what is proved for every N holds for each N.
//!
//! * [`generate`]: models with the number of processes left open, and queries about them.
//! * [`projections`]: does a set of views cover every state of an instance?
//! * [`campaign`]: many of them.

pub mod campaign;
#[cfg(test)]
mod counting;
#[cfg(test)]
mod directed;
pub mod generate;
pub mod projections;
#[cfg(test)]
mod tests;
