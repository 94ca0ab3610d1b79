//! Integer expressions and conditions.

use super::Feature;
use super::maker::Maker;
use crate::expr::{BinaryOp, Expr, Place, Quantifier, UnaryOp};
use crate::ids::VariableId;
use crate::stmt::{Argument, Stmt, StmtKind};
use crate::variable::{Dim, Domain};

const COMPARISONS: [BinaryOp; 6] =
    [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];

impl Maker<'_> {
    /// An integer of small size. Invalid evaluations only where faults are wanted.
    pub(super) fn value(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.dice.chance(45) {
            return self.simple_value();
        }
        match self.dice.weighted(&[8, 2, 2, 2, 1, 3]) {
            0 => self.arithmetic(depth - 1),
            1 => {
                let condition = self.condition(depth - 1);
                let (then, otherwise) = (self.value(depth - 1), self.value(depth - 1));
                Expr::Cond(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
            2 => self.condition(depth - 1),
            3 => {
                let op = self.dice.pick(&[UnaryOp::Negate, UnaryOp::Not, UnaryOp::Abs]);
                let operand = Box::new(self.value(depth - 1));
                Expr::Unary(op.unwrap_or(UnaryOp::Negate), operand)
            }
            4 if self.roll(Feature::Quantifiers, 100) => {
                self.quantified(Quantifier::Sum, depth - 1)
            }
            5 if !self.pure.is_empty() => self.call(depth - 1),
            _ => self.simple_value(),
        }
    }

    fn simple_value(&mut self) -> Expr {
        match self.dice.weighted(&[3, 5, 3, 2, 3]) {
            1 if !self.cells.is_empty() => self.variable_of(|maker| &maker.cells),
            2 if !self.arrays.is_empty() => self.element_of(|maker| &maker.arrays),
            3 if !self.tables.is_empty() => self.element_of(|maker| &maker.tables),
            4 if !self.scope.is_empty() => self.variable_of(|maker| &maker.scope),
            _ => Expr::Const(self.dice.between(0, 3)),
        }
    }

    fn variable_of(&mut self, from: fn(&Self) -> &Vec<VariableId>) -> Expr {
        let count = from(self).len();
        let position = self.dice.below(count);
        Expr::variable(from(self)[position])
    }

    fn element_of(&mut self, from: fn(&Self) -> &Vec<VariableId>) -> Expr {
        let count = from(self).len();
        let position = self.dice.below(count);
        let array = from(self)[position];
        Expr::Read(self.element(array))
    }

    /// An element of an array.
    pub(super) fn element(&mut self, array: VariableId) -> Place {
        let dims = self.network.variable(array).dims.clone();
        let indices = dims.iter().map(|dim| self.index(*dim)).collect();
        Place::indexed(array, indices)
    }

    /// An index, in range unless faults are wanted.
    pub(super) fn index(&mut self, dim: Dim) -> Expr {
        if self.is_members(dim) && self.dice.chance(90) {
            return self.member();
        }
        if !self.roll(Feature::DynamicIndices, 60) {
            return Expr::Const(self.dice.between(dim.lower, dim.upper));
        }
        let fits = |domain: Domain| dim.lower <= domain.lower && domain.upper <= dim.upper;
        let all = self.cells.iter().chain(&self.scope);
        let fitting: Vec<VariableId> =
            all.copied().filter(|id| fits(self.network.variable(*id).domain)).collect();
        if let Some(variable) = self.dice.pick(&fitting)
            && self.dice.chance(60)
        {
            return Expr::variable(variable);
        }
        self.fitting(dim, 0)
    }

    /// A value in the domain, unless faults are wanted.
    pub(super) fn fitting(&mut self, domain: Domain, depth: usize) -> Expr {
        if self.dice.chance(35) {
            let (lower, upper) = (domain.lower.max(-2), domain.upper.min(3));
            return Expr::Const(self.dice.between(lower, upper));
        }
        let value = self.value(depth);
        if self.roll(Feature::Faults, 25) {
            return value;
        }
        match value {
            Expr::Const(value) if domain.contains(value) => Expr::Const(value),
            value if self.dice.chance(50) => {
                let least = Expr::binary(BinaryOp::Max, Expr::Const(domain.lower), value);
                Expr::binary(BinaryOp::Min, least, Expr::Const(domain.upper))
            }
            value => wrapped(domain, value),
        }
    }

    fn arithmetic(&mut self, depth: usize) -> Expr {
        let left = self.value(depth);
        if self.roll(Feature::Faults, 20) {
            let op = if self.dice.chance(50) { BinaryOp::Div } else { BinaryOp::Mod };
            return Expr::binary(op, left, self.value(depth));
        }
        let ops = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Min,
            BinaryOp::Max,
            BinaryOp::BitAnd,
            BinaryOp::BitOr,
            BinaryOp::BitXor,
        ];
        match self.dice.below(10) {
            0 => {
                let ops = [BinaryOp::Div, BinaryOp::Mod, BinaryOp::Shl, BinaryOp::Shr];
                let op = self.dice.pick(&ops).unwrap_or(BinaryOp::Mod);
                Expr::binary(op, left, Expr::Const(self.dice.between(1, 3)))
            }
            _ => {
                let op = self.dice.pick(&ops).unwrap_or(BinaryOp::Add);
                Expr::binary(op, left, self.value(depth))
            }
        }
    }

    /// A condition on integers.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        if self.copies.is_some() && self.dice.chance(40) {
            let special = match self.dice.below(6) {
                0 => self.guarded_condition(),
                1 => self.chain_of_members(),
                _ => None,
            };
            return special.unwrap_or_else(|| self.member_condition());
        }
        if depth == 0 || self.dice.chance(50) {
            let op = self.dice.pick(&COMPARISONS).unwrap_or(BinaryOp::Eq);
            let left = self.simple_value();
            let right = if self.dice.chance(75) {
                Expr::Const(self.dice.between(0, 2))
            } else {
                self.simple_value()
            };
            return Expr::binary(op, left, right);
        }
        match self.dice.weighted(&[3, 3, 2, 2, 1, 2]) {
            0 => Expr::binary(BinaryOp::And, self.condition(depth - 1), self.condition(depth - 1)),
            4 => self.same_arrays(),
            1 => Expr::binary(BinaryOp::Or, self.condition(depth - 1), self.condition(depth - 1)),
            2 => Expr::Unary(UnaryOp::Not, Box::new(self.condition(depth - 1))),
            3 if self.roll(Feature::Quantifiers, 100) => {
                let universal = self.dice.chance(50);
                let quantifier = if universal { Quantifier::ForAll } else { Quantifier::Exists };
                self.quantified(quantifier, depth - 1)
            }
            _ => {
                let op = self.dice.pick(&COMPARISONS).unwrap_or(BinaryOp::Eq);
                Expr::binary(op, self.value(depth - 1), self.value(depth - 1))
            }
        }
    }

    /// Are two arrays equal? Only arrays of one shape can be.
    fn same_arrays(&mut self) -> Expr {
        let shape = |id: &VariableId| &self.network.variable(*id).dims;
        match self.arrays.as_slice() {
            [left, right] if shape(left) == shape(right) => {
                Expr::BlocksEqual(Place::whole(*left), Place::whole(*right))
            }
            _ => Expr::TRUE,
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, depth: usize) -> Expr {
        let domain = self.some_members().unwrap_or(Domain::int(0, 1));
        let variable = self.scratch("q", domain);
        self.scope.push(variable);
        let body = if quantifier == Quantifier::Sum {
            self.value(depth.max(1))
        } else {
            self.condition(depth)
        };
        self.scope.pop();
        Expr::Quantified { quantifier, variable, domain, body: Box::new(body) }
    }

    /// `f(value)`
    fn call(&mut self, depth: usize) -> Expr {
        let Some(function) = self.dice.pick(&self.pure) else { return Expr::TRUE };
        self.used.insert(Feature::Functions);
        let arguments = vec![Argument::Value(self.value(depth))];
        let result = Expr::variable(self.network.function(function).results[0]);
        let call = Stmt::new(StmtKind::Call { function, arguments });
        Expr::After(vec![call], Box::new(result))
    }
}

/// The value modulo the size of the domain.
fn wrapped(domain: Domain, value: Expr) -> Expr {
    let size = Expr::Const(i32::try_from(domain.size()).unwrap_or(i32::MAX));
    let rest = Expr::binary(BinaryOp::Mod, value, size.clone());
    let positive =
        Expr::binary(BinaryOp::Mod, Expr::binary(BinaryOp::Add, rest, size.clone()), size);
    match domain.lower {
        0 => positive,
        lower => Expr::binary(BinaryOp::Add, positive, Expr::Const(lower)),
    }
}
