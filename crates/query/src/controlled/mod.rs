//! The model under a strategy: its runs are those in which the controller does what the strategy says.
//!
//! [`Stage`](stages::Stage): what may happen in a discrete state, zone by zone. [`Controlled`]: the stages as a network of one process, which
//! any search can look at.

mod goals;
mod invariants;
mod product;
mod stages;

pub use product::Controlled;
pub(crate) use product::controlled;
pub(crate) use stages::Afterwards;
