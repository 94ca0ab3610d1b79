//! `meta` variables whose values outlive a transition.

use network::visit::{Visitor, walk_constraint, walk_expr, walk_goal, walk_stmt};
use network::{BinaryOp, Edge, Expr, Goal, Network, Place, Stmt, StmtKind, Storage, VariableId};

/// A `meta` variable that carries information from one transition to the next, or to the query: its value is not
/// part of the state, so no two states that differ in it can be told apart.
pub(crate) fn carried_meta(network: &Network, goals: &[Goal]) -> Option<String> {
    if network.variables.iter().all(|variable| variable.storage != Storage::Meta) {
        return None;
    }
    let edges = network.processes.iter().flat_map(|process| &process.edges);
    let found = edges.map(|edge| read_by_edge(network, edge)).find(Option::is_some).flatten();
    let found = found.or_else(|| read_between(network, goals));
    found.map(|variable| network.variable(variable).name.clone())
}

/// What a transition with this edge reads before it writes it. What the other edges of the transition write is not
/// counted: the hook before the updates comes first in any case, and the one after them comes last.
fn read_by_edge(network: &Network, edge: &Edge) -> Option<VariableId> {
    let mut reads = UnwrittenMetaReads::new(network);
    network::visit::walk_guard(&mut reads, &edge.guard);
    edge.sync.iter().for_each(|sync| reads.channel(&sync.channel));
    for statements in [&network.before_update, &edge.update, &network.after_update] {
        reads.block(statements);
    }
    reads.found
}

/// What is read between transitions: by invariants, by rates of clocks, by the query.
fn read_between(network: &Network, goals: &[Goal]) -> Option<VariableId> {
    let mut reads = UnwrittenMetaReads::new(network);
    for location in network.processes.iter().flat_map(|process| &process.locations) {
        network::visit::walk_guard(&mut reads, &location.invariant);
        for rate in &location.rates {
            reads.expr(&rate.when);
            reads.clock(&rate.clock);
            reads.expr(&rate.rate);
        }
    }
    goals.iter().for_each(|goal| walk_goal(&mut reads, goal));
    reads.found
}

/// Looks for a `meta` variable that is read and not known to have been written.
struct UnwrittenMetaReads<'n> {
    network: &'n Network,
    /// What has been written on every way to here.
    written: Vec<VariableId>,
    /// May what follows be left out, because of a `return`?
    may_be_left_out: bool,
    found: Option<VariableId>,
}

impl<'n> UnwrittenMetaReads<'n> {
    fn new(network: &'n Network) -> UnwrittenMetaReads<'n> {
        UnwrittenMetaReads { network, written: Vec::new(), may_be_left_out: false, found: None }
    }

    /// What is written here is not written on every way.
    fn perhaps(&mut self, walk: impl FnOnce(&mut Self)) {
        let written = self.written.len();
        walk(self);
        self.written.truncate(written);
    }

    fn block(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|stmt| self.stmt(stmt));
    }
}

impl Visitor for UnwrittenMetaReads<'_> {
    fn place(&mut self, place: &Place) {
        let variable = place.variable;
        let meta = self.network.variable(variable).storage == Storage::Meta;
        if meta && !self.written.contains(&variable) {
            self.found.get_or_insert(variable);
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn constraint(&mut self, constraint: &network::ClockConstraint) {
        self.perhaps(|reads| walk_constraint(reads, constraint));
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.expr(left);
                self.perhaps(|reads| reads.expr(right));
            }
            Expr::Cond(condition, then, otherwise) => {
                self.expr(condition);
                self.perhaps(|reads| reads.expr(then));
                self.perhaps(|reads| reads.expr(otherwise));
            }
            Expr::Quantified { body, .. } => self.perhaps(|reads| reads.expr(body)),
            Expr::Const(_)
            | Expr::Read(_)
            | Expr::At(..)
            | Expr::LocationOf(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::BlocksEqual(..)
            | Expr::After(..) => walk_expr(self, expr),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                target.indices.iter().for_each(|index| self.expr(index));
                self.expr(value);
                if target.indices.is_empty() && !self.may_be_left_out {
                    self.written.push(target.variable);
                }
            }
            StmtKind::Call { function, .. } => {
                walk_stmt(self, stmt);
                // A return leaves the function, and nothing else.
                let outer = self.may_be_left_out;
                self.block(&self.network.function(*function).body);
                self.may_be_left_out = outer;
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. } => self.perhaps(|reads| walk_stmt(reads, stmt)),
            StmtKind::Return => self.may_be_left_out = true,
            // A block that is copied counts as read on both sides.
            StmtKind::Copy { .. } | StmtKind::SetClock { .. } | StmtKind::Assert(_) => {
                walk_stmt(self, stmt);
            }
        }
    }
}
