//! Predicates on states: normal form, code, and the parts of a zone that satisfy them.

mod code;
mod normal;
mod order;

pub use code::GoalCode;
pub use normal::{negated, normal, written_out};
pub use order::constraining;
