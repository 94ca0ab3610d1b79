//! `and` and `or` of conditions, with constants left out where no evaluation is lost.

use network::{BinaryOp, Domain, Expr as Code, Quantifier, UnaryOp};

use super::Lowering;

impl Lowering<'_> {
    /// Both conditions. False as soon as one is known to be, unless the first may be invalid.
    pub(super) fn both(&self, left: Code, right: Code) -> Code {
        match (left, right) {
            (Code::Const(0), _) => Code::FALSE,
            (left, Code::Const(0)) if self.is_total(&left) => Code::FALSE,
            (left, right) => Code::and(left, right),
        }
    }

    /// All of the conditions. Many are arranged as a shallow tree: code is walked by recursion.
    pub(super) fn all(&self, mut conditions: Vec<Code>) -> Code {
        if conditions.len() > 64 {
            let rest = conditions.split_off(conditions.len() / 2);
            return self.both(self.all(conditions), self.all(rest));
        }
        conditions.into_iter().fold(Code::TRUE, |left, right| self.both(left, right))
    }

    /// One of the conditions. True as soon as one is known to be, unless the first may be invalid.
    pub(super) fn one_of(&self, left: Code, right: Code) -> Code {
        let decided = left.is_true() || right.is_true() && self.is_total(&left);
        if decided { Code::TRUE } else { Code::or(left, right) }
    }

    /// Does every evaluation of this succeed, by the ranges that variables are declared with? Arithmetic counts as
    /// what may fail.
    pub(super) fn is_total(&self, code: &Code) -> bool {
        match code {
            Code::Const(_) | Code::At(..) | Code::LocationOf(_) => true,
            Code::Read(place) => {
                let dims = &self.network.variable(place.variable).dims;
                place.indices.iter().zip(dims).all(|(index, dim)| self.is_inside(index, *dim))
            }
            Code::Unary(UnaryOp::Not, inner) => self.is_total(inner),
            Code::Binary(op, left, right) => {
                is_relation(*op) && self.is_total(left) && self.is_total(right)
            }
            Code::Quantified {
                quantifier: Quantifier::ForAll | Quantifier::Exists, body, ..
            } => self.is_total(body),
            Code::Unary(..)
            | Code::Cond(..)
            | Code::Quantified { .. }
            | Code::BlocksEqual(..)
            | Code::After(..) => false,
        }
    }

    /// Is an index a constant or a variable with values in this dimension only?
    fn is_inside(&self, index: &Code, dim: Domain) -> bool {
        match index {
            Code::Const(value) => dim.contains(*value),
            Code::Read(place) if place.indices.is_empty() => {
                let values = self.network.variable(place.variable).domain;
                dim.contains(values.lower) && dim.contains(values.upper)
            }
            _ => false,
        }
    }
}

/// Comparisons and connectives: no result of theirs is out of range.
fn is_relation(op: BinaryOp) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge)
}
