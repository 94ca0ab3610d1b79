//! Networks and queries as text that people, and our own front end, can read.

mod expressions;
mod queries;
mod system;

pub use queries::query_text;
pub use system::network_text;
