//! From what a search has found to a run that can be shown.
//!
//! A search knows a path of stored states. [`path_to`] finds the transitions between them and [`unfold`] undoes renamings;
//! a timeline chooses when each of them happens (the earliest moments, or linear programming where clocks stand still);
//! [`Confirm`] has the result replayed by the definition.

mod budget;
mod confirm;
mod error;
mod path;
mod symbolic;
mod times;

pub use budget::Budget;
pub use confirm::{Completed, Confirm, Leg, Stay, Wanted, complete, expand};
pub use error::TraceError;
pub use path::{Path, Unfolding, path_along, path_to, unfold};
pub use symbolic::{SymbolicEnd, symbolic_end, symbolic_path};
