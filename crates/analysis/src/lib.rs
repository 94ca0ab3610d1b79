//! What is relevant where: clock bounds, active clocks, live variables.
//!
//! All of these are static analyses over single processes. A bound at a location vector is the maximum
//! over the processes' current locations, so no product is ever built.

mod counted;
mod diagonals;
mod effects;
mod faults;
mod flow;
mod fuse;
mod independence;
mod intervals;
mod live;
mod loops;
mod overwritten;
mod slice;
mod writes;

pub use effects::is_pure;
pub use faults::{Faults, Ordered};
pub use independence::{Bits, Independence};
pub use intervals::{Facts, Interval, interval};

pub use diagonals::{Diagonal, diagonals, largest_reset};
pub use flow::{Bounds, ClockBound, LocalBounds};
pub use fuse::Fused;
pub use live::LiveCells;
pub use loops::{
    DelayInterval, End, FromThenOn, Loops, Meeting, OtherEdge, PollingLoop, Refusal, Why,
    accelerable_loops, find_loops, longest_wait,
};
pub use slice::{Extent, LeftOut, Slice};
