//! What code touches and what it writes, functions included.

use std::collections::BTreeSet;

use network::visit::{Visitor, walk_expr, walk_guard, walk_stmt};
use network::{
    ClockFamilyId, ClockPlace, Expr, FunctionId, Network, Place, Process, ProcessId, Stmt,
    StmtKind, Storage, VariableId,
};

/// Variables, clocks, and the processes whose location counts.
#[derive(Clone, Default, Debug)]
pub(super) struct StateParts {
    pub(super) variables: BTreeSet<VariableId>,
    pub(super) clocks: BTreeSet<ClockFamilyId>,
    pub(super) locations: BTreeSet<ProcessId>,
}

impl StateParts {
    /// Have they nothing in common?
    pub(super) fn is_apart_from(&self, other: &StateParts) -> bool {
        self.variables.is_disjoint(&other.variables)
            && self.clocks.is_disjoint(&other.clocks)
            && self.locations.is_disjoint(&other.locations)
    }
}

/// What code reads or writes, and what of it it writes.
pub(super) struct Accesses<'n> {
    network: &'n Network,
    pub(super) touched: StateParts,
    pub(super) written: StateParts,
    functions: BTreeSet<FunctionId>,
}

impl<'n> Accesses<'n> {
    pub(super) fn new(network: &'n Network) -> Accesses<'n> {
        let (touched, written) = (StateParts::default(), StateParts::default());
        Accesses { network, touched, written, functions: BTreeSet::new() }
    }

    /// The invariants of all locations of a process.
    pub(super) fn invariants(&mut self, process: &Process) {
        process.locations.iter().for_each(|location| walk_guard(self, &location.invariant));
    }

    fn lasts(&self, variable: VariableId) -> bool {
        matches!(self.network.variable(variable).storage, Storage::State | Storage::Meta)
    }

    fn write(&mut self, variable: VariableId) {
        if self.lasts(variable) {
            self.written.variables.insert(variable);
        }
    }
}

impl Visitor for Accesses<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let Expr::At(process, _) | Expr::LocationOf(process) = expr {
            self.touched.locations.insert(*process);
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                self.write(target.variable);
            }
            StmtKind::SetClock { target, .. } => {
                self.written.clocks.insert(target.family);
            }
            StmtKind::Call { function, .. } => {
                if self.functions.insert(*function) {
                    let network = self.network;
                    network.function(*function).body.iter().for_each(|stmt| self.stmt(stmt));
                }
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
        walk_stmt(self, stmt);
    }

    fn place(&mut self, place: &Place) {
        if self.lasts(place.variable) {
            self.touched.variables.insert(place.variable);
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn clock(&mut self, place: &ClockPlace) {
        self.touched.clocks.insert(place.family);
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
