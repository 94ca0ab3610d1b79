//! Models with a constant left open, and what holds for every value of it.

mod instances;
mod open;
mod prove;
mod second_check;
mod show;

pub use open::{Family, FamilyError};
pub use prove::ProveOptions;
