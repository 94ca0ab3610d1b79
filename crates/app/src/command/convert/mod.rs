//! `orrery convert`: a model in another format.

mod run;
mod tck;

pub(crate) use run::run;
