//! Quantifiers over paths.

use syntax::tree::{self, BinaryOp, PathQuantifier};
use syntax::{Code, Span};

use super::Checker;
use crate::typed::{Expr, ExprKind};
use crate::types::{Condition, Type};

/// The type of `left == right` where quantifiers over paths are compared: both hold, or neither. Numbers have no
/// place there: `EF (n) == 0` is more likely to mean `EF (n == 0)`.
pub(super) fn equality(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Type> {
    let truth = |ty: &Type| matches!(ty, Type::Bool) || (ty.is_constraint() && !ty.is_integral());
    let fits = matches!(op, BinaryOp::Eq | BinaryOp::Ne)
        && (left.has_path() || right.has_path())
        && truth(&left.ty)
        && truth(&right.ty);
    fits.then_some(Type::Condition(Condition::Constraint))
}

impl Checker {
    /// A quantifier that is written like a call, where nothing has its name.
    pub(super) fn called_path<'t>(
        &self,
        tree: &'t tree::Expr,
    ) -> Option<(PathQuantifier, &'t tree::Expr)> {
        let tree::ExprKind::Call(callee, _) = &tree.kind else { return None };
        let tree::ExprKind::Name(name) = &callee.kind else { return None };
        if !self.in_query() || self.lookup(name).is_some() {
            return None;
        }
        tree.called_quantifier()
    }

    /// `E<> body` and its kin.
    pub(super) fn path(
        &mut self,
        quantifier: PathQuantifier,
        body: &tree::Expr,
        span: Span,
    ) -> Expr {
        let Some(body) = self.path_part(body) else { return Expr::error(span) };
        path(ExprKind::Path(quantifier, Box::new(body)), span)
    }

    /// `E<>[<=bound] body`
    pub(super) fn within(
        &mut self,
        quantifier: PathQuantifier,
        bound: &tree::Expr,
        body: &tree::Expr,
        span: Span,
    ) -> Expr {
        let limit = self.expression(bound);
        let body = self.path_part(body);
        if !limit.ty.is_error() && !limit.ty.is_integral() {
            let message =
                format!("this must be a number of time units, not {}", limit.ty.with_article());
            self.error(Code::NotAPredicate, limit.span, message);
            return Expr::error(span);
        }
        let (Some(body), false) = (body, limit.ty.is_error()) else { return Expr::error(span) };
        path(ExprKind::Within { quantifier, bound: Box::new(limit), body: Box::new(body) }, span)
    }

    /// `E[first U second]`
    pub(super) fn until(
        &mut self,
        (every, weak): (bool, bool),
        first: &tree::Expr,
        second: &tree::Expr,
        span: Span,
    ) -> Expr {
        let (first, second) = (self.path_part(first), self.path_part(second));
        let (Some(first), Some(second)) = (first, second) else { return Expr::error(span) };
        let (first, second) = (Box::new(first), Box::new(second));
        path(ExprKind::Until { every, weak, first, second }, span)
    }

    /// What is said of the states of a path.
    fn path_part(&mut self, part: &tree::Expr) -> Option<Expr> {
        let part = self.expression(part);
        if part.ty.is_error() {
            return None;
        }
        if !part.ty.is_constraint() {
            let message =
                format!("this must be true or false, and it is {}", part.ty.with_article());
            self.error(Code::NotAPredicate, part.span, message);
            return None;
        }
        self.require_pure(&part, "a query").then_some(part)
    }
}

fn path(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Condition(Condition::Constraint), span }
}
