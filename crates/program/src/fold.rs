//! Substituting bound variables by constants and evaluating what is then constant.
//!
//! An edge with select bindings is compiled once for each binding, with the bound variables replaced by
//! their values: most channel indices and many guards become constants. Folding never removes a fault:
//! an operator whose constant evaluation would fault is left as it is.

use network::eval::apply;
use network::{
    Argument, BinaryOp, ChannelPlace, ClockConstraint, ClockPlace, Expr, Guard, Place, Quantifier,
    Rate, Stmt, StmtKind, UnaryOp, VariableId,
};

/// Values of bound variables.
pub type Bindings = [(VariableId, i32)];

/// The expression with bindings substituted and constants folded.
pub fn expr(expr: &Expr, bindings: &Bindings) -> Expr {
    match expr {
        Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => expr.clone(),
        Expr::Read(place) => read(place, bindings),
        Expr::Unary(op, operand) => unary(*op, self::expr(operand, bindings)),
        Expr::Binary(op, left, right) => {
            binary(*op, self::expr(left, bindings), self::expr(right, bindings))
        }
        Expr::Cond(condition, then, otherwise) => match self::expr(condition, bindings) {
            Expr::Const(0) => self::expr(otherwise, bindings),
            Expr::Const(_) => self::expr(then, bindings),
            condition => Expr::Cond(
                Box::new(condition),
                Box::new(self::expr(then, bindings)),
                Box::new(self::expr(otherwise, bindings)),
            ),
        },
        Expr::Quantified { quantifier, variable, domain, body } => {
            let body = self::expr(body, bindings);
            match (&body, quantifier) {
                (Expr::Const(value), Quantifier::ForAll | Quantifier::Exists)
                    if domain.size() > 0 =>
                {
                    Expr::Const(i32::from(*value != 0))
                }
                _ => Expr::Quantified {
                    quantifier: *quantifier,
                    variable: *variable,
                    domain: *domain,
                    body: Box::new(body),
                },
            }
        }
        Expr::BlocksEqual(left, right) => {
            Expr::BlocksEqual(place(left, bindings), place(right, bindings))
        }
        Expr::After(statements, value) => {
            Expr::After(stmts(statements, bindings), Box::new(self::expr(value, bindings)))
        }
    }
}

fn read(place: &Place, bindings: &Bindings) -> Expr {
    let bound = bindings.iter().find(|(variable, _)| *variable == place.variable);
    match bound {
        Some((_, value)) => Expr::Const(*value),
        None => Expr::Read(self::place(place, bindings)),
    }
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    let Expr::Const(value) = operand else {
        return Expr::Unary(op, Box::new(operand));
    };
    let folded = match op {
        UnaryOp::Negate => value.checked_neg(),
        UnaryOp::Not => Some(i32::from(value == 0)),
        UnaryOp::Abs => value.checked_abs(),
    };
    folded.map_or_else(|| Expr::Unary(op, Box::new(operand)), Expr::Const)
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    match (op, &left, &right) {
        (BinaryOp::And, Expr::Const(0), _) => return Expr::FALSE,
        (BinaryOp::Or, Expr::Const(value), _) if *value != 0 => return Expr::TRUE,
        (_, Expr::Const(left), Expr::Const(right)) => {
            if let Ok(value) = apply(op, *left, *right) {
                return Expr::Const(value);
            }
        }
        // The remaining operand of a connective is a truth value only if it is itself boolean.
        (BinaryOp::And, Expr::Const(_), right) if is_boolean(right) => return right.clone(),
        (BinaryOp::Or, Expr::Const(0), right) if is_boolean(right) => return right.clone(),
        (BinaryOp::And, left, Expr::Const(value)) if *value != 0 && is_boolean(left) => {
            return left.clone();
        }
        (BinaryOp::Or, left, Expr::Const(0)) if is_boolean(left) => return left.clone(),
        _ => {}
    }
    Expr::binary(op, left, right)
}

fn is_boolean(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value) => *value == 0 || *value == 1,
        Expr::At(..) | Expr::BlocksEqual(..) | Expr::Unary(UnaryOp::Not, _) => true,
        Expr::Binary(op, ..) => op.is_boolean(),
        Expr::Quantified { quantifier, .. } => *quantifier != Quantifier::Sum,
        _ => false,
    }
}

fn exprs(list: &[Expr], bindings: &Bindings) -> Vec<Expr> {
    list.iter().map(|item| expr(item, bindings)).collect()
}

fn place(place: &Place, bindings: &Bindings) -> Place {
    Place { variable: place.variable, indices: exprs(&place.indices, bindings) }
}

/// A clock with bindings substituted in its indices.
pub(super) fn clock(place: &ClockPlace, bindings: &Bindings) -> ClockPlace {
    ClockPlace { family: place.family, indices: exprs(&place.indices, bindings) }
}

/// A channel with bindings substituted in its indices.
pub fn channel(place: &ChannelPlace, bindings: &Bindings) -> ChannelPlace {
    ChannelPlace { family: place.family, indices: exprs(&place.indices, bindings) }
}

/// A constraint with bindings substituted.
pub(crate) fn constraint(constraint: &ClockConstraint, bindings: &Bindings) -> ClockConstraint {
    ClockConstraint {
        when: expr(&constraint.when, bindings),
        left: constraint.left.as_ref().map(|place| clock(place, bindings)),
        right: constraint.right.as_ref().map(|place| clock(place, bindings)),
        strict: constraint.strict,
        bound: expr(&constraint.bound, bindings),
    }
}

/// A guard with bindings substituted; constraints that can never be in force are dropped.
pub fn guard(guard: &Guard, bindings: &Bindings) -> Guard {
    let constraints = guard.clocks.iter().map(|each| constraint(each, bindings));
    Guard {
        condition: expr(&guard.condition, bindings),
        clocks: constraints.filter(|each| each.when != Expr::FALSE).collect(),
    }
}

/// A rate with constants folded.
pub(super) fn rate(rate: &Rate) -> Rate {
    Rate {
        when: expr(&rate.when, &[]),
        clock: clock(&rate.clock, &[]),
        rate: expr(&rate.rate, &[]),
    }
}

/// Statements with bindings substituted.
pub fn stmts(list: &[Stmt], bindings: &Bindings) -> Vec<Stmt> {
    list.iter().map(|item| stmt(item, bindings)).collect()
}

fn stmt(stmt: &Stmt, bindings: &Bindings) -> Stmt {
    let kind = match &stmt.kind {
        StmtKind::Assign { target, value } => {
            StmtKind::Assign { target: place(target, bindings), value: expr(value, bindings) }
        }
        StmtKind::Copy { target, source } => {
            StmtKind::Copy { target: place(target, bindings), source: place(source, bindings) }
        }
        StmtKind::SetClock { target, source, offset } => StmtKind::SetClock {
            target: clock(target, bindings),
            source: source.as_ref().map(|source| clock(source, bindings)),
            offset: expr(offset, bindings),
        },
        StmtKind::Call { function, arguments } => StmtKind::Call {
            function: *function,
            arguments: arguments.iter().map(|each| argument(each, bindings)).collect(),
        },
        StmtKind::If { condition, then, otherwise } => StmtKind::If {
            condition: expr(condition, bindings),
            then: stmts(then, bindings),
            otherwise: stmts(otherwise, bindings),
        },
        StmtKind::While { condition, body } => {
            StmtKind::While { condition: expr(condition, bindings), body: stmts(body, bindings) }
        }
        StmtKind::DoWhile { body, condition } => {
            StmtKind::DoWhile { body: stmts(body, bindings), condition: expr(condition, bindings) }
        }
        StmtKind::ForEach { variable, domain, body } => {
            StmtKind::ForEach { variable: *variable, domain: *domain, body: stmts(body, bindings) }
        }
        StmtKind::Return => StmtKind::Return,
        StmtKind::Assert(condition) => StmtKind::Assert(expr(condition, bindings)),
    };
    Stmt { kind, origin: stmt.origin }
}

fn argument(argument: &Argument, bindings: &Bindings) -> Argument {
    match argument {
        Argument::Value(value) => Argument::Value(expr(value, bindings)),
        Argument::Block(block) => Argument::Block(place(block, bindings)),
    }
}
