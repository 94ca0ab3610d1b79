//! `meta` variables whose values outlive a transition.

use network::visit::{Visitor, walk_stmt};
use network::{FunctionId, Network, Stmt, StmtKind, Storage, VariableId};

/// A `meta` variable that carries information from one transition to the next: its value is not part of
/// the state, so no two states that differ in it can be told apart.
pub(super) fn carried_meta(network: &Network) -> Option<String> {
    struct Reads<'n>(&'n Network, Vec<VariableId>, Option<VariableId>);
    impl Visitor for Reads<'_> {
        fn place(&mut self, place: &network::Place) {
            let variable = place.variable;
            let meta = self.0.variable(variable).storage == Storage::Meta;
            if meta && !self.1.contains(&variable) {
                self.2.get_or_insert(variable);
            }
            place.indices.iter().for_each(|index| self.expr(index));
        }
        fn stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                StmtKind::Assign { target, value } => {
                    target.indices.iter().for_each(|index| self.expr(index));
                    self.expr(value);
                    if target.indices.is_empty() {
                        self.1.push(target.variable);
                    }
                }
                StmtKind::Call { function, .. } => {
                    walk_stmt(self, stmt);
                    let network = self.0;
                    let id: FunctionId = *function;
                    network.function(id).body.iter().for_each(|stmt| self.stmt(stmt));
                }
                // What a branch writes is not written on every way.
                _ => {
                    let written = self.1.len();
                    walk_stmt(self, stmt);
                    self.1.truncate(written);
                }
            }
        }
    }
    if network.variables.iter().all(|variable| variable.storage != Storage::Meta) {
        return None;
    }
    for edge in network.processes.iter().flat_map(|process| &process.edges) {
        let mut reads = Reads(network, Vec::new(), None);
        network::visit::walk_guard(&mut reads, &edge.guard);
        network.before_update.iter().for_each(|stmt| reads.stmt(stmt));
        edge.update.iter().for_each(|stmt| reads.stmt(stmt));
        if let Some(variable) = reads.2 {
            return Some(network.variable(variable).name.clone());
        }
    }
    None
}
