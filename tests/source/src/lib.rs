//! Random models as text, and a second opinion on what they mean.
//!
//! Nothing here knows Orrery: neither its parser nor its types, networks or searches.
//!
//! * [`tree`]: models and queries; [`print`]: as text.
//! * [`feature`], [`dice`], [`generate`]: random ones.
//! * [`value`], [`program`], [`interpret`]: what expressions, functions and templates mean, name by name.
//! * [`region`], [`step`], [`explore`]: all states, with clocks as regions.
//! * [`answer`]: what each query must be answered with.
//! * [`shrink`]: a model that shows a difference, made small.

pub mod answer;
pub mod dice;
pub mod explore;
pub mod feature;
pub mod generate;
pub mod interpret;
pub mod print;
pub mod program;
pub mod region;
pub mod shrink;
pub mod step;
pub mod tree;
pub mod value;

#[cfg(test)]
mod tests;
