//! Statements of functions.

use network::{Expr as Code, Place, Stmt as Step, StmtKind as Kind};
use syntax::Span;

use super::shape::Shape;
use super::{Lowered, Lowering, Stop, unsupported};
use crate::typed::{Block, Expr, ExprKind, Stmt, StmtKind};

impl Lowering<'_> {
    /// A block: its variables, then its statements.
    pub(super) fn block(&mut self, block: &Block, out: &mut Vec<Step>) -> Lowered<()> {
        let depth = self.stack.len();
        let result = self.block_inside(block, out);
        self.stack.truncate(depth);
        result
    }

    fn block_inside(&mut self, block: &Block, out: &mut Vec<Step>) -> Lowered<()> {
        for local in &block.locals {
            let binding = self.local(*local, out)?;
            self.stack.push((*local, binding));
        }
        block.statements.iter().try_for_each(|stmt| self.stmt(stmt, out))
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Step>) -> Lowered<()> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(block) => self.block(block, out)?,
            StmtKind::Expr(expr) => self.effect(expr, out)?,
            StmtKind::If(test, then, otherwise) => {
                let condition = self.test(test)?;
                let then = self.branch(then)?;
                let otherwise = match otherwise {
                    Some(otherwise) => self.branch(otherwise)?,
                    None => Vec::new(),
                };
                // What can go wrong in a choice is its condition.
                self.push(Kind::If { condition, then, otherwise }, test.span, out);
            }
            StmtKind::While(test, body) => {
                let (condition, body) =
                    self.looping(|this| Ok((this.test(test)?, this.branch(body)?)))?;
                self.push(Kind::While { condition, body }, test.span, out);
            }
            StmtKind::DoWhile(body, test) => {
                let (condition, body) =
                    self.looping(|this| Ok((this.test(test)?, this.branch(body)?)))?;
                self.push(Kind::DoWhile { body, condition }, test.span, out);
            }
            StmtKind::For(init, test, step, body) => {
                self.effect(init, out)?;
                let (condition, body) = self.looping(|this| {
                    let condition = this.test(test)?;
                    let mut body = this.branch(body)?;
                    this.effect(step, &mut body)?;
                    Ok((condition, body))
                })?;
                self.push(Kind::While { condition, body }, test.span, out);
            }
            StmtKind::ForEach(symbol, body) => {
                let (variable, domain) = self.iterated_cell(*symbol)?;
                let body = self
                    .looping(|this| this.with_cell(*symbol, variable, |this| this.branch(body)))?;
                self.push(Kind::ForEach { variable, domain, body }, span, out);
            }
            StmtKind::Return(value) => self.returned(value.as_ref(), span, out)?,
            StmtKind::Assert(condition) => {
                let condition = self.int(condition)?;
                self.push(Kind::Assert(condition), span, out);
            }
        }
        Ok(())
    }

    fn branch(&mut self, stmt: &Stmt) -> Lowered<Vec<Step>> {
        let mut steps = Vec::new();
        self.stmt(stmt, &mut steps)?;
        Ok(steps)
    }

    /// A condition that decides which statements are done.
    fn test(&mut self, condition: &Expr) -> Lowered<Code> {
        if !condition.ty.is_integral() && !condition.ty.is_error() {
            return unsupported("a function that compares clocks", condition.span);
        }
        self.int(condition)
    }

    fn looping<T>(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if let Some(frame) = &mut self.frame {
            frame.loops += 1;
        }
        let result = lower(self);
        if let Some(frame) = &mut self.frame {
            frame.loops -= 1;
        }
        result
    }

    fn returned(&mut self, value: Option<&Expr>, span: Span, out: &mut Vec<Step>) -> Lowered<()> {
        let results = self.frame.as_ref().and_then(|frame| frame.results.clone());
        if let (Some(value), Some(results)) = (value, results) {
            match &results.shape {
                Shape::Int(_) => {
                    let variable = results.variable().ok_or(Stop::Reported)?;
                    let value = self.int(value)?;
                    let target = Place::whole(variable);
                    self.push(Kind::Assign { target, value }, span, out);
                }
                Shape::Ignored(_) => {}
                _ => {
                    let (prelude, source) = match &value.kind {
                        ExprKind::Call { .. } => {
                            let mut prelude = Vec::new();
                            let source = self.call(value, &mut prelude)?;
                            (prelude, source)
                        }
                        _ => self.aggregate(value)?,
                    };
                    out.extend(prelude);
                    self.copy(&results, &source, span, out)?;
                }
            }
        }
        self.push(Kind::Return, span, out);
        Ok(())
    }
}
