//! Expressions.

use crate::source::Span;
use crate::tree::Type;

/// A name where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

/// An expression where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A whole number; at most 2147483648 (which only `-2147483648` may use).
    Int(i64),
    /// A number with a point or exponent.
    Float(f64),
    /// A string literal, without its quotes.
    String(String),
    /// `true` or `false`.
    Bool(bool),
    Name(String),
    /// `deadlock`, in queries.
    Deadlock,
    /// `base[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `base.member`; the base may be a record or a process.
    Member(Box<Expr>, Ident),
    /// `callee(arguments)`: a function, or a member of a process set.
    Call(Box<Expr>, Vec<Expr>),
    /// `clock'`
    Rate(Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    /// `++` or `--`, before or after.
    IncDec(IncDec, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Operands joined by `&&`, or all by `||`: more than [`crate::LONG_ROW`] of them. Shorter rows are
    /// [`ExprKind::Binary`], grouped to the left.
    Row(BinaryOp, Vec<Expr>),
    Assign(AssignOp, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `forall (name : type) body` and its kin.
    Quantified {
        quantifier: Quantifier,
        name: Ident,
        ty: Type,
        body: Box<Expr>,
    },
    /// A quantifier over paths, in queries: `E<> p`, `EF p`.
    Path(PathQuantifier, Box<Expr>),
    /// `E<>[<=bound] body`, in queries: so soon.
    Within {
        quantifier: PathQuantifier,
        bound: Box<Expr>,
        body: Box<Expr>,
    },
    /// `E[first U second]`, or `A[first U second]` if it is about every path; in queries.
    Until {
        /// Every path is meant, not only some.
        every: bool,
        /// `W`: the second need not come.
        weak: bool,
        first: Box<Expr>,
        second: Box<Expr>,
    },
    /// `first, second`, where commas are allowed (conditions of `if`, `while`, `for`).
    Comma(Box<Expr>, Box<Expr>),
    /// What could not be parsed; a diagnostic has said so.
    Error,
}

/// The four path formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathQuantifier {
    /// `A[]`
    Always,
    /// `E<>`
    Possibly,
    /// `E[]`
    PotentiallyAlways,
    /// `A<>`
    Eventually,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `!`, `not`
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IncDec {
    /// `++a`
    PreIncrement,
    /// `--a`
    PreDecrement,
    /// `a++`
    PostIncrement,
    /// `a--`
    PostDecrement,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `**`
    Pow,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<?`
    Min,
    /// `>?`
    Max,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `>`
    Gt,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`, `and`
    And,
    /// `||`, `or`
    Or,
    /// `xor`
    Xor,
    /// `imply`
    Imply,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssignOp {
    /// `=`, `:=`
    Set,
    /// An operator and `=`: one of `+ - * / % & | ^ << >>`.
    With(BinaryOp),
}

/// What a bound name is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// `forall`
    ForAll,
    /// `exists`
    Exists,
    /// `sum`
    Sum,
}
