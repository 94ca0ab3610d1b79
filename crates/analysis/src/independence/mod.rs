//! Which steps of processes do not depend on each other while no time passes: docs/theory/independent-steps.md.
//!
//! * [`Bits`] are sets of numbers.
//! * `footprint` says what an edge reads, writes, sends and receives.
//! * `zero_time` says what a process may still do after an edge before time passes.
//! * [`Independence`] says which locations and edges of others a step may disturb, or be disturbed by.

mod bits;
mod footprint;
mod tables;
mod visible;
mod zero_time;

pub use bits::Bits;
pub use tables::Independence;
