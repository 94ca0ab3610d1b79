//! Integer expressions and conditions.

use std::cell::RefCell;

use orrery::network::{BinaryOp as Op, Expr, Network, Origin, Quantifier, UnaryOp, VariableId};
use orrery::syntax::tck::{self, BinaryOp};

use super::names::Names;
use super::places::Places;
use super::terms::{and, binary, choose, int, negate, or, truth, value};
use super::unsayable::{Said, unsayable};

/// The most instances of a quantifier or loop that are written out.
pub(super) const MOST_INSTANCES: u64 = 1000;

/// What names stand for at some place of the model.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) world: &'a World<'a>,
    /// Select, quantifier and loop variables, parameters and local variables; the last one counts.
    pub(super) bindings: Vec<(VariableId, tck::Expr)>,
    /// What is being written, for messages.
    pub(super) origin: Origin,
}

/// What is the same everywhere.
pub(super) struct World<'a> {
    pub(super) network: &'a Network,
    pub(super) places: Places,
    /// Names that are taken.
    pub(super) names: RefCell<Names>,
}

impl<'a> Scope<'a> {
    /// A place of the model.
    pub(super) fn new(world: &'a World<'a>, origin: Origin) -> Scope<'a> {
        Scope { world, bindings: Vec::new(), origin }
    }

    pub(super) fn network(&self) -> &'a Network {
        self.world.network
    }

    pub(super) fn places(&self) -> &'a Places {
        &self.world.places
    }

    /// What a variable stands for, if it is bound.
    pub(super) fn bound(&self, variable: VariableId) -> Option<&tck::Expr> {
        self.bindings.iter().rev().find(|(bound, _)| *bound == variable).map(|(_, term)| term)
    }

    /// The same with another variable bound.
    pub(super) fn with(&self, variable: VariableId, term: tck::Expr) -> Scope<'a> {
        let mut inner = self.clone();
        inner.bindings.push((variable, term));
        inner
    }

    /// An expression as a term.
    pub(super) fn term(&self, expr: &'a Expr) -> Said<tck::Expr> {
        Ok(match expr {
            Expr::Const(value) => int(i64::from(*value)),
            Expr::Read(place) => self.cell(place, 0)?,
            Expr::At(..) | Expr::LocationOf(_) => {
                return unsayable("a condition on the location of a process", self.origin);
            }
            Expr::Unary(UnaryOp::Negate, operand) => negate(self.term(operand)?),
            Expr::Unary(UnaryOp::Abs, operand) => {
                let term = self.term(operand)?;
                let negative = binary(BinaryOp::Lt, term.clone(), int(0));
                choose(negative, negate(term.clone()), term)
            }
            Expr::Binary(op, left, right) if !op.is_boolean() => {
                self.arithmetic(*op, left, right)?
            }
            Expr::Cond(condition, then, otherwise) => {
                choose(self.condition(condition)?, self.term(then)?, self.term(otherwise)?)
            }
            Expr::Quantified { quantifier: Quantifier::Sum, variable, domain, body } => {
                let mut sum = int(0);
                for inner in self.instances(*variable, *domain)? {
                    sum = binary(BinaryOp::Add, sum, inner.term(body)?);
                }
                sum
            }
            Expr::After(statements, result) => self.computed(statements, result)?,
            Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(..)
            | Expr::Quantified { .. }
            | Expr::BlocksEqual(..) => truth(self.condition(expr)?),
        })
    }

    fn arithmetic(&self, op: Op, left: &'a Expr, right: &'a Expr) -> Said<tck::Expr> {
        let (a, b) = (self.term(left)?, self.term(right)?);
        let direct = match op {
            Op::Add => BinaryOp::Add,
            Op::Sub => BinaryOp::Sub,
            Op::Mul => BinaryOp::Mul,
            Op::Div => BinaryOp::Div,
            Op::Mod => BinaryOp::Mod,
            Op::Min => return Ok(choose(binary(BinaryOp::Lt, a.clone(), b.clone()), a, b)),
            Op::Max => return Ok(choose(binary(BinaryOp::Gt, a.clone(), b.clone()), a, b)),
            Op::Shl if matches!(value(&b), Some(0..=30)) => {
                let factor = 1_i64 << value(&b).unwrap_or(0);
                return Ok(binary(BinaryOp::Mul, a, int(factor)));
            }
            Op::Pow if matches!(value(&b), Some(0..=8)) => {
                let times = value(&b).unwrap_or(0);
                let factors = (0..times).map(|_| a.clone());
                return Ok(factors.fold(int(1), |all, one| binary(BinaryOp::Mul, all, one)));
            }
            _ => return unsayable("an operator on bits, or a power", self.origin),
        };
        Ok(binary(direct, a, b))
    }

    /// An expression as a condition: a conjunction of comparisons, as far as possible.
    pub(super) fn condition(&self, expr: &'a Expr) -> Said<tck::Expr> {
        match expr {
            Expr::Binary(Op::And, left, right) => {
                Ok(and(self.condition(left)?, self.condition(right)?))
            }
            Expr::Binary(Op::Or, left, right) => {
                Ok(or(self.condition(left)?, self.condition(right)?))
            }
            Expr::Binary(op, left, right) if op.is_boolean() => {
                Ok(binary(comparison(*op, true), self.term(left)?, self.term(right)?))
            }
            Expr::Unary(UnaryOp::Not, operand) => self.negated(operand),
            Expr::Quantified { quantifier: Quantifier::ForAll, variable, domain, body } => {
                let instances = self.instances(*variable, *domain)?;
                instances.iter().try_fold(int(1), |all, one| Ok(and(all, one.condition(body)?)))
            }
            Expr::Quantified { quantifier: Quantifier::Exists, variable, domain, body } => {
                let instances = self.instances(*variable, *domain)?;
                instances.iter().try_fold(int(0), |all, one| Ok(or(all, one.condition(body)?)))
            }
            Expr::BlocksEqual(left, right) => {
                let mut all = int(1);
                for further in 0..self.cells_of(left) {
                    let (a, b) = (self.cell(left, further)?, self.cell(right, further)?);
                    all = and(all, binary(BinaryOp::Eq, a, b));
                }
                Ok(all)
            }
            other => Ok(binary(BinaryOp::Ne, self.term(other)?, int(0))),
        }
    }

    fn negated(&self, expr: &'a Expr) -> Said<tck::Expr> {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.condition(operand),
            Expr::Binary(Op::And, left, right) => Ok(or(self.negated(left)?, self.negated(right)?)),
            Expr::Binary(Op::Or, left, right) => Ok(and(self.negated(left)?, self.negated(right)?)),
            Expr::Binary(op, left, right) if op.is_boolean() => {
                Ok(binary(comparison(*op, false), self.term(left)?, self.term(right)?))
            }
            other => Ok(binary(BinaryOp::Eq, self.term(other)?, int(0))),
        }
    }

    /// One scope for each value of a bound variable.
    pub(super) fn instances(
        &self,
        variable: VariableId,
        domain: orrery::network::Domain,
    ) -> Said<Vec<Scope<'a>>> {
        if domain.size() > MOST_INSTANCES {
            let what = format!("a quantifier or loop over {} values", domain.size());
            return unsayable(what, self.origin);
        }
        Ok(domain.values().map(|value| self.with(variable, int(i64::from(value)))).collect())
    }

    /// How many cells a place has.
    pub(super) fn cells_of(&self, place: &orrery::network::Place) -> usize {
        let dims = &self.network().variable(place.variable).dims;
        orrery::network::cell_count(&dims[place.indices.len()..])
    }
}

/// A comparison or its opposite.
fn comparison(op: Op, positive: bool) -> BinaryOp {
    match (op, positive) {
        (Op::Lt, true) | (Op::Ge, false) => BinaryOp::Lt,
        (Op::Le, true) | (Op::Gt, false) => BinaryOp::Le,
        (Op::Ge, true) | (Op::Lt, false) => BinaryOp::Ge,
        (Op::Gt, true) | (Op::Le, false) => BinaryOp::Gt,
        (Op::Ne, true) | (Op::Eq, false) => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}
