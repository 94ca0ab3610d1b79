//! Searches. They know nothing of zones, abstraction or symmetry: a [`Space`] hides those.

mod adaptive;
mod cycles;
mod frontier;
mod home;
mod labour;
mod lasso;
mod levels;
mod live_space;
mod post;
mod proof;
mod reach;
mod space;
mod surroundings;
mod together;
mod worker;
mod zone_space;

pub use adaptive::{Adaptive, Probe};
pub use frontier::{Fifo, Frontier, Lifo, Random, Ranked};
pub use labour::{Explorer, Tick, labour};
pub use lasso::{Entered, LassoOutcome, LassoSpace, lasso};
pub use levels::Levels;
pub use live_space::{LiveSpace, RunEnd};
pub use post::{Post, Presence, Turn};
pub use proof::Proof;
pub use reach::{Outcome, reach};
pub use space::{Found, Fresh, Space};
pub use surroundings::Surroundings;
pub use together::{Hire, Together, reach_together};
pub use worker::{Ending, Mail, Worker};
pub use zone_space::{DiscreteTest, Examiner, Glance, Ranking, Skip, ZoneSpace, ZoneSpaceParts};
