//! What a `.tck` file says.

use crate::source::Span;
use crate::tree::Ident;

/// A `.tck` file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// The name of the system, unless it is missing (which has been reported).
    pub name: Option<Ident>,
    /// Further attributes of the system.
    pub attributes: Vec<Attribute>,
    /// The declarations in order.
    pub declarations: Vec<Declaration>,
}

/// One line of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Declaration {
    /// `process:name`
    Process(Named),
    /// `event:name`
    Event(Named),
    /// `clock:size:name`
    Clock(Clock),
    /// `int:size:min:max:initial:name`
    Int(Int),
    /// `location:process:name{…}`
    Location(Location),
    /// `edge:process:source:target:event{…}`
    Edge(Edge),
    /// `sync:process@event:…`
    Sync(Sync),
}

/// A key with a value that means nothing here.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    pub key: Ident,
    /// The value as written, without blanks around it.
    pub value: String,
}

/// A process or an event.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: Ident,
    pub attributes: Vec<Attribute>,
}

/// Clocks: an array if there are several.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    pub size: u32,
    pub name: Ident,
    pub attributes: Vec<Attribute>,
}

/// Bounded integers: an array if there are several.
#[derive(Clone, PartialEq, Debug)]
pub struct Int {
    pub size: u32,
    pub min: i32,
    pub max: i32,
    pub initial: i32,
    pub name: Ident,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    pub process: Ident,
    pub name: Ident,
    /// `initial:`
    pub initial: bool,
    /// `committed:`
    pub committed: bool,
    /// `urgent:`
    pub urgent: bool,
    /// `invariant:`
    pub invariant: Option<Expr>,
    /// `labels:`
    pub labels: Vec<Ident>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    pub process: Ident,
    pub source: Ident,
    pub target: Ident,
    pub event: Ident,
    /// `provided:`
    pub guard: Option<Expr>,
    /// `do:`
    pub update: Vec<Stmt>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// Events that happen together.
#[derive(Clone, PartialEq, Debug)]
pub struct Sync {
    pub constraints: Vec<SyncConstraint>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// `process@event` or `process@event?`
#[derive(Clone, PartialEq, Debug)]
pub struct SyncConstraint {
    pub process: Ident,
    pub event: Ident,
    /// `?`: takes part if it can.
    pub weak: bool,
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
    /// A number; at most 2147483648 (which only a minus may precede).
    Int(i64),
    /// A variable or clock.
    Variable(String),
    /// `array[index]`
    Index(Ident, Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `!a`, which applies to a whole comparison.
    Not(Box<Expr>),
    /// Two operands. `a < b < c` is read as `a < b && b < c`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(if condition then a else b)`
    IfThenElse(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `&&`
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `>`
    Gt,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

/// A statement where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `nop`
    Nop,
    /// `target = value`; the target is a variable or an element of an array.
    Assign(Expr, Expr),
    /// `local name`, `local name = value`
    Local(Ident, Option<Expr>),
    /// `local name[size]`
    LocalArray(Ident, Expr),
    /// `if condition then … else … end`; without `else` the last part is empty.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while condition do … end`
    While(Expr, Vec<Stmt>),
}
