//! The one place that decides which techniques are sound for a network and a query.

mod accelerate;
mod admissible;
mod alike;
mod chains;
#[allow(clippy::module_inception)] // The function that the folder is about.
mod choose;
mod domain;
mod fuse;
mod independent;
mod lu_first;
mod options;
mod slice;
mod symmetry;

pub use admissible::{Admissible, QueryShape};
pub use alike::{Alike, alike, may_be_alike};
pub use choose::{Abstraction, Order, Plan, PlanError, Reason, RunSearch, plan};
pub use domain::TimeDomain;
pub use options::{
    AbstractionOption, AccelerateOption, CoveringOption, DomainOption, FuseOption, Options,
    OrderOption, SymmetryOption, TraceOption,
};
pub use symmetry::heard;
pub use symmetry::{Canonical, StartSearch, SymmetryPlan};
