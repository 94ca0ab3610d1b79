//! What in an expression asks about all members.

use super::look::Look;
use crate::expr::{BinaryOp, Expr, Quantifier};
use crate::stmt::{Stmt, StmtKind};
use crate::visit::{Visitor, walk_expr, walk_stmt};

/// Looks for quantifiers and loops over ids, in functions too.
pub(super) struct Asks<'l, 'i> {
    pub(super) look: &'l Look<'i>,
    pub(super) found: bool,
}

impl Visitor for Asks<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        if let Expr::Quantified { domain, .. } = expr {
            self.found |= self.look.is_open(*domain);
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::ForEach { domain, .. } => self.found |= self.look.is_open(*domain),
            StmtKind::Call { function, .. } => {
                let body = &self.look.instance.network.function(*function).body;
                body.iter().for_each(|stmt| self.stmt(stmt));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}

/// A sum compared with a number, the number on the right.
pub(super) fn counted<'e>(
    op: BinaryOp,
    left: &'e Expr,
    right: &'e Expr,
) -> Option<(&'e Expr, BinaryOp, i32)> {
    let is_sum = |expr: &Expr| matches!(expr, Expr::Quantified { quantifier: Quantifier::Sum, .. });
    let mirrored = match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq | BinaryOp::Ne => op,
        _ => return None,
    };
    match (left, right) {
        (sum, Expr::Const(number)) if is_sum(sum) => Some((sum, op, *number)),
        (Expr::Const(number), sum) if is_sum(sum) => Some((sum, mirrored, *number)),
        _ => None,
    }
}
