//! From text to tree: UPPAAL's XML, XTA (new and old), query files, and TChecker's `.tck`.
//!
//! Parsing never fails: it gives a tree and diagnostics. Nothing here knows what a name or a type means;
//! that is the business of `model`.

pub mod diagnostic;
pub mod source;
pub mod tree;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use source::{BlockId, Span};
