//! `orrery simulate`: stepping through a model, one concrete state at a time.
//!
//! Commands come from standard input, so that a script can drive it as well as a person. What is possible
//! is decided by [`orrery::simulate`], and so by the definition of what a model does.

mod dice;
mod input;
mod run;
mod show;

pub(crate) use run::run;
