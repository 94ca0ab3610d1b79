//! Comparisons of shifted values: `i + 1 == id + 1` is `i == id`.
//!
//! Models that number processes from 1 compare `i + 1` with `id + 1`. Written like that, an id is hidden behind a number that is
//! another one for each process, and symmetry is not found.

use network::{BinaryOp as Op, Expr as Code};

use super::Lowering;

/// Shifted values up to this size do not leave 32 bits.
const SMALL: i32 = 1 << 29;

impl Lowering<'_> {
    /// `left == right` or `left != right` without the constant that is added to both. Where a side is a constant, what is added to
    /// the other is subtracted from it.
    pub(super) fn compared(&self, op: Op, left: Code, right: Code) -> Code {
        let bare = match (self.shifted(&left), self.shifted(&right)) {
            (Some((base, shift)), None) => small(&right)
                .map(|value| super::expression::fold(op, base.clone(), Code::Const(value - shift))),
            (None, Some((base, shift))) => small(&left)
                .map(|value| super::expression::fold(op, Code::Const(value - shift), base.clone())),
            (Some((one, shift)), Some((other, same))) if shift == same => {
                Some(super::expression::fold(op, one.clone(), other.clone()))
            }
            _ => None,
        };
        bare.unwrap_or_else(|| super::expression::fold(op, left, right))
    }

    /// A variable and the constant that is added to it, if the sum never leaves 32 bits.
    fn shifted<'c>(&self, code: &'c Code) -> Option<(&'c Code, i32)> {
        let Code::Binary(op, left, right) = code else { return None };
        let (base, shift) = match op {
            Op::Add => match (small(left), small(right)) {
                (None, Some(shift)) => (left, shift),
                (Some(shift), None) => (right, shift),
                _ => return None,
            },
            Op::Sub => (left, -small(right)?),
            _ => return None,
        };
        let Code::Read(place) = &**base else { return None };
        let values = self.network.variable(place.variable).domain;
        (values.lower >= -SMALL && values.upper <= SMALL).then_some((&**base, shift))
    }
}

/// The value of a constant, if it is not large.
fn small(code: &Code) -> Option<i32> {
    match code {
        Code::Const(value) if (-SMALL..=SMALL).contains(value) => Some(*value),
        _ => None,
    }
}
