//! Loops of a process that only wait: polling loops.
//!
//! A process that polls goes round a loop, looks at variables and changes nothing. How often it goes round does not
//! matter, only for how long: after a few rounds every duration is possible. Hendriks and Larsen (Exact acceleration
//! of real-time model checking, TPTS'02) add the result of all these rounds to a single automaton. What is found here
//! is what they need, for the processes of a network and with strict bounds too; docs/theory/acceleration.md has the
//! proofs.

mod cycles;
mod delay;
mod find;
mod heads;
mod partners;
mod refusal;
mod timing;
mod worth;

pub use delay::{DelayInterval, End, FromThenOn};
pub use find::{Loops, PollingLoop, accelerable_loops, find_loops};
pub use partners::{Meeting, OtherEdge};
pub use refusal::{Refusal, Why};
pub use worth::longest_wait;
