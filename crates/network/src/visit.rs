//! Walking over everything an expression, statement or guard contains.

use crate::channel::ChannelPlace;
use crate::expr::{Expr, Place};
use crate::goal::Goal;
use crate::guard::{ClockConstraint, ClockPlace, Guard};
use crate::process::Edge;
use crate::stmt::{Argument, Stmt, StmtKind};

/// Called for each node on the way down. Override what is of interest; call the `walk_` function of the
/// same name to go on below it. Calls are not followed into functions.
pub trait Visitor {
    fn expr(&mut self, expr: &Expr) {
        walk_expr(self, expr);
    }
    fn stmt(&mut self, stmt: &Stmt) {
        walk_stmt(self, stmt);
    }
    /// A cell or block, read or written.
    fn place(&mut self, place: &Place) {
        place.indices.iter().for_each(|index| self.expr(index));
    }
    /// A clock, tested or set.
    fn clock(&mut self, place: &ClockPlace) {
        place.indices.iter().for_each(|index| self.expr(index));
    }
    fn channel(&mut self, place: &ChannelPlace) {
        place.indices.iter().for_each(|index| self.expr(index));
    }
    fn constraint(&mut self, constraint: &ClockConstraint) {
        walk_constraint(self, constraint);
    }
}

/// The parts of an expression.
pub fn walk_expr<V: Visitor + ?Sized>(visitor: &mut V, expr: &Expr) {
    match expr {
        Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => {}
        Expr::Read(place) => visitor.place(place),
        Expr::Unary(_, operand) => visitor.expr(operand),
        Expr::Binary(_, left, right) => {
            visitor.expr(left);
            visitor.expr(right);
        }
        Expr::Cond(condition, then, otherwise) => {
            visitor.expr(condition);
            visitor.expr(then);
            visitor.expr(otherwise);
        }
        Expr::Quantified { body, .. } => visitor.expr(body),
        Expr::BlocksEqual(left, right) => {
            visitor.place(left);
            visitor.place(right);
        }
        Expr::After(statements, value) => {
            statements.iter().for_each(|stmt| visitor.stmt(stmt));
            visitor.expr(value);
        }
    }
}

/// The parts of a statement.
pub fn walk_stmt<V: Visitor + ?Sized>(visitor: &mut V, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Assign { target, value } => {
            visitor.place(target);
            visitor.expr(value);
        }
        StmtKind::Copy { target, source } => {
            visitor.place(target);
            visitor.place(source);
        }
        StmtKind::SetClock { target, source, offset } => {
            visitor.clock(target);
            source.iter().for_each(|place| visitor.clock(place));
            visitor.expr(offset);
        }
        StmtKind::Call { arguments, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) => visitor.expr(value),
                    Argument::Block(place) => visitor.place(place),
                }
            }
        }
        StmtKind::If { condition, then, otherwise } => {
            visitor.expr(condition);
            then.iter().chain(otherwise).for_each(|stmt| visitor.stmt(stmt));
        }
        StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
            visitor.expr(condition);
            body.iter().for_each(|stmt| visitor.stmt(stmt));
        }
        StmtKind::ForEach { body, .. } => body.iter().for_each(|stmt| visitor.stmt(stmt)),
        StmtKind::Return => {}
        StmtKind::Assert(condition) => visitor.expr(condition),
    }
}

/// The parts of a clock constraint.
pub fn walk_constraint<V: Visitor + ?Sized>(visitor: &mut V, constraint: &ClockConstraint) {
    visitor.expr(&constraint.when);
    constraint.left.iter().chain(&constraint.right).for_each(|place| visitor.clock(place));
    visitor.expr(&constraint.bound);
}

/// The parts of a guard or invariant.
pub fn walk_guard<V: Visitor + ?Sized>(visitor: &mut V, guard: &Guard) {
    visitor.expr(&guard.condition);
    guard.clocks.iter().for_each(|constraint| visitor.constraint(constraint));
}

/// The parts of an edge.
pub fn walk_edge<V: Visitor + ?Sized>(visitor: &mut V, edge: &Edge) {
    walk_guard(visitor, &edge.guard);
    edge.sync.iter().for_each(|sync| visitor.channel(&sync.channel));
    edge.update.iter().for_each(|stmt| visitor.stmt(stmt));
}

/// The parts of a goal.
pub fn walk_goal<V: Visitor + ?Sized>(visitor: &mut V, goal: &Goal) {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => {
            parts.iter().for_each(|part| walk_goal(visitor, part))
        }
        Goal::Not(part) => walk_goal(visitor, part),
        Goal::Holds(condition) => visitor.expr(condition),
        Goal::Clock(constraint) => visitor.constraint(constraint),
        Goal::Deadlock => {}
    }
}
