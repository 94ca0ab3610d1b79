//! Networks with polling loops, and with loops that nearly are: acceleration must change no answer.

mod campaign;
mod planted;

pub use campaign::{Summary, run};
pub use planted::{Broken, planted};

#[cfg(test)]
mod tests;
