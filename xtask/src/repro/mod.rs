//! `cargo xtask repro`: the measurements of the symmetry papers, done again with Orrery, as one page with plots.
//!
//! * [`job`]: one run of the binary, and what came of it.
//! * [`ledger`]: what has been measured, so that an interrupted run goes on where it was.
//! * [`papers`]: the figures that were published.
//! * [`ladder`]: how far a model can grow within the limits.
//! * [`page`] and its sections: what is written.

mod agreement;
mod brick;
mod command;
mod job;
mod ladder;
mod ledger;
mod limits;
mod page;
mod papers;
mod scanner;
mod tables;
#[cfg(test)]
mod tests;
mod timeout;
mod views;

pub use command::{USAGE, run};
