//! Operators on integers of 32 bits.

use crate::expr::BinaryOp;
use crate::fault::FaultKind;

/// The value of an operator, `And` and `Or` included, where a result that does not fit is a fault.
#[inline]
pub fn apply(op: BinaryOp, left: i32, right: i32) -> Result<i32, FaultKind> {
    let checked = |result: Option<i32>| result.ok_or(FaultKind::Overflow);
    match op {
        BinaryOp::Add => checked(left.checked_add(right)),
        BinaryOp::Sub => checked(left.checked_sub(right)),
        BinaryOp::Mul => checked(left.checked_mul(right)),
        BinaryOp::Div | BinaryOp::Mod if right == 0 => Err(FaultKind::DivisionByZero),
        BinaryOp::Div => checked(left.checked_div(right)),
        BinaryOp::Mod => checked(left.checked_rem(right)),
        BinaryOp::Pow if right < 0 => Err(FaultKind::NegativeExponent(right)),
        BinaryOp::Pow => checked(left.checked_pow(right.unsigned_abs())),
        BinaryOp::Min => Ok(left.min(right)),
        BinaryOp::Max => Ok(left.max(right)),
        BinaryOp::Shl | BinaryOp::Shr if !(0..32).contains(&right) => {
            Err(FaultKind::BadShift(right))
        }
        BinaryOp::Shl => i32::try_from(i64::from(left) << right).map_err(|_| FaultKind::Overflow),
        BinaryOp::Shr => Ok(left >> right),
        BinaryOp::BitAnd => Ok(left & right),
        BinaryOp::BitOr => Ok(left | right),
        BinaryOp::BitXor => Ok(left ^ right),
        BinaryOp::Lt => Ok(i32::from(left < right)),
        BinaryOp::Le => Ok(i32::from(left <= right)),
        BinaryOp::Eq => Ok(i32::from(left == right)),
        BinaryOp::Ne => Ok(i32::from(left != right)),
        BinaryOp::Ge => Ok(i32::from(left >= right)),
        BinaryOp::Gt => Ok(i32::from(left > right)),
        BinaryOp::And => Ok(i32::from(left != 0 && right != 0)),
        BinaryOp::Or => Ok(i32::from(left != 0 || right != 0)),
    }
}
