//! From text to tree: UPPAAL's XML, XTA (new and old), query files, and TChecker's `.tck`.
//!
//! Parsing never fails: it gives a tree and diagnostics. Nothing here knows what a name or a type
//! means; that is the business of `model`.
//!
//! ```
//! use orrery_syntax::{RenderStyle, SourceMap, parse_xta, render};
//!
//! let mut sources = SourceMap::new();
//! let text = b"process P() { state idle; init idle } system P;";
//! let parse = parse_xta(&mut sources, "m.xta", text);
//! assert!(!parse.is_ok());
//! let report = render(&parse.diagnostics[0], &sources, RenderStyle::default());
//! assert!(report.contains("expected `;` after the initial location"));
//! ```

mod decode;
pub mod diagnostic;
mod kept;
mod lex;
mod limits;
mod parse;
mod precedence;
pub mod print;
mod read;
mod render;
mod scalarsets;
pub mod source;
pub mod tck;
pub mod tree;
mod xml;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use limits::{LONG_ROW, MAX_DEPTH, MAX_FILE_BYTES, MAX_NESTING};
pub use read::{
    Model, Parse, parse_model, parse_queries, parse_query_text, parse_tck, parse_xml, parse_xta,
};
pub use render::{RenderStyle, render};
pub use source::{BlockId, Place, SourceMap, Span};
