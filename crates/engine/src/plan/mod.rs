//! The one place that decides which techniques are sound for a network and a query.

mod admissible;
mod choose;
mod options;
mod outline;
mod symmetry;

pub use admissible::{Admissible, QueryShape};
pub use choose::{Abstraction, Hunting, Order, Plan, PlanError, Reason, plan};
pub use options::{
    AbstractionOption, CoveringOption, Options, OrderOption, SymmetryOption, TraceOption,
};
pub use symmetry::SymmetryPlan;
