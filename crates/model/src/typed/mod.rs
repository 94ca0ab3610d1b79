//! The second tree: every name is resolved and every expression has a type.

mod expression;
mod statement;
mod template;

pub(crate) use expression::{Builtin, Expr, ExprKind, FloatingResult, ProcessRef};
pub(crate) use statement::{Block, Function, Initialiser, Stmt, StmtKind};
pub(crate) use template::{Body, Edge, Gate, Instance, Listed, Location, Model, Template};
