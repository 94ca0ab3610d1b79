//! How many ids a query speaks of at once.
//!
//! What is sought is a state that refutes an `A[]`, or satisfies an `E<>`. If such a state exists, how many processes
//! must one look at to see that? A quantifier that asks for somebody needs one more, and so does every process that
//! is named; one that speaks of everybody needs nobody, since it is only more easily true of fewer processes.

use syntax::tree::{BinaryOp, PathQuantifier, Quantifier, UnaryOp};

use super::open::{Obstacle, Rules};
use crate::symbol::SymbolId;
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

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
        (self.in_query, self.named, self.owners) = (true, 0, 0);
        self.plain(predicate);
        self.in_query = false;
        if !self.obstacles.is_empty() {
            return Err(self.obstacles.drain(..).next().unwrap_or_else(|| obstacle(predicate, "")));
        }
        Ok(self.named + self.owners + self.witnesses(predicate, positive)?)
    }

    /// Does what the opposite of an `A[]`, or an `E<>`, asks for stay true if there is one more process, which is at its
    /// start? It does if nothing is asked of everybody.
    pub(super) fn is_lasting(&self, quantifier: PathQuantifier, predicate: &Expr) -> bool {
        self.lasts(predicate, quantifier == PathQuantifier::Possibly)
    }

    fn lasts(&self, expr: &Expr, positive: bool) -> bool {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, part) => self.lasts(part, !positive),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.lasts(left, positive) && self.lasts(right, positive)
            }
            ExprKind::Binary(BinaryOp::Imply, left, right) => {
                self.lasts(left, !positive) && self.lasts(right, positive)
            }
            ExprKind::Quantified { quantifier, symbol, body } if self.ranges_over_ids(*symbol) => {
                (*quantifier == Quantifier::Exists) == positive && self.lasts(body, positive)
            }
            ExprKind::Quantified { quantifier, body, .. } if *quantifier != Quantifier::Sum => {
                self.lasts(body, positive)
            }
            ExprKind::Binary(op, left, right) => match self.counted(*op, left, right) {
                Some((_, most)) => most != positive,
                None => !self.quantifies(expr),
            },
            _ => !self.quantifies(expr),
        }
    }

    fn witnesses(&self, expr: &Expr, positive: bool) -> Result<usize, Obstacle> {
        let both = |left: &Expr, right: &Expr, flip: bool, all: bool| {
            let left = self.witnesses(left, positive != flip)?;
            let right = self.witnesses(right, positive)?;
            Ok(if all { left + right } else { left.max(right) })
        };
        match &expr.kind {
            ExprKind::Deadlock => {
                Err(obstacle(expr, "a view of a few processes does not show a deadlock"))
            }
            ExprKind::Unary(UnaryOp::Not, part) => self.witnesses(part, !positive),
            ExprKind::Binary(BinaryOp::And, left, right) => both(left, right, false, positive),
            ExprKind::Binary(BinaryOp::Or, left, right) => both(left, right, false, !positive),
            ExprKind::Binary(BinaryOp::Imply, left, right) => both(left, right, true, !positive),
            ExprKind::Quantified { quantifier: Quantifier::Sum, .. } if self.quantifies(expr) => {
                Err(obstacle(
                    expr,
                    "a sum over all ids counts processes: compare it with a number, as in `(sum (i : id_t) condition) <= 1`",
                ))
            }
            ExprKind::Quantified { quantifier, symbol, body }
                if self.model.symbols.variable(*symbol).is_some_and(|v| self.is_id(&v.ty)) =>
            {
                let somebody = (*quantifier == Quantifier::Exists) == positive;
                match self.witnesses(body, positive)? {
                    more if somebody => Ok(1 + more),
                    0 => Ok(0),
                    _ => Err(obstacle(
                        expr,
                        "`exists` within `forall` depends on all processes, and views show only a few",
                    )),
                }
            }
            ExprKind::Quantified { quantifier, symbol, body } if *quantifier != Quantifier::Sum => {
                let is_any = (*quantifier == Quantifier::Exists) == positive;
                self.written_out(expr, is_any, *symbol, self.witnesses(body, positive)?)
            }
            ExprKind::Binary(op, left, right) if self.counted(*op, left, right).is_some() => {
                let (count, most) = self.counted(*op, left, right).unwrap_or((0, false));
                // At most so many: of fewer processes, that is only more easily true.
                Ok(if most == positive { 0 } else { count })
            }
            _ => {
                let mut found = Ok(0);
                expr.for_each_part(|part| {
                    if found.is_ok() && self.quantifies(part) {
                        found = Err(obstacle(part, "a quantifier or sum over ids within an expression of another kind than `and`, `or`, `not`, `imply`, `sum (i : id_t) condition <= 1`"));
                    }
                });
                found
            }
        }
    }

    /// `sum (i : id_t) condition` compared with a number: how many processes show that it is at least so much, and whether the
    /// comparison says that it is less.
    fn counted(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<(usize, bool)> {
        let (op, sum, number) = match self.number(right) {
            Some(number) => (op, left, number),
            None => (mirrored(op)?, right, self.number(left)?),
        };
        let ExprKind::Quantified { quantifier: Quantifier::Sum, symbol, body } = &sum.kind else {
            return None;
        };
        let over_ids = self.model.symbols.variable(*symbol).is_some_and(|v| self.is_id(&v.ty));
        if !over_ids || !matches!(body.ty, Type::Bool) || self.quantifies(body) {
            return None;
        }
        let (least, most) = match op {
            BinaryOp::Ge => (number, false),
            BinaryOp::Gt => (number.checked_add(1)?, false),
            BinaryOp::Lt => (number, true),
            BinaryOp::Le => (number.checked_add(1)?, true),
            _ => return None,
        };
        Some((usize::try_from(least.max(0)).ok()?, most))
    }

    /// A quantifier over something else than ids, with so many witnesses in each part: it is an `or`, of which one part is
    /// sought, or an `and`.
    fn written_out(
        &self,
        expr: &Expr,
        is_any: bool,
        symbol: SymbolId,
        witnesses: usize,
    ) -> Result<usize, Obstacle> {
        if is_any || witnesses == 0 {
            return Ok(witnesses);
        }
        let count = self.values(symbol).and_then(|values| values.checked_mul(witnesses));
        count.ok_or_else(|| obstacle(expr, "it asks for a process for each of too many values"))
    }

    /// How many values a name is bound to that is no id.
    fn values(&self, symbol: SymbolId) -> Option<usize> {
        match &self.model.symbols.variable(symbol)?.ty {
            Type::Int(Some(range)) => {
                let (lower, upper) = (self.number(&range.lower)?, self.number(&range.upper)?);
                usize::try_from(i64::from(upper) - i64::from(lower) + 1).ok()
            }
            Type::Bool => Some(2),
            _ => None,
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

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Le => Some(BinaryOp::Ge),
        BinaryOp::Lt => Some(BinaryOp::Gt),
        BinaryOp::Ge => Some(BinaryOp::Le),
        BinaryOp::Gt => Some(BinaryOp::Lt),
        _ => None,
    }
}

fn obstacle(expr: &Expr, reason: &str) -> Obstacle {
    Obstacle { reason: reason.to_owned(), span: expr.span }
}
