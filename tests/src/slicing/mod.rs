//! Networks with processes and variables that nothing depends on, or nearly so: leaving them out must change no answer.

mod campaign;
mod pieces;
mod planted;

pub use campaign::{Summary, run};
pub use planted::{Twist, planted};

#[cfg(test)]
mod tests;
