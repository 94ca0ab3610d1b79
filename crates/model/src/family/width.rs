//! How many ids a query speaks of at once.
//!
//! What is sought is a state that refutes an `A[]`, or satisfies an `E<>`. If such a state exists, how many processes
//! must one look at to see that? A quantifier that asks for somebody needs one more, and so does every process that
//! is named; one that speaks of everybody needs nobody, since it is only more easily true of fewer processes.

use syntax::tree::{BinaryOp, PathQuantifier, Quantifier, UnaryOp};

use super::open::{Obstacle, Rules};
use crate::typed::{Expr, ExprKind};

impl Rules<'_> {
    /// How many ids the opposite of an `A[]`, or an `E<>`, speaks of at once.
    pub(super) fn width(
        &mut self,
        quantifier: PathQuantifier,
        predicate: &Expr,
    ) -> Result<usize, Obstacle> {
        let positive = match quantifier {
            PathQuantifier::Possibly => true,
            PathQuantifier::Always => false,
            PathQuantifier::PotentiallyAlways | PathQuantifier::Eventually => {
                let reason = "only `A[]` and `E<>` can be decided for every value".to_owned();
                return Err(Obstacle { reason, span: predicate.span });
            }
        };
        (self.in_query, self.named) = (true, 0);
        self.plain(predicate);
        self.in_query = false;
        if !self.obstacles.is_empty() {
            return Err(self.obstacles.drain(..).next().unwrap_or_else(|| obstacle(predicate, "")));
        }
        Ok(self.named + self.witnesses(predicate, positive)?)
    }

    fn witnesses(&self, expr: &Expr, positive: bool) -> Result<usize, Obstacle> {
        let both = |left: &Expr, right: &Expr, flip: bool, all: bool| {
            let left = self.witnesses(left, positive != flip)?;
            let right = self.witnesses(right, positive)?;
            Ok(if all { left + right } else { left.max(right) })
        };
        match &expr.kind {
            ExprKind::Deadlock => {
                Err(obstacle(expr, "a deadlock cannot be seen by looking at a few processes"))
            }
            ExprKind::Unary(UnaryOp::Not, part) => self.witnesses(part, !positive),
            ExprKind::Binary(BinaryOp::And, left, right) => both(left, right, false, positive),
            ExprKind::Binary(BinaryOp::Or, left, right) => both(left, right, false, !positive),
            ExprKind::Binary(BinaryOp::Imply, left, right) => both(left, right, true, !positive),
            ExprKind::Quantified { quantifier, symbol, body }
                if self.model.symbols.variable(*symbol).is_some_and(|v| self.is_id(&v.ty)) =>
            {
                let somebody = (*quantifier == Quantifier::Exists) == positive;
                match self.witnesses(body, positive)? {
                    more if somebody => Ok(1 + more),
                    0 => Ok(0),
                    _ => Err(obstacle(
                        expr,
                        "for everybody there must be somebody else, which a few processes do not show",
                    )),
                }
            }
            _ => {
                let mut found = Ok(0);
                expr.for_each_part(|part| {
                    if found.is_ok() && self.quantifies(part) {
                        found = Err(obstacle(part, "a quantifier over ids within an expression of another kind than `and`, `or`, `not`, `imply`"));
                    }
                });
                found
            }
        }
    }

    /// Is there a quantifier over ids, or a deadlock, inside?
    fn quantifies(&self, expr: &Expr) -> bool {
        let here = match &expr.kind {
            ExprKind::Quantified { symbol, .. } => {
                self.model.symbols.variable(*symbol).is_some_and(|v| self.is_id(&v.ty))
            }
            ExprKind::Deadlock => true,
            _ => false,
        };
        let mut found = here;
        expr.for_each_part(|part| found |= self.quantifies(part));
        found
    }
}

fn obstacle(expr: &Expr, reason: &str) -> Obstacle {
    Obstacle { reason: reason.to_owned(), span: expr.span }
}
