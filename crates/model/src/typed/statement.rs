//! Typed statements and functions.

use syntax::Span;

use crate::symbol::SymbolId;
use crate::typed::Expr;
use crate::types::Type;

/// An initial value. Record fields are in the order of the type, whatever the text says.
#[derive(Clone, Debug)]
pub(crate) enum Initialiser {
    Value(Expr),
    /// One value for each element or field.
    List(Vec<Initialiser>, Span),
}

/// A block with its local variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Variables and constants in the order of declaration.
    pub(crate) locals: Vec<SymbolId>,
    pub(crate) statements: Vec<Stmt>,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    /// `;`
    Empty,
    /// `{ … }`
    Block(Block),
    /// `expression;`
    Expr(Expr),
    /// `if`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`
    While(Expr, Box<Stmt>),
    /// `do … while`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step) body`
    For(Expr, Expr, Expr, Box<Stmt>),
    /// `for (name : type) body`
    ForEach(SymbolId, Box<Stmt>),
    /// `return`
    Return(Option<Expr>),
    /// `assert`
    Assert(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<SymbolId>,
    pub(crate) result: Type,
    pub(crate) body: Block,
    /// The template it belongs to.
    pub(crate) template: Option<usize>,
    /// It changes something other than its own variables and parameters.
    pub(crate) writes: bool,
    /// Its result depends on something that is not constant, other than its parameters.
    pub(crate) reads: bool,
    /// Which of its reference parameters it changes.
    pub(crate) writes_parameter: Vec<bool>,
    /// Something in it is wrong and has been reported.
    pub(crate) broken: bool,
    pub(crate) span: Span,
}
