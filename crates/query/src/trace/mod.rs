//! From what a search has found to a run that can be shown.
//!
//! A search knows a path of stored states. [`path_to`] finds the transitions between them and [`unfold`] undoes renamings;
//! a timeline chooses when each of them happens (the earliest moments, or linear programming where clocks stand still); [`Confirm`] has the result replayed by the definition.

mod budget;
mod cheapest;
mod complete;
mod confirm;
mod delays;
mod earliest;
mod failing;
mod fraction;
mod link;
mod path;
mod rounds;
mod schedule;
mod shorten;
mod simplex;
mod stuck;
mod symbolic;
mod timeline;
mod walk;

pub use budget::Budget;
pub(crate) use complete::complete;
pub use confirm::{Confirm, Stay, TraceError, Wanted};
pub(crate) use path::{Path, Unfolding, path_to, unfold};
pub(crate) use rounds::Leg;
pub use symbolic::{SymbolicEnd, symbolic_end, symbolic_path};
