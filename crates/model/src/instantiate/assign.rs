//! What updates do: expressions with effects as statements.

use network::{BinaryOp as Op, Expr as Code, Place, Stmt, StmtKind};
use syntax::Span;
use syntax::tree::{AssignOp, BinaryOp, IncDec};

use super::expression::{after, compound, fold};
use super::object::{Leaf, Object};
use super::shape::Shape;
use super::{Lowered, Lowering, Stop};
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

impl Lowering<'_> {
    /// Statements for a list of updates.
    pub(super) fn update_statements<'e>(
        &mut self,
        updates: impl Iterator<Item = &'e Expr>,
    ) -> Lowered<Vec<Stmt>> {
        let mut statements = Vec::new();
        for update in updates {
            self.effect(update, &mut statements)?;
        }
        Ok(statements)
    }

    /// Does what an expression does, and forgets its value.
    pub(super) fn effect(&mut self, expr: &Expr, out: &mut Vec<Stmt>) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Error => Err(Stop::Reported),
            ExprKind::Assign(op, target, value) => self.assign(*op, target, value, expr.span, out),
            ExprKind::IncDec(op, operand) => {
                let mut object = self.place_of(operand, out)?;
                self.settle(&mut object, expr.span, out);
                let step = self.step(*op, &object)?;
                self.store(&object, step, expr.span, out)
            }
            ExprKind::Call { .. } => self.call(expr, out).map(|_| ()),
            ExprKind::Comma(first, second) => {
                self.effect(first, out)?;
                self.effect(second, out)
            }
            ExprKind::Cond(condition, first, second) => {
                let condition = self.int(condition)?;
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                self.effect(first, &mut then)?;
                self.effect(second, &mut otherwise)?;
                if !then.is_empty() || !otherwise.is_empty() {
                    self.push(StmtKind::If { condition, then, otherwise }, expr.span, out);
                }
                Ok(())
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Builtin(..)
                if contains_effect(expr) && expr.ty.is_integral() =>
            {
                let condition = self.int(expr)?;
                let (then, otherwise) = (Vec::new(), Vec::new());
                self.push(StmtKind::If { condition, then, otherwise }, expr.span, out);
                Ok(())
            }
            // Nothing else changes anything, and the checker has warned about it.
            _ => Ok(()),
        }
    }

    pub(super) fn push(&mut self, kind: StmtKind, span: Span, out: &mut Vec<Stmt>) {
        let origin = self.origin(span);
        out.push(Stmt { kind, origin });
    }

    fn assign(
        &mut self,
        op: AssignOp,
        target: &Expr,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if let ExprKind::Cond(condition, first, second) = &target.kind {
            let condition = self.int(condition)?;
            let (mut then, mut otherwise) = (Vec::new(), Vec::new());
            self.assign(op, first, value, span, &mut then)?;
            self.assign(op, second, value, span, &mut otherwise)?;
            self.push(StmtKind::If { condition, then, otherwise }, span, out);
            return Ok(());
        }
        if let Type::Meter(meter) = target.ty {
            return self.add_to(meter, value, span, out);
        }
        let object = self.place_of(target, out)?;
        self.assign_to(object, op, value, span, out)
    }

    /// Assigns to an object, whose place is known before the value is computed.
    fn assign_to(
        &mut self,
        mut object: Object,
        op: AssignOp,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        match &object.shape {
            Shape::Int(_) => match op {
                AssignOp::Set => {
                    let value = self.int(value)?;
                    self.store(&object, value, span, out)
                }
                AssignOp::With(op) => {
                    self.settle(&mut object, span, out);
                    let current = self.current(&object)?;
                    let value = self.int(value)?;
                    self.store(&object, compound(op, current, value), span, out)
                }
            },
            Shape::Clock => self.set_clock(object, value, span, out),
            Shape::Array(..) | Shape::Record(_) => {
                self.keep_place(&mut object, value, span, out);
                let source = match &value.kind {
                    ExprKind::Call { .. } => self.call(value, out)?,
                    _ => {
                        let (prelude, source) = self.aggregate(value)?;
                        out.extend(prelude);
                        source
                    }
                };
                self.copy(&object, &source, span, out)
            }
            // What nobody follows need not be set, but what its value does must still be done.
            Shape::Ignored(_) => self.ignored_value(value, out),
            Shape::Channel(_) => Err(Stop::Reported),
        }
    }

    /// The parts of an ignored value that change something.
    fn ignored_value(&mut self, value: &Expr, out: &mut Vec<Stmt>) -> Lowered<()> {
        match &value.kind {
            ExprKind::Call { function, .. } => {
                let function = &self.model.functions[*function];
                if function.writes || function.writes_parameter.contains(&true) {
                    return self.effect(value, out);
                }
                Ok(())
            }
            ExprKind::Assign(..) | ExprKind::IncDec(..) => self.effect(value, out),
            _ => {
                let mut parts = Vec::new();
                value.for_each_part(|part| parts.push(part));
                parts.into_iter().try_for_each(|part| self.ignored_value(part, out))
            }
        }
    }

    /// Computes the indices of an object that is used again after a value has been computed.
    pub(super) fn keep_place(
        &mut self,
        object: &mut Object,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if contains_effect(value) {
            self.pin(object, span, out);
        } else {
            self.settle(object, span, out);
        }
    }

    /// The object an assignment changes; assignments and increments denote what they changed. That is one place:
    /// it is found once, whatever the assignment does to its indices.
    pub(super) fn place_of(&mut self, target: &Expr, out: &mut Vec<Stmt>) -> Lowered<Object> {
        match &target.kind {
            ExprKind::Assign(op, inner, value) => {
                let mut object = self.place_of(inner, out)?;
                self.pin(&mut object, target.span, out);
                self.assign_to(object.clone(), *op, value, target.span, out)?;
                Ok(object)
            }
            ExprKind::IncDec(op, inner) => {
                let mut object = self.place_of(inner, out)?;
                self.pin(&mut object, target.span, out);
                let step = self.step(*op, &object)?;
                self.store(&object, step, target.span, out)?;
                Ok(object)
            }
            ExprKind::Comma(first, second) => {
                self.effect(first, out)?;
                self.place_of(second, out)
            }
            _ => self.static_object(target),
        }
    }

    fn current(&mut self, object: &Object) -> Lowered<Code> {
        let variable = object.variable().ok_or(Stop::Reported)?;
        Ok(Code::Read(Place::indexed(variable, object.indices.clone())))
    }

    fn store(
        &mut self,
        object: &Object,
        value: Code,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let [Leaf::Variable(variable)] = *object.leaves else { return Err(Stop::Reported) };
        let target = Place::indexed(variable, object.indices.clone());
        self.push(StmtKind::Assign { target, value }, span, out);
        Ok(())
    }

    fn step(&mut self, op: IncDec, object: &Object) -> Lowered<Code> {
        let current = self.current(object)?;
        let op = match op {
            IncDec::PreIncrement | IncDec::PostIncrement => Op::Add,
            IncDec::PreDecrement | IncDec::PostDecrement => Op::Sub,
        };
        Ok(fold(op, current, Code::Const(1)))
    }

    /// `a++` and its kin as values.
    pub(super) fn inc_dec_value(
        &mut self,
        op: IncDec,
        operand: &Expr,
        span: Span,
    ) -> Lowered<Code> {
        let mut prelude = Vec::new();
        let mut object = self.place_of(operand, &mut prelude)?;
        let changed = object.leaves.clone();
        self.detach(&mut object, &changed, span, &mut prelude);
        let step = self.step(op, &object)?;
        self.store(&object, step, span, &mut prelude)?;
        let current = self.current(&object)?;
        let value = match op {
            IncDec::PreIncrement | IncDec::PreDecrement => current,
            IncDec::PostIncrement => compound(BinaryOp::Sub, current, Code::Const(1)),
            IncDec::PostDecrement => compound(BinaryOp::Add, current, Code::Const(1)),
        };
        Ok(after(prelude, value))
    }

    /// An assignment as a value: the value of what was assigned to.
    pub(super) fn assign_value(&mut self, expr: &Expr) -> Lowered<Code> {
        let ExprKind::Assign(op, target, value) = &expr.kind else { return Err(Stop::Reported) };
        let mut prelude = Vec::new();
        let mut object = self.place_of(target, &mut prelude)?;
        self.keep_place(&mut object, value, expr.span, &mut prelude);
        let changed = object.leaves.clone();
        self.detach(&mut object, &changed, expr.span, &mut prelude);
        let value = self.int(value)?;
        let value = match op {
            AssignOp::Set => value,
            AssignOp::With(op) => {
                let current = self.current(&object)?;
                compound(*op, current, value)
            }
        };
        self.store(&object, value, expr.span, &mut prelude)?;
        let current = self.current(&object)?;
        Ok(after(prelude, current))
    }
}

fn contains_effect(expr: &Expr) -> bool {
    if matches!(expr.kind, ExprKind::Assign(..) | ExprKind::IncDec(..) | ExprKind::Call { .. }) {
        return true;
    }
    let mut found = false;
    expr.for_each_part(|part| found = found || contains_effect(part));
    found
}
