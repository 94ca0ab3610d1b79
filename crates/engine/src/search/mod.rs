//! Searches. They know nothing of zones, abstraction or symmetry: a [`Space`] hides those.

mod frontier;
mod lasso;
mod live_space;
mod reach;
mod space;
mod surroundings;
mod zone_space;

pub use frontier::{Fifo, Frontier, Lifo, Random, Ranked};
pub use lasso::{Entered, LassoOutcome, LassoSpace, lasso};
pub use live_space::{LiveSpace, RunEnd};
pub use reach::{Outcome, reach};
pub use space::{Found, Space};
pub use surroundings::Surroundings;
pub use zone_space::{Examiner, Ranking, ZoneSpace, ZoneSpaceParts};
