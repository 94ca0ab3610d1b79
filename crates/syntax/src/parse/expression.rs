//! Expressions, by precedence climbing. One parser for models and queries.

use super::cursor::{Grammar, Parsed, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::precedence::{self, Level};
use crate::source::Span;
use crate::tree::{AssignOp, BinaryOp, Expr, ExprKind, Ident, IncDec, Quantifier, UnaryOp};
use crate::{LONG_ROW, MAX_DEPTH};

/// An expression with what the tree does not say.
pub(super) struct ParsedExpr {
    /// In its box from the start: that keeps the stack of the descent small.
    pub(super) expr: Box<Expr>,
    /// How many levels its tree has.
    pub(super) depth: u32,
    /// Whether it stood in parentheses of its own.
    pub(super) parenthesised: bool,
}

/// What may follow an operand.
enum Infix {
    Binary(BinaryOp),
    Assign(AssignOp),
    Cond,
}

impl Parser<'_> {
    /// An expression without commas on its top level.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        Ok(*self.operators(Level::LOWEST)?.expr)
    }

    /// Expressions joined by commas into one.
    pub(super) fn comma_expression(&mut self) -> Parsed<Expr> {
        let mut left = self.operators(Level::LOWEST)?;
        while self.eat(Kind::Comma) {
            let right = self.operators(Level::LOWEST)?;
            let depth = left.depth.max(right.depth);
            let span = left.expr.span.to(right.expr.span);
            let kind = ExprKind::Comma(left.expr, right.expr);
            left = self.node(kind, span, depth)?;
        }
        Ok(*left.expr)
    }

    /// Expressions separated by commas.
    pub(super) fn expression_list(&mut self) -> Parsed<Vec<Expr>> {
        let mut list = vec![self.expression()?];
        while self.eat(Kind::Comma) {
            list.push(self.expression()?);
        }
        Ok(list)
    }

    /// An operand without operators after it, such as the channel of a synchronisation.
    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        Ok(*self.prefix()?.expr)
    }

    pub(super) fn node(&mut self, kind: ExprKind, span: Span, below: u32) -> Parsed<ParsedExpr> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        Ok(ParsedExpr {
            expr: Box::new(Expr { kind, span }),
            depth: below + 1,
            parenthesised: false,
        })
    }

    /// Operands joined by operators of at least the given level.
    pub(super) fn operators(&mut self, lowest: Level) -> Parsed<ParsedExpr> {
        self.nested(|parser| {
            let mut left = parser.prefix()?;
            while let Some(infix) = parser.infix(lowest) {
                left = match infix {
                    Infix::Binary(op @ (BinaryOp::And | BinaryOp::Or)) => parser.row(op, left)?,
                    Infix::Binary(op) => parser.binary(op, left)?,
                    Infix::Assign(op) => parser.assignment(op, left)?,
                    Infix::Cond => parser.conditional(left)?,
                };
            }
            Ok(left)
        })
    }

    /// The operator here, if it is one of at least the given level.
    fn infix(&self, lowest: Level) -> Option<Infix> {
        let (infix, level) = match self.kind() {
            Kind::Assign => (Infix::Assign(AssignOp::Set), Level::ASSIGN),
            Kind::AssignWith(op) => (Infix::Assign(AssignOp::With(op)), Level::ASSIGN),
            Kind::Question => (Infix::Cond, Level::COND),
            _ => {
                let op = self.binary_operator()?;
                (Infix::Binary(op), precedence::of_binary(op))
            }
        };
        (level >= lowest).then_some(infix)
    }

    fn binary_operator(&self) -> Option<BinaryOp> {
        match self.kind() {
            Kind::Op(op) => Some(op),
            Kind::OldLe => Some(BinaryOp::Le),
            Kind::OldGe => Some(BinaryOp::Ge),
            Kind::Word(Word::And) => Some(BinaryOp::And),
            Kind::Word(Word::Or) => Some(BinaryOp::Or),
            Kind::Word(Word::Imply) => Some(BinaryOp::Imply),
            Kind::Word(Word::Xor) if self.grammar != Grammar::Old => Some(BinaryOp::Xor),
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ParsedExpr) -> Parsed<ParsedExpr> {
        self.warn_of_old_comparison();
        let sign = self.bump();
        self.hint_at_doubled_sign(sign);
        let right = self.operators(precedence::of_binary(op).tighter())?;
        self.warn_of_precedence(op, sign, &left, &right);
        self.joined(op, left, right)
    }

    /// Operands joined by one operator, read in a loop: there may be thousands.
    fn row(&mut self, op: BinaryOp, first: ParsedExpr) -> Parsed<ParsedExpr> {
        let mut operands = vec![first];
        while self.binary_operator() == Some(op) {
            let sign = self.bump();
            self.hint_at_doubled_sign(sign);
            operands.push(self.operators(precedence::of_binary(op).tighter())?);
        }
        self.joined_row(op, operands)
    }

    /// Operands joined by `&&`, or all by `||`.
    pub(super) fn joined_row(
        &mut self,
        op: BinaryOp,
        operands: Vec<ParsedExpr>,
    ) -> Parsed<ParsedExpr> {
        if operands.len() > LONG_ROW {
            let deepest = operands.iter().map(|node| node.depth).max().unwrap_or(0);
            let parts: Vec<Expr> = operands.into_iter().map(|node| *node.expr).collect();
            let ends = parts.first().zip(parts.last());
            let span = ends.map_or_else(|| self.span(), |(first, last)| first.span.to(last.span));
            return self.node(ExprKind::Row(op, parts), span, deepest);
        }
        let mut operands = operands.into_iter();
        let Some(mut whole) = operands.next() else { return Err(self.expected("an expression")) };
        for operand in operands {
            whole = self.joined(op, whole, operand)?;
        }
        Ok(whole)
    }

    /// Two operands joined by an operator.
    fn joined(&mut self, op: BinaryOp, left: ParsedExpr, right: ParsedExpr) -> Parsed<ParsedExpr> {
        let depth = left.depth.max(right.depth);
        let span = left.expr.span.to(right.expr.span);
        self.node(ExprKind::Binary(op, left.expr, right.expr), span, depth)
    }

    fn assignment(&mut self, op: AssignOp, left: ParsedExpr) -> Parsed<ParsedExpr> {
        self.bump();
        let right = self.operators(Level::ASSIGN)?;
        let depth = left.depth.max(right.depth);
        let span = left.expr.span.to(right.expr.span);
        self.node(ExprKind::Assign(op, left.expr, right.expr), span, depth)
    }

    fn conditional(&mut self, condition: ParsedExpr) -> Parsed<ParsedExpr> {
        self.bump();
        let then = self.operators(Level::LOWEST)?;
        self.expect(Kind::Colon, ":", "between the two results of `?`")?;
        let otherwise = self.operators(Level::ASSIGN)?;
        let depth = condition.depth.max(then.depth).max(otherwise.depth);
        let span = condition.expr.span.to(otherwise.expr.span);
        let kind = ExprKind::Cond(condition.expr, then.expr, otherwise.expr);
        self.node(kind, span, depth)
    }

    /// Prefix operators, then an operand.
    fn prefix(&mut self) -> Parsed<ParsedExpr> {
        if let Some(quantified) = self.path_formula()? {
            return Ok(quantified);
        }
        let start = self.span();
        let make: fn(Box<Expr>) -> ExprKind = match self.kind() {
            Kind::Op(BinaryOp::Sub) => |expr| ExprKind::Unary(UnaryOp::Minus, expr),
            Kind::Op(BinaryOp::Add) => |expr| ExprKind::Unary(UnaryOp::Plus, expr),
            Kind::Bang | Kind::Word(Word::Not) => |expr| ExprKind::Unary(UnaryOp::Not, expr),
            Kind::Increment => |expr| ExprKind::IncDec(IncDec::PreIncrement, expr),
            Kind::Decrement => |expr| ExprKind::IncDec(IncDec::PreDecrement, expr),
            _ => return self.postfix(),
        };
        let minus = self.is(Kind::Op(BinaryOp::Sub));
        self.bump();
        let operand = if minus && self.is(Kind::Number) {
            // The one literal that is too large by one is allowed right after a minus.
            let number = self.number(true)?;
            self.postfixes(number)?
        } else {
            self.nested(Self::prefix)?
        };
        let span = start.to(operand.expr.span);
        self.node(make(operand.expr), span, operand.depth)
    }

    fn postfix(&mut self) -> Parsed<ParsedExpr> {
        let primary = self.primary()?;
        self.postfixes(primary)
    }

    /// What may follow an operand directly.
    fn postfixes(&mut self, mut base: ParsedExpr) -> Parsed<ParsedExpr> {
        loop {
            let start = base.expr.span;
            let (kind, depth) = match self.kind() {
                Kind::LParen => {
                    let (arguments, deepest) = self.arguments()?;
                    let depth = base.depth.max(deepest);
                    (ExprKind::Call(base.expr, arguments), depth)
                }
                Kind::LBracket => {
                    let index = self.index()?;
                    let depth = base.depth.max(index.depth);
                    (ExprKind::Index(base.expr, index.expr), depth)
                }
                Kind::Dot => {
                    self.bump();
                    let member = self.member_name()?;
                    let depth = base.depth;
                    (ExprKind::Member(base.expr, member), depth)
                }
                Kind::Apostrophe => {
                    self.bump();
                    let depth = base.depth;
                    (ExprKind::Rate(base.expr), depth)
                }
                Kind::Increment | Kind::Decrement => {
                    let up = self.is(Kind::Increment);
                    self.bump();
                    let step = if up { IncDec::PostIncrement } else { IncDec::PostDecrement };
                    let depth = base.depth;
                    (ExprKind::IncDec(step, base.expr), depth)
                }
                _ => return Ok(base),
            };
            let span = self.span_from(start);
            base = self.node(kind, span, depth)?;
        }
    }

    /// The name after a dot. Locations may have names that are keywords in models only.
    fn member_name(&mut self) -> Parsed<Ident> {
        match self.kind() {
            Kind::Word(word) if !Grammar::Query.reserves(word) => {
                let span = self.bump();
                Ok(Ident { name: self.slice(span).to_owned(), span })
            }
            _ => self.ident("a name after `.`"),
        }
    }

    fn index(&mut self) -> Parsed<ParsedExpr> {
        self.bump();
        let index = self.operators(Level::LOWEST)?;
        self.expect(Kind::RBracket, "]", "after the index")?;
        Ok(index)
    }

    /// Arguments in parentheses, with the depth of the deepest.
    fn arguments(&mut self) -> Parsed<(Vec<Expr>, u32)> {
        self.bump();
        let mut arguments = Vec::new();
        let mut deepest = 0;
        if self.eat(Kind::RParen) {
            return Ok((arguments, deepest));
        }
        loop {
            let argument = self.operators(Level::LOWEST)?;
            deepest = deepest.max(argument.depth);
            arguments.push(*argument.expr);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RParen, ")", "after the arguments")?;
        Ok((arguments, deepest))
    }

    pub(super) fn argument_list(&mut self) -> Parsed<Vec<Expr>> {
        Ok(self.arguments()?.0)
    }

    fn primary(&mut self) -> Parsed<ParsedExpr> {
        let span = self.span();
        match self.kind() {
            Kind::Number => self.number(false),
            Kind::Float => self.float(),
            Kind::Text => {
                self.bump();
                let text = self.slice(span).trim_matches('"').to_owned();
                self.node(ExprKind::String(text), span, 0)
            }
            Kind::LParen => self.parenthesised(),
            Kind::Word(word) => self.word(word),
            _ => Err(self.expected("an expression")),
        }
    }

    fn word(&mut self, word: Word) -> Parsed<ParsedExpr> {
        let span = self.span();
        let new = self.grammar != Grammar::Old;
        let kind = match word {
            Word::True => ExprKind::Bool(true),
            Word::False => ExprKind::Bool(false),
            Word::Deadlock if self.grammar == Grammar::Query => ExprKind::Deadlock,
            Word::ForAll if new => return self.quantified(Quantifier::ForAll),
            Word::Exists if new => return self.quantified(Quantifier::Exists),
            Word::Sum if new => return self.quantified(Quantifier::Sum),
            Word::Spawn if matches!(self.peek(1), Kind::Word(_)) => return self.spawn(),
            word if self.grammar.reserves(word) => return Err(self.expected("an expression")),
            _ => ExprKind::Name(self.slice(span).to_owned()),
        };
        self.bump();
        self.node(kind, span, 0)
    }

    fn parenthesised(&mut self) -> Parsed<ParsedExpr> {
        let open = self.bump();
        let inner = self.operators(Level::LOWEST)?;
        if !self.is(Kind::RParen) {
            let message = format!("expected `)`, found {}", self.found());
            let mut diagnostic = Diagnostic::new(Code::Syntax, self.span(), message)
                .label(open, "this parenthesis is not closed");
            diagnostic.help = self.hint();
            return Err(self.fail_with(diagnostic));
        }
        let close = self.bump();
        let ParsedExpr { mut expr, depth, .. } = inner;
        expr.span = open.to(close);
        Ok(ParsedExpr { expr, depth, parenthesised: true })
    }

    /// `forall (name : type) body`; the body goes as far to the right as it can.
    fn quantified(&mut self, quantifier: Quantifier) -> Parsed<ParsedExpr> {
        self.note_evidence();
        let start = self.bump();
        if !self.is(Kind::LParen) {
            let word = self.slice(start);
            let error = self.expectation("`(` after the quantifier", self.span());
            return Err(self.fail_with(error.help(format!("write `{word} (i : T) …`"))));
        }
        self.bump();
        let name = self.ident("the name of the bound variable")?;
        self.expect(Kind::Colon, ":", "and the type of the bound variable")?;
        let ty = self.ty()?;
        self.expect(Kind::RParen, ")", "after the type of the bound variable")?;
        let body = self.operators(Level::LOWEST)?;
        self.warn_of_sum(quantifier, &body);
        let (span, depth) = (start.to(body.expr.span), body.depth);
        self.node(ExprKind::Quantified { quantifier, name, ty, body: body.expr }, span, depth)
    }

    /// `spawn T(arguments)`, of dynamic templates: a call of `spawn` with a call.
    fn spawn(&mut self) -> Parsed<ParsedExpr> {
        let span = self.bump();
        let callee = Expr { kind: ExprKind::Name("spawn".to_owned()), span };
        let process = self.postfix()?;
        let (whole, depth) = (span.to(process.expr.span), process.depth);
        self.node(ExprKind::Call(Box::new(callee), vec![*process.expr]), whole, depth)
    }

    fn number(&mut self, negated: bool) -> Parsed<ParsedExpr> {
        const LARGEST: i64 = i32::MAX as i64;
        let span = self.span();
        let digits = self.slice(span).trim_start_matches('0');
        let value = if digits.is_empty() { Some(0) } else { digits.parse::<i64>().ok() };
        let Some(value) = value.filter(|&value| value <= LARGEST + i64::from(negated)) else {
            let message = format!("the number {} does not fit in 32 bits", self.found());
            let help = format!("the largest whole number is {LARGEST}");
            self.report(Diagnostic::new(Code::BadNumber, span, message).help(help));
            self.bump();
            return self.node(ExprKind::Error, span, 0);
        };
        self.bump();
        self.node(ExprKind::Int(value), span, 0)
    }

    fn float(&mut self) -> Parsed<ParsedExpr> {
        let span = self.bump();
        let kind = match self.slice(span).parse::<f64>() {
            Ok(value) if value.is_finite() => ExprKind::Float(value),
            _ => {
                let message = "this number is too large";
                self.report(Diagnostic::new(Code::BadNumber, span, message));
                ExprKind::Error
            }
        };
        self.node(kind, span, 0)
    }
}
