//! From the engine's answers to the values that are shown.
//!
//! The engine speaks in numbers; here they get their names back.

mod answer;
mod claims;
mod coverage;
mod formula;
mod names;
mod optimise;
mod plan;
mod run;
mod strategy;
mod symbolic;
mod symmetries;
mod synth;
mod values;

pub use answer::{PlaceOf, model_view, query_view, stopped, untried_view};
pub use coverage::coverage_view;
pub use names::Names;
pub use optimise::{cheapest_view, untried_cheapest_view};
pub use plan::{decisions, plan_view};
pub use run::{moves_view, run_view};
pub use symbolic::{run_along, symbolic_run, symbolic_state, transitions};
pub use symmetries::{SpotOf, query_symmetry, symmetries, symmetry_reason};
pub use synth::policy_view;
