//! The syntax tree: what the text says, with places and without meaning.
//!
//! New and old syntax give the same tree. Trees compare equal when they say the same, wherever they
//! stand; `parse(print(tree)) == tree`.

mod declaration;
mod expression;
mod parts;
mod query;
mod statement;
mod system;
mod template;
mod written;

pub use declaration::{
    Declaration, DeclarationKind, Declarator, Dim, Field, Function, Initialiser, InitialiserKind,
    Instantiation, Parameter, PriorityLevel, Type, TypeBase, TypePrefix, VariableDeclaration,
};
pub use expression::{
    AssignOp, BinaryOp, Expr, ExprKind, Ident, IncDec, PathQuantifier, Quantifier, UnaryOp,
};
pub use query::{Expect, Formula, Optimum, Query, QueryFile, StoredResult};
pub use statement::{Block, ForHeader, Stmt, StmtKind};
pub use system::{Document, Gantt, Item, ProcessRef, Progress, SyntaxVersion, System};
pub use template::{
    Binding, Branchpoint, Edge, Label, Location, Node, Point, SyncDirection, SyncLabel, Template,
};
pub use written::Written;
