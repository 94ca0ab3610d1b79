//! Templates in XTA.

use super::names::NodeNames;
use super::printer::Printer;
use super::verbatim::{self, without_comments};
use crate::parse::{Failed, Grammar, Parser, is_name};
use crate::tree::{Binding, Edge, Expr, Label, Location, SyncDirection, SyncLabel, Template};

/// Reads a label of one kind.
pub(super) type LabelParser<'l, T> = fn(&mut Parser<'l>) -> Result<T, Failed>;

impl Printer {
    /// `process P(…) { … }`
    pub(super) fn template(&mut self, template: &Template) {
        let names = NodeNames::of(template);
        if !template.comment.is_empty() {
            self.put_lines(&template.comment.0);
            self.line();
        }
        if verbatim::parameters(&template.parameters, &template.parameter_text).is_none() {
            self.comments_within(&template.parameter_text);
        }
        self.put("process ");
        self.put(&template.name.name);
        self.template_parameters(template);
        self.put(" {");
        self.indented(|printer| {
            printer.declarations(&template.declarations);
            printer.remarks(&template.remarks);
            printer.locations(template, &names);
            printer.flags("commit", template, &names, |location| location.committed);
            printer.flags("urgent", template, &names, |location| location.urgent);
            if let Some(init) = template.init {
                printer.line();
                printer.put("init ");
                printer.put(names.name(init));
                printer.put(";");
            }
            printer.edges(&template.edges, &names);
        });
        self.line();
        self.put("}");
    }

    fn template_parameters(&mut self, template: &Template) {
        let text = verbatim::parameters(&template.parameters, &template.parameter_text);
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            return self.parameters(&template.parameters);
        };
        self.put("(");
        self.put_lines(text.trim());
        // A comment may reach to the end of its line.
        if without_comments(text).1.is_empty() { self.put(")") } else { self.put("\n)") }
    }

    fn locations(&mut self, template: &Template, names: &NodeNames) {
        if !template.locations.is_empty() {
            self.line();
            self.put("state");
            self.indented(|printer| {
                printer.separated(
                    template.locations.iter().zip(names.locations()),
                    ",",
                    |printer, (location, name)| {
                        printer.location_comments(location);
                        printer.line();
                        printer.location(location, name);
                    },
                );
            });
            self.put(";");
        }
        if !names.branchpoints().is_empty() {
            self.line();
            self.put("branchpoint ");
            self.separated(names.branchpoints(), ", ", |printer, name| printer.put(name));
            self.put(";");
        }
    }

    fn location_comments(&mut self, location: &Location) {
        self.comment_lines(location.comment.iter().map(|comment| comment.tree.as_str()));
        self.comments_around(&location.invariant, Parser::invariant);
        self.comments_around(&location.rate, Parser::rate);
    }

    fn edge_comments(&mut self, edge: &Edge) {
        self.comment_lines(edge.comment.iter().map(|comment| comment.tree.as_str()));
        self.comments_around(&edge.select, Parser::select);
        self.comments_around(&edge.guard, Parser::guard);
        self.comments_around(&edge.sync, Parser::synchronisation);
        self.comments_around(&edge.update, Parser::update);
        self.comments_around(&edge.weight, Parser::weight);
    }

    /// The comments of a label that are not written with it.
    fn comments_around<'l, T: PartialEq>(
        &mut self,
        label: &'l Option<Label<T>>,
        parse: LabelParser<'l, T>,
    ) {
        let Some(label) = label else { return };
        let comments = match verbatim::label(label, parse) {
            Some(text) => without_comments(text).1,
            None => verbatim::comments(&label.text),
        };
        self.comment_lines(comments.iter().map(String::as_str));
    }

    /// A label, as written if it still says the same.
    fn label_text<'l, T: PartialEq>(
        &mut self,
        label: &'l Label<T>,
        parse: LabelParser<'l, T>,
        print: impl FnOnce(&mut Self, &T),
    ) {
        match verbatim::label(label, parse) {
            Some(text) => self.put_lines(&without_comments(text).0),
            None => print(self, &label.tree),
        }
    }

    fn location(&mut self, location: &Location, name: &str) {
        if !is_name(name, Grammar::New) {
            let what = format!("a location called `{name}`, which is a keyword in XTA");
            self.cannot_say(what, location.span);
        }
        self.put(name);
        if location.invariant.is_none() && location.rate.is_none() {
            return;
        }
        self.put(" { ");
        if let Some(invariant) = &location.invariant {
            self.label_text(invariant, Parser::invariant, Printer::expression);
            self.put(" ");
        }
        if let Some(rate) = &location.rate {
            self.put("; ");
            self.label_text(rate, Parser::rate, |printer, rate| printer.rate(rate));
            self.put(" ");
        }
        self.put("}");
    }

    /// An exponential rate: an expression, or two.
    pub(super) fn rate(&mut self, parts: &[Expr]) {
        self.separated(parts, " : ", Printer::expression);
    }

    fn flags(
        &mut self,
        word: &str,
        template: &Template,
        names: &NodeNames,
        test: fn(&Location) -> bool,
    ) {
        let locations = template.locations.iter().zip(names.locations());
        let flagged: Vec<_> = locations.filter(|(location, _)| test(location)).collect();
        if flagged.is_empty() {
            return;
        }
        self.line();
        self.put(word);
        self.put(" ");
        self.separated(flagged, ", ", |printer, (_, name)| printer.put(name));
        self.put(";");
    }

    fn edges(&mut self, edges: &[Edge], names: &NodeNames) {
        if edges.is_empty() {
            return;
        }
        self.line();
        self.put("trans");
        self.indented(|printer| {
            printer.separated(edges, ",", |printer, edge| {
                printer.edge_comments(edge);
                printer.line();
                printer.edge(edge, names);
            });
        });
        self.put(";");
    }

    fn edge(&mut self, edge: &Edge, names: &NodeNames) {
        self.put(names.name(edge.source));
        self.put(if edge.controllable { " -> " } else { " -u-> " });
        self.put(names.name(edge.target));
        let mut clauses = Printer::new();
        clauses.clauses(edge);
        let clauses = self.adopt(clauses);
        if clauses.lines().all(|line| line.ends_with(';')) {
            self.put(" { ");
            clauses.lines().for_each(|clause| self.put_value(format_args!("{clause} ")));
        } else {
            // Parts of several lines start on lines of their own.
            self.put(" {");
            self.indented(|printer| {
                printer.line();
                printer.put_lines(&clauses);
            });
            self.line();
        }
        self.put("}");
    }

    /// The parts of an edge, each on a line of its own.
    fn clauses(&mut self, edge: &Edge) {
        if let Some(select) = &edge.select {
            self.clause("select", |printer| {
                printer.label_text(select, Parser::select, |it, tree| it.bindings(tree));
            });
        }
        if let Some(guard) = &edge.guard {
            self.clause("guard", |printer| {
                printer.label_text(guard, Parser::guard, Printer::expression);
            });
        }
        if let Some(sync) = &edge.sync {
            self.clause("sync", |printer| {
                printer.label_text(sync, Parser::synchronisation, Printer::sync);
            });
        }
        if let Some(update) = &edge.update {
            self.clause("assign", |printer| {
                printer.label_text(update, Parser::update, |it, tree| it.expressions(tree));
            });
        }
        if let Some(weight) = &edge.weight {
            self.clause("probability", |printer| {
                printer.label_text(weight, Parser::weight, Printer::expression);
            });
        }
    }

    fn clause(&mut self, word: &str, inside: impl FnOnce(&mut Self)) {
        self.line();
        self.put(word);
        self.put(" ");
        inside(self);
        self.put(";");
    }

    /// `name : type, …`
    pub(super) fn bindings(&mut self, bindings: &[Binding]) {
        self.separated(bindings, ", ", |printer, binding| {
            printer.put(&binding.name.name);
            printer.put(" : ");
            printer.ty(&binding.ty);
        });
    }

    /// `channel!`
    pub(super) fn sync(&mut self, sync: &SyncLabel) {
        self.operand(&sync.channel);
        self.put(match sync.direction {
            SyncDirection::Send => "!",
            SyncDirection::Receive => "?",
            SyncDirection::Csp => "",
        });
    }
}
