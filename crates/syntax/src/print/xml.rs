//! Models in UPPAAL's XML.

use super::escape::{escape_attribute, escape_text};
use super::names::Ids;
use super::printer::Printer;
use super::template::LabelParser;
use super::verbatim;
use crate::diagnostic::Diagnostic;
use crate::parse::Parser;
use crate::tree::{
    Declaration, DeclarationKind, Document, Edge, Item, Label, Location, Node, Point, Query,
    StoredResult, Template,
};

const HEADER: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
    <!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' \
    'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>\n";

/// A model in XML, in the syntax of UPPAAL 4 and in the order XML wants: declarations, templates,
/// instantiations; or what XML cannot say.
///
/// # Errors
/// One diagnostic for each construct that has no words in XML.
pub fn print_xml(document: &Document) -> Result<String, Vec<Diagnostic>> {
    let mut writer = Writer {
        out: String::from(HEADER),
        open: Vec::new(),
        said: Printer::new(),
        ids: Ids::of(document),
    };
    writer.document(document);
    writer.said.finish().map(|_| writer.out)
}

/// An attribute that may be absent.
type XmlAttribute<'a> = (&'a str, Option<String>);

struct Writer {
    out: String,
    /// The elements that are open.
    open: Vec<&'static str>,
    /// Collects what could not be said in texts.
    said: Printer,
    ids: Ids,
}

fn coordinates(at: Option<Point>) -> [XmlAttribute<'static>; 2] {
    [("x", at.map(|at| at.x.to_string())), ("y", at.map(|at| at.y.to_string()))]
}

fn said(value: &str) -> Option<String> {
    Some(value.to_owned())
}

impl Writer {
    fn start(&mut self, name: &'static str, attributes: &[XmlAttribute<'_>]) {
        self.tag(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.extend(std::iter::repeat_n('\t', self.open.len()));
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push_str(">\n");
        }
    }

    fn tag(&mut self, name: &str, attributes: &[XmlAttribute<'_>]) {
        self.out.extend(std::iter::repeat_n('\t', self.open.len()));
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            if let Some(value) = value {
                self.out.push_str(&format!(" {key}=\"{}\"", escape_attribute(value)));
            }
        }
    }

    fn empty(&mut self, name: &str, attributes: &[XmlAttribute<'_>]) {
        self.tag(name, attributes);
        self.out.push_str("/>\n");
    }

    fn text(&mut self, name: &str, attributes: &[XmlAttribute<'_>], text: &str) {
        self.tag(name, attributes);
        self.out.push_str(&format!(">{}</{name}>\n", escape_text(text)));
    }

    /// The text of a part of the tree.
    fn said(&mut self, print: impl FnOnce(&mut Printer)) -> String {
        let mut printer = Printer::new();
        print(&mut printer);
        self.said.adopt(printer)
    }

    fn document(&mut self, document: &Document) {
        self.start("nta", &[]);
        let (before, after) = split(&document.items);
        let declarations = self.said(|printer| {
            printer.declaration_refs(&before);
            printer.remarks(&document.remarks);
        });
        self.text("declaration", &[], &declarations);
        for item in &document.items {
            if let Item::Template(template) = item {
                self.template(template);
            }
        }
        let system = self.said(|printer| {
            printer.declaration_refs(&after);
            printer.system(&document.system);
        });
        self.text("system", &[], &system);
        if !document.queries.is_empty() || !document.options.is_empty() {
            self.start("queries", &[]);
            self.options(&document.options);
            for query in &document.queries {
                self.query(query);
            }
            self.end();
        }
        self.end();
    }

    fn template(&mut self, template: &Template) {
        self.start("template", &[]);
        self.text("name", &[], &template.name.name);
        if !template.parameters.is_empty() {
            let written = verbatim::parameters(&template.parameters, &template.parameter_text);
            let text = match written {
                Some(text) => text.to_owned(),
                None => self.said(|printer| printer.parameter_list(&template.parameters)),
            };
            self.text("parameter", &[], &text);
        }
        let text = self.said(|printer| {
            printer.remarks(&template.comment);
            if verbatim::parameters(&template.parameters, &template.parameter_text).is_none() {
                printer.comments_within(&template.parameter_text);
            }
            printer.declarations(&template.declarations);
            printer.remarks(&template.remarks);
        });
        if !text.is_empty() {
            self.text("declaration", &[], &text);
        }
        let mut locations = Vec::new();
        for location in &template.locations {
            let id = self.ids.next(&location.id);
            self.location(location, &id);
            locations.push(id);
        }
        let mut branchpoints = Vec::new();
        for branchpoint in &template.branchpoints {
            let id = self.ids.next(&branchpoint.id);
            let [x, y] = coordinates(branchpoint.at);
            self.empty("branchpoint", &[("id", said(&id)), x, y]);
            branchpoints.push(id);
        }
        let reference = |node: Node| match node {
            Node::Location(number) => locations.get(number).cloned(),
            Node::Branchpoint(number) => branchpoints.get(number).cloned(),
        };
        if let Some(init) = template.init {
            self.empty("init", &[("ref", reference(init))]);
        }
        for edge in &template.edges {
            self.edge(edge, reference(edge.source), reference(edge.target));
        }
        self.end();
    }

    fn location(&mut self, location: &Location, id: &str) {
        let [x, y] = coordinates(location.at);
        self.start("location", &[("id", said(id)), x, y, ("color", location.colour.clone())]);
        if let Some(name) = &location.name {
            self.text("name", &coordinates(name.at), &name.tree.name);
        } else if !self.ids.are_kept() {
            // Queries know it by this name.
            self.text("name", &[], &format!("_{}", location.id));
        }
        self.label("invariant", &location.invariant, Parser::invariant, Printer::expression);
        self.label("exponentialrate", &location.rate, Parser::rate, |it, tree| it.rate(tree));
        self.comment(&location.comment);
        if location.urgent {
            self.empty("urgent", &[]);
        }
        if location.committed {
            self.empty("committed", &[]);
        }
        self.end();
    }

    fn comment(&mut self, comment: &Option<Label<String>>) {
        if let Some(comment) = comment {
            let [x, y] = coordinates(comment.at);
            self.text("label", &[("kind", said("comments")), x, y], &comment.tree);
        }
    }

    fn label<'l, T: PartialEq>(
        &mut self,
        kind: &str,
        label: &'l Option<Label<T>>,
        parse: LabelParser<'l, T>,
        print: impl FnOnce(&mut Printer, &T),
    ) {
        if let Some(label) = label {
            let text = match verbatim::label(label, parse) {
                Some(text) => text.to_owned(),
                None => self.said(|printer| {
                    printer.comments_within(&label.text);
                    print(printer, &label.tree);
                }),
            };
            let [x, y] = coordinates(label.at);
            self.text("label", &[("kind", said(kind)), x, y], &text);
        }
    }

    fn edge(&mut self, edge: &Edge, source: Option<String>, target: Option<String>) {
        let controllable = (!edge.controllable).then(|| "false".to_owned());
        let colour = ("color", edge.colour.clone());
        self.start("transition", &[("controllable", controllable), colour]);
        self.empty("source", &[("ref", source)]);
        self.empty("target", &[("ref", target)]);
        self.label("select", &edge.select, Parser::select, |it, tree| it.bindings(tree));
        self.label("guard", &edge.guard, Parser::guard, Printer::expression);
        self.label("synchronisation", &edge.sync, Parser::synchronisation, Printer::sync);
        self.label("assignment", &edge.update, Parser::update, |it, tree| it.expressions(tree));
        self.label("probability", &edge.weight, Parser::weight, Printer::expression);
        self.comment(&edge.comment);
        for nail in &edge.nails {
            self.empty("nail", &coordinates(Some(*nail)));
        }
        self.end();
    }

    fn options(&mut self, options: &[(String, String)]) {
        for (key, value) in options {
            self.empty("option", &[("key", said(key)), ("value", said(value))]);
        }
    }

    fn resources(&mut self, resources: &[(String, String, Option<String>)]) {
        for (kind, value, unit) in resources {
            let attributes = [("type", said(kind)), ("value", said(value)), ("unit", unit.clone())];
            self.empty("resource", &attributes);
        }
    }

    fn query(&mut self, query: &Query) {
        self.start("query", &[]);
        let formula = match verbatim::formula(query) {
            Some(text) => text.to_owned(),
            None => self.said(|printer| printer.formula(query)),
        };
        self.text("formula", &[], &formula);
        self.text("comment", &[], &query.comment);
        self.options(&query.options);
        if let Some(expect) = &query.expect {
            let attributes = [
                ("outcome", expect.outcome.clone()),
                ("type", expect.kind.clone()),
                ("value", expect.value.clone()),
            ];
            self.start("expect", &attributes);
            self.resources(&expect.resources);
            self.end();
        }
        for result in &query.results {
            self.result(result);
        }
        self.end();
    }

    fn result(&mut self, result: &StoredResult) {
        let attributes = [
            ("outcome", result.outcome.clone()),
            ("type", result.kind.clone()),
            ("value", result.value.clone()),
            ("timestamp", result.timestamp.clone()),
        ];
        self.start("result", &attributes);
        self.options(&result.options);
        if let Some(details) = &result.details {
            self.text("details", &[], details);
        }
        self.resources(&result.resources);
        self.end();
    }
}

/// Declarations that templates may need, and instantiations, which need templates.
fn split(items: &[Item]) -> (Vec<&Declaration>, Vec<&Declaration>) {
    let declarations = items.iter().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    declarations
        .partition(|declaration| !matches!(declaration.kind, DeclarationKind::Instantiation(_)))
}
