//! Models as they are written: trees, places in the text, diagnostics, and printing in each format.
//!
//! [`Loaded`](crate::Loaded) has the tree and the texts of a model. Who only asks questions needs none of this.

pub use ::model::{drawings, translate_tck};
pub use ::syntax::{
    Code, Diagnostic, MAX_FILE_BYTES, Model, Place, RenderStyle, Severity, SourceMap, Span, print,
    tck, tree,
};
