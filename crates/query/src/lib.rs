//! From a query to its answer: what is sound for it (`plan`), the searches that answer it (`check`), the
//! runs that show it (`trace`), and what there is to say in the end (`verdict`). Policies that keep a goal
//! possible: `synth`. What is never reached or taken: `coverage`.

mod arena;
pub mod check;
pub mod coverage;
pub mod optimise;
pub mod plan;
pub mod prepared;
pub mod synth;
pub mod throughput;
pub mod trace;
pub mod verdict;

pub use arena::{ControlAction, ControlRule, ControlStrategy, ControlledState};
pub use check::check;
