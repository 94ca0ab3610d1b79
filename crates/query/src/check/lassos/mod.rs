//! Runs that are maximal within a predicate, the best first: with the fewest transitions of stem and loop together, or with the loop that is entered
//! first.
//!
//! A search for maximal runs shows the first it finds. Here totals are tried one after the other, from 0 on, or stems in the order of time; from the end
//! of each stem its loops. See docs/theory/maximal-runs.md, "Shortest lassos" and "Fastest lassos".

mod by_length;
mod by_time;
mod loops;
mod returning;
mod stems;

pub(super) use by_length::{Lasso, Searched, shortest_lasso};
pub(super) use by_time::{Fastest, fastest_lasso, half_units};
