//! Stepping through a model, one concrete state or one zone at a time.
//!
//! What is possible is decided by the definition of what a model does, not by the search.

mod moment;
mod outlook;
mod player;
mod simulator;
mod zone;

pub use moment::Interval;
pub use outlook::{Hindrance, Outlook, Possible};
pub use player::{Player, Standing, Turn};
pub use simulator::{Simulator, StartError, StepError};
pub use zone::ZoneOutlook;
