//! Reachability by several threads. Each owns a shard of the states and expands them; what it reaches of
//! other shards it sends there in batches.

mod mailboxes;
mod outboxes;
mod reach_parallel;
mod worker;
mod worker_loop;

pub use reach_parallel::{MakeWorker, reach_parallel};
pub use worker::Worker;
