//! Single parts of a tree, for messages and pictures.

use super::printer::Printer;
use crate::tree::{Document, Expr, Item};

/// An expression in UPPAAL's notation, with as few parentheses as it needs.
#[must_use]
pub fn print_expression(expr: &Expr) -> String {
    let mut printer = Printer::new();
    printer.expression(expr);
    printer.into_text()
}

/// What a model says outside of its templates: the global declarations, and everything from the
/// instantiations on.
#[must_use]
pub fn print_globals(document: &Document) -> (String, String) {
    let mut globals = Printer::new();
    for item in &document.items {
        if let Item::Declaration(declaration) = item {
            globals.declaration_line(declaration);
        }
    }
    globals.remarks(&document.remarks);
    let mut system = Printer::new();
    system.system(&document.system);
    (globals.into_text(), system.into_text())
}
