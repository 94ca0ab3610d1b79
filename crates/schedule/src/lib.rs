//! Scheduling problems: read from tables, written as timed automata.
//!
//! * [`problem`]: orders, their steps, resources with calendars, and what is to be least.
//! * [`job_shop`], [`table`]: read it from job-shop files and from TOML.
//! * [`heuristic`]: what may be left out of the search, and whether the optimum may be lost by that.
//! * [`automata`]: the model and its query, as text.
//! * [`aircraft`]: landings, a problem of another kind, from files of the OR-Library.
//!
//! Nothing here searches: what comes out is a model like any other. See docs/manual/schedules.md.

pub mod aircraft;
pub mod automata;
mod error;
pub mod heuristic;
pub mod job_shop;
pub mod problem;
pub mod table;

pub use aircraft::Landings;
pub use automata::Automata;
pub use error::TableError;
pub use heuristic::{Effect, Heuristics, Starts};
pub use problem::{Calendar, Order, Problem, Resource, Step, Wanted};
