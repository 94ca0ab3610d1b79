//! Predicates of queries.

use std::rc::Rc;

use network::{Expr as Code, Goal};
use syntax::tree::{BinaryOp, Quantifier, UnaryOp};

use super::clock::Comparison;
use super::expression::fold;
use super::place::owner;
use super::{Binding, Lowered, Lowering, Stop, unsupported};
use crate::typed::{Expr, ExprKind, ProcessRef};

impl Lowering<'_> {
    /// A predicate. Parts without clocks stay whole.
    pub(super) fn goal(&mut self, expr: &Expr) -> Lowered<Goal> {
        if expr.ty.is_integral() {
            return Ok(Goal::Holds(self.int(expr)?));
        }
        match &expr.kind {
            ExprKind::Deadlock => Ok(Goal::Deadlock),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(not(self.goal(operand)?)),
            ExprKind::Binary(BinaryOp::And, left, right) => match self.goal(left)? {
                // What is never asked need not have a meaning: `i < 3 && x[i] > 2` written out.
                Goal::Holds(Code::Const(0)) => Ok(Goal::Holds(Code::FALSE)),
                Goal::Holds(Code::Const(_)) => self.goal(right),
                left => {
                    let (left, right) = (and_parts(left), and_parts(self.goal(right)?));
                    Ok(Goal::And(join(left, right, network::BinaryOp::And)))
                }
            },
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                let left = self.goal(left)?;
                self.either(left, right)
            }
            ExprKind::Binary(BinaryOp::Imply, left, right) => {
                let left = not(self.goal(left)?);
                self.either(left, right)
            }
            ExprKind::Quantified { quantifier, symbol, body } => {
                // A copy that is known to hold, or known not to, adds nothing to the others.
                let idle = match quantifier {
                    Quantifier::ForAll => Goal::Holds(Code::TRUE),
                    Quantifier::Exists => Goal::Holds(Code::FALSE),
                    Quantifier::Sum => return unsupported("a sum over clocks", expr.span),
                };
                if !self.mentions(body, *symbol) && self.iterated_values(*symbol)?.size() > 0 {
                    return self.goal(body);
                }
                let mut parts = Vec::new();
                for value in self.copies(*symbol, expr.span)? {
                    let part = self.with(*symbol, Binding::Value(value), |this| this.goal(body))?;
                    if part != idle {
                        parts.push(part);
                    }
                }
                let all = *quantifier == Quantifier::ForAll;
                Ok(if all { Goal::And(parts) } else { Goal::Or(parts) })
            }
            ExprKind::Binary(op, left, right) => self.clock_goal(*op, left, right, expr),
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("this condition on clocks", expr.span),
        }
    }

    fn either(&mut self, left: Goal, right: &Expr) -> Lowered<Goal> {
        match left {
            Goal::Holds(Code::Const(0)) => return self.goal(right),
            Goal::Holds(Code::Const(_)) => return Ok(Goal::Holds(Code::TRUE)),
            _ => {}
        }
        let (left, right) = (or_parts(left), or_parts(self.goal(right)?));
        Ok(Goal::Or(join(left, right, network::BinaryOp::Or)))
    }

    /// A comparison over clocks. If a clock belongs to a process that is chosen while the query is
    /// evaluated, there is one comparison for each process.
    fn clock_goal(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> Lowered<Goal> {
        if let Some(process) = self.chosen_process(left)?.or(self.chosen_process(right)?) {
            return self.clock_goal_of_each(&process, expr);
        }
        match self.comparison(op, (left, right), &Code::TRUE, expr.span)? {
            Comparison::Integers(code) => Ok(Goal::Holds(code)),
            Comparison::Constraints(constraints) => {
                let mut parts: Vec<Goal> = constraints.into_iter().map(Goal::Clock).collect();
                let goal = match parts.len() {
                    1 => parts.swap_remove(0),
                    _ => Goal::And(parts),
                };
                Ok(if op == BinaryOp::Ne { not(goal) } else { goal })
            }
        }
    }

    /// A process of whose clocks an expression speaks and that is not known.
    fn chosen_process(&mut self, expr: &Expr) -> Lowered<Option<ProcessRef>> {
        if let Some(process) = owner(expr)
            && expr.ty.is_clock()
        {
            for argument in &process.arguments {
                if !matches!(self.int(argument)?, Code::Const(_)) {
                    return Ok(Some(process.clone()));
                }
            }
        }
        let mut parts = Vec::new();
        expr.for_each_part(|part| parts.push(part));
        for part in parts {
            if let Some(process) = self.chosen_process(part)? {
                return Ok(Some(process));
            }
        }
        Ok(None)
    }

    fn clock_goal_of_each(&mut self, process: &ProcessRef, expr: &Expr) -> Lowered<Goal> {
        let mut arguments = Vec::new();
        for argument in &process.arguments {
            arguments.push(self.int(argument)?);
        }
        let members = Rc::clone(&self.members[process.listed]);
        self.count_parts(members.len(), process.span)?;
        let mut alternatives = Vec::with_capacity(members.len());
        for member in members.iter() {
            let chosen = arguments.iter().zip(&member.values).fold(
                Code::TRUE,
                |chosen, (argument, value)| {
                    let equal = fold(network::BinaryOp::Eq, argument.clone(), Code::Const(*value));
                    self.both(chosen, equal)
                },
            );
            let fixed = fix_process(expr, process, &member.values);
            let goal = self.goal(&fixed)?;
            alternatives.push(Goal::And(vec![Goal::Holds(chosen), goal]));
        }
        Ok(Goal::Or(alternatives))
    }
}

/// The expression with every mention of a process replaced by one member.
fn fix_process(expr: &Expr, process: &ProcessRef, values: &[i32]) -> Expr {
    let mut fixed = expr.clone();
    fix_in_place(&mut fixed, process, values);
    fixed
}

fn fix_in_place(expr: &mut Expr, process: &ProcessRef, values: &[i32]) {
    match &mut expr.kind {
        ExprKind::Member(owner, _) => {
            let same = |a: &ProcessRef, b: &ProcessRef| {
                let (a, b) = (a.span, b.span);
                (a.block, a.start, a.end) == (b.block, b.start, b.end)
            };
            if same(owner, process) {
                for (argument, value) in owner.arguments.iter_mut().zip(values) {
                    argument.kind = ExprKind::Int(*value);
                }
            }
        }
        ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
            fix_in_place(left, process, values);
            fix_in_place(right, process, values);
        }
        ExprKind::Unary(_, operand) | ExprKind::Field(operand, _) => {
            fix_in_place(operand, process, values);
        }
        _ => {}
    }
}

fn not(goal: Goal) -> Goal {
    match goal {
        Goal::Not(inner) => *inner,
        Goal::Holds(code) => Goal::Holds(Code::not(code)),
        other => Goal::Not(Box::new(other)),
    }
}

/// The parts of a conjunction, or the goal itself.
fn and_parts(goal: Goal) -> Vec<Goal> {
    match goal {
        Goal::And(parts) => parts,
        other => vec![other],
    }
}

/// The parts of a disjunction, or the goal itself.
fn or_parts(goal: Goal) -> Vec<Goal> {
    match goal {
        Goal::Or(parts) => parts,
        other => vec![other],
    }
}

/// One list for nested conjunctions or disjunctions. Neighbours without clocks become one condition, so
/// that the second is evaluated only where the first leaves it open.
fn join(mut left: Vec<Goal>, mut right: Vec<Goal>, op: network::BinaryOp) -> Vec<Goal> {
    if let (Some(Goal::Holds(_)), Some(Goal::Holds(_))) = (left.last(), right.first())
        && let (Some(Goal::Holds(first)), Goal::Holds(second)) = (left.pop(), right.remove(0))
    {
        left.push(Goal::Holds(Code::binary(op, first, second)));
    }
    left.extend(right);
    left
}
