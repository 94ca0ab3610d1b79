//! What an expression changes, and whether its value is known before the model runs.

use syntax::tree::IncDec;
use syntax::{Code, Diagnostic};

use super::Checker;
use crate::symbol::{Role, SymbolId};
use crate::typed::{Block, Builtin, Expr, ExprKind, Stmt, StmtKind};

/// What a function does to things that are not its own.
#[derive(Default)]
pub(super) struct Footprint {
    /// Symbols that are assigned to.
    pub(super) written: Vec<SymbolId>,
    /// It calls something that changes the state.
    pub(super) writes: bool,
    /// It reads something that is not constant.
    pub(super) reads: bool,
}

impl Checker {
    /// Does evaluating the expression change anything?
    pub(super) fn has_effect(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Assign(..) | ExprKind::IncDec(..) => return true,
            ExprKind::Call { function, .. } => {
                let function = &self.model.functions[*function];
                if function.writes || function.writes_parameter.contains(&true) {
                    return true;
                }
            }
            _ => {}
        }
        let mut found = false;
        expr.for_each_part(|part| found = found || self.has_effect(part));
        found
    }

    /// Is the value known before the model runs?
    pub(super) fn is_compile_time(&self, expr: &Expr) -> bool {
        let itself = match &expr.kind {
            ExprKind::Symbol(id) => self.is_known(*id),
            ExprKind::Call { function, process, .. } => {
                process.is_none() && !self.model.functions[*function].reads
            }
            ExprKind::Builtin(Builtin::Floating { random: true, .. }, _)
            | ExprKind::Member(..)
            | ExprKind::At(..)
            | ExprKind::LocationOf(_)
            | ExprKind::Deadlock
            | ExprKind::Path(..)
            | ExprKind::Within { .. }
            | ExprKind::Until { .. } => false,
            _ => true,
        };
        let mut known = itself;
        expr.for_each_part(|part| known = known && self.is_compile_time(part));
        known
    }

    fn is_known(&self, id: SymbolId) -> bool {
        let Some(variable) = self.model.symbols.variable(id) else { return true };
        if variable.role != Role::LocalConstant {
            return variable.is_compile_time();
        }
        let mut known = variable.initialiser.is_some();
        if let Some(initialiser) = &variable.initialiser {
            super::initialiser::for_each_value(initialiser, &mut |value| {
                known = known && self.is_compile_time(value);
            });
        }
        known
    }

    /// Does the expression name one object, known before the model runs?
    pub(super) fn is_unique_place(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Symbol(_) => true,
            ExprKind::Field(base, _) => self.is_unique_place(base),
            ExprKind::Index(base, index) => {
                self.is_unique_place(base) && self.is_compile_time(index)
            }
            _ => false,
        }
    }

    /// Reports an expression that changes something.
    pub(super) fn require_pure(&mut self, expr: &Expr, what: &str) -> bool {
        if !self.has_effect(expr) {
            return true;
        }
        let message = format!("{what} may not change anything");
        let mut diagnostic = Diagnostic::new(Code::SideEffect, expr.span, message);
        if let Some(assignment) = find_assignment(expr) {
            diagnostic = diagnostic.label(assignment.span, "this is an assignment");
            if assignment.ty.is_integral() || assignment.ty.is_clock() {
                diagnostic = diagnostic.help("did you mean `==`?");
            }
        }
        self.report(diagnostic);
        false
    }

    /// Reports an expression that changes something or is not known before the model runs.
    pub(super) fn require_constant(&mut self, expr: &Expr, what: &str) -> bool {
        if expr.ty.is_error() || !self.require_pure(expr, what) {
            return false;
        }
        if self.is_compile_time(expr) {
            return true;
        }
        let message = format!("{what} must be known before the model runs");
        let mut diagnostic = Diagnostic::new(Code::NotConstant, expr.span, message);
        if let Some(id) = self.first_unknown(expr) {
            let symbol = &self.model.symbols[id];
            diagnostic = diagnostic.label(symbol.span, "this is not constant");
            if let Some(Role::TemplateParameter(_)) =
                self.model.symbols.variable(id).map(|variable| variable.role)
            {
                diagnostic = diagnostic.help(format!("declare `{}` as `const`", symbol.name));
            }
        }
        self.report(diagnostic);
        false
    }

    fn first_unknown(&self, expr: &Expr) -> Option<SymbolId> {
        if let ExprKind::Symbol(id) = expr.kind
            && !self.is_known(id)
        {
            return Some(id);
        }
        let mut found = None;
        expr.for_each_part(|part| {
            if found.is_none() {
                found = self.first_unknown(part);
            }
        });
        found
    }

    /// What a block of a function reads and writes.
    pub(super) fn footprint(&self, block: &Block, footprint: &mut Footprint) {
        for local in &block.locals {
            let variable = self.model.symbols.variable(*local);
            if let Some(initialiser) = variable.and_then(|v| v.initialiser.as_ref()) {
                super::initialiser::for_each_value(initialiser, &mut |value| {
                    self.expr_footprint(value, footprint);
                });
            }
        }
        for statement in &block.statements {
            self.stmt_footprint(statement, footprint);
        }
    }

    fn stmt_footprint(&self, stmt: &Stmt, footprint: &mut Footprint) {
        match &stmt.kind {
            StmtKind::Empty | StmtKind::Return(None) => {}
            StmtKind::Block(block) => self.footprint(block, footprint),
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) | StmtKind::Assert(expr) => {
                self.expr_footprint(expr, footprint);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.expr_footprint(condition, footprint);
                self.stmt_footprint(then, footprint);
                otherwise.iter().for_each(|stmt| self.stmt_footprint(stmt, footprint));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.expr_footprint(condition, footprint);
                self.stmt_footprint(body, footprint);
            }
            StmtKind::For(init, condition, step, body) => {
                for expr in [init, condition, step] {
                    self.expr_footprint(expr, footprint);
                }
                self.stmt_footprint(body, footprint);
            }
            StmtKind::ForEach(_, body) => self.stmt_footprint(body, footprint),
        }
    }

    fn expr_footprint(&self, expr: &Expr, footprint: &mut Footprint) {
        match &expr.kind {
            ExprKind::Assign(_, target, _) | ExprKind::IncDec(_, target) => {
                targets(target, &mut footprint.written);
            }
            ExprKind::Symbol(id) => {
                footprint.reads |=
                    self.model.symbols.variable(*id).is_some_and(|variable| match variable.role {
                        Role::State | Role::Meta => true,
                        Role::TemplateParameter(passing) => !passing.constant,
                        _ => false,
                    });
            }
            ExprKind::Call { function, arguments, .. } => {
                let function = &self.model.functions[*function];
                footprint.writes |= function.writes;
                footprint.reads |= function.reads;
                for (argument, written) in arguments.iter().zip(&function.writes_parameter) {
                    if *written {
                        targets(argument, &mut footprint.written);
                    }
                }
            }
            ExprKind::Builtin(Builtin::Floating { random: true, .. }, _) => footprint.reads = true,
            _ => {}
        }
        expr.for_each_part(|part| self.expr_footprint(part, footprint));
    }

    /// Marks the variables an expression assigns to.
    pub(super) fn mark_target(&mut self, target: &Expr) {
        let mut written = Vec::new();
        targets(target, &mut written);
        for id in written {
            self.model.symbols.mark_written(id);
        }
    }
}

/// The variables that an assignment to `target` may change.
fn targets(target: &Expr, found: &mut Vec<SymbolId>) {
    match &target.kind {
        ExprKind::Symbol(id) => found.push(*id),
        ExprKind::Index(base, _) | ExprKind::Field(base, _) => targets(base, found),
        ExprKind::Assign(_, inner, _)
        | ExprKind::IncDec(IncDec::PreIncrement | IncDec::PreDecrement, inner)
        | ExprKind::Comma(_, inner) => targets(inner, found),
        ExprKind::Cond(_, then, otherwise) => {
            targets(then, found);
            targets(otherwise, found);
        }
        _ => {}
    }
}

fn find_assignment(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::Assign(syntax::tree::AssignOp::Set, ..) = expr.kind {
        return Some(expr);
    }
    let mut found = None;
    expr.for_each_part(|part| {
        if found.is_none() {
            found = find_assignment(part);
        }
    });
    found
}
