//! Which processes look alike when names and constants are ignored.

use std::hash::{DefaultHasher, Hash, Hasher};

use network::visit::{Visitor, walk_constraint, walk_edge, walk_expr, walk_guard, walk_stmt};
use network::{ClockConstraint, Expr, Network, Process, Stmt};

/// A number for each process; alike processes have the same.
pub(crate) fn shapes(network: &Network) -> Vec<u64> {
    network.processes.iter().map(shape).collect()
}

fn shape(process: &Process) -> u64 {
    let mut hasher = DefaultHasher::new();
    process.locations.len().hash(&mut hasher);
    process.priority.hash(&mut hasher);
    for location in &process.locations {
        location.kind.hash(&mut hasher);
        location.rates.len().hash(&mut hasher);
        ShapeHasher(&mut hasher).guard(&location.invariant);
    }
    // Edges may come in any order.
    let mut edges: Vec<u64> = process
        .edges
        .iter()
        .map(|edge| {
            let mut hasher = DefaultHasher::new();
            (edge.source, edge.target, edge.selects.len(), edge.controllable).hash(&mut hasher);
            edge.sync.as_ref().map(|sync| sync.direction).hash(&mut hasher);
            walk_edge(&mut ShapeHasher(&mut hasher), edge);
            hasher.finish()
        })
        .collect();
    edges.sort_unstable();
    edges.hash(&mut hasher);
    hasher.finish()
}

/// Hashes which kinds of nodes there are.
struct ShapeHasher<'h>(&'h mut DefaultHasher);

impl ShapeHasher<'_> {
    fn guard(&mut self, guard: &network::Guard) {
        guard.clocks.len().hash(self.0);
        walk_guard(self, guard);
    }
}

impl Visitor for ShapeHasher<'_> {
    fn expr(&mut self, expr: &Expr) {
        std::mem::discriminant(expr).hash(self.0);
        if let Expr::Binary(op, ..) = expr {
            op.hash(self.0);
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        std::mem::discriminant(&stmt.kind).hash(self.0);
        walk_stmt(self, stmt);
    }

    fn constraint(&mut self, constraint: &ClockConstraint) {
        (constraint.strict, constraint.left.is_some(), constraint.right.is_some()).hash(self.0);
        walk_constraint(self, constraint);
    }
}
