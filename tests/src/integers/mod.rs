//! Networks without strict bounds: clocks in whole numbers must change no answer.

mod campaign;
mod make;
mod states;
mod trial;

pub use campaign::{Summary, run};
pub use make::closed;
pub use states::{Seen, discrete_states};

#[cfg(test)]
mod tests;
