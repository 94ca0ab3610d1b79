//! Rewriting every place that a network or a query names.

use network::{
    Argument, ChannelPlace, ClockConstraint, ClockPlace, Expr, Goal, Guard, Network, Place, Stmt,
    StmtKind, Term,
};

/// Says what becomes of places. Their indices have been rewritten already.
pub(crate) trait Rewrite {
    /// A cell or block.
    fn place(&self, place: &mut Place);
    fn clock(&self, place: &mut ClockPlace);
    fn channel(&self, place: &mut ChannelPlace);
}

/// Rewrites all processes, functions and hooks. What is declared is left alone.
pub(crate) fn network(rewrite: &impl Rewrite, network: &mut Network) {
    for process in &mut network.processes {
        for location in &mut process.locations {
            guard(rewrite, &mut location.invariant);
            for rate in &mut location.rates {
                expr(rewrite, &mut rate.when);
                clock(rewrite, &mut rate.clock);
                expr(rewrite, &mut rate.rate);
            }
        }
        for edge in &mut process.edges {
            guard(rewrite, &mut edge.guard);
            if let Some(sync) = &mut edge.sync {
                exprs(rewrite, &mut sync.channel.indices);
                rewrite.channel(&mut sync.channel);
            }
            stmts(rewrite, &mut edge.update);
        }
    }
    network.functions.iter_mut().for_each(|function| stmts(rewrite, &mut function.body));
    stmts(rewrite, &mut network.before_update);
    stmts(rewrite, &mut network.after_update);
}

pub(crate) fn goal(rewrite: &impl Rewrite, goal: &mut Goal) {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => {
            parts.iter_mut().for_each(|part| self::goal(rewrite, part));
        }
        Goal::Not(part) => self::goal(rewrite, part),
        Goal::Holds(condition) => expr(rewrite, condition),
        Goal::Clock(constraint) => self::constraint(rewrite, constraint),
        Goal::Deadlock => {}
    }
}

pub(crate) fn term(rewrite: &impl Rewrite, term: &mut Term) {
    match term {
        Term::Int { value, .. } => expr(rewrite, value),
        Term::Clock { left, right, .. } => {
            clock(rewrite, left);
            right.iter_mut().for_each(|right| clock(rewrite, right));
        }
    }
}

fn guard(rewrite: &impl Rewrite, guard: &mut Guard) {
    expr(rewrite, &mut guard.condition);
    guard.clocks.iter_mut().for_each(|each| constraint(rewrite, each));
}

fn constraint(rewrite: &impl Rewrite, constraint: &mut ClockConstraint) {
    expr(rewrite, &mut constraint.when);
    let clocks = constraint.left.iter_mut().chain(&mut constraint.right);
    clocks.for_each(|each| clock(rewrite, each));
    expr(rewrite, &mut constraint.bound);
}

fn clock(rewrite: &impl Rewrite, clock: &mut ClockPlace) {
    exprs(rewrite, &mut clock.indices);
    rewrite.clock(clock);
}

fn place(rewrite: &impl Rewrite, place: &mut Place) {
    exprs(rewrite, &mut place.indices);
    rewrite.place(place);
}

fn exprs(rewrite: &impl Rewrite, all: &mut [Expr]) {
    all.iter_mut().for_each(|each| expr(rewrite, each));
}

fn expr(rewrite: &impl Rewrite, expr: &mut Expr) {
    let each = |part: &mut Expr| self::expr(rewrite, part);
    match expr {
        Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => {}
        Expr::Read(cell) => place(rewrite, cell),
        Expr::Unary(_, operand) => each(operand),
        Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|part| each(part)),
        Expr::Cond(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| each(part));
        }
        Expr::Quantified { body, .. } => each(body),
        Expr::BlocksEqual(left, right) => {
            place(rewrite, left);
            place(rewrite, right);
        }
        Expr::After(statements, value) => {
            stmts(rewrite, statements);
            each(value);
        }
    }
}

fn stmts(rewrite: &impl Rewrite, all: &mut [Stmt]) {
    for stmt in all {
        match &mut stmt.kind {
            StmtKind::Assign { target, value } => {
                place(rewrite, target);
                expr(rewrite, value);
            }
            StmtKind::Copy { target, source } => {
                place(rewrite, target);
                place(rewrite, source);
            }
            StmtKind::SetClock { target, source, offset } => {
                clock(rewrite, target);
                source.iter_mut().for_each(|source| clock(rewrite, source));
                expr(rewrite, offset);
            }
            StmtKind::Call { arguments, .. } => {
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => expr(rewrite, value),
                        Argument::Block(block) => place(rewrite, block),
                    }
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                expr(rewrite, condition);
                stmts(rewrite, then);
                stmts(rewrite, otherwise);
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                expr(rewrite, condition);
                stmts(rewrite, body);
            }
            StmtKind::ForEach { body, .. } => stmts(rewrite, body),
            StmtKind::Return => {}
            StmtKind::Assert(condition) => expr(rewrite, condition),
        }
    }
}
