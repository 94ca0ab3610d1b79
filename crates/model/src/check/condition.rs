//! Truth values over clocks: which mixtures of clocks and integers may stand where.

use syntax::tree::{self, BinaryOp};
use syntax::{Code, Diagnostic, Span};

use super::Checker;
use crate::typed::{Expr, ExprKind};
use crate::types::{Condition, Type};

/// `left && right`
pub(super) fn and(left: &Type, right: &Type) -> Option<Type> {
    use Condition::{Constraint, Guard, Invariant, InvariantWithRate};
    let pure = |ty: &Type| ty.is_integral() || matches!(ty, Type::Condition(Invariant));
    if left.is_integral() && right.is_integral() {
        Some(Type::Bool)
    } else if pure(left) && pure(right) {
        Some(Type::Condition(Invariant))
    } else if left.is_invariant() && right.is_invariant() {
        Some(Type::Condition(InvariantWithRate))
    } else if left.is_guard() && right.is_guard() {
        Some(Type::Condition(Guard))
    } else if left.is_constraint() && right.is_constraint() {
        Some(Type::Condition(Constraint))
    } else {
        None
    }
}

/// `left || right`: a disjunction of two clock conditions is not a conjunction of constraints, so it
/// is for queries only.
pub(super) fn or(left: &Type, right: &Type) -> Option<Type> {
    match (left.is_integral(), right.is_integral()) {
        (true, true) => Some(Type::Bool),
        (true, false) => matches!(right, Type::Condition(_)).then(|| right.clone()),
        (false, true) => matches!(left, Type::Condition(_)).then(|| left.clone()),
        (false, false) if left.is_constraint() && right.is_constraint() => {
            Some(Type::Condition(Condition::Constraint))
        }
        (false, false) => None,
    }
}

/// `!operand`
pub(super) fn not(operand: &Type) -> Option<Type> {
    if operand.is_integral() {
        Some(Type::Bool)
    } else if operand.is_constraint() {
        Some(Type::Condition(Condition::Constraint))
    } else {
        None
    }
}

/// `forall (…) body`
pub(super) fn for_all(body: &Type) -> Option<Type> {
    match body {
        Type::Condition(condition) => Some(Type::Condition(*condition)),
        other => other.is_integral().then_some(Type::Bool),
    }
}

/// `exists (…) body`
pub(super) fn exists(body: &Type) -> Option<Type> {
    match body {
        Type::Condition(Condition::InvariantWithRate) => None,
        Type::Condition(_) => Some(Type::Condition(Condition::Constraint)),
        other => other.is_integral().then_some(Type::Bool),
    }
}

impl Checker {
    /// The guard of an edge.
    pub(super) fn guard(&mut self, tree: &tree::Expr) -> Option<Expr> {
        self.condition(tree, "a guard", Type::is_guard)
    }

    /// The invariant of a location.
    pub(super) fn invariant(&mut self, tree: &tree::Expr) -> Option<Expr> {
        let invariant = self.condition(tree, "an invariant", Type::is_invariant)?;
        self.warn_if_strict(&invariant);
        Some(invariant)
    }

    /// A predicate of a query.
    pub(super) fn predicate(&mut self, tree: &tree::Expr) -> Option<Expr> {
        self.condition(tree, "a query", Type::is_constraint)
    }

    fn condition(
        &mut self,
        tree: &tree::Expr,
        what: &str,
        admissible: impl Fn(&Type) -> bool,
    ) -> Option<Expr> {
        let expr = self.expression(tree);
        if expr.ty.is_error() {
            return None;
        }
        if admissible(&expr.ty) {
            return self.require_pure(&expr, what).then_some(expr);
        }
        if let Type::Condition(_) = expr.ty {
            let (span, why, help) = blame(&expr, &admissible);
            let message = format!("{what} cannot {why}");
            self.report(Diagnostic::new(Code::ClockCondition, span, message).help(help));
        } else {
            let code = if self.in_query() { Code::NotAPredicate } else { Code::WrongType };
            let message =
                format!("{what} must be true or false, and this is {}", expr.ty.with_article());
            self.error(code, expr.span, message);
        }
        None
    }

    /// A strict upper bound can leave a last moment that does not exist.
    fn warn_if_strict(&mut self, invariant: &Expr) {
        if let Some(span) = strict_upper_bound(invariant) {
            let message = "a strict upper bound in an invariant: there is no last moment to leave";
            let help = "use `<=` unless the open bound is meant";
            self.report(Diagnostic::new(Code::StrictInvariant, span, message).help(help));
        }
    }
}

/// Why a condition is not allowed: the place, what it cannot do, and what to do instead.
type Blame = (Span, &'static str, &'static str);

/// The part of a condition that is not allowed where `admissible` says what is.
fn blame(expr: &Expr, admissible: &impl Fn(&Type) -> bool) -> Blame {
    if let Some(blame) = own_blame(expr) {
        return blame;
    }
    let mut worst = None;
    expr.for_each_part(|part| {
        let clocks = matches!(part.ty, Type::Condition(_));
        if worst.is_none() && clocks && !admissible(&part.ty) {
            worst = Some(part);
        }
    });
    match worst {
        Some(part) => blame(part, admissible),
        None => {
            (expr.span, "be such a condition on clocks", "compare clocks with `<`, `<=`, `>=`, `>`")
        }
    }
}

/// What is wrong with a condition itself rather than with a part of it.
fn own_blame(expr: &Expr) -> Option<Blame> {
    let clocks = |expr: &Expr| matches!(expr.ty, Type::Condition(_));
    let rate = |expr: &Expr| matches!(expr.ty, Type::Rate);
    let span = expr.span;
    Some(match &expr.kind {
        ExprKind::Binary(BinaryOp::Or | BinaryOp::Imply, left, right)
            if clocks(left) && clocks(right) =>
        {
            let help = "use a conjunction (`&&`), or several edges";
            (span, "choose between two conditions on clocks", help)
        }
        ExprKind::Binary(BinaryOp::Imply, left, _) if clocks(left) => {
            let help = "the left side of `imply` may only mention integers";
            (left.span, "negate a condition on clocks", help)
        }
        ExprKind::Unary(tree::UnaryOp::Not, _) => {
            (span, "negate a condition on clocks", "write the opposite comparison instead")
        }
        ExprKind::Binary(BinaryOp::Ne, ..) => {
            (span, "ask whether clocks differ", "use `<` on one edge and `>` on another")
        }
        ExprKind::Binary(BinaryOp::Eq, left, right) if rate(left) || rate(right) => {
            (span, "set the rate of a clock", "rates belong in invariants")
        }
        ExprKind::Binary(BinaryOp::Eq, ..) => {
            let help = "use `<=`: time stops when it is reached";
            (span, "ask whether a clock equals something", help)
        }
        ExprKind::Quantified { quantifier: tree::Quantifier::Exists, .. } => {
            let help = "`exists` over clocks is only for queries";
            (span, "choose between conditions on clocks", help)
        }
        _ => return None,
    })
}

/// The place of `clock < bound` or `bound > clock` among the conjuncts.
fn strict_upper_bound(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            strict_upper_bound(left).or_else(|| strict_upper_bound(right))
        }
        ExprKind::Binary(BinaryOp::Lt, left, right)
            if left.ty.is_clock() && right.ty.is_integral() =>
        {
            Some(expr.span)
        }
        ExprKind::Binary(BinaryOp::Gt, left, right)
            if left.ty.is_integral() && right.ty.is_clock() =>
        {
            Some(expr.span)
        }
        _ => None,
    }
}
