//! Terms of the other format, simplified as they are built.

use orrery::syntax::Span;
use orrery::syntax::tck::{BinaryOp, Expr, ExprKind};

use super::names::ident;

/// An expression without a place.
pub(super) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub(super) fn int(value: i64) -> Expr {
    if value < 0 {
        expr(ExprKind::Negate(Box::new(expr(ExprKind::Int(-value)))))
    } else {
        expr(ExprKind::Int(value))
    }
}

/// A variable or clock.
pub(super) fn variable(name: &str) -> Expr {
    expr(ExprKind::Variable(name.to_owned()))
}

/// An element of an array.
pub(super) fn element(array: &str, index: Expr) -> Expr {
    expr(ExprKind::Index(ident(array), Box::new(index)))
}

/// The value, if it is a number.
pub(super) fn value(term: &Expr) -> Option<i64> {
    match &term.kind {
        ExprKind::Int(value) => Some(*value),
        ExprKind::Negate(inner) => match inner.kind {
            ExprKind::Int(value) => Some(-value),
            _ => None,
        },
        _ => None,
    }
}

/// Two operands; a number where both are numbers.
pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Some(a), Some(b)) = (value(&left), value(&right))
        && let Some(result) = folded(op, a, b)
    {
        return int(result);
    }
    match (op, value(&left), value(&right)) {
        (BinaryOp::Add, Some(0), _) => right,
        (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) => left,
        (BinaryOp::Mul, Some(1), _) => right,
        (BinaryOp::Mul | BinaryOp::Div, _, Some(1)) => left,
        _ => expr(ExprKind::Binary(op, Box::new(left), Box::new(right))),
    }
}

fn folded(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let truth = |holds: bool| Some(i64::from(holds));
    match op {
        BinaryOp::And => truth(a != 0 && b != 0),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Mod => a.checked_rem(b),
    }
}

/// `-term`
pub(super) fn negate(term: Expr) -> Expr {
    match value(&term) {
        Some(number) => int(-number),
        None => expr(ExprKind::Negate(Box::new(term))),
    }
}

/// `(if condition then a else b)`
pub(super) fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match value(&condition) {
        Some(0) => otherwise,
        Some(_) => then,
        None => {
            let (condition, then) = (Box::new(condition), Box::new(then));
            expr(ExprKind::IfThenElse(condition, then, Box::new(otherwise)))
        }
    }
}

/// `a && b`
pub(super) fn and(left: Expr, right: Expr) -> Expr {
    match (value(&left), value(&right)) {
        (Some(0), _) | (_, Some(0)) => int(0),
        (Some(_), _) => right,
        (_, Some(_)) => left,
        _ => expr(ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right))),
    }
}

/// `a || b`, for which there is no operator: a term that is 1 or 0.
pub(super) fn or(left: Expr, right: Expr) -> Expr {
    match (value(&left), value(&right)) {
        (Some(0), _) => right,
        (_, Some(0)) => left,
        (Some(_), _) | (_, Some(_)) => int(1),
        _ => choose(left, int(1), choose(right, int(1), int(0))),
    }
}

/// A condition as a term that is 1 or 0.
pub(super) fn truth(condition: Expr) -> Expr {
    choose(condition, int(1), int(0))
}
