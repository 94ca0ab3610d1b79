//! The raw parts of a model in XML: texts by their blocks, elements by their places.

use crate::source::{BlockId, Span};
use crate::tree::{Expect, Point, StoredResult};

/// A text and where it is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPart {
    pub(super) block: BlockId,
    pub(super) at: Option<Point>,
}

/// What a label is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelKind {
    Invariant,
    Rate,
    Select,
    Guard,
    Sync,
    Update,
    Weight,
    Comment,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawLabel {
    pub(super) kind: LabelKind,
    pub(super) text: TextPart,
}

#[derive(Default, Debug)]
pub(crate) struct RawDocument {
    pub(super) declarations: Vec<TextPart>,
    pub(super) templates: Vec<RawTemplate>,
    /// The texts of `instantiation` and `system`, in order.
    pub(super) system: Vec<TextPart>,
    pub(super) queries: Vec<RawQuery>,
    pub(super) options: Vec<(String, String)>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct RawTemplate {
    pub(super) name: Option<TextPart>,
    pub(super) parameters: Option<TextPart>,
    pub(super) declarations: Vec<TextPart>,
    pub(super) locations: Vec<RawLocation>,
    pub(super) branchpoints: Vec<RawBranchpoint>,
    /// The identifier of the initial location.
    pub(super) init: Option<(String, Span)>,
    pub(super) edges: Vec<RawEdge>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct RawLocation {
    pub(super) id: String,
    pub(super) name: Option<TextPart>,
    pub(super) labels: Vec<RawLabel>,
    pub(super) urgent: bool,
    pub(super) committed: bool,
    pub(super) at: Option<Point>,
    pub(super) colour: Option<String>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct RawBranchpoint {
    pub(super) id: String,
    pub(super) at: Option<Point>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct RawEdge {
    pub(super) source: Option<String>,
    pub(super) target: Option<String>,
    pub(super) labels: Vec<RawLabel>,
    pub(super) controllable: bool,
    pub(super) nails: Vec<Point>,
    pub(super) colour: Option<String>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct RawQuery {
    pub(super) formula: Option<TextPart>,
    pub(super) comment: String,
    pub(super) expect: Option<Expect>,
    pub(super) options: Vec<(String, String)>,
    pub(super) results: Vec<StoredResult>,
    pub(super) span: Span,
}
