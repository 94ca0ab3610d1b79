//! Do two expressions say the same, up to a renaming?
//!
//! "The same" includes invalid evaluations: renamed states must be invalid together. Operands may be matched
//! in another order only where the order of evaluation cannot be told.

use network::{BinaryOp, Expr, Overflow};

use super::matcher::Matcher;
use super::pairing::Pairing;
use crate::identities::classes::Class;
use crate::identities::cyclic_function::cyclic_function;
use analysis::{Faults, interval, is_pure};

impl<P: Pairing> Matcher<'_, P> {
    /// Functions of identities; nothing if neither is one. What such a function gives is renamed. That two of them look
    /// alike part by part would show that they give the same number: `v = (v != 0) % 2` and `v = (v != 1) % 2`
    /// do not do the same.
    fn cyclic_functions(&mut self, left: &Expr, right: &Expr) -> Option<bool> {
        match (cyclic_function(left), cyclic_function(right)) {
            (None, None) => None,
            (Some((left_inner, left_turn)), Some((right_inner, right_turn)))
                if left_turn == right_turn =>
            {
                let class = self.classes.of_expr(left);
                Some(self.exprs(left_inner, right_inner, class))
            }
            _ => Some(self.require(false)),
        }
    }

    /// Expressions; constants in them belong to the class, if there is one. By the left one, so that a new
    /// kind of expression must say what a renaming makes of it.
    pub(crate) fn exprs(&mut self, left: &Expr, right: &Expr, class: Option<Class>) -> bool {
        if let Some(alike) = self.cyclic_functions(left, right) {
            return alike;
        }
        match left {
            Expr::Const(value) => {
                let Expr::Const(other) = right else { return self.differ() };
                self.pairing.constant(*value, *other, class)
                    || self.differ_in(Some((*value, *other, class)))
            }
            Expr::Read(place) => {
                let Expr::Read(other) = right else { return self.differ() };
                self.places(place, other)
            }
            Expr::At(process, location) => {
                let Expr::At(other, image) = right else { return self.differ() };
                let same = self.pairing.location((*process, *location), (*other, *image));
                self.require(same)
            }
            Expr::LocationOf(process) => {
                let Expr::LocationOf(other) = right else { return self.differ() };
                let count = self.network.process(*process).locations.len();
                let same = self.pairing.location_numbers(*process, *other, count);
                self.require(same)
            }
            Expr::Unary(op, operand) => {
                let Expr::Unary(other, operand_image) = right else { return self.differ() };
                self.require(op == other) && self.exprs(operand, operand_image, None)
            }
            Expr::Binary(op, ..) => {
                let Expr::Binary(other, ..) = right else { return self.differ() };
                self.require(op == other) && self.binaries(*op, left, right)
            }
            Expr::Cond(condition, then, otherwise) => {
                let Expr::Cond(test, yes, no) = right else { return self.differ() };
                let class = self.classes.of_expr(left).or(class);
                self.exprs(condition, test, None)
                    && self.exprs(then, yes, class)
                    && self.exprs(otherwise, no, class)
            }
            Expr::Quantified { .. } => self.quantifiers(left, right),
            Expr::BlocksEqual(one, two) => {
                let Expr::BlocksEqual(first, second) = right else { return self.differ() };
                self.places(one, first) && self.places(two, second)
            }
            Expr::After(statements, value) => {
                let Expr::After(others, image) = right else { return self.differ() };
                self.stmts(statements, others) && self.exprs(value, image, class)
            }
        }
    }

    /// Quantifiers. That the order of their instances does not show is checked once for a whole renaming.
    fn quantifiers(&mut self, left: &Expr, right: &Expr) -> bool {
        let (
            Expr::Quantified { quantifier, variable, domain, body },
            Expr::Quantified { quantifier: other, variable: bound, domain: range, body: image },
        ) = (left, right)
        else {
            return self.differ();
        };
        let same = quantifier == other
            && domain.lower == range.lower
            && domain.upper == range.upper
            && self.pairing.variable(*variable, *bound);
        self.require(same) && self.exprs(body, image, None)
    }

    fn binaries(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (Expr::Binary(_, a, b), Expr::Binary(_, x, y)) = (left, right) else { return false };
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let class = equality.then(|| self.classes.of_expr(a).or_else(|| self.classes.of_expr(b)));
        let class = class.flatten();
        let mark = self.pairing.mark();
        let known = self.mismatch.clone();
        if self.exprs(a, x, class) && self.exprs(b, y, class) {
            return true;
        }
        let first_mismatch = std::mem::replace(&mut self.mismatch, known);
        self.pairing.roll_back(mark);
        let network = self.network;
        let same = match op {
            BinaryOp::And | BinaryOp::Or => {
                let stays = |operand: &&Expr| {
                    Faults::of(network).expr(operand) || !is_pure(network, operand)
                };
                self.chains(op, left, right, &stays)
            }
            BinaryOp::Add => {
                self.is_sum_in_any_order(left) && self.chains(op, left, right, &|_| false)
            }
            // Both operands are evaluated in any case.
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Mul | BinaryOp::Min | BinaryOp::Max => {
                is_pure(network, left) && self.exprs(a, y, class) && self.exprs(b, x, class)
            }
            BinaryOp::Sub
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Pow
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Ge
            | BinaryOp::Gt => false,
        };
        if !same {
            self.mismatch = first_mismatch;
        }
        same
    }

    /// Chains of one operator, in any order but for the operands that stay.
    fn chains(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        stays: &dyn Fn(&&Expr) -> bool,
    ) -> bool {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        flatten(op, left, &mut lefts);
        flatten(op, right, &mut rights);
        self.any_order(&lefts, &rights, stays, |matcher, left, right| {
            matcher.exprs(left, right, None)
        })
    }

    /// Does a sum have the same value, and the same overflows (none), in any order? All its operands are evaluated.
    fn is_sum_in_any_order(&self, sum: &Expr) -> bool {
        let mut operands = Vec::new();
        flatten(BinaryOp::Add, sum, &mut operands);
        let largest: i64 = operands
            .iter()
            .map(|operand| interval(self.network, operand))
            .map(|values| values.lower.abs().max(values.upper.abs()))
            .fold(0, i64::saturating_add);
        let fits = largest <= i64::from(i32::MAX) || self.network.overflow == Overflow::Wrap;
        fits && is_pure(self.network, sum)
    }
}

/// The operands of a chain of one operator.
fn flatten<'e>(op: BinaryOp, expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(other, left, right) if *other == op => {
            flatten(op, left, out);
            flatten(op, right, out);
        }
        _ => out.push(expr),
    }
}
