//! From a query and its plan to an answer.

mod alternate;
mod answer;
mod branching;
mod claims;
mod decided;
mod difference;
mod fastest;
mod images;
mod lassos;
mod leads_to;
mod led;
mod liveness;
mod maximal_runs;
mod optimum;
mod other_paths;
mod parallel;
mod questions;
mod reachability;
mod scout;
mod shared_goals;
mod starts;
mod stopped_lassos;
mod stored_graph;
mod timed;
mod verify;
mod witness;

pub use answer::{check, check_planned};
pub use questions::Questions;
pub(crate) use reachability::stats;
pub(crate) use stored_graph::{Ended, StoredGraph};
pub(crate) use witness::fault as fault_with_run;
