//! Statements.

use crate::source::Span;
use crate::tree::{Declaration, Expr, Ident, Type};

/// `{ declarations statements }`
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub declarations: Vec<Declaration>,
    pub statements: Vec<Stmt>,
    pub span: Span,
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
    /// `;`
    Empty,
    /// `{ … }`
    Block(Block),
    /// `expression;`
    Expr(Expr),
    /// `if (condition) then else otherwise`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (condition) body`
    While(Expr, Box<Stmt>),
    /// `do body while (condition);`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step) body`
    For(Box<ForHeader>, Box<Stmt>),
    /// `for (name : type) body`
    ForEach(Ident, Type, Box<Stmt>),
    /// `return value;`
    Return(Option<Expr>),
    /// `assert condition;`
    Assert(Expr),
    /// What could not be parsed; a diagnostic has said so.
    Error,
}

/// What stands between the parentheses of a `for` with three parts.
#[derive(Clone, PartialEq, Debug)]
pub struct ForHeader {
    pub init: Expr,
    /// Tested before each round.
    pub condition: Expr,
    /// Done after each round.
    pub step: Expr,
}
