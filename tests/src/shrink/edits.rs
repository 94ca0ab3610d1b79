//! Simplifying one site.

use network::{ClockConstraint, Expr, Goal, Stmt, StmtKind};

use super::sites::{Site, visit};
use super::{Case, Step};

/// The way number `way` to simplify site number `site`.
pub(super) struct Edit {
    site: usize,
    way: usize,
}

/// Ways to try at each site; more than any site has.
const WAYS: usize = 8;

pub(super) fn steps(case: &Case) -> impl Iterator<Item = Step> + use<> {
    let mut sites = 0;
    visit(&mut case.clone(), &mut |_| sites += 1);
    (0..sites).flat_map(|site| (0..WAYS).map(move |way| Step::Edit(Edit { site, way })))
}

impl Edit {
    pub(super) fn apply(&self, case: &mut Case) -> bool {
        let mut number = 0;
        let mut done = false;
        visit(case, &mut |site| {
            if number == self.site {
                done = simplify(site, self.way);
            }
            number += 1;
        });
        done
    }
}

fn simplify(site: Site<'_>, way: usize) -> bool {
    match site {
        Site::Expr(expr) => simpler_expr(expr, way).is_some_and(|simpler| replace(expr, simpler)),
        Site::Statements(statements) => simplify_statements(statements, way),
        Site::Constraints(constraints) => simplify_constraints(constraints, way),
        Site::Goal(goal) => simpler_goal(goal, way).is_some_and(|simpler| replace(goal, simpler)),
        Site::Clock(place) => {
            let constant = |index: &Expr| matches!(index, Expr::Const(0));
            let indexed = place.indices.iter().any(|index| !constant(index));
            place.indices.iter_mut().for_each(|index| *index = Expr::Const(0));
            way == 0 && indexed
        }
        Site::Variable(_) | Site::Channel(_) => false,
    }
}

fn replace<T: PartialEq>(place: &mut T, simpler: T) -> bool {
    let differs = *place != simpler;
    *place = simpler;
    differs
}

fn simpler_expr(expr: &Expr, way: usize) -> Option<Expr> {
    if let Expr::Const(value) = expr {
        let closer = value - value.signum();
        return (way == 0 && *value != 0 && *value != 1)
            .then_some(Expr::Const(closer))
            .or((way == 1 && *value != 0).then_some(Expr::Const(0)));
    }
    let parts: Vec<&Expr> = match expr {
        Expr::Unary(_, operand) => vec![operand],
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Cond(condition, then, otherwise) => vec![condition, then, otherwise],
        Expr::Quantified { body, .. } => vec![body],
        _ => Vec::new(),
    };
    match way {
        0 => Some(Expr::Const(1)),
        1 => Some(Expr::Const(0)),
        _ => parts.get(way - 2).map(|part| (*part).clone()),
    }
}

/// Removes a statement, or replaces it by what is inside.
fn simplify_statements(statements: &mut Vec<Stmt>, way: usize) -> bool {
    let position = way / 2;
    if position >= statements.len() {
        return false;
    }
    if way.is_multiple_of(2) {
        statements.remove(position);
        return true;
    }
    let inner = match &statements[position].kind {
        StmtKind::If { then, otherwise, .. } => [then.clone(), otherwise.clone()].concat(),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => body.clone(),
        _ => return false,
    };
    statements.splice(position..=position, inner);
    true
}

fn simplify_constraints(constraints: &mut Vec<ClockConstraint>, way: usize) -> bool {
    let position = way / 2;
    if position >= constraints.len() {
        return false;
    }
    if way.is_multiple_of(2) {
        constraints.remove(position);
        return true;
    }
    replace(&mut constraints[position].strict, false)
}

fn simpler_goal(goal: &Goal, way: usize) -> Option<Goal> {
    match (goal, way) {
        (Goal::And(parts), 0) | (Goal::Or(parts), 0) if parts.is_empty() => None,
        (_, 0) => Some(Goal::always()),
        (Goal::Or(_), 1) => Some(Goal::Or(Vec::new())),
        (_, 1) => Some(Goal::Or(Vec::new())),
        (Goal::And(parts) | Goal::Or(parts), way) => parts.get(way - 2).cloned(),
        (Goal::Not(part), 2) => Some((**part).clone()),
        _ => None,
    }
}
