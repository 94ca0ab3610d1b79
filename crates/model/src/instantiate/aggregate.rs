//! Whole records and arrays as values.

use network::{Expr as Code, Place, Stmt, StmtKind};
use syntax::{Code as Problem, Span};

use super::object::{Leaf, Object};
use super::place::owner;
use super::shape::Shape;
use super::{Lowered, Lowering, Stop, unsupported};
use crate::typed::{Expr, ExprKind};

impl Lowering<'_> {
    /// The object that holds the value of a record or array after some statements.
    pub(super) fn aggregate(&mut self, expr: &Expr) -> Lowered<(Vec<Stmt>, Object)> {
        let mut prelude = Vec::new();
        let object = self.aggregate_into(expr, &mut prelude)?;
        Ok((prelude, object))
    }

    fn aggregate_into(&mut self, expr: &Expr, prelude: &mut Vec<Stmt>) -> Lowered<Object> {
        match &expr.kind {
            ExprKind::Symbol(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Member(..) => self.part(expr, prelude),
            ExprKind::Assign(..) => self.place_of(expr, prelude),
            ExprKind::Comma(first, second) => {
                self.effect(first, prelude)?;
                self.aggregate_into(second, prelude)
            }
            ExprKind::Call { .. } => {
                let results = self.call(expr, prelude)?;
                // Another call of the function would overwrite its result.
                let kept = self.scratch_object("#result", results.shape.clone(), expr.span)?;
                self.copy(&kept, &results, expr.span, prelude)?;
                Ok(kept)
            }
            ExprKind::Cond(condition, then, otherwise) => {
                let condition = self.int(condition)?;
                let (mut first, then) = self.aggregate(then)?;
                let (mut second, otherwise) = self.aggregate(otherwise)?;
                let kept = self.scratch_object("#choice", then.shape.clone(), expr.span)?;
                self.copy(&kept, &then, expr.span, &mut first)?;
                self.copy(&kept, &otherwise, expr.span, &mut second)?;
                let kind = StmtKind::If { condition, then: first, otherwise: second };
                let origin = self.origin(expr.span);
                prelude.push(Stmt { kind, origin });
                Ok(kept)
            }
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("this record or array", expr.span),
        }
    }

    /// A part of a variable, or of a value that a call or choice gives.
    fn part(&mut self, expr: &Expr, prelude: &mut Vec<Stmt>) -> Lowered<Object> {
        let mut object = if owner(expr).is_some() || expr.root().is_some() {
            self.static_object(expr)?
        } else {
            match &expr.kind {
                ExprKind::Field(base, field) => {
                    let base = self.aggregate_into(base, prelude)?;
                    super::place::select(&base, *field)
                }
                ExprKind::Index(base, index) => {
                    let mut base = self.aggregate_into(base, prelude)?;
                    let index = self.int(index)?;
                    let Shape::Array(_, element) = &base.shape else {
                        return Err(Stop::Reported);
                    };
                    base.shape = Shape::clone(element);
                    base.indices.push(index);
                    base
                }
                _ => return Err(Stop::Reported),
            }
        };
        self.settle(&mut object, expr.span, prelude);
        Ok(object)
    }

    /// The value of a field or element of something that is not a variable: `f().x`.
    pub(super) fn read_part(&mut self, expr: &Expr) -> Lowered<Code> {
        let mut prelude = Vec::new();
        let object = self.part(expr, &mut prelude)?;
        let Some(variable) = object.variable() else { return Err(Stop::Reported) };
        let value = self.read_cell(Place::indexed(variable, object.indices));
        Ok(super::expression::after(prelude, value))
    }

    /// Are two records or arrays equal?
    pub(super) fn blocks_equal(&mut self, left: &Expr, right: &Expr, span: Span) -> Lowered<Code> {
        let (mut prelude, left) = self.aggregate(left)?;
        let (more, right) = self.aggregate(right)?;
        prelude.extend(more);
        if !left.shape.is_copyable_to(&right.shape) {
            let message = "the sizes of the two sides differ";
            return self.fail(Problem::SizeMismatch, span, message);
        }
        let mut parts = Vec::with_capacity(left.leaves.len());
        for (first, second) in left.leaves.iter().zip(right.leaves.iter()) {
            let (Leaf::Variable(first), Leaf::Variable(second)) = (first, second) else {
                return unsupported("comparing records that contain clocks or doubles", span);
            };
            let first = Place::indexed(*first, left.indices.clone());
            let second = Place::indexed(*second, right.indices.clone());
            let single = self.is_cell(&first);
            let part = if single {
                let (first, second) = (self.read_cell(first), self.read_cell(second));
                super::expression::fold(network::BinaryOp::Eq, first, second)
            } else {
                Code::BlocksEqual(first, second)
            };
            parts.push(part);
        }
        Ok(super::expression::after(prelude, self.all(parts)))
    }

    /// Is it one cell?
    pub(super) fn is_cell(&self, place: &Place) -> bool {
        self.network.variable(place.variable).dims.len() == place.indices.len()
    }

    /// Copies a record or array.
    pub(super) fn copy(
        &mut self,
        target: &Object,
        source: &Object,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if !source.shape.is_copyable_to(&target.shape) {
            let message = "the sizes of the two sides differ";
            return self.fail(Problem::SizeMismatch, span, message);
        }
        let (mut target, mut source) = (target.clone(), source.clone());
        if target.leaves.len() > 1 {
            // Copying one field may change an index that is needed for the next.
            let leaves = target.leaves.clone();
            self.detach(&mut target, &leaves, span, out);
            self.detach(&mut source, &leaves, span, out);
        }
        let origin = self.origin(span);
        for (to, from) in target.leaves.iter().zip(source.leaves.iter()) {
            match (to, from) {
                (Leaf::Variable(to), Leaf::Variable(from)) => {
                    let target = Place::indexed(*to, target.indices.clone());
                    let source = Place::indexed(*from, source.indices.clone());
                    let kind = if self.is_cell(&target) {
                        let value = self.read_cell(source);
                        StmtKind::Assign { target, value }
                    } else {
                        StmtKind::Copy { target, source }
                    };
                    out.push(Stmt { kind, origin });
                }
                (Leaf::Clock(to), Leaf::Clock(from)) => {
                    self.copy_clocks((*to, &target.indices), (*from, &source.indices), span, out)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
