//! From a query and its plan to an answer.

mod answer;
mod difference;
mod liveness;
mod maximal_runs;
mod optimum;
mod other_paths;
mod parallel;
mod prepare;
mod questions;
mod reachability;
mod shared_goals;
mod witness;

pub use answer::{check, check_planned};
pub use prepare::Prepared;
pub use questions::Questions;
