//! Functions of one identity, such as `(v + 1) % N` or `v == N ? 1 : v + 1`.
//!
//! A ring is written with the successor of an identity. Such a function is no reason to take identities
//! for numbers, as long as it commutes with the renaming of values: then it does the same to the renamed
//! value. Whether it does is tested value by value.

use network::{BinaryOp, Expr, Overflow, Place, UnaryOp, VariableId};

/// A function of one value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CyclicFunction {
    /// The expression; what it reads is the argument.
    body: Expr,
}

impl CyclicFunction {
    /// The value of the function; none if it has none.
    #[must_use]
    pub(crate) fn at(&self, argument: i32, overflow: Overflow) -> Option<i32> {
        evaluate(&self.body, argument, overflow)
    }
}

/// The function that an expression applies to the one place it reads, if it is of this kind.
pub(crate) fn cyclic_function(expr: &Expr) -> Option<(&Expr, CyclicFunction)> {
    let likely = match expr {
        Expr::Cond(..) => true,
        Expr::Binary(op, ..) => matches!(op, BinaryOp::Mod | BinaryOp::Add | BinaryOp::Sub),
        _ => false,
    };
    if !likely {
        return None;
    }
    let mut reading = Reading::default();
    reading.walk(expr)?;
    let argument = reading.argument?;
    (reading.wraps || reading.chooses && reading.computes)
        .then(|| (argument, CyclicFunction { body: anonymous(expr) }))
}

/// What an expression is made of.
#[derive(Default)]
struct Reading<'e> {
    argument: Option<&'e Expr>,
    wraps: bool,
    chooses: bool,
    computes: bool,
}

impl<'e> Reading<'e> {
    /// Nothing if there is more than one place, or what is not a simple function.
    fn walk(&mut self, expr: &'e Expr) -> Option<()> {
        match expr {
            Expr::Const(_) => Some(()),
            Expr::Read(_) => {
                let known = *self.argument.get_or_insert(expr);
                (known == expr).then_some(())
            }
            Expr::Unary(UnaryOp::Negate, operand) => self.walk(operand),
            Expr::Binary(op, left, right) => {
                match op {
                    BinaryOp::Mod => self.wraps = true,
                    BinaryOp::Add | BinaryOp::Sub => self.computes = true,
                    BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq => {}
                    BinaryOp::Ne | BinaryOp::Ge | BinaryOp::Gt => {}
                    _ => return None,
                }
                self.walk(left)?;
                self.walk(right)
            }
            Expr::Cond(condition, then, otherwise) => {
                self.chooses = true;
                self.walk(condition)?;
                self.walk(then)?;
                self.walk(otherwise)
            }
            _ => None,
        }
    }
}

/// The expression with its argument left open.
fn anonymous(expr: &Expr) -> Expr {
    match expr {
        Expr::Read(_) => Expr::Read(Place { variable: VariableId(u32::MAX), indices: Vec::new() }),
        Expr::Unary(op, operand) => Expr::Unary(*op, Box::new(anonymous(operand))),
        Expr::Binary(op, left, right) => Expr::binary(*op, anonymous(left), anonymous(right)),
        Expr::Cond(condition, then, otherwise) => Expr::Cond(
            Box::new(anonymous(condition)),
            Box::new(anonymous(then)),
            Box::new(anonymous(otherwise)),
        ),
        other => other.clone(),
    }
}

fn evaluate(expr: &Expr, argument: i32, overflow: Overflow) -> Option<i32> {
    let value = |expr: &Expr| evaluate(expr, argument, overflow);
    match expr {
        Expr::Const(value) => Some(*value),
        Expr::Read(_) => Some(argument),
        Expr::Unary(op, operand) => overflow.unary(*op, value(operand)?).ok(),
        Expr::Binary(op, left, right) => overflow.binary(*op, value(left)?, value(right)?).ok(),
        Expr::Cond(condition, then, otherwise) => {
            if value(condition)? != 0 {
                value(then)
            } else {
                value(otherwise)
            }
        }
        // Not part of such functions.
        Expr::At(..)
        | Expr::LocationOf(_)
        | Expr::Quantified { .. }
        | Expr::BlocksEqual(..)
        | Expr::After(..) => None,
    }
}

#[cfg(test)]
mod tests;
