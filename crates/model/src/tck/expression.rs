//! Expressions.

use syntax::tck::{BinaryOp, Expr, ExprKind};
use syntax::tree;

/// The same expression in the other tree.
pub(super) fn expression(expr: &Expr) -> tree::Expr {
    let boxed = |expr: &Expr| Box::new(expression(expr));
    let kind = match &expr.kind {
        ExprKind::Int(value) => tree::ExprKind::Int(*value),
        ExprKind::Variable(name) => tree::ExprKind::Name(name.clone()),
        ExprKind::Index(array, index) => {
            let kind = tree::ExprKind::Name(array.name.clone());
            let array = tree::Expr { kind, span: array.span };
            tree::ExprKind::Index(Box::new(array), boxed(index))
        }
        ExprKind::Negate(operand) => tree::ExprKind::Unary(tree::UnaryOp::Minus, boxed(operand)),
        ExprKind::Not(operand) => return negation(operand, expr),
        ExprKind::Binary(op, left, right) => {
            tree::ExprKind::Binary(operator(*op), boxed(left), boxed(right))
        }
        ExprKind::IfThenElse(condition, then, otherwise) => {
            tree::ExprKind::Cond(boxed(condition), boxed(then), boxed(otherwise))
        }
    };
    tree::Expr { kind, span: expr.span }
}

/// `!operand`, by turning comparisons round: clocks cannot be negated otherwise.
fn negation(operand: &Expr, whole: &Expr) -> tree::Expr {
    let boxed = |expr: &Expr| Box::new(expression(expr));
    let kind = match &operand.kind {
        ExprKind::Not(inner) => return expression(inner),
        ExprKind::Binary(BinaryOp::And, left, right) => tree::ExprKind::Binary(
            tree::BinaryOp::Or,
            Box::new(negation(left, left)),
            Box::new(negation(right, right)),
        ),
        ExprKind::Binary(op, left, right) if opposite(*op).is_some() => {
            let op = opposite(*op).unwrap_or(tree::BinaryOp::Ne);
            tree::ExprKind::Binary(op, boxed(left), boxed(right))
        }
        _ => tree::ExprKind::Unary(tree::UnaryOp::Not, boxed(operand)),
    };
    tree::Expr { kind, span: whole.span }
}

/// The comparison that holds where this one does not.
fn opposite(op: BinaryOp) -> Option<tree::BinaryOp> {
    Some(match op {
        BinaryOp::Eq => tree::BinaryOp::Ne,
        BinaryOp::Ne => tree::BinaryOp::Eq,
        BinaryOp::Lt => tree::BinaryOp::Ge,
        BinaryOp::Le => tree::BinaryOp::Gt,
        BinaryOp::Ge => tree::BinaryOp::Lt,
        BinaryOp::Gt => tree::BinaryOp::Le,
        _ => return None,
    })
}

fn operator(op: BinaryOp) -> tree::BinaryOp {
    match op {
        BinaryOp::And => tree::BinaryOp::And,
        BinaryOp::Eq => tree::BinaryOp::Eq,
        BinaryOp::Ne => tree::BinaryOp::Ne,
        BinaryOp::Lt => tree::BinaryOp::Lt,
        BinaryOp::Le => tree::BinaryOp::Le,
        BinaryOp::Ge => tree::BinaryOp::Ge,
        BinaryOp::Gt => tree::BinaryOp::Gt,
        BinaryOp::Add => tree::BinaryOp::Add,
        BinaryOp::Sub => tree::BinaryOp::Sub,
        BinaryOp::Mul => tree::BinaryOp::Mul,
        BinaryOp::Div => tree::BinaryOp::Div,
        BinaryOp::Mod => tree::BinaryOp::Mod,
    }
}
