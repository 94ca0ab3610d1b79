//! Networks in which time stands still often, of processes that share little: steps that do not depend on each other are taken in
//! one order, and that must change no answer.

mod campaign;
mod generate;

pub use campaign::{Summary, run};

#[cfg(test)]
mod tests;
