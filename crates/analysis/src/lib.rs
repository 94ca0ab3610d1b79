//! What is relevant where: clock bounds, active clocks, live variables.
//!
//! All of these are static analyses over single processes. A bound at a location vector is the maximum
//! over the processes' current locations, so no product is ever built.

mod diagonals;
mod faults;
mod flow;
mod intervals;
mod live;
mod loops;
mod overwritten;
mod writes;

pub use faults::{Faults, Ordered, is_pure};
pub use intervals::{Facts, Interval, interval};

pub use diagonals::{Diagonal, diagonals, largest_reset};
pub use flow::{Bounds, ClockBound, LocalBounds};
pub use live::LiveCells;
pub use loops::{DelayInterval, End, FromThenOn, Loops, PollingLoop, Refusal, Why, find_loops};
