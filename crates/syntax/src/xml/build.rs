//! From raw parts to the tree, under one grammar.

use std::collections::HashSet;

use super::parts::{
    LabelKind, RawBranchpoint, RawDocument, RawEdge, RawLabel, RawLocation, RawQuery, RawTemplate,
    TextPart,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::kept::Kept;
use crate::parse::{Attempt, Failed, Grammar, Nodes, Parser, errors, parse_query};
use crate::source::{SourceMap, Span};
use crate::tree::{
    Branchpoint, Declaration, Document, Edge, Expr, ExprKind, Formula, Ident, Item, Label,
    Location, Node, Query, SyntaxVersion, System, Template, Written,
};

/// Parses all blocks of a model.
pub(crate) fn build(sources: &SourceMap, raw: &RawDocument, syntax: SyntaxVersion) -> Attempt {
    let grammar = Grammar::of(syntax);
    let mut builder = Builder {
        sources,
        grammar,
        ids: HashSet::new(),
        diagnostics: Kept::default(),
        evidence: 0,
    };
    let document = builder.document(raw, syntax);
    Attempt { document, diagnostics: builder.diagnostics.into_list(), evidence: builder.evidence }
}

struct Builder<'s> {
    sources: &'s SourceMap,
    grammar: Grammar,
    /// Identifiers of locations and branchpoints seen so far.
    ids: HashSet<String>,
    diagnostics: Kept,
    evidence: usize,
}

fn broken(span: Span) -> Option<Expr> {
    Some(Expr { kind: ExprKind::Error, span })
}

impl<'s> Builder<'s> {
    /// Runs a parser over a text.
    fn parse<T>(&mut self, text: TextPart, parse: impl FnOnce(&mut Parser<'s>) -> T) -> T {
        self.parse_as(self.grammar, text, parse)
    }

    fn parse_as<T>(
        &mut self,
        grammar: Grammar,
        text: TextPart,
        parse: impl FnOnce(&mut Parser<'s>) -> T,
    ) -> T {
        let mut parser = Parser::new(self.sources.block_text(text.block), text.block, grammar);
        let tree = parse(&mut parser);
        self.evidence += parser.evidence();
        self.diagnostics.extend(parser.finish());
        tree
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn complain(&mut self, span: Span, message: impl Into<String>) {
        self.report(Code::BadXml, span, message);
    }

    fn document(&mut self, raw: &RawDocument, syntax: SyntaxVersion) -> Document {
        let mut items = Vec::new();
        let mut remarks = Written::default();
        for text in &raw.declarations {
            let (declarations, rest) = self.declarations(*text);
            items.extend(declarations.into_iter().map(Item::Declaration));
            remarks.add(&rest);
        }
        for template in &raw.templates {
            items.extend(self.template(template).map(Item::Template));
        }
        let mut queries = Vec::new();
        let system = self.system(raw, &mut items, &mut queries);
        queries.extend(raw.queries.iter().map(|query| self.query(query)));
        Document { syntax, items, remarks, system, queries, options: raw.options.clone() }
    }

    /// Declarations, and the comments after the last.
    fn declarations(&mut self, text: TextPart) -> (Vec<Declaration>, Written) {
        self.parse(text, |parser| {
            let declarations = parser.declarations();
            (declarations, parser.take_remarks())
        })
    }

    fn system(
        &mut self,
        raw: &RawDocument,
        items: &mut Vec<Item>,
        queries: &mut Vec<Query>,
    ) -> System {
        let mut declarations = Vec::new();
        let mut system = None;
        for text in &raw.system {
            let part = self.parse(*text, Parser::system_text);
            for item in part.items {
                match item {
                    Item::Declaration(declaration) => declarations.push(declaration),
                    template @ Item::Template(_) => items.push(template),
                }
            }
            system = system.or(part.system);
            queries.extend(part.queries);
        }
        let mut system = system.unwrap_or_else(|| {
            let last = raw.system.last();
            let span = last.map_or(raw.span, |text| Span { block: text.block, start: 0, end: 0 });
            if errors(self.diagnostics.as_slice()) == 0 {
                self.diagnostics.push(Parser::missing_system(span));
            }
            System::empty(span)
        });
        system.declarations = declarations;
        system
    }

    fn template(&mut self, raw: &RawTemplate) -> Option<Template> {
        let Some(name) = self.name(raw.name, self.grammar) else {
            self.complain(raw.span, "this template has no name");
            return None;
        };
        let parameters = raw.parameters;
        let mut template = Template {
            span: name.span,
            comment: Written::default(),
            name: name.tree,
            parameters: parameters.map(|text| self.parameters(text)).unwrap_or_default(),
            parameter_text: self.texts(parameters.as_slice()),
            declarations: Vec::new(),
            declaration_text: self.texts(&raw.declarations),
            remarks: Written::default(),
            locations: Vec::new(),
            branchpoints: Vec::new(),
            init: None,
            edges: Vec::new(),
        };
        for text in &raw.declarations {
            let (declarations, rest) = self.declarations(*text);
            template.declarations.extend(declarations);
            template.remarks.add(&rest);
        }
        let nodes = self.nodes(raw, &mut template);
        if let Some((id, span)) = &raw.init {
            template.init = nodes.get(id).copied();
            if template.init.is_none() {
                self.complain(*span, format!("there is no location with the id `{id}`"));
            }
        }
        for edge in &raw.edges {
            template.edges.extend(self.edge(edge, &nodes));
        }
        Some(template)
    }

    fn texts(&self, texts: &[TextPart]) -> String {
        let texts = texts.iter().map(|text| self.sources.block_text(text.block).trim());
        texts.collect::<Vec<_>>().join("\n")
    }

    fn parameters(&mut self, text: TextPart) -> Vec<crate::tree::Parameter> {
        self.parse(text, |parser| {
            let parameters = if parser.is_blank() { Vec::new() } else { parser.parameter_list() };
            parser.expect_end("the parameters");
            parameters
        })
    }

    /// A name that is a whole text.
    fn name(&mut self, text: Option<TextPart>, grammar: Grammar) -> Option<Label<Ident>> {
        let text = text?;
        self.parse_as(grammar, text, |parser| {
            parser.whole_label("the name", |parser| parser.ident("a name"), |_| None)
        })
        .map(|label| Label { at: text.at, ..label })
    }

    /// Locations and branchpoints, by identifier.
    fn nodes(&mut self, raw: &RawTemplate, template: &mut Template) -> Nodes {
        let mut nodes = Nodes::new();
        for location in &raw.locations {
            self.note_id(&location.id, location.span);
            nodes.insert(location.id.clone(), Node::Location(template.locations.len()));
            template.locations.push(self.location(location));
        }
        for RawBranchpoint { id, at, span } in &raw.branchpoints {
            self.note_id(id, *span);
            nodes.insert(id.clone(), Node::Branchpoint(template.branchpoints.len()));
            template.branchpoints.push(Branchpoint { id: id.clone(), at: *at, span: *span });
        }
        nodes
    }

    fn note_id(&mut self, id: &str, span: Span) {
        if !id.is_empty() && !self.ids.insert(id.to_owned()) {
            self.report(Code::RepeatedPart, span, format!("the id `{id}` is used twice"));
        }
    }

    /// The label of one kind; a second one is reported.
    fn find(&mut self, labels: &[RawLabel], kind: LabelKind) -> Option<TextPart> {
        let mut found = labels.iter().filter(|label| label.kind == kind);
        let first = found.next()?;
        if let Some(second) = found.next() {
            let span = Span { block: second.text.block, start: 0, end: 1 };
            self.report(Code::RepeatedPart, span, "a second label of the same kind is ignored");
        }
        Some(first.text)
    }

    fn label<T>(
        &mut self,
        text: Option<TextPart>,
        what: &str,
        parse: impl FnOnce(&mut Parser<'s>) -> Result<T, Failed>,
        broken: impl FnOnce(Span) -> Option<T>,
    ) -> Option<Label<T>> {
        let text = text?;
        let label = self.parse(text, |parser| parser.whole_label(what, parse, broken));
        label.map(|label| Label { at: text.at, ..label })
    }

    fn comment(&mut self, labels: &[RawLabel]) -> Option<Label<String>> {
        let text = self.find(labels, LabelKind::Comment)?;
        let tree = self.sources.block_text(text.block).trim().to_owned();
        let span = Span { block: text.block, start: 0, end: tree.len() as u32 };
        Some(Label { text: tree.clone(), tree, at: text.at, span })
    }

    fn location(&mut self, raw: &RawLocation) -> Location {
        let invariant = self.find(&raw.labels, LabelKind::Invariant);
        let rate = self.find(&raw.labels, LabelKind::Rate);
        Location {
            id: raw.id.clone(),
            name: self.name(raw.name, Grammar::Query),
            invariant: self.label(invariant, "the invariant", Parser::invariant, broken),
            rate: self.label(rate, "the rate", Parser::rate, |_| None),
            comment: self.comment(&raw.labels),
            urgent: raw.urgent,
            committed: raw.committed,
            at: raw.at,
            colour: raw.colour.clone(),
            span: raw.span,
        }
    }

    fn edge(&mut self, raw: &RawEdge, nodes: &Nodes) -> Option<Edge> {
        let source = self.end(raw.source.as_deref(), "source", raw.span, nodes);
        let target = self.end(raw.target.as_deref(), "target", raw.span, nodes);
        let mut find = |kind| self.find(&raw.labels, kind);
        let [select, guard, sync, update, weight] = [
            find(LabelKind::Select),
            find(LabelKind::Guard),
            find(LabelKind::Sync),
            find(LabelKind::Update),
            find(LabelKind::Weight),
        ];
        let edge = Edge {
            source: source.unwrap_or(Node::Location(0)),
            target: target.unwrap_or(Node::Location(0)),
            select: self.label(select, "the select", Parser::select, |_| None),
            guard: self.label(guard, "the guard", Parser::guard, broken),
            sync: self.label(sync, "the synchronisation", Parser::synchronisation, |_| None),
            update: self.label(update, "the update", Parser::update, |_| None),
            weight: self.label(weight, "the weight", Parser::weight, broken),
            comment: self.comment(&raw.labels),
            controllable: raw.controllable,
            nails: raw.nails.clone(),
            colour: raw.colour.clone(),
            span: raw.span,
        };
        source.and(target).map(|_| edge)
    }

    fn end(&mut self, id: Option<&str>, what: &str, span: Span, nodes: &Nodes) -> Option<Node> {
        let node = id.and_then(|id| nodes.get(id).copied());
        match id {
            None => self.complain(span, format!("this edge has no {what}")),
            Some(id) if node.is_none() => {
                self.complain(span, format!("there is no location with the id `{id}`"));
            }
            Some(_) => {}
        }
        node
    }

    fn query(&mut self, raw: &RawQuery) -> Query {
        let (mut query, span) = match raw.formula {
            Some(text) => {
                let formula = self.sources.block_text(text.block);
                let (query, diagnostics) = parse_query(formula, text.block);
                self.diagnostics.extend(diagnostics);
                let span = query.span;
                (query, span)
            }
            None => (Query::new(Formula::Empty, raw.span), raw.span),
        };
        query.line = self.sources.place(span).line;
        query.comment.clone_from(&raw.comment);
        query.expect.clone_from(&raw.expect);
        query.options.clone_from(&raw.options);
        query.results.clone_from(&raw.results);
        query
    }
}
