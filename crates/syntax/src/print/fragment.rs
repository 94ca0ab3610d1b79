//! Single parts of a tree, for messages and pictures.

use super::printer::Printer;
use crate::tree::{Declaration, Expr, Type};

/// An expression in UPPAAL's notation, with as few parentheses as it needs.
#[must_use]
pub fn print_expression(expr: &Expr) -> String {
    let mut printer = Printer::new();
    printer.expression(expr);
    printer.into_text()
}

/// A declaration in UPPAAL's notation.
#[must_use]
pub fn print_declaration(declaration: &Declaration) -> String {
    let mut printer = Printer::new();
    let bare = Declaration::new(declaration.kind.clone(), declaration.span);
    printer.declaration(&bare);
    printer.into_text()
}

/// A type in UPPAAL's notation.
#[must_use]
pub fn print_type(ty: &Type) -> String {
    let mut printer = Printer::new();
    printer.ty(ty);
    printer.into_text()
}
