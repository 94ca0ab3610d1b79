//! Statements.

use syntax::tree::{self, DeclarationKind, StmtKind as Tree};
use syntax::{Code, Span};

use super::Checker;
use crate::symbol::Role;
use crate::typed::{Block, Expr, Stmt, StmtKind};
use crate::types::Type;

impl Checker {
    /// A block, in a scope of its own.
    pub(super) fn block(&mut self, tree: &tree::Block) -> Block {
        self.scopes.open();
        let block = self.block_contents(tree);
        self.scopes.close();
        block
    }

    /// A block whose scope is already open.
    pub(super) fn block_contents(&mut self, tree: &tree::Block) -> Block {
        let mut block = Block::default();
        for declaration in &tree.declarations {
            match &declaration.kind {
                DeclarationKind::Variables(variables) => {
                    block.locals.extend(self.variables(variables));
                }
                DeclarationKind::Typedef(typedef) => self.typedef(typedef),
                _ => {
                    let message = "functions can only declare variables and types";
                    self.error(Code::BadType, declaration.span, message);
                }
            }
        }
        block.statements = tree.statements.iter().map(|stmt| self.statement(stmt)).collect();
        block
    }

    fn statement(&mut self, tree: &tree::Stmt) -> Stmt {
        let kind = match &tree.kind {
            Tree::Empty | Tree::Error => StmtKind::Empty,
            Tree::Block(block) => StmtKind::Block(self.block(block)),
            Tree::Expr(expr) => StmtKind::Expr(self.update(expr)),
            Tree::If(condition, then, otherwise) => {
                let condition = self.test(condition);
                let then = Box::new(self.statement(then));
                let otherwise = otherwise.as_ref().map(|stmt| Box::new(self.statement(stmt)));
                StmtKind::If(condition, then, otherwise)
            }
            Tree::While(condition, body) => {
                let condition = self.test(condition);
                StmtKind::While(condition, Box::new(self.statement(body)))
            }
            Tree::DoWhile(body, condition) => {
                let body = Box::new(self.statement(body));
                StmtKind::DoWhile(body, self.test(condition))
            }
            Tree::For(header, body) => {
                let init = self.update(&header.init);
                let condition = self.test(&header.condition);
                let step = self.update(&header.step);
                StmtKind::For(init, condition, step, Box::new(self.statement(body)))
            }
            Tree::ForEach(name, ty, body) => {
                let ty = self.iterated_type(ty);
                self.scopes.open();
                let symbol = self.bind(name, ty, Role::Iterator);
                let body = self.statement(body);
                self.scopes.close();
                StmtKind::ForEach(symbol, Box::new(body))
            }
            Tree::Return(value) => self.returned(value.as_ref(), tree.span),
            Tree::Assert(condition) => {
                let condition = self.integral(condition, "an assertion");
                if !condition.ty.is_error() {
                    self.require_pure(&condition, "an assertion");
                }
                StmtKind::Assert(condition)
            }
        };
        Stmt { kind, span: tree.span }
    }

    /// The condition of a statement. Clocks may be compared here, although no symbolic engine can
    /// follow: that is found out when the function is used.
    fn test(&mut self, tree: &tree::Expr) -> Expr {
        let expr = self.expression(tree);
        if expr.ty.is_error() || expr.ty.is_truth() {
            return expr;
        }
        let message =
            format!("a condition must be true or false, and this is {}", expr.ty.with_article());
        self.wrong(Code::WrongType, tree.span, message)
    }

    fn returned(&mut self, value: Option<&tree::Expr>, span: Span) -> StmtKind {
        let wanted = self.function.as_ref().map_or(Type::Error, |frame| frame.result.clone());
        let Some(tree) = value else {
            if !matches!(wanted, Type::Void | Type::Error) {
                let message =
                    format!("the function must return {wanted}", wanted = wanted.with_article());
                self.error(Code::WrongType, span, message);
            }
            return StmtKind::Return(None);
        };
        let value = self.expression(tree);
        if value.ty.is_error() || wanted.is_error() {
            return StmtKind::Return(Some(value));
        }
        if matches!(wanted, Type::Void) {
            let message = "a function of type `void` returns nothing";
            self.error(Code::WrongType, tree.span, message);
        } else if !wanted.accepts(&value.ty) {
            let code = super::operator::misuse(&wanted, &value.ty);
            let code =
                if matches!(value.ty, Type::Condition(_)) { Code::ClockCondition } else { code };
            let message = format!(
                "the function must return {wanted}, and this is {}",
                value.ty.with_article(),
                wanted = wanted.with_article()
            );
            self.error(code, tree.span, message);
        }
        StmtKind::Return(Some(value))
    }
}

/// Does control always leave through a `return`? A simple test of the last statement, as UPPAAL's.
pub(super) fn returns(block: &Block) -> bool {
    block.statements.last().is_some_and(stmt_returns)
}

fn stmt_returns(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(block) => returns(block),
        StmtKind::If(_, then, Some(otherwise)) => stmt_returns(then) && stmt_returns(otherwise),
        StmtKind::DoWhile(body, _) => stmt_returns(body),
        _ => false,
    }
}
