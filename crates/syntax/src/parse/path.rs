//! Quantifiers over paths among the parts of a query.
//!
//! `A[]` and its kin reach as far to the right as they can, as they do at the start of a query. The letters of
//! CTL bind more tightly than `and`, as they do in the tools they come from: `AG p and q` is `(AG p) and q`.

use super::cursor::{Grammar, Parsed, Parser};
use super::expression::ParsedExpr;
use crate::lex::{Kind, Word};
use crate::precedence::{self, Level};
use crate::source::Span;
use crate::tree::{BinaryOp, ExprKind, PathQuantifier};

impl Parser<'_> {
    /// A formula that starts with a quantifier over paths, if there is one here.
    pub(super) fn path_formula(&mut self) -> Parsed<Option<ParsedExpr>> {
        if self.grammar != Grammar::Query {
            return Ok(None);
        }
        if let Kind::Path(quantifier) = self.kind() {
            return self.quantified_path(quantifier, Level::LOWEST).map(Some);
        }
        let Kind::Word(_) = self.kind() else { return Ok(None) };
        let word = self.slice(self.span());
        if let ("A" | "E", true) = (word, self.is_until()) {
            return self.until(word == "A").map(Some);
        }
        match PathQuantifier::of_letters(word).filter(|_| self.operand_follows()) {
            Some(quantifier) => {
                let level = precedence::of_binary(BinaryOp::And).tighter();
                self.quantified_path(quantifier, level).map(Some)
            }
            None => Ok(None),
        }
    }

    fn quantified_path(&mut self, quantifier: PathQuantifier, lowest: Level) -> Parsed<ParsedExpr> {
        let start = self.bump();
        self.path_body(quantifier, start, lowest)
    }

    /// What follows a quantifier: perhaps how soon, and what is said of the states of the path.
    pub(super) fn path_body(
        &mut self,
        quantifier: PathQuantifier,
        start: Span,
        lowest: Level,
    ) -> Parsed<ParsedExpr> {
        let bound = if self.has_bound() {
            self.bump();
            self.bump();
            let bound = self.operators(Level::LOWEST)?;
            self.expect(Kind::RBracket, "]", "after how soon it must be")?;
            Some(bound)
        } else {
            None
        };
        let body = self.operators(lowest)?;
        let span = start.to(body.expr.span);
        match bound {
            None => self.node(ExprKind::Path(quantifier, body.expr), span, body.depth),
            Some(bound) => {
                let depth = body.depth.max(bound.depth);
                let kind = ExprKind::Within { quantifier, bound: bound.expr, body: body.expr };
                self.node(kind, span, depth)
            }
        }
    }

    /// Is this `[<= …`?
    pub(super) fn has_bound(&self) -> bool {
        self.is(Kind::LBracket) && self.peek(1) == Kind::Op(BinaryOp::Le)
    }

    /// `A[first U second]`, `A[first W second]`
    fn until(&mut self, every: bool) -> Parsed<ParsedExpr> {
        let start = self.bump();
        self.bump();
        let first = self.operators(Level::LOWEST)?;
        let word = self.slice(self.span());
        if !matches!(self.kind(), Kind::Word(_)) || !matches!(word, "U" | "W") {
            return Err(self.expected("`U`, `W` or an operator"));
        }
        let weak = word == "W";
        self.bump();
        let second = self.operators(Level::LOWEST)?;
        let end = self.expect(Kind::RBracket, "]", "after what the path leads to")?;
        let (span, depth) = (start.to(end), first.depth.max(second.depth));
        let (first, second) = (first.expr, second.expr);
        self.node(ExprKind::Until { every, weak, first, second }, span, depth)
    }

    /// Is this `A[p U q]`? In an index, no word follows an operand.
    pub(super) fn is_until(&self) -> bool {
        if self.peek(1) != Kind::LBracket {
            return false;
        }
        let mut depth = 0;
        for ahead in 1.. {
            match self.peek(ahead) {
                Kind::LBracket | Kind::LParen => depth += 1,
                Kind::RBracket | Kind::RParen => depth -= 1,
                Kind::Word(_)
                    if depth == 1
                        && matches!(self.slice_ahead(ahead), "U" | "W")
                        && ends_operand(self.peek(ahead - 1)) =>
                {
                    return true;
                }
                Kind::End | Kind::Newline | Kind::Semicolon => return false,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// The text of a token further on.
    pub(super) fn slice_ahead(&self, ahead: usize) -> &str {
        let token = self.tokens.get(self.at + ahead);
        token.map_or("", |token| self.slice(self.span_of(*token)))
    }

    /// Does an operand start after this word? A name is never followed by one, but for the arguments of a call,
    /// which are left to be told apart by whether something has that name.
    fn operand_follows(&self) -> bool {
        match self.peek(1) {
            Kind::Number | Kind::Bang | Kind::Path(_) => true,
            Kind::Word(Word::And | Word::Or | Word::Imply | Word::Xor | Word::Under) => false,
            Kind::Word(_) => !matches!(self.slice_ahead(1), "U" | "W"),
            _ => false,
        }
    }
}

/// May an operand end with this?
fn ends_operand(kind: Kind) -> bool {
    match kind {
        Kind::Number | Kind::RParen | Kind::RBracket => true,
        Kind::Word(word) => {
            !matches!(word, Word::And | Word::Or | Word::Imply | Word::Xor | Word::Not)
        }
        _ => false,
    }
}
