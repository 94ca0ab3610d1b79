//! Canonicalisers against their laws, on random and on hard states.

mod fischer;
mod hard;
mod laws;
mod order;
mod random;
mod speed;
