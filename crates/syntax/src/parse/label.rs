//! What stands in labels: invariants, guards, selects, synchronisations, updates.

use super::cursor::{Grammar, Parsed, Parser};
use super::expression::ParsedExpr;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::Kind;
use crate::precedence::Level;
use crate::source::Span;
use crate::tree::{BinaryOp, Binding, Expr, Label, SyncDirection, SyncLabel};

impl Parser<'_> {
    /// The whole text as one label, or nothing if it is blank. If it cannot be parsed, `broken`
    /// stands for it, so that the rest of the model can still be looked at.
    pub(crate) fn whole_label<T>(
        &mut self,
        what: &str,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
        broken: impl FnOnce(Span) -> Option<T>,
    ) -> Option<Label<T>> {
        if self.is(Kind::End) {
            return None;
        }
        let start = self.span();
        let tree = match parse(self) {
            Ok(tree) => {
                self.expect_label_end(what);
                Some(tree)
            }
            Err(_) => broken(start),
        };
        let span = Span { end: self.text.len() as u32, ..start };
        let text = self.text.trim().to_owned();
        tree.map(|tree| Label { tree, text, at: None, span })
    }

    fn expect_label_end(&mut self, what: &str) {
        if !self.is(Kind::Semicolon) {
            return self.expect_end(what);
        }
        let message = format!("unexpected `;` after {what}");
        let error = Diagnostic::new(Code::Syntax, self.span(), message);
        self.fail_with(error.help("a label needs no `;`"));
    }

    pub(crate) fn invariant(&mut self) -> Parsed<Expr> {
        self.conjunction("an invariant")
    }

    pub(crate) fn guard(&mut self) -> Parsed<Expr> {
        self.conjunction("a guard")
    }

    /// A condition; in old syntax commas join the parts.
    fn conjunction(&mut self, what: &str) -> Parsed<Expr> {
        let mut parts = vec![self.condition_part(what)?];
        while self.is(Kind::Comma) {
            if self.grammar == Grammar::Old {
                self.note_evidence();
            } else {
                let message = format!("the parts of {what} are not joined by commas");
                let error = Diagnostic::new(Code::Syntax, self.span(), message);
                self.fail_with(error.help("write `&&`"));
            }
            self.bump();
            parts.push(self.condition_part(what)?);
        }
        Ok(*self.joined_row(BinaryOp::And, parts)?.expr)
    }

    fn condition_part(&mut self, what: &str) -> Parsed<ParsedExpr> {
        let mut part = self.operators(Level::LOWEST)?;
        self.reject_assignments(&mut part.expr, what);
        Ok(part)
    }

    /// `name : type, …`
    pub(crate) fn select(&mut self) -> Parsed<Vec<Binding>> {
        if self.grammar == Grammar::Old {
            return Err(self.fail("the syntax of UPPAAL 3 has no select"));
        }
        self.note_evidence();
        let mut bindings = Vec::new();
        loop {
            let name = self.ident("the name of the selected value")?;
            self.expect(Kind::Colon, ":", "and a type after the name")?;
            bindings.push(Binding { name, ty: self.ty()? });
            if !self.eat(Kind::Comma) {
                return Ok(bindings);
            }
        }
    }

    /// `channel!`, `channel?` or just a channel.
    pub(crate) fn synchronisation(&mut self) -> Parsed<SyncLabel> {
        let channel = self.operand()?;
        let direction = match self.kind() {
            Kind::Bang => SyncDirection::Send,
            Kind::Question => SyncDirection::Receive,
            _ => return Ok(SyncLabel { channel, direction: SyncDirection::Csp }),
        };
        self.bump();
        Ok(SyncLabel { channel, direction })
    }

    /// `expression, …`
    pub(crate) fn update(&mut self) -> Parsed<Vec<Expr>> {
        self.expression_list()
    }

    /// The weight of an edge.
    pub(crate) fn weight(&mut self) -> Parsed<Expr> {
        self.expression()
    }

    /// `rate` or `numerator : denominator`
    pub(crate) fn rate(&mut self) -> Parsed<Vec<Expr>> {
        let mut parts = vec![self.expression()?];
        if self.eat(Kind::Colon) {
            parts.push(self.expression()?);
        }
        Ok(parts)
    }
}
