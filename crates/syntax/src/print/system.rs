//! Whole models in XTA, and the system line.

use super::printer::Printer;
use super::query::expect_words;
use super::verbatim::comments_in_formula;
use crate::diagnostic::Diagnostic;
use crate::tree::{Document, Formula, Item, Query, System};

/// A model in XTA, in the syntax of UPPAAL 4; or what XTA cannot say.
///
/// Coordinates, colours, options and stored results are left out.
///
/// # Errors
/// One diagnostic for each construct that has no words in XTA.
pub fn print_xta(document: &Document) -> Result<String, Vec<Diagnostic>> {
    let mut printer = Printer::new();
    let mut after_template = false;
    let templates = document.items.iter().position(|item| matches!(item, Item::Template(_)));
    for (number, item) in document.items.iter().enumerate() {
        if after_template || matches!(item, Item::Template(_)) {
            printer.line();
        }
        if Some(number) == templates {
            printer.remarks(&document.remarks);
        }
        after_template = matches!(item, Item::Template(_));
        match item {
            Item::Declaration(declaration) => printer.declaration_line(declaration),
            Item::Template(template) => {
                printer.line();
                printer.template(template);
            }
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
        self.remarks(&system.comment);
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
        self.remarks(&system.remarks);
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
        let said = comments_in_formula(query);
        let comment = query.comment.replace("EXPECT:", "EXPECT :");
        let expected = query.expect.as_ref().and_then(expect_words);
        let commented = !comment.is_empty() || !said.is_empty() || expected.is_some();
        self.line();
        self.put(if commented { "query {" } else { "query { " });
        self.indented(|printer| {
            printer.comment_lines(std::iter::once(comment.as_str()));
            printer.comment_lines(said.iter().map(String::as_str));
            if commented {
                printer.line();
            }
            printer.formula(query);
            if let Some(words) = &expected {
                printer.line();
                printer.put_value(format_args!("/* EXPECT: {words} */"));
            }
        });
        if commented {
            self.line();
        } else if query.formula != Formula::Empty {
            self.put(" ");
        }
        self.put("}");
        if matches!(query.formula, Formula::Unsupported(_) | Formula::Error)
            && !is_balanced(&query.text)
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
