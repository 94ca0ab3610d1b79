//! Searches over the symbolic graph.
//!
//! * `order`: in which order nodes are expanded.
//! * `reachability`: what expands a node, and the loop that does it on one thread.
//! * `parallel`: the same expander on several threads, each with a shard of the states.
//! * `maximal_runs`: loops, ends of runs, and proofs that there are none.

mod maximal_runs;
mod order;
mod parallel;
mod reachability;

pub use maximal_runs::{
    Entered, LassoOutcome, LassoSpace, LiveSpace, PredicateRegion, Proof, RunEnd, lasso,
};
pub use order::{
    Adaptive, Fifo, Frontier, GoalDistance, LeastRankDeepest, LeastRankFirst, Levels, Lifo, Newest,
    Probe, Random,
};
pub use parallel::{MakeWorker, Worker, reach_parallel};
pub use reachability::{
    DiscreteTest, Evidence, Found, Inspect, Outcome, Prefilter, Ranking, Reach, Skip, Space,
    ZoneSpace, ZoneSpaceParts, reach,
};
