//! The models under `examples/`, in any size.

mod command;
mod constants;
#[cfg(test)]
mod tests;

pub use command::{model_text, run};
