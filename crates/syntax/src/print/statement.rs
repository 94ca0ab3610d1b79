//! Statements and blocks.

use super::printer::Printer;
use crate::tree::{Block, Expr, ForHeader, Stmt, StmtKind};

impl Printer {
    /// `{ … }`, over several lines.
    pub(super) fn block(&mut self, block: &Block) {
        self.put("{");
        self.indented(|printer| {
            printer.declarations(&block.declarations);
            for statement in &block.statements {
                printer.line();
                printer.statement(statement);
            }
        });
        self.line();
        self.put("}");
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Empty => self.put(";"),
            StmtKind::Block(block) => self.block(block),
            StmtKind::Expr(expr) => {
                self.expression(expr);
                self.put(";");
            }
            StmtKind::If(condition, then, otherwise) => {
                self.head("if", |printer| printer.expression(condition));
                self.then_part(then, otherwise.as_deref());
            }
            StmtKind::While(condition, body) => {
                self.head("while", |printer| printer.expression(condition));
                self.body(body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.put("do");
                self.body(body);
                self.put(" ");
                self.head("while", |printer| printer.expression(condition));
                self.put(";");
            }
            StmtKind::For(header, body) => {
                self.head("for", |printer| printer.for_header(header));
                self.body(body);
            }
            StmtKind::ForEach(name, ty, body) => {
                self.head("for", |printer| {
                    printer.put(&name.name);
                    printer.put(" : ");
                    printer.ty(ty);
                });
                self.body(body);
            }
            StmtKind::Return(value) => self.word_and_value("return", value.as_ref()),
            StmtKind::Assert(condition) => self.word_and_value("assert", Some(condition)),
            StmtKind::Error => {
                self.cannot_say("a statement that could not be read", statement.span);
            }
        }
    }

    fn word_and_value(&mut self, word: &str, value: Option<&Expr>) {
        self.put(word);
        if let Some(value) = value {
            self.put(" ");
            self.expression(value);
        }
        self.put(";");
    }

    fn head(&mut self, word: &str, inside: impl FnOnce(&mut Self)) {
        self.put(word);
        self.put(" (");
        inside(self);
        self.put(")");
    }

    fn for_header(&mut self, header: &ForHeader) {
        self.expression(&header.init);
        self.put("; ");
        self.expression(&header.condition);
        self.put("; ");
        self.expression(&header.step);
    }

    /// A statement after a head: a block on the same line, anything else on the next.
    fn body(&mut self, body: &Stmt) {
        if matches!(body.kind, StmtKind::Block(_)) {
            self.put(" ");
            self.statement(body);
        } else {
            self.indented(|printer| {
                printer.line();
                printer.statement(body);
            });
        }
    }

    fn then_part(&mut self, then: &Stmt, otherwise: Option<&Stmt>) {
        let Some(otherwise) = otherwise else { return self.body(then) };
        if takes_else(then) {
            // Braces keep the `else` from going to the inner `if`.
            self.put(" {");
            self.body(then);
            self.line();
            self.put("}");
        } else {
            self.body(then);
        }
        if matches!(then.kind, StmtKind::Block(_)) {
            self.put(" else");
        } else {
            self.line();
            self.put("else");
        }
        if matches!(otherwise.kind, StmtKind::If(..)) {
            self.put(" ");
            self.statement(otherwise);
        } else {
            self.body(otherwise);
        }
    }
}

/// Whether an `else` after this statement would belong to an `if` inside it.
fn takes_else(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::If(_, _, None) => true,
        StmtKind::If(_, _, Some(last))
        | StmtKind::While(_, last)
        | StmtKind::For(_, last)
        | StmtKind::ForEach(_, _, last) => takes_else(last),
        _ => false,
    }
}
