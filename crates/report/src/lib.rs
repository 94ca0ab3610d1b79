//! From values to eyes: pictures, tables, traces and machine-readable results.
//!
//! Everything here is a function from plain values to a `String`. Nothing is read, printed or written
//! to a file, and the same values always give the same text.
//!
//! * [`view`]: the values.
//! * [`convert`]: the values of an answer of the engine.
//! * [`json`], [`junit`], [`csv`]: for scripts.
//! * [`html`]: all of it as one page.
//! * [`text`]: for a person at a terminal.
//! * [`verifyta`], [`xtr`], [`intermediate`], [`xml_trace`]: as UPPAAL writes them.
//! * [`svg`]: automata and runs as pictures; [`picture`]: the same as PNG and PDF; [`dot`]: automata for Graphviz.

pub mod controlled;
pub mod convert;
pub mod csv;
pub mod dot;
pub mod html;
pub mod intermediate;
pub mod json;
pub mod junit;
pub mod picture;
#[cfg(test)]
mod samples;
pub mod svg;
pub mod text;
pub mod verifyta;
pub mod view;
mod xml;
pub mod xml_trace;
pub mod xtr;
