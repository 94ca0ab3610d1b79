//! The rules for everything in a model that is not a query.

use super::open::Rules;
use crate::symbol::{Role, SymbolId, SymbolKind};
use crate::typed::{Block, Body, Expr, Initialiser, Stmt, StmtKind};
use crate::types::Type;

impl Rules<'_> {
    /// Checks the whole model.
    pub(super) fn everything(&mut self) {
        let model = self.model;
        for (reason, span) in &model.limitations {
            self.obstacle(*span, reason.clone());
        }
        for id in model.symbols.ids() {
            self.symbol(id);
        }
        for hook in model.before_update.iter().chain(&model.after_update) {
            self.obstacle(hook.span, "`before_update` and `after_update` are not supported here");
        }
        for template in &model.templates {
            for location in &template.locations {
                location.invariant.iter().for_each(|invariant| self.plain(invariant));
            }
            for gate in template.edges.iter().flat_map(|edge| &edge.gates) {
                gate.guard.iter().for_each(|guard| self.plain(guard));
                gate.sync.iter().for_each(|(channel, _)| self.plain(channel));
                gate.updates.iter().for_each(|update| self.effect(update));
            }
        }
        for function in &model.functions {
            self.check_type(&function.result, function.span);
        }
        self.functions();
        for instance in &model.instances {
            if let Body::Instance { base, arguments } = &instance.body {
                self.arguments(&model.instances[*base].parameters, arguments);
            }
        }
    }

    /// Checks what functions do. One that calls a function which asks about others asks about others.
    fn functions(&mut self) {
        let model = self.model;
        loop {
            let known = self.asking.len();
            for (number, function) in model.functions.iter().enumerate() {
                let before = self.asked;
                self.block(&function.body, &function.result);
                if self.asked != before {
                    self.asking.insert(number);
                }
            }
            if self.asking.len() == known {
                return;
            }
        }
    }

    fn symbol(&mut self, id: SymbolId) {
        let symbol = &self.model.symbols[id];
        match &symbol.kind {
            SymbolKind::Type { ty, .. } => self.check_type(ty, symbol.span),
            SymbolKind::Variable(variable) => {
                self.check_type(&variable.ty, symbol.span);
                if variable.role == Role::Meta {
                    self.obstacle(symbol.span, "`meta` variables are not supported here");
                }
                if self.is_open_constant(id) {
                    return;
                }
                if let Some(initialiser) = &variable.initialiser {
                    self.initialiser(initialiser, &self.type_with_ids(id, &variable.ty));
                }
            }
            _ => {}
        }
    }

    fn initialiser(&mut self, initialiser: &Initialiser, ty: &Type) {
        match (initialiser, ty) {
            (Initialiser::Value(value), ty) if self.is_id(ty) => {
                self.id(value);
            }
            (Initialiser::Value(value), _) => self.plain(value),
            (Initialiser::List(values, span), Type::Array(array)) => {
                if self.index_openness(&array.index) != super::ids::Openness::Closed {
                    self.obstacle(*span, "a list of initial values has a fixed length");
                }
                values.iter().for_each(|value| self.initialiser(value, &array.element));
            }
            (Initialiser::List(values, _), Type::Record(record)) => {
                for (value, (_, ty)) in values.iter().zip(&record.fields) {
                    self.initialiser(value, ty);
                }
            }
            (Initialiser::List(..), _) => {}
        }
    }

    fn block(&mut self, block: &Block, result: &Type) {
        for statement in &block.statements {
            self.statement(statement, result);
        }
    }

    fn statement(&mut self, statement: &Stmt, result: &Type) {
        match &statement.kind {
            StmtKind::Empty | StmtKind::Return(None) => {}
            StmtKind::Block(block) => self.block(block, result),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Assert(expr) => self.plain(expr),
            StmtKind::If(condition, then, otherwise) => {
                self.plain(condition);
                self.statement(then, result);
                otherwise.iter().for_each(|otherwise| self.statement(otherwise, result));
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.plain(condition);
                self.statement(body, result);
            }
            StmtKind::For(start, condition, step, body) => {
                [start, step].into_iter().for_each(|part: &Expr| self.effect(part));
                self.plain(condition);
                self.statement(body, result);
            }
            StmtKind::ForEach(symbol, body) => {
                self.asked += usize::from(self.ranges_over_ids(*symbol));
                self.statement(body, result);
            }
            StmtKind::Return(Some(value)) if self.is_id(result) => {
                self.id(value);
            }
            StmtKind::Return(Some(value)) => self.plain(value),
        }
    }
}
