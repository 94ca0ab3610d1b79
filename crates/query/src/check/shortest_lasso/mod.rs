//! The shortest run that is maximal within a predicate: fewest transitions of stem and loop together.
//!
//! A search for maximal runs shows the first it finds. Here totals are tried one after the other, from 0 on: stems are found breadth first,
//! and from the end of each stem its loops. See docs/theory/maximal-runs.md, "Shortest lassos".

mod loops;
mod search;
mod stems;

pub(super) use search::{Lasso, Searched, shortest_lasso};
