//! From what a search has found to a run that can be shown.
//!
//! A search knows a path of stored states. [`path_to`] finds the transitions between them and [`unfold`] undoes renamings;
//! [`Timeline`] chooses when each of them happens; [`Confirm`] has the result replayed by the definition.

mod confirm;
mod path;
mod symbolic;
mod timeline;
mod walk;

pub use confirm::{Confirm, Stay, TraceError, Wanted};
pub use path::{Path, Step, Unfolding, path_to, unfold};
pub use symbolic::symbolic_path;
pub use timeline::{Conjunction, Timeline};
