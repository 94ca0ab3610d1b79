//! Stepping through a model, one concrete state at a time.
//!
//! What is possible is decided by the definition of what a model does, not by the search.

mod moment;
mod outlook;
mod simulator;

pub use moment::Interval;
pub use outlook::{Hindrance, Outlook, Possible};
pub use simulator::{Simulator, StartError, StepError};
