//! Networks in which one process tells others one by one, or nearly so: taking that in one step must change no answer.

mod campaign;
mod parts;
mod planted;
mod questions;
mod twists;

pub use campaign::{Summary, run};
pub use planted::{Twist, planted};

#[cfg(test)]
mod tests;
