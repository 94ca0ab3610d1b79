//! Results that do not fit into 32 bits.

use crate::arithmetic::apply;
use crate::expr::{BinaryOp, UnaryOp};
use crate::fault::FaultKind;

/// What becomes of an integer result that does not fit into 32 bits.
///
/// UPPAAL leaves it open and its engine wraps; a model that relies on it says so by asking for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// The evaluation is invalid.
    #[default]
    Fault,
    /// The lower 32 bits are kept, in two's complement.
    Wrap,
}

impl Overflow {
    /// The value of a unary operator.
    pub fn unary(self, op: UnaryOp, value: i32) -> Result<i32, FaultKind> {
        let result = match op {
            UnaryOp::Not => Some(i32::from(value == 0)),
            UnaryOp::Negate => value.checked_neg(),
            UnaryOp::Abs => value.checked_abs(),
        };
        // Only the least integer has no opposite, and wrapping makes it its own.
        result.map_or_else(|| self.or_wrapped(value), Ok)
    }

    /// The value of a binary operator, `And` and `Or` included.
    pub fn binary(self, op: BinaryOp, left: i32, right: i32) -> Result<i32, FaultKind> {
        match apply(op, left, right) {
            Err(FaultKind::Overflow) => self.or_wrapped(wrapped(op, left, right)),
            result => result,
        }
    }

    fn or_wrapped(self, value: i32) -> Result<i32, FaultKind> {
        match self {
            Overflow::Fault => Err(FaultKind::Overflow),
            Overflow::Wrap => Ok(value),
        }
    }
}

/// What is left of a result that does not fit.
fn wrapped(op: BinaryOp, left: i32, right: i32) -> i32 {
    match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Pow => left.wrapping_pow(right.unsigned_abs()),
        BinaryOp::Shl => left.wrapping_shl(right.unsigned_abs()),
        // The least integer divided by -1.
        BinaryOp::Mod => 0,
        _ => left,
    }
}
