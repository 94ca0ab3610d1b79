//! Expressions: which judgement applies.

use syntax::Code;
use syntax::tree::{self, ExprKind as Tree};

use super::Checker;
use crate::typed::{Expr, ExprKind};
use crate::types::{Index, Type};

impl Checker {
    /// The typed form of an expression; of type [`Type::Error`] if something in it is wrong.
    pub(super) fn expression(&mut self, tree: &tree::Expr) -> Expr {
        let span = tree.span;
        match &tree.kind {
            Tree::Int(value) => self.literal(*value, span),
            Tree::Float(_) => Expr { kind: ExprKind::Double, ty: Type::Double, span },
            Tree::String(_) => Expr { kind: ExprKind::Text, ty: Type::Text, span },
            Tree::Bool(value) => {
                Expr { kind: ExprKind::Int(i32::from(*value)), ty: Type::Bool, span }
            }
            Tree::Name(name) => self.name(name, span),
            Tree::Deadlock => self.deadlock(span),
            Tree::Index(base, index) => self.index(base, index, span),
            Tree::Member(base, member) => self.member(base, member, span),
            Tree::Call(callee, arguments) => match self.called_path(tree) {
                Some((quantifier, body)) => self.path(quantifier, body, span),
                None => self.call(callee, arguments, span),
            },
            Tree::Path(quantifier, body) => self.path(*quantifier, body, span),
            Tree::Within { quantifier, bound, body } => self.within(*quantifier, bound, body, span),
            Tree::Until { every, weak, first, second } => {
                self.until((*every, *weak), first, second, span)
            }
            Tree::Rate(clock) => self.rate(clock, span),
            Tree::Unary(op, operand) => self.unary(*op, operand, span),
            Tree::IncDec(op, operand) => self.inc_dec(*op, operand, span),
            Tree::Binary(op, left, right) => self.binary(*op, left, right, span),
            Tree::Row(op, parts) => self.row(*op, parts, span),
            Tree::Assign(op, target, value) => self.assignment(*op, target, value, span),
            Tree::Cond(condition, then, otherwise) => self.cond(condition, then, otherwise, span),
            Tree::Quantified { quantifier, name, ty, body } => {
                self.quantified(*quantifier, name, ty, body, span)
            }
            Tree::Comma(first, second) => {
                let first = self.expression(first);
                self.warn_if_idle(&first);
                let second = self.expression(second);
                let ty = second.ty.clone();
                Expr { kind: ExprKind::Comma(Box::new(first), Box::new(second)), ty, span }
            }
            Tree::Error => Expr::error(span),
        }
    }

    fn literal(&mut self, value: i64, span: syntax::Span) -> Expr {
        match i32::try_from(value) {
            Ok(value) => Expr::int(value, span),
            Err(_) => {
                self.wrong(Code::OutOfRange, span, format!("{value} does not fit into 32 bits"))
            }
        }
    }

    /// An expression that must be a truth value or number over integers.
    pub(super) fn integral(&mut self, tree: &tree::Expr, what: &str) -> Expr {
        let expr = self.expression(tree);
        if expr.ty.is_integral() {
            return expr;
        }
        let message = format!("{what} must be an integer or truth value, not `{}`", expr.ty);
        self.wrong(Code::WrongType, tree.span, message)
    }

    fn index(&mut self, base: &tree::Expr, index: &tree::Expr, span: syntax::Span) -> Expr {
        let base = self.expression(base);
        let index = self.expression(index);
        if base.ty.is_error() || index.ty.is_error() {
            return Expr::error(span);
        }
        let Type::Array(array) = &base.ty else {
            let message = format!("{} has no elements to choose from", base.ty.with_article());
            return self.wrong(Code::WrongType, base.span, message);
        };
        let ty = array.element.clone();
        let fits = match (array.index.scalar(), &index.ty) {
            (Some(set), Type::Scalar(element)) => set.id == element.id,
            (Some(_), _) => false,
            (None, ty) => ty.is_integral(),
        };
        if !fits {
            let wanted = match &array.index {
                Index::Type(Type::Scalar(set)) => format!("an element of `{}`", set.name),
                _ => "an integer".to_owned(),
            };
            let scalar = array.index.scalar().is_some() || matches!(index.ty, Type::Scalar(_));
            let code = if scalar { Code::ScalarMisuse } else { Code::WrongType };
            let message = format!("the index must be {wanted}, not {}", index.ty.with_article());
            return self.wrong(code, index.span, message);
        }
        Expr { kind: ExprKind::Index(Box::new(base), Box::new(index)), ty, span }
    }

    fn rate(&mut self, clock: &tree::Expr, span: syntax::Span) -> Expr {
        let clock = self.expression(clock);
        match clock.ty {
            Type::Error => Expr::error(span),
            Type::Clock { .. } | Type::Meter(_) => {
                Expr { kind: ExprKind::Rate(Box::new(clock)), ty: Type::Rate, span }
            }
            ref ty => {
                let message = format!("only clocks have rates, and this is `{ty}`");
                self.wrong(Code::WrongType, span, message)
            }
        }
    }

    fn deadlock(&mut self, span: syntax::Span) -> Expr {
        if !self.in_query() {
            let message = "`deadlock` is only known in queries";
            return self.wrong(Code::MisplacedDeadlock, span, message);
        }
        let ty = Type::Condition(crate::types::Condition::Constraint);
        Expr { kind: ExprKind::Deadlock, ty, span }
    }

    /// Warns about an expression whose value is not used and that changes nothing.
    pub(super) fn warn_if_idle(&mut self, expr: &Expr) {
        let idle = !expr.ty.is_error() && !matches!(expr.kind, ExprKind::Int(1));
        if idle && !self.has_effect(expr) {
            let message = "this expression has no effect";
            let diagnostic = syntax::Diagnostic::new(Code::NoEffect, expr.span, message);
            let compares = matches!(expr.kind, ExprKind::Binary(tree::BinaryOp::Eq, ..));
            let diagnostic =
                if compares { diagnostic.help("did you mean `=`?") } else { diagnostic };
            self.report(diagnostic);
        }
    }
}
