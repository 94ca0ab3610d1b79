//! Infinite schedules: among the runs that stay within a predicate for ever, one with the least time for each event.

mod answer;
mod explore;

pub use answer::least_time_per_event;
