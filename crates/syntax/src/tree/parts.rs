//! The parts of an expression.

use crate::tree::{Expr, ExprKind, PathQuantifier};

impl PathQuantifier {
    /// The quantifier that two letters stand for, as in `AG p`.
    #[must_use]
    pub(crate) fn of_letters(word: &str) -> Option<PathQuantifier> {
        match word {
            "AG" => Some(PathQuantifier::Always),
            "AF" => Some(PathQuantifier::Eventually),
            "EG" => Some(PathQuantifier::PotentiallyAlways),
            "EF" => Some(PathQuantifier::Possibly),
            _ => None,
        }
    }
}

impl Expr {
    /// The quantifier over paths that this looks like a call of: `AG(p)`. It is one if nothing else has that name.
    #[must_use]
    pub fn called_quantifier(&self) -> Option<(PathQuantifier, &Expr)> {
        let ExprKind::Call(callee, arguments) = &self.kind else { return None };
        let (ExprKind::Name(name), [argument]) = (&callee.kind, arguments.as_slice()) else {
            return None;
        };
        PathQuantifier::of_letters(name).map(|quantifier| (quantifier, argument))
    }

    /// Is there a quantifier over paths in it, or what looks like one?
    #[must_use]
    pub fn has_path(&self) -> bool {
        matches!(self.kind, ExprKind::Path(..) | ExprKind::Until { .. } | ExprKind::Within { .. })
            || self.called_quantifier().is_some()
            || self.parts().into_iter().any(Expr::has_path)
    }

    /// The direct parts that are expressions.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Deadlock
            | ExprKind::Error => Vec::new(),
            ExprKind::Member(part, _)
            | ExprKind::Rate(part)
            | ExprKind::Unary(_, part)
            | ExprKind::IncDec(_, part)
            | ExprKind::Path(_, part)
            | ExprKind::Quantified { body: part, .. } => vec![part],
            ExprKind::Index(first, second)
            | ExprKind::Binary(_, first, second)
            | ExprKind::Assign(_, first, second)
            | ExprKind::Within { bound: first, body: second, .. }
            | ExprKind::Until { first, second, .. }
            | ExprKind::Comma(first, second) => vec![first, second],
            ExprKind::Row(_, parts) => parts.iter().collect(),
            ExprKind::Call(callee, arguments) => {
                std::iter::once(&**callee).chain(arguments).collect()
            }
            ExprKind::Cond(condition, then, otherwise) => vec![condition, then, otherwise],
        }
    }

    /// The same, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Deadlock
            | ExprKind::Error => Vec::new(),
            ExprKind::Member(part, _)
            | ExprKind::Rate(part)
            | ExprKind::Unary(_, part)
            | ExprKind::IncDec(_, part)
            | ExprKind::Path(_, part)
            | ExprKind::Quantified { body: part, .. } => vec![part],
            ExprKind::Index(first, second)
            | ExprKind::Binary(_, first, second)
            | ExprKind::Assign(_, first, second)
            | ExprKind::Within { bound: first, body: second, .. }
            | ExprKind::Until { first, second, .. }
            | ExprKind::Comma(first, second) => vec![first, second],
            ExprKind::Row(_, parts) => parts.iter_mut().collect(),
            ExprKind::Call(callee, arguments) => {
                std::iter::once(&mut **callee).chain(arguments).collect()
            }
            ExprKind::Cond(condition, then, otherwise) => vec![condition, then, otherwise],
        }
    }
}
