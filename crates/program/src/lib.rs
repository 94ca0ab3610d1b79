//! The network compiled: conditions, bounds and updates as compact code, edges in tables.
//!
//! Compiling is total and happens once for each query set. Nothing below walks a tree or looks up a name
//! while states are being generated. The meaning of every piece is that of [`network::eval`]; tests hold
//! the two against each other.

mod branches;
mod clocks;
mod code;
mod compile;
mod edges;
mod expressions;
pub mod fold;
mod layout;
mod machine;
mod recall;
mod state;
mod watch;

pub use clocks::{ClockRef, Constraint, RateTest};
pub use code::{Amount, Chunk, MemberTest, Test};
pub use compile::{Compiler, Sections};
pub use edges::{EdgeCode, LocationCode, ProcessCode, Program, SyncCode, TooManyBindings};
pub use layout::Layout;
pub use machine::Machine;
pub use recall::Recalling;
pub use state::{Participant, State, Transition};
