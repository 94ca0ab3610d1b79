//! TChecker's `.tck` format: flat systems of processes that synchronise on events.
//!
//! The format has its own small tree, since it means different things: everything is global, labels
//! mark locations, and `!` binds looser than comparisons.

mod attribute;
mod parse;
mod print;
mod program;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use parse::parse_document;
pub use print::print_tck;
pub use tree::{
    Attribute, BinaryOp, Clock, Declaration, Document, Edge, Expr, ExprKind, Int, Location, Named,
    Stmt, StmtKind, Sync, SyncConstraint,
};
