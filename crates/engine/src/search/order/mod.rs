//! Orders in which nodes are expanded.

mod adaptive;
mod frontier;
mod levels;

pub use adaptive::{Adaptive, Probe};
pub use frontier::{Fifo, Frontier, LeastRankFirst, Lifo, Random};
pub use levels::Levels;
