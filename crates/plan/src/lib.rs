//! How a query is answered: [`plan`] decides which techniques are sound for a network and a query and which of them are
//! used, [`prepared`] compiles and analyses the network for that.

mod choose;
pub mod prepared;

pub use choose::{
    Abstraction, AbstractionOption, AccelerateOption, Admissible, Alike, Canonical, CoveringOption,
    DomainOption, FuseOption, Options, Order, OrderOption, Plan, PlanError, QueryShape, Reason,
    RunSearch, StartSearch, SymmetryOption, SymmetryPlan, TimeDomain, TraceOption, alike, heard,
    may_be_alike, plan,
};
pub use engine::graph::Following;
pub use engine::store::Compression;
pub use program::Recalling;
