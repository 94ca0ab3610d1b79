//! Operators on integers, and ranges.

use std::cmp::Ordering;

use super::machine::Stop;
use crate::tree::Binary;
use crate::value::{Shape, Value};

/// Is a value in the range of its type?
pub(super) fn check(shape: &Shape, value: &Value) -> Result<(), Stop> {
    match (shape, value) {
        (Shape::Int(lower, upper), Value::Int(value)) => {
            if (lower..=upper).contains(&value) {
                Ok(())
            } else {
                Err(Stop::Fault)
            }
        }
        (Shape::Array(_, _, element), Value::List(values)) => {
            values.iter().try_for_each(|value| check(element, value))
        }
        (Shape::Struct(fields), Value::List(values)) => {
            fields.iter().zip(values).try_for_each(|((_, shape), value)| check(shape, value))
        }
        _ => Ok(()),
    }
}

pub(super) fn compares(op: Binary, order: Ordering) -> bool {
    match op {
        Binary::Lt => order.is_lt(),
        Binary::Le => order.is_le(),
        Binary::Eq => order.is_eq(),
        Binary::Ne => order.is_ne(),
        Binary::Ge => order.is_ge(),
        _ => order.is_gt(),
    }
}

pub(super) fn arithmetic(op: Binary, left: i32, right: i32) -> Result<i32, Stop> {
    let fits = |value: Option<i32>| value.ok_or(Stop::Fault);
    match op {
        Binary::Add => fits(left.checked_add(right)),
        Binary::Sub => fits(left.checked_sub(right)),
        Binary::Mul => fits(left.checked_mul(right)),
        Binary::Div => fits(left.checked_div(right)),
        Binary::Mod => fits(left.checked_rem(right)),
        Binary::Min => Ok(left.min(right)),
        Binary::Max => Ok(left.max(right)),
        Binary::Shl | Binary::Shr if !(0..32).contains(&right) => Err(Stop::Fault),
        Binary::Shl => i32::try_from(i64::from(left) << right).map_err(|_| Stop::Fault),
        Binary::Shr => Ok(left >> right),
        Binary::BitAnd => Ok(left & right),
        Binary::BitOr => Ok(left | right),
        Binary::BitXor => Ok(left ^ right),
        Binary::And => Ok(i32::from(left != 0 && right != 0)),
        Binary::Or => Ok(i32::from(left != 0 || right != 0)),
        Binary::Imply => Ok(i32::from(left == 0 || right != 0)),
        _ => Ok(i32::from(compares(op, left.cmp(&right)))),
    }
}
