//! Conditions as jumps: no truth values are made only to be tested.

use network::{BinaryOp, Expr, UnaryOp};

use super::code::{Comparison, Op};
use super::compile::Compiler;

impl Compiler<'_> {
    /// Goes on elsewhere if the truth of a condition is `when`; the jumps whose targets are open.
    pub(super) fn branch(&mut self, condition: &Expr, when: bool) -> Vec<u32> {
        match condition {
            Expr::Unary(UnaryOp::Not, operand) => self.branch(operand, !when),
            Expr::Binary(BinaryOp::And, left, right) => self.both(left, right, when),
            // `a || b` is `!(!a && !b)`, with the operands in order.
            Expr::Binary(BinaryOp::Or, left, right) => self.either(left, right, when),
            Expr::At(process, location) => {
                let (cell, value) = (process.0, location.0.cast_signed());
                vec![self.branch_on(Comparison::Equal, cell, value, when)]
            }
            Expr::Binary(op, left, right) => match Comparison::of(*op) {
                Some(test) => vec![self.comparison(test, left, right, when)],
                None => self.branch_on_value(condition, when),
            },
            _ => self.branch_on_value(condition, when),
        }
    }

    /// Computes the condition and looks at the result.
    fn branch_on_value(&mut self, condition: &Expr, when: bool) -> Vec<u32> {
        self.expr(condition);
        vec![self.emit(if when { Op::JumpIfNotZero(0) } else { Op::JumpIfZero(0) })]
    }

    fn both(&mut self, left: &Expr, right: &Expr, when: bool) -> Vec<u32> {
        let mut fails = self.branch(left, false);
        if when {
            let holds = self.branch(right, true);
            self.land(&fails);
            holds
        } else {
            fails.extend(self.branch(right, false));
            fails
        }
    }

    fn either(&mut self, left: &Expr, right: &Expr, when: bool) -> Vec<u32> {
        let mut holds = self.branch(left, true);
        if when {
            holds.extend(self.branch(right, true));
            holds
        } else {
            let fails = self.branch(right, false);
            self.land(&holds);
            fails
        }
    }

    fn branch_on(&mut self, test: Comparison, cell: u32, value: i32, when: bool) -> u32 {
        let test = if when { test } else { test.negated() };
        self.emit(Op::Branch { test, cell, value, to: 0 })
    }

    fn comparison(&mut self, test: Comparison, left: &Expr, right: &Expr, when: bool) -> u32 {
        let wanted = if when { test } else { test.negated() };
        match (self.fixed_cell(left), self.fixed_cell(right), left, right) {
            (Some(cell), _, _, Expr::Const(value)) => self.branch_on(test, cell, *value, when),
            (Some(left), Some(right), ..) => {
                self.emit(Op::BranchCells { test: wanted, left, right, to: 0 })
            }
            (_, _, _, Expr::Const(value)) => {
                self.expr(left);
                self.emit(Op::BranchTop { test: wanted, value: *value, to: 0 })
            }
            _ => {
                self.expr(left);
                self.expr(right);
                self.emit(Op::BranchTwo { test: wanted, to: 0 })
            }
        }
    }
}
