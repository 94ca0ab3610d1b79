//! `orrery simulate`: stepping through a model, one concrete state or one zone at a time.
//!
//! * [`dialogue`]: what is asked of the simulator, and what it answers.
//! * [`input`], [`completion`]: commands as lines.
//! * [`show`], [`constraints`]: states and choices as text.
//! * [`screen`]: on the whole screen of a terminal.
//! * [`lines`]: line by line, from a pipe or with an [`editor`].
//!
//! What is possible is decided by [`orrery::simulate`], and so by the definition of what a model does.

mod completion;
mod constraints;
mod dialogue;
mod editor;
mod input;
mod lines;
mod run;
mod screen;
mod show;

pub(crate) use run::run;
