//! Networks in which one process tells others one by one, or nearly so: taking that in one step must change no answer.

mod campaign;
mod planted;
mod questions;

pub use campaign::{Summary, run};
pub use planted::{Twist, planted};

#[cfg(test)]
mod tests;
