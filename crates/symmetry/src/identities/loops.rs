//! Loops and quantifiers over sets.

use network::visit::{Visitor, walk_expr, walk_stmt};
use network::{Dim, Expr, Stmt, StmtKind, VariableId};

/// The variables bound by quantifiers and loops, with their domains.
#[derive(Default)]
pub(crate) struct BoundRanges {
    pub(crate) found: Vec<(VariableId, Dim)>,
}

impl Visitor for BoundRanges {
    fn expr(&mut self, expr: &Expr) {
        if let Expr::Quantified { variable, domain, .. } = expr {
            self.found.push((*variable, *domain));
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::ForEach { variable, domain, .. } = &stmt.kind {
            self.found.push((*variable, *domain));
        }
        walk_stmt(self, stmt);
    }
}

/// The loops over sets among statements: variable, domain and body.
pub(crate) fn collect_loops<'s>(
    statements: &'s [Stmt],
    out: &mut Vec<(VariableId, Dim, &'s [Stmt])>,
) {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::ForEach { variable, domain, body } => {
                out.push((*variable, *domain, body));
                collect_loops(body, out);
            }
            StmtKind::If { then, otherwise, .. } => {
                collect_loops(then, out);
                collect_loops(otherwise, out);
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                collect_loops(body, out);
            }
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::SetClock { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
    }
}

/// The statements without the loop that has this body.
pub(crate) fn without(statements: &[Stmt], body: &[Stmt]) -> Vec<Stmt> {
    let mut rest = Vec::new();
    for stmt in statements {
        let kind = match &stmt.kind {
            StmtKind::ForEach { body: found, .. } if std::ptr::eq(found.as_slice(), body) => {
                continue;
            }
            StmtKind::ForEach { variable, domain, body: found } => StmtKind::ForEach {
                variable: *variable,
                domain: *domain,
                body: without(found, body),
            },
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: condition.clone(),
                then: without(then, body),
                otherwise: without(otherwise, body),
            },
            StmtKind::While { condition, body: found } => {
                StmtKind::While { condition: condition.clone(), body: without(found, body) }
            }
            StmtKind::DoWhile { body: found, condition } => {
                StmtKind::DoWhile { body: without(found, body), condition: condition.clone() }
            }
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::SetClock { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => stmt.kind.clone(),
        };
        rest.push(Stmt { kind, origin: stmt.origin });
    }
    rest
}
