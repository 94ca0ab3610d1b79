//! Canonicalisers against their laws, on random and on hard states.

mod hard;
mod laws;
mod random;
mod speed;
