//! The integer part of a guard or invariant, in the order of the text.
//!
//! Integer conditions are evaluated before clocks are looked at, so a comparison of clocks counts as one that may be true and
//! may be false. What is evaluated is what the text evaluates for *some* outcome of these comparisons: an invalid
//! evaluation that some clock values lead to is reported, and none that no outcome leads to.
//! (`x > 5 && 1 / z == 0` is invalid where z is 0, even if no x is larger than 5: the integers decide alone.)

use network::Expr as Code;
use syntax::tree::{BinaryOp, Quantifier};

use super::{Lowered, Lowering};
use crate::typed::{Expr, ExprKind};

impl Lowering<'_> {
    /// Can the condition be true, for some outcome of the comparisons of clocks?
    pub(super) fn integer_part(&mut self, expr: &Expr) -> Lowered<Code> {
        if expr.ty.is_integral() {
            return self.int(expr);
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (self.integer_part(left)?, self.integer_part(right)?);
                Ok(self.both(left, right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) if left.ty.is_integral() => {
                let (left, right) = (self.int(left)?, self.integer_part(right)?);
                Ok(self.one_of(left, right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let may_be_false = self.may_be_false(left)?;
                let (left, right) = (self.integer_part(left)?, self.int(right)?);
                Ok(self.either_of_clocks(left, may_be_false, right))
            }
            ExprKind::Binary(BinaryOp::Imply, left, right) => {
                let (left, right) = (Code::not(self.int(left)?), self.integer_part(right)?);
                Ok(self.one_of(left, right))
            }
            ExprKind::Quantified { quantifier: Quantifier::ForAll, symbol, body } => {
                let all = Quantifier::ForAll;
                let code = self.quantify(all, *symbol, |this| this.integer_part(body))?;
                let only_clocks = matches!(&code, Code::Quantified { body, .. } if body.is_true());
                Ok(if only_clocks { Code::TRUE } else { code })
            }
            _ => Ok(Code::TRUE),
        }
    }

    /// Can the condition be false, for some outcome of the comparisons of clocks? Where its integer part
    /// could be evaluated, so can this.
    fn may_be_false(&mut self, expr: &Expr) -> Lowered<Code> {
        if expr.ty.is_integral() {
            return Ok(Code::not(self.int(expr)?));
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (self.may_be_false(left)?, self.may_be_false(right)?);
                Ok(self.one_of(left, right))
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let (left, right) = (self.may_be_false(left)?, self.may_be_false(right)?);
                Ok(self.both(left, right))
            }
            ExprKind::Binary(BinaryOp::Imply, left, right) => {
                let (left, right) = (self.int(left)?, self.may_be_false(right)?);
                Ok(self.both(left, right))
            }
            ExprKind::Quantified { quantifier: Quantifier::ForAll, symbol, body } => {
                self.quantify(Quantifier::Exists, *symbol, |this| this.may_be_false(body))
            }
            _ => Ok(Code::TRUE),
        }
    }

    /// `clocks || switch`: the switch is evaluated where the left can be false, even if it can be true as well.
    fn either_of_clocks(&self, clocks: Code, may_be_false: Code, switch: Code) -> Code {
        if self.is_total(&switch) {
            return self.one_of(clocks, switch);
        }
        let evaluated = Code::binary(network::BinaryOp::Or, switch.clone(), Code::TRUE);
        let beside = self.both(clocks, self.one_of(Code::not(may_be_false), evaluated));
        self.one_of(beside, switch)
    }
}
