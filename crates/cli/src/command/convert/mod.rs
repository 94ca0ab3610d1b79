//! `orrery convert`: a model in another format.

mod lay_out;
mod run;
mod tck;

pub(crate) use run::{format_of, run, written_document};
