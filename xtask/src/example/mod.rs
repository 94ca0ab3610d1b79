//! The models under `examples/`, in any size.

mod command;
mod constants;

pub use command::{model_text, run};
