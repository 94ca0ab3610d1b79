//! What evaluating code changes.

use std::collections::BTreeSet;

use network::visit::{Visitor, walk_stmt};
use network::{Expr, FunctionId, Network, Stmt, StmtKind, Storage, VariableId};

/// Does evaluating an expression leave the state as it is? Then it can be evaluated before or after another.
pub fn is_pure(network: &Network, expr: &Expr) -> bool {
    let mut writes = Writes::nothing(network);
    writes.expr(expr);
    let lasts = |id: &VariableId| network.variable(*id).storage != Storage::Scratch;
    !writes.clocks && !writes.variables.iter().any(lasts)
}

/// What code writes, with all the functions it calls.
pub(crate) struct Writes<'n> {
    network: &'n Network,
    pub(crate) variables: BTreeSet<VariableId>,
    clocks: bool,
    functions: BTreeSet<FunctionId>,
}

impl<'n> Writes<'n> {
    pub(crate) fn nothing(network: &'n Network) -> Writes<'n> {
        let (variables, functions) = (BTreeSet::new(), BTreeSet::new());
        Writes { network, variables, clocks: false, functions }
    }

    pub(crate) fn of(network: &'n Network, statements: &[Stmt]) -> Writes<'n> {
        let mut writes = Writes::nothing(network);
        writes.all(statements);
        writes
    }

    /// Adds what these write.
    pub(crate) fn all(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|stmt| self.stmt(stmt));
    }
}

impl Visitor for Writes<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                self.variables.insert(target.variable);
            }
            StmtKind::SetClock { .. } => self.clocks = true,
            StmtKind::Call { function, .. } => {
                let called = self.network.function(*function);
                self.variables.extend(called.parameters.iter().chain(&called.locals));
                if self.functions.insert(*function) {
                    called.body.iter().for_each(|stmt| self.stmt(stmt));
                }
            }
            StmtKind::ForEach { variable, .. } => {
                self.variables.insert(*variable);
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
        walk_stmt(self, stmt);
    }
}
