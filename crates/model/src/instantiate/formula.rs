//! Formulas with quantifiers over paths.

use network::{Along, Expr as Code, Formula, Goal};
use syntax::tree::{BinaryOp, PathQuantifier, Quantifier, UnaryOp};

use super::{Binding, Lowered, Lowering, Stop, unsupported};
use crate::typed::{Expr, ExprKind};

impl Lowering<'_> {
    /// A formula. Parts without quantifiers over paths stay whole.
    pub(super) fn formula(&mut self, expr: &Expr) -> Lowered<Formula> {
        if !expr.has_path() {
            return Ok(Formula::Goal(self.goal(expr)?));
        }
        match &expr.kind {
            ExprKind::Path(quantifier, body) => {
                let body = Box::new(self.formula(body)?);
                Ok(match quantifier {
                    PathQuantifier::Always => Formula::All(Along::Always(body)),
                    PathQuantifier::Eventually => Formula::All(Along::Eventually(body)),
                    PathQuantifier::PotentiallyAlways => Formula::Some(Along::Always(body)),
                    PathQuantifier::Possibly => Formula::Some(Along::Eventually(body)),
                })
            }
            ExprKind::Within { quantifier, bound, body } => {
                self.within(*quantifier, bound, body, expr)
            }
            ExprKind::Until { every, weak, first, second } => {
                let (first, second) = (self.formula(first)?, self.formula(second)?);
                let (first, second) = (Box::new(first), Box::new(second));
                let along = if *weak {
                    Along::WeakUntil(first, second)
                } else {
                    Along::Until(first, second)
                };
                Ok(if *every { Formula::All(along) } else { Formula::Some(along) })
            }
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(not(self.formula(operand)?)),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                match op {
                    BinaryOp::And => Ok(Formula::And(vec![left, right])),
                    BinaryOp::Or => Ok(Formula::Or(vec![left, right])),
                    BinaryOp::Imply => Ok(Formula::Or(vec![not(left), right])),
                    BinaryOp::Eq => Ok(Formula::Same(Box::new(left), Box::new(right))),
                    BinaryOp::Ne => Ok(not(Formula::Same(Box::new(left), Box::new(right)))),
                    _ => unsupported("this operator between quantifiers over paths", expr.span),
                }
            }
            ExprKind::Quantified { quantifier, symbol, body } => {
                let mut parts = Vec::new();
                for value in self.copies(*symbol, expr.span)? {
                    let bound = Binding::Value(value);
                    parts.push(self.with(*symbol, bound, |this| this.formula(body))?);
                }
                match quantifier {
                    Quantifier::ForAll => Ok(Formula::And(parts)),
                    Quantifier::Exists => Ok(Formula::Or(parts)),
                    Quantifier::Sum => unsupported("a sum of quantifiers over paths", expr.span),
                }
            }
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("a quantifier over paths in this place", expr.span),
        }
    }

    /// `E<>[<=bound] body`
    fn within(
        &mut self,
        quantifier: PathQuantifier,
        bound: &Expr,
        body: &Expr,
        whole: &Expr,
    ) -> Lowered<Formula> {
        let limit = match self.int(bound)? {
            Code::Const(limit) if limit >= 0 => limit,
            _ => return unsupported("a bound that is not a constant of at least 0", bound.span),
        };
        let along = Along::Within(Box::new(self.formula(body)?), limit);
        match quantifier {
            PathQuantifier::Eventually => Ok(Formula::All(along)),
            PathQuantifier::Possibly => Ok(Formula::Some(along)),
            PathQuantifier::Always | PathQuantifier::PotentiallyAlways => {
                unsupported("a bound after `[]`", whole.span)
            }
        }
    }
}

fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Not(inner) => *inner,
        Formula::Goal(Goal::Holds(code)) => Formula::Goal(Goal::Holds(Code::not(code))),
        other => Formula::Not(Box::new(other)),
    }
}
