//! From XML elements to raw parts.

use std::collections::HashMap;

use roxmltree::{Node, ParsingOptions};

use super::content::{decode_element, start_tag};
use super::limits;
use super::parts::{
    LabelKind, RawBranchpoint, RawDocument, RawEdge, RawLabel, RawLocation, RawTemplate, TextPart,
};
use super::queries::read_queries;
use crate::diagnostic::{Code, Diagnostic};
use crate::kept::Kept;
use crate::source::{Decoded, FileId, SourceMap, Span};
use crate::tree::Point;

/// Reads a file that has been added to the sources.
pub(crate) fn read(
    sources: &mut SourceMap,
    file: FileId,
    diagnostics: &mut Kept,
) -> Option<RawDocument> {
    let whole = sources.add_whole(file);
    let text = sources.file_text(file).to_owned();
    let place = |at: usize| Span { block: whole, start: at as u32, end: at as u32 + 1 };
    if let Err((at, message)) = limits::check(&text) {
        diagnostics.push(Diagnostic::new(Code::BadXml, place(at), message));
        return None;
    }
    // Every node needs at least two characters, unless it comes out of an entity.
    let nodes_limit = u32::try_from(text.len() / 2 + 1000).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: true, nodes_limit, ..ParsingOptions::default() };
    let document = match roxmltree::Document::parse_with_options(&text, options) {
        Ok(document) => document,
        Err(error) => {
            diagnostics.push(explain(&error, &text, place));
            return None;
        }
    };
    let root = document.root_element();
    let mut reader = XmlReader { sources, file, text: &text, diagnostics };
    if !matches!(root.tag_name().name(), "nta" | "project") {
        let span = reader.element_span(root, String::new());
        let message = format!("the root element is `{}`, not `nta`", root.tag_name().name());
        reader.diagnostics.push(Diagnostic::new(Code::BadXml, span, message));
        return None;
    }
    Some(reader.document(root))
}

/// Says what the XML reader found, in the place where it found it.
fn explain(error: &roxmltree::Error, text: &str, place: impl Fn(usize) -> Span) -> Diagnostic {
    use roxmltree::Error as E;
    if text.trim().is_empty() {
        return Diagnostic::new(Code::BadXml, place(0), "the file is empty");
    }
    if !text.trim_start().starts_with('<') {
        let message = "this is not XML, which starts with `<`";
        return Diagnostic::new(Code::BadXml, place(0), message);
    }
    if matches!(error, E::UnclosedRootNode | E::UnexpectedEndOfStream) {
        let last = text.trim_end().char_indices().next_back().map_or(0, |(at, _)| at);
        let message = "the file ends before its root element is closed";
        let error = Diagnostic::new(Code::BadXml, place(last), message);
        return error.help("it may have been cut short");
    }
    let pos = error.pos();
    let line = text.split_inclusive('\n').take(pos.row.saturating_sub(1) as usize);
    let line_start: usize = line.map(str::len).sum();
    let column = text[line_start..].char_indices().nth(pos.col.saturating_sub(1) as usize);
    let at = line_start + column.map_or(0, |(at, _)| at);
    let message = error.to_string();
    let message = message.strip_suffix(&format!(" at {pos}")).unwrap_or(&message);
    let diagnostic =
        Diagnostic::new(Code::BadXml, place(at), format!("not well-formed XML: {message}"));
    match error {
        E::EntityReferenceLoop(_) => diagnostic,
        E::NoRootNode => diagnostic.help("a UPPAAL model is an element `nta`"),
        E::UnexpectedCloseTag(open, closed, _) => {
            let message = format!("not well-formed XML: `</{closed}>` closes `<{open}>`");
            let help = format!("`</{open}>` is missing before it, or one of the two is misspelt");
            Diagnostic::new(Code::BadXml, place(at), message).help(help)
        }
        _ => diagnostic.help("inside a text write `&lt;` for `<` and `&amp;` for `&`"),
    }
}

/// Walks the elements and registers their texts as blocks.
pub(super) struct XmlReader<'a> {
    sources: &'a mut SourceMap,
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Kept,
}

pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

pub(super) fn attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    node.attribute(name).map(str::to_owned)
}

/// Coordinates; one that is missing or senseless is 0 if the other is there.
fn point(node: Node<'_, '_>) -> Option<Point> {
    let coordinate = |name| {
        let value: f64 = node.attribute(name)?.trim().parse().ok()?;
        value.is_finite().then_some(value)
    };
    match (coordinate("x"), coordinate("y")) {
        (None, None) => None,
        (x, y) => Some(Point { x: x.unwrap_or(0.0), y: y.unwrap_or(0.0) }),
    }
}

impl XmlReader<'_> {
    /// The text of an element, decoded.
    pub(super) fn decoded(&self, node: Node<'_, '_>) -> Decoded {
        let range = node.range();
        let element = self.text.get(range.clone()).unwrap_or("");
        decode_element(element, range.start).unwrap_or_else(|| {
            let text: String =
                node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
            let mut decoded = Decoded::default();
            decoded.push_replaced(&text, range.start, range.end);
            decoded
        })
    }

    /// The text of an element as a block; nothing if it is blank.
    pub(super) fn block(&mut self, node: Node<'_, '_>, anchor: &str) -> Option<TextPart> {
        let decoded = self.decoded(node);
        if decoded.text.trim().is_empty() {
            return None;
        }
        let block = self.sources.add_decoded(self.file, anchor.to_owned(), decoded);
        Some(TextPart { block, at: point(node) })
    }

    /// The place of an element itself: its start tag.
    pub(super) fn element_span(&mut self, node: Node<'_, '_>, anchor: String) -> Span {
        let range = node.range();
        let tag = start_tag(self.text.get(range.clone()).unwrap_or(""));
        let mut decoded = Decoded::default();
        decoded.push_verbatim(tag, range.start);
        let end = tag.len() as u32;
        let block = self.sources.add_decoded(self.file, anchor, decoded);
        Span { block, start: 0, end }
    }

    pub(super) fn complain(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(Code::BadXml, span, message));
    }

    fn document(&mut self, root: Node<'_, '_>) -> RawDocument {
        let span = self.element_span(root, String::new());
        let mut document = RawDocument { span, ..RawDocument::default() };
        for node in root.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "declaration" => document.declarations.extend(self.block(node, "declarations")),
                "template" => document.templates.push(self.template(node)),
                "instantiation" => document.system.extend(self.block(node, "instantiation")),
                "system" => document.system.extend(self.block(node, "system")),
                "queries" => read_queries(self, node, &mut document),
                _ => {}
            }
        }
        document
    }

    fn template(&mut self, node: Node<'_, '_>) -> RawTemplate {
        let name = child(node, "name");
        let shown = name.map(|name| self.decoded(name).text).unwrap_or_default();
        let anchor = match shown.trim() {
            "" => "template without a name".to_owned(),
            name => format!("template {name}"),
        };
        let mut template = RawTemplate {
            name: name.and_then(|name| self.block(name, &anchor)),
            parameters: child(node, "parameter")
                .and_then(|node| self.block(node, &format!("{anchor}, parameters"))),
            declarations: children(node, "declaration")
                .filter_map(|node| self.block(node, &format!("{anchor}, declarations")))
                .collect(),
            locations: Vec::new(),
            branchpoints: Vec::new(),
            init: None,
            edges: Vec::new(),
            span: self.element_span(node, anchor.clone()),
        };
        // Names of locations first: the places of edges are told by them.
        let mut names = HashMap::new();
        for location in children(node, "location") {
            let location = self.location(location, &anchor);
            names.insert(location.id.clone(), self.name_of(&location));
            template.locations.push(location);
        }
        for branchpoint in children(node, "branchpoint") {
            let id = attribute(branchpoint, "id").unwrap_or_default();
            let span = self.element_span(branchpoint, format!("{anchor}, branchpoint {id}"));
            template.branchpoints.push(RawBranchpoint { id, at: point(branchpoint), span });
        }
        if let Some(init) = child(node, "init") {
            let span = self.element_span(init, format!("{anchor}, initial location"));
            template.init = attribute(init, "ref").map(|id| (id, span));
        }
        for edge in children(node, "transition") {
            template.edges.push(self.edge(edge, &anchor, &names));
        }
        template
    }

    fn name_of(&self, location: &RawLocation) -> String {
        match location.name {
            Some(text) => self.sources.block_text(text.block).trim().to_owned(),
            None => format!("_{}", location.id),
        }
    }

    fn location(&mut self, node: Node<'_, '_>, template: &str) -> RawLocation {
        let id = attribute(node, "id").unwrap_or_default();
        let name = child(node, "name");
        let shown = name.map(|name| self.decoded(name).text).unwrap_or_default();
        let anchor = match shown.trim() {
            "" => format!("{template}, location _{id}"),
            name => format!("{template}, location {name}"),
        };
        let span = self.element_span(node, anchor.clone());
        if id.is_empty() {
            self.complain(span, "a location needs an `id`");
        }
        RawLocation {
            id,
            name: name.and_then(|name| self.block(name, &anchor)),
            labels: self.labels(node, &anchor),
            urgent: child(node, "urgent").is_some(),
            committed: child(node, "committed").is_some(),
            at: point(node),
            colour: attribute(node, "color"),
            span,
        }
    }

    fn edge(
        &mut self,
        node: Node<'_, '_>,
        template: &str,
        names: &HashMap<String, String>,
    ) -> RawEdge {
        let end = |name| child(node, name).and_then(|end| attribute(end, "ref"));
        let (source, target) = (end("source"), end("target"));
        let shown = |end: &Option<String>| match end {
            Some(id) => names.get(id).unwrap_or(id).clone(),
            None => "?".to_owned(),
        };
        let anchor = format!("{template}, edge {} -> {}", shown(&source), shown(&target));
        RawEdge {
            span: self.element_span(node, anchor.clone()),
            labels: self.labels(node, &anchor),
            source,
            target,
            controllable: node.attribute("controllable") != Some("false"),
            nails: children(node, "nail").filter_map(point).collect(),
            colour: attribute(node, "color"),
        }
    }

    fn labels(&mut self, node: Node<'_, '_>, anchor: &str) -> Vec<RawLabel> {
        let mut labels = Vec::new();
        for label in children(node, "label") {
            let name = label.attribute("kind").unwrap_or_default();
            let Some(kind) = label_kind(name) else {
                self.note_unknown(label, name, anchor);
                continue;
            };
            if let Some(text) = self.block(label, &format!("{anchor}, {name}")) {
                labels.push(RawLabel { kind, text });
            }
        }
        labels
    }

    /// Warns of a label that nobody reads, unless it is one for a tool that we know.
    fn note_unknown(&mut self, label: Node<'_, '_>, kind: &str, anchor: &str) {
        if !kind.starts_with("testcode") {
            let span = self.element_span(label, anchor.to_owned());
            let message = format!("labels of the kind `{kind}` are ignored");
            let help = "the model may say less than it seems to; known are `invariant`, `select`, \
                        `guard`, `synchronisation`, `assignment` and `comments`";
            self.diagnostics.push(Diagnostic::new(Code::UnknownLabel, span, message).help(help));
        }
    }
}

fn label_kind(name: &str) -> Option<LabelKind> {
    Some(match name {
        "invariant" => LabelKind::Invariant,
        "exponentialrate" => LabelKind::Rate,
        "select" => LabelKind::Select,
        "guard" => LabelKind::Guard,
        "synchronisation" => LabelKind::Sync,
        "assignment" => LabelKind::Update,
        "probability" => LabelKind::Weight,
        "comments" => LabelKind::Comment,
        _ => return None,
    })
}
