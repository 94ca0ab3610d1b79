//! Orders in which nodes are expanded.

mod adaptive;
mod frontier;
mod goal_distance;
mod levels;
mod newest;

pub use adaptive::{Adaptive, Probe};
pub use frontier::{Fifo, Frontier, LeastRankDeepest, LeastRankFirst, Lifo, Random};
pub use goal_distance::GoalDistance;
pub use levels::Levels;
pub use newest::Newest;
