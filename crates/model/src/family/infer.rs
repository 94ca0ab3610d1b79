//! Variables that hold ids although their type does not say so: `int id;` where ids are stored.

use super::open::Rules;
use crate::symbol::{Role, SymbolId, SymbolKind};
use crate::typed::{Block, Expr, ExprKind, Stmt, StmtKind};
use crate::types::Type;

impl Rules<'_> {
    /// Finds global integers to which ids are assigned. What is assigned from one of them to another makes that one
    /// hold ids as well.
    pub(super) fn infer(&mut self) {
        let model = self.model;
        let mut assignments = Vec::new();
        for template in &model.templates {
            for gate in template.edges.iter().flat_map(|edge| &edge.gates) {
                gate.updates.iter().for_each(|update| collect(update, &mut assignments));
            }
        }
        for function in &model.functions {
            block(&function.body, &mut assignments);
        }
        loop {
            let known = self.inferred.len();
            for (target, value) in &assignments {
                let Some(symbol) = self.plain_global(target) else { continue };
                if self.is_id(&self.type_of(value)) {
                    self.inferred.insert(symbol);
                }
            }
            if self.inferred.len() == known {
                return;
            }
        }
    }

    /// The global variable of plain integers that a place belongs to.
    fn plain_global(&self, place: &Expr) -> Option<SymbolId> {
        match &place.kind {
            ExprKind::Symbol(id) if self.model.globals.contains(id) => {
                let SymbolKind::Variable(variable) = &self.model.symbols[*id].kind else {
                    return None;
                };
                // A range that somebody wrote is meant.
                let is_plain = matches!(variable.ty, Type::Int(None));
                (variable.role == Role::State && is_plain).then_some(*id)
            }
            _ => None,
        }
    }

    /// The type of a variable, with ids where it holds such.
    pub(super) fn type_with_ids(&self, id: SymbolId, ty: &Type) -> Type {
        match &self.id_type {
            Some(ids) if self.inferred.contains(&id) => ids.clone(),
            _ => ty.clone(),
        }
    }
}

fn collect<'m>(expr: &'m Expr, found: &mut Vec<(&'m Expr, &'m Expr)>) {
    if let ExprKind::Assign(_, target, value) = &expr.kind {
        found.push((target, value));
    }
    expr.for_each_part(|part| collect(part, found));
}

fn block<'m>(block: &'m Block, found: &mut Vec<(&'m Expr, &'m Expr)>) {
    block.statements.iter().for_each(|one| statement(one, found));
}

fn statement<'m>(one: &'m Stmt, found: &mut Vec<(&'m Expr, &'m Expr)>) {
    match &one.kind {
        StmtKind::Empty | StmtKind::Return(None) => {}
        StmtKind::Block(inner) => block(inner, found),
        StmtKind::Expr(expr) | StmtKind::Assert(expr) | StmtKind::Return(Some(expr)) => {
            collect(expr, found);
        }
        StmtKind::If(condition, then, otherwise) => {
            collect(condition, found);
            statement(then, found);
            otherwise.iter().for_each(|otherwise| statement(otherwise, found));
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            collect(condition, found);
            statement(body, found);
        }
        StmtKind::For(start, condition, step, body) => {
            [start, condition, step].into_iter().for_each(|part| collect(part, found));
            statement(body, found);
        }
        StmtKind::ForEach(_, body) => statement(body, found),
    }
}
