//! Checks proofs for every number of processes, without trusting whoever found them.
//!
//! [`check`] takes a set of views and the instances it speaks of, and checks in one round that initial states are in it,
//! that nothing leads out of it, and that no view is bad. It shares no code with the prover but the networks, the zones and the
//! reference interpreter, and does everything by trying all combinations.

mod check;
mod combine;
mod flaw;
mod moves;
mod state;

pub use check::{Certificate, check};
pub use flaw::Flaw;
pub use state::State;
