//! `orrery check`: the queries of a model, answered.
//!
//! * [`one`]: one model; [`answer`]: its queries one after the other.
//! * [`batch`]: several models and folders.
//! * [`sweep`]: one model for several values of a constant.
//! * [`watch`]: all of it again whenever a file changes.

mod answer;
mod batch;
mod jobs;
mod one;
mod run;
mod sweep;
mod watch;

pub(crate) use answer::WRAPS_HELP;
pub(crate) use one::tool;
pub(crate) use run::run;
