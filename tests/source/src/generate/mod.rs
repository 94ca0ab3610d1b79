//! Random models that are legal, small, and written as people write them.
//!
//! Everything is chosen from a seed: first which [features](crate::feature::Feature) a model uses, then
//! declarations, templates, instances and queries, in the order of the text. Ranges of numbers are known all
//! the way, so that nothing invalid is written by chance, only where [`Feature::Faults`] allows it.
//!
//! [`Feature::Faults`]: crate::feature::Feature::Faults

mod clocks;
mod declare;
mod expressions;
mod functions;
mod maker;
mod queries;
mod statements;
mod system;
mod templates;
mod whole;

pub use whole::{Generated, generate};
