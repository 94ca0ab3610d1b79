//! A run for the transitions of a path, confirmed by replaying it.

mod complete;
#[allow(clippy::module_inception)] // The type that the folder is about.
mod confirm;
mod expand;
mod failing;
mod repeating;
mod rounds;
mod shorten;
mod stuck;
mod walk;

pub use complete::{Completed, complete};
pub use confirm::{Confirm, Stay, Wanted};
pub use expand::expand;
pub use rounds::Leg;
pub(crate) use rounds::Rounds;
