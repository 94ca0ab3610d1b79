//! Branching time over a finite graph: what each state can still do, and what it cannot avoid.
//!
//! * [`Graph`]: states by number, edges, and in which states a path may end.
//! * [`StateSet`]: a set of states.
//! * [`satisfying`]: the states of a graph that satisfy a formula, by least and greatest fixpoints.
//! * [`timed`]: the same where time passes, and games: states are zones of clock valuations.
//! * [`least_cycle_ratio`]: the cycle with the least ratio of two sums.
//! * [`Table`], [`cover`]: a set of states as a few short conditions on their variables.
//!
//! Nothing here knows where a graph comes from.

mod cover;
mod cube;
mod cycle_ratio;
mod fixpoint;
mod formula;
mod graph;
mod set;
mod table;
pub mod timed;

pub use cover::{Cover, Policy, cover};
pub use cube::{Cube, Symmetry};
pub use cycle_ratio::{CycleRatio, Stopped, WeightedEdge, least_cycle_ratio};
pub use fixpoint::some_until;
pub use formula::{of_nothing, satisfying};
pub use graph::Graph;
pub use set::StateSet;
pub use table::Table;
