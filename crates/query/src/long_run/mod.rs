//! Infinite schedules: among the runs that stay within a predicate for ever, one with the least ratio in the long run. What is
//! divided is time, cost or reward, or the number of events.

mod answer;
mod explore;
mod ratio;
mod unit;

pub use answer::least_ratio;
pub use ratio::{Counted, Ratio};
pub use unit::TimeUnit;
