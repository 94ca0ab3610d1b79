//! Expressions and statements inside attributes.

use std::ops::Range;

use super::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Mode, Token, lex};
use crate::source::{BlockId, Span};
use crate::tree;
use crate::tree::Ident;
use crate::{LONG_ROW, MAX_DEPTH, MAX_NESTING};

struct ProgramFailed;

type ParsedProgram<T> = Result<T, ProgramFailed>;

/// The parser of one attribute.
pub(super) struct Program<'s> {
    text: &'s str,
    block: BlockId,
    tokens: Vec<Token>,
    at: usize,
    nesting: u32,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Program<'s> {
    pub(super) fn new(text: &'s str, range: Range<usize>, block: BlockId) -> Program<'s> {
        let lexed = lex(text, range, Mode::Model);
        let mut program = Program {
            text,
            block,
            tokens: lexed.tokens,
            at: 0,
            nesting: 0,
            diagnostics: Vec::new(),
        };
        if let Some(comment) = lexed.comments.first() {
            let span = Span { block, start: comment.start, end: comment.start + 2 };
            program.report(Code::Syntax, span, "comments start with `#`, on lines of their own");
        }
        program
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// The whole text as an expression.
    pub(super) fn whole_expression(&mut self) -> Option<Expr> {
        let expr = self.expression().ok()?;
        self.end().ok()?;
        Some(expr)
    }

    /// The whole text as statements.
    pub(super) fn whole_sequence(&mut self) -> Option<Vec<Stmt>> {
        let sequence = self.sequence().ok()?;
        self.end().ok()?;
        Some(sequence)
    }

    fn end(&mut self) -> ParsedProgram<()> {
        if self.kind() == Kind::End { Ok(()) } else { Err(self.expected("the end")) }
    }

    // Tokens.

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        let Token { start, end, .. } = self.tokens[self.at];
        Span { block: self.block, start, end }
    }

    fn word(&self) -> &'s str {
        self.text.get(self.span().start as usize..self.span().end as usize).unwrap_or("")
    }

    fn bump(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        span
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.kind(), Kind::Word(_)) && self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> ParsedProgram<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn expect(&mut self, kind: Kind, symbol: &str) -> ParsedProgram<Span> {
        if self.kind() == kind { Ok(self.bump()) } else { Err(self.expected(symbol)) }
    }

    fn ident(&mut self) -> ParsedProgram<Ident> {
        match self.kind() {
            Kind::Word(_) if !is_keyword(self.word()) => {
                let name = self.word().to_owned();
                Ok(Ident { name, span: self.bump() })
            }
            _ => Err(self.expected("a name")),
        }
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) -> ProgramFailed {
        self.diagnostics.push(Diagnostic::new(code, span, message));
        ProgramFailed
    }

    fn expected(&mut self, what: &str) -> ProgramFailed {
        let found = match self.kind() {
            Kind::End => "the end of the attribute".to_owned(),
            _ => format!("`{}`", self.word().chars().take(30).collect::<String>()),
        };
        self.report(Code::Syntax, self.span(), format!("expected {what}, found {found}"))
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> ParsedProgram<T>) -> ParsedProgram<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.report(Code::TooDeep, self.span(), "this is nested too deeply"));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    // Statements.

    /// Statements separated by `;`, up to `end`, `else` or the end.
    fn sequence(&mut self) -> ParsedProgram<Vec<Stmt>> {
        let mut sequence = vec![self.statement()?];
        while self.eat(Kind::Semicolon) && !self.at_sequence_end() {
            sequence.push(self.statement()?);
        }
        Ok(sequence)
    }

    fn at_sequence_end(&self) -> bool {
        self.kind() == Kind::End || matches!(self.word(), "end" | "else")
    }

    fn statement(&mut self) -> ParsedProgram<Stmt> {
        self.nested(|program| {
            let start = program.span();
            let kind = program.statement_kind()?;
            let end = program.tokens[program.at.saturating_sub(1)].end;
            Ok(Stmt { kind, span: Span { end, ..start } })
        })
    }

    fn statement_kind(&mut self) -> ParsedProgram<StmtKind> {
        if self.eat_word("nop") {
            return Ok(StmtKind::Nop);
        }
        if self.eat_word("if") {
            let condition = self.expression()?;
            self.expect_word("then")?;
            let then = self.sequence()?;
            let otherwise = if self.eat_word("else") { self.sequence()? } else { Vec::new() };
            self.expect_word("end")?;
            return Ok(StmtKind::If(condition, then, otherwise));
        }
        if self.eat_word("while") {
            let condition = self.expression()?;
            self.expect_word("do")?;
            let body = self.sequence()?;
            self.expect_word("end")?;
            return Ok(StmtKind::While(condition, body));
        }
        if self.eat_word("local") {
            return self.local();
        }
        let target = *self.variable()?.expr;
        self.expect(Kind::Assign, "`=`")?;
        Ok(StmtKind::Assign(target, self.value()?))
    }

    fn local(&mut self) -> ParsedProgram<StmtKind> {
        let name = self.ident()?;
        if self.eat(Kind::LBracket) {
            let size = self.value()?;
            self.expect(Kind::RBracket, "`]`")?;
            return Ok(StmtKind::LocalArray(name, size));
        }
        let value = if self.eat(Kind::Assign) { Some(self.value()?) } else { None };
        Ok(StmtKind::Local(name, value))
    }

    // Expressions.

    fn expression(&mut self) -> ParsedProgram<Expr> {
        Ok(*self.conjunction()?.expr)
    }

    fn value(&mut self) -> ParsedProgram<Expr> {
        Ok(*self.term()?.expr)
    }

    fn node(&mut self, kind: ExprKind, span: Span, below: u32) -> ParsedProgram<ParsedTerm> {
        if below >= MAX_DEPTH {
            return Err(self.report(Code::TooDeep, span, "there are too many operators in a row"));
        }
        Ok(ParsedTerm { expr: Box::new(Expr { kind, span }), depth: below + 1 })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: ParsedTerm,
        right: ParsedTerm,
    ) -> ParsedProgram<ParsedTerm> {
        let span = left.expr.span.to(right.expr.span);
        let below = left.depth.max(right.depth);
        self.node(ExprKind::Binary(op, left.expr, right.expr), span, below)
    }

    fn conjunction(&mut self) -> ParsedProgram<ParsedTerm> {
        let mut operands = vec![self.atomic()?];
        while self.eat(Kind::Op(tree::BinaryOp::And)) {
            operands.push(self.atomic()?);
        }
        self.joined(operands)
    }

    /// The conjunction of all; a long one as a balanced tree, since trees are walked by recursion.
    fn joined(&mut self, mut operands: Vec<ParsedTerm>) -> ParsedProgram<ParsedTerm> {
        if operands.len() > LONG_ROW {
            let right = operands.split_off(operands.len() / 2);
            let (left, right) = (self.joined(operands)?, self.joined(right)?);
            return self.binary(BinaryOp::And, left, right);
        }
        let mut operands = operands.into_iter();
        let Some(mut whole) = operands.next() else { return self.atomic() };
        for operand in operands {
            whole = self.binary(BinaryOp::And, whole, operand)?;
        }
        Ok(whole)
    }

    fn atomic(&mut self) -> ParsedProgram<ParsedTerm> {
        if self.kind() != Kind::Bang {
            return self.comparison();
        }
        let start = self.bump();
        let operand = self.nested(Self::atomic)?;
        let span = start.to(operand.expr.span);
        self.node(ExprKind::Not(operand.expr), span, operand.depth)
    }

    /// `a < b`, or `a < b < c`, which says two things.
    fn comparison(&mut self) -> ParsedProgram<ParsedTerm> {
        let left = self.term()?;
        let Some(first) = self.comparing() else { return Ok(left) };
        self.bump();
        let middle = self.term()?;
        let Some(second) = self.comparing() else { return self.binary(first, left, middle) };
        let less = |op| matches!(op, BinaryOp::Lt | BinaryOp::Le);
        if !less(first) || !less(second) {
            let message = "only `<` and `<=` can be combined";
            return Err(self.report(Code::Syntax, self.span(), message));
        }
        self.bump();
        let right = self.term()?;
        let again = ParsedTerm { expr: middle.expr.clone(), depth: middle.depth };
        let below = self.binary(first, left, middle)?;
        let above = self.binary(second, again, right)?;
        self.binary(BinaryOp::And, below, above)
    }

    fn comparing(&self) -> Option<BinaryOp> {
        let Kind::Op(op) = self.kind() else { return None };
        Some(match op {
            tree::BinaryOp::Eq => BinaryOp::Eq,
            tree::BinaryOp::Ne => BinaryOp::Ne,
            tree::BinaryOp::Lt => BinaryOp::Lt,
            tree::BinaryOp::Le => BinaryOp::Le,
            tree::BinaryOp::Ge => BinaryOp::Ge,
            tree::BinaryOp::Gt => BinaryOp::Gt,
            _ => return None,
        })
    }

    fn term(&mut self) -> ParsedProgram<ParsedTerm> {
        self.nested(|program| {
            let mut left = program.factor()?;
            loop {
                let op = match program.kind() {
                    Kind::Op(tree::BinaryOp::Add) => BinaryOp::Add,
                    Kind::Op(tree::BinaryOp::Sub) => BinaryOp::Sub,
                    _ => return Ok(left),
                };
                program.bump();
                let right = program.factor()?;
                left = program.binary(op, left, right)?;
            }
        })
    }

    fn factor(&mut self) -> ParsedProgram<ParsedTerm> {
        let mut left = self.unary()?;
        loop {
            let op = match self.kind() {
                Kind::Op(tree::BinaryOp::Mul) => BinaryOp::Mul,
                Kind::Op(tree::BinaryOp::Div) => BinaryOp::Div,
                Kind::Op(tree::BinaryOp::Mod) => BinaryOp::Mod,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.unary()?;
            left = self.binary(op, left, right)?;
        }
    }

    fn unary(&mut self) -> ParsedProgram<ParsedTerm> {
        let start = self.span();
        match self.kind() {
            Kind::Op(tree::BinaryOp::Sub) => {
                self.bump();
                let operand = if self.kind() == Kind::Number {
                    self.number(true)?
                } else {
                    self.nested(Self::unary)?
                };
                let span = start.to(operand.expr.span);
                self.node(ExprKind::Negate(operand.expr), span, operand.depth)
            }
            Kind::Number => self.number(false),
            Kind::LParen => self.parenthesised(),
            Kind::Word(_) => self.variable(),
            _ => Err(self.expected("an expression")),
        }
    }

    fn number(&mut self, negated: bool) -> ParsedProgram<ParsedTerm> {
        let span = self.span();
        let largest = i64::from(i32::MAX) + i64::from(negated);
        match self.word().parse::<i64>() {
            Ok(value) if value <= largest => {
                self.bump();
                self.node(ExprKind::Int(value), span, 0)
            }
            _ => Err(self.report(Code::BadNumber, span, "the number has more than 32 bits")),
        }
    }

    fn parenthesised(&mut self) -> ParsedProgram<ParsedTerm> {
        let open = self.bump();
        let mut inner = self.nested(|program| {
            if program.eat_word("if") { program.choice(open) } else { program.conjunction() }
        })?;
        inner.expr.span = open.to(self.expect(Kind::RParen, "`)`")?);
        Ok(inner)
    }

    /// `condition then a else b`, after `(if`.
    fn choice(&mut self, open: Span) -> ParsedProgram<ParsedTerm> {
        let condition = self.conjunction()?;
        self.expect_word("then")?;
        let then = self.term()?;
        self.expect_word("else")?;
        let otherwise = self.term()?;
        let below = condition.depth.max(then.depth).max(otherwise.depth);
        let kind = ExprKind::IfThenElse(condition.expr, then.expr, otherwise.expr);
        self.node(kind, open, below)
    }

    fn variable(&mut self) -> ParsedProgram<ParsedTerm> {
        let name = self.ident()?;
        if !self.eat(Kind::LBracket) {
            let span = name.span;
            return self.node(ExprKind::Variable(name.name), span, 0);
        }
        let index = self.term()?;
        let span = name.span.to(self.expect(Kind::RBracket, "`]`")?);
        self.node(ExprKind::Index(name, index.expr), span, index.depth)
    }
}

/// An expression with the number of its levels.
struct ParsedTerm {
    expr: Box<Expr>,
    depth: u32,
}

fn is_keyword(word: &str) -> bool {
    ["if", "then", "else", "end", "while", "do", "nop", "local"].contains(&word)
}
