//! Integer expressions over the cells of a network. Booleans are 0 and 1.

use crate::ids::{LocationId, ProcessId, VariableId};
use crate::stmt::Stmt;
use crate::variable::Domain;

/// A cell, or a block of cells when fewer indices are given than the variable has dimensions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub variable: VariableId,
    /// Indices for its outermost dimensions.
    pub indices: Vec<Expr>,
}

impl Place {
    #[must_use]
    pub fn whole(variable: VariableId) -> Place {
        Place { variable, indices: Vec::new() }
    }

    /// A cell or block of an array.
    #[must_use]
    pub fn indexed(variable: VariableId, indices: Vec<Expr>) -> Place {
        Place { variable, indices }
    }
}

/// An expression. Evaluation goes left to right; `And`, `Or`, `Cond` and the quantifiers evaluate no
/// more than they need.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Const(i32),
    /// The value of a cell.
    Read(Place),
    /// Is the process at that location?
    At(ProcessId, LocationId),
    /// The number of the process's current location.
    LocationOf(ProcessId),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if first then second else third`.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A quantifier or sum; `variable` (scratch, one cell) takes the values of `domain` in order.
    Quantified {
        quantifier: Quantifier,
        variable: VariableId,
        domain: Domain,
        /// What is quantified or summed.
        body: Box<Expr>,
    },
    /// Are two blocks of equal size equal cell by cell?
    BlocksEqual(Place, Place),
    /// Do the statements, then give the expression's value. The only expression with effects.
    After(Vec<Stmt>, Box<Expr>),
}

impl Expr {
    pub const TRUE: Expr = Expr::Const(1);
    pub const FALSE: Expr = Expr::Const(0);

    /// The value of a single-cell variable.
    #[must_use]
    pub fn variable(variable: VariableId) -> Expr {
        Expr::Read(Place::whole(variable))
    }

    /// `op(left, right)`.
    #[must_use]
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// `left && right`, dropping a side that is the constant true.
    #[must_use]
    pub fn and(left: Expr, right: Expr) -> Expr {
        match (&left, &right) {
            (Expr::Const(value), _) if *value != 0 => right,
            (_, Expr::Const(value)) if *value != 0 => left,
            _ => Expr::binary(BinaryOp::And, left, right),
        }
    }

    /// `left || right`, dropping a side that is the constant false.
    #[must_use]
    pub fn or(left: Expr, right: Expr) -> Expr {
        match (&left, &right) {
            (Expr::Const(0), _) => right,
            (_, Expr::Const(0)) => left,
            _ => Expr::binary(BinaryOp::Or, left, right),
        }
    }

    /// `!operand`.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "builds a tree, as its siblings do")]
    pub fn not(operand: Expr) -> Expr {
        match operand {
            Expr::Const(value) => Expr::Const(i32::from(value == 0)),
            other => Expr::Unary(UnaryOp::Not, Box::new(other)),
        }
    }

    /// `-operand`.
    #[must_use]
    pub fn negated(operand: Expr) -> Expr {
        match operand {
            Expr::Const(value) if value != i32::MIN => Expr::Const(-value),
            other => Expr::Unary(UnaryOp::Negate, Box::new(other)),
        }
    }

    /// Is this the constant true?
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Expr::Const(value) if *value != 0)
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-a`
    Negate,
    /// `!a`
    Not,
    /// `abs(a)`
    Abs,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, towards zero
    Div,
    /// `a % b`, with the sign of `a`
    Mod,
    /// `a ** b`
    Pow,
    /// `a <? b`
    Min,
    /// `a >? b`
    Max,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// `a & b`
    BitAnd,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a >= b`
    Ge,
    /// `a > b`
    Gt,
    /// `a && b`, short-circuit
    And,
    /// `a || b`, short-circuit
    Or,
}

impl BinaryOp {
    /// Is the result always 0 or 1?
    #[must_use]
    pub fn is_boolean(self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        matches!(self, Lt | Le | Eq | Ne | Ge | Gt | And | Or)
    }
}

/// What a bound variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// `forall`: 1 unless some value gives 0.
    ForAll,
    /// `exists`: 0 unless some value gives non-zero.
    Exists,
    /// `sum`: of the body's values.
    Sum,
}
