//! Moments for the transitions of a run: the earliest, or those of linear programming where clocks stand still, or the
//! cheapest.

mod cheapest;
mod delays;
mod earliest;
mod fraction;
mod link;
mod schedule;
mod simplex;
mod timeline;

pub(crate) use timeline::{ClocksThen, Conjunction, Timeline, Told};
