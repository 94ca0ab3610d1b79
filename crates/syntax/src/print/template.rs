//! Templates in XTA.

use super::names::NodeNames;
use super::printer::Printer;
use crate::parse::{Grammar, is_name};
use crate::tree::{Binding, Edge, Expr, Location, SyncDirection, SyncLabel, Template};

impl Printer {
    /// `process P(…) { … }`
    pub(super) fn template(&mut self, template: &Template) {
        let names = NodeNames::of(template);
        self.put("process ");
        self.put(&template.name.name);
        self.parameters(&template.parameters);
        self.put(" {");
        self.indented(|printer| {
            printer.declarations(&template.declarations);
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

    fn locations(&mut self, template: &Template, names: &NodeNames) {
        if !template.locations.is_empty() {
            self.line();
            self.put("state");
            self.indented(|printer| {
                printer.separated(
                    template.locations.iter().zip(names.locations()),
                    ",",
                    |printer, (location, name)| {
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
            self.expression(&invariant.tree);
            self.put(" ");
        }
        if let Some(rate) = &location.rate {
            self.put("; ");
            self.rate(&rate.tree);
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
        self.put(" { ");
        if let Some(select) = &edge.select {
            self.clause("select", |printer| printer.bindings(&select.tree));
        }
        if let Some(guard) = &edge.guard {
            self.clause("guard", |printer| printer.expression(&guard.tree));
        }
        if let Some(sync) = &edge.sync {
            self.clause("sync", |printer| printer.sync(&sync.tree));
        }
        if let Some(update) = &edge.update {
            self.clause("assign", |printer| printer.expressions(&update.tree));
        }
        if let Some(weight) = &edge.weight {
            self.clause("probability", |printer| printer.expression(&weight.tree));
        }
        self.put("}");
    }

    fn clause(&mut self, word: &str, inside: impl FnOnce(&mut Self)) {
        self.put(word);
        self.put(" ");
        inside(self);
        self.put("; ");
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
