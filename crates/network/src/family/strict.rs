//! Comparisons of two stored ids that are answered only where that can be known.
//!
//! Two ids of processes that are not among the members may be equal or not. Such a comparison gives a fault that is passed
//! over, like reading what belongs to somebody who is not there: among members with the owner of one of the ids it is decided.

use std::collections::BTreeSet;

use crate::expr::{BinaryOp, Expr};
use crate::goal::Goal;
use crate::ids::VariableId;

/// A shift by this much stands for "not known here"; no model shifts by it.
pub(super) const UNKNOWN: i32 = i32::MIN;

/// Rewrites comparisons of two of these variables.
pub(super) struct Strict<'v> {
    pub(super) stored: &'v BTreeSet<VariableId>,
    pub(super) other: i32,
}

impl Strict<'_> {
    pub(super) fn goal(&self, goal: &Goal) -> Goal {
        let all = |parts: &[Goal]| parts.iter().map(|part| self.goal(part)).collect();
        match goal {
            Goal::And(parts) => Goal::And(all(parts)),
            Goal::Or(parts) => Goal::Or(all(parts)),
            Goal::Not(part) => Goal::Not(Box::new(self.goal(part))),
            Goal::Holds(condition) => Goal::Holds(self.expr(condition)),
            Goal::Clock(_) | Goal::Deadlock => goal.clone(),
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> Expr {
        let boxed = |part: &Expr| Box::new(self.expr(part));
        match expr {
            Expr::Unary(op, part) => Expr::Unary(*op, boxed(part)),
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right)
                if self.is_stored(left) && self.is_stored(right) =>
            {
                let is_other =
                    |side: &Expr| Expr::binary(BinaryOp::Eq, side.clone(), Expr::Const(self.other));
                let unknown = Expr::and(is_other(left), is_other(right));
                let fault = Expr::binary(BinaryOp::Shl, Expr::Const(1), Expr::Const(UNKNOWN));
                Expr::Cond(Box::new(unknown), Box::new(fault), Box::new(expr.clone()))
            }
            Expr::Binary(op, left, right) => Expr::Binary(*op, boxed(left), boxed(right)),
            Expr::Cond(condition, then, otherwise) => {
                Expr::Cond(boxed(condition), boxed(then), boxed(otherwise))
            }
            Expr::Quantified { quantifier, variable, domain, body } => Expr::Quantified {
                quantifier: *quantifier,
                variable: *variable,
                domain: *domain,
                body: boxed(body),
            },
            Expr::Const(_)
            | Expr::Read(_)
            | Expr::At(..)
            | Expr::LocationOf(_)
            | Expr::BlocksEqual(..)
            | Expr::After(..) => expr.clone(),
        }
    }

    /// A cell that holds an id. Calls are left as they are: what they give is taken as it comes.
    fn is_stored(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Read(place) if self.stored.contains(&place.variable))
    }
}
