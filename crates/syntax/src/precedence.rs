//! How tightly operators bind: one table for the parser and the printer.

use crate::tree::BinaryOp;

/// How tightly an operator binds; larger is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Level(u8);

impl Level {
    /// Looser than every operator except the comma.
    pub(crate) const LOWEST: Level = Level(0);
    /// Assignments; they group to the right.
    pub(crate) const ASSIGN: Level = Level(1);
    /// `?:`, which groups to the right.
    pub(crate) const COND: Level = Level(2);
    pub(crate) const PREFIX: Level = Level(15);
    /// Calls, indices, members, rates, postfix `++`.
    pub(crate) const POSTFIX: Level = Level(16);

    /// The next tighter level.
    pub(crate) fn tighter(self) -> Level {
        Level(self.0 + 1)
    }
}

/// The level of a binary operator. All of them group to the left.
pub(crate) fn of_binary(op: BinaryOp) -> Level {
    Level(match op {
        BinaryOp::Or | BinaryOp::Xor | BinaryOp::Imply => 3,
        BinaryOp::And => 4,
        BinaryOp::BitOr => 5,
        BinaryOp::BitXor => 6,
        BinaryOp::BitAnd => 7,
        BinaryOp::Eq | BinaryOp::Ne => 8,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Gt => 9,
        BinaryOp::Min | BinaryOp::Max => 10,
        BinaryOp::Shl | BinaryOp::Shr => 11,
        BinaryOp::Add | BinaryOp::Sub => 12,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => 13,
        BinaryOp::Pow => 14,
    })
}
