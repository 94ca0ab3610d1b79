//! From a query to its answer: the searches that answer it (`check`) by a [`plan`], the runs that
//! show it ([`trace`]), and what there is to say in the end (`verdict`). Policies that keep a goal
//! possible: `synth`. What is never reached or taken: `coverage`.

mod arena;
pub mod check;
mod controlled;
pub mod coverage;
pub mod long_run;
pub mod optimise;
pub mod synth;
pub mod verdict;

pub use arena::{ControlAction, ControlRule, ControlStrategy, ControlledState};
pub use check::check;
pub use controlled::Controlled;
pub use plan::prepared;
pub use {plan, trace};
