//! Reachability: the expander that serves every search, and the loop of a single thread.

mod evidence;
mod expander;
mod reach;
mod space;
mod zone_space;

pub use evidence::Evidence;
pub(super) use expander::Expander;
pub use expander::{DiscreteTest, Inspect, Prefilter};
pub use reach::{Outcome, Reach, reach};
pub(super) use space::Fresh;
pub use space::{Found, Space};
pub use zone_space::{Ranking, Skip, ZoneSpace, ZoneSpaceParts};
