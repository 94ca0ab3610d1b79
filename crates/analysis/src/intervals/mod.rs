//! Intervals that contain the values of expressions, and what is known where they are evaluated.

mod facts;
mod interval;

pub use facts::Facts;
pub(crate) use interval::{ALL, binary, interval_given};
pub use interval::{Interval, interval};
