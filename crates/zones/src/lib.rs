//! Sets of clock valuations.
//!
//! * [`bound`]: `< n` and `<= n` as one ordered integer.
//! * [`zone`]: closed, non-empty difference bound matrices; [`constrain`], [`delay`], [`update`] and
//!   [`rows`] are what a transition does to them.
//! * [`extrapolate`], [`lu_simulation`]: abstractions, and inclusion modulo one.
//!
//! Nothing here knows about automata or names. The inner loops are all in `kernel.rs`.

// Formulas over matrices are read with their indices in sight.
#![allow(clippy::needless_range_loop)]

pub mod bound;
pub mod close;
pub mod combine;
pub mod constrain;
pub mod delay;
pub mod extrapolate;
#[cfg(feature = "generate")]
pub mod generate;
mod kernel;
pub mod lu_simulation;
#[cfg(feature = "generate")]
pub mod naive;
mod relax;
pub mod rows;
pub mod update;
pub mod zone;

pub use bound::Bound;
pub use delay::Precision;
pub use extrapolate::NONE;
pub use lu_simulation::is_simulated_lu;
pub use update::ShiftError;
pub use zone::{Empty, Zone};
