//! Whole models in XTA, and the system line.

use super::printer::Printer;
use crate::diagnostic::Diagnostic;
use crate::tree::{Document, Formula, Item, Query, System};

/// A model in XTA, in the syntax of UPPAAL 4; or what XTA cannot say.
///
/// Coordinates, colours, comments, options and stored results are left out.
///
/// # Errors
/// One diagnostic for each construct that has no words in XTA.
pub fn print_xta(document: &Document) -> Result<String, Vec<Diagnostic>> {
    let mut printer = Printer::new();
    let mut after_template = false;
    for item in &document.items {
        printer.line();
        let is_template = matches!(item, Item::Template(_));
        if after_template || is_template {
            printer.line();
        }
        after_template = is_template;
        match item {
            Item::Declaration(declaration) => printer.declaration(declaration),
            Item::Template(template) => printer.template(template),
        }
    }
    if after_template {
        printer.line();
    }
    printer.system(&document.system);
    for query in &document.queries {
        printer.embedded_query(query);
    }
    printer.put("\n");
    printer.finish()
}

impl Printer {
    /// Everything after the templates.
    pub(super) fn system(&mut self, system: &System) {
        self.declarations(&system.declarations);
        if system.processes.is_empty() {
            self.cannot_say("a model without a system line", system.span);
            return;
        }
        self.line();
        self.put("system ");
        self.separated(&system.processes, " < ", |printer, level| {
            printer.separated(level, ", ", |printer, process| {
                printer.put(&process.name.name);
                if !process.arguments.is_empty() {
                    printer.put("(");
                    printer.expressions(&process.arguments);
                    printer.put(")");
                }
            });
        });
        self.put(";");
        self.progress_and_gantt(system);
    }

    fn progress_and_gantt(&mut self, system: &System) {
        if !system.progress.is_empty() {
            self.line();
            self.put("progress {");
            self.indented(|printer| {
                for progress in &system.progress {
                    printer.line();
                    if let Some(guard) = &progress.guard {
                        printer.expression(guard);
                        printer.put(" : ");
                    }
                    printer.expression(&progress.measure);
                    printer.put(";");
                }
            });
            self.line();
            self.put("}");
        }
        if let Some(gantt) = &system.gantt {
            self.line();
            self.put("gantt {\n");
            self.put(&gantt.text);
            self.put("\n}");
        }
    }

    fn embedded_query(&mut self, query: &Query) {
        let start = self.length();
        self.line();
        self.put("query { ");
        self.formula(query);
        self.put(if query.formula == Formula::Empty { "}" } else { " }" });
        if matches!(query.formula, Formula::Unsupported(_) | Formula::Error)
            && !is_balanced(self.since(start))
        {
            self.cannot_say("a query whose braces do not match", query.span);
        }
    }
}

/// Whether every brace has its partner.
fn is_balanced(text: &str) -> bool {
    let mut open = 0usize;
    for byte in text.bytes() {
        match byte {
            b'{' => open += 1,
            b'}' if open == 0 => return false,
            b'}' => open -= 1,
            _ => {}
        }
    }
    open == 0
}
