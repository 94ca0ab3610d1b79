//! The public models: are they read, and are their queries answered as UPPAAL answered them?

mod families;
mod judge;
mod loops;
pub mod manifest;
mod ran;
mod reduction;
mod run;
mod runs;
mod stale;
mod tally;

pub use run::run;
