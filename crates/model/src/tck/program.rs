//! What edges do: assignments stay updates, anything longer becomes a function.

use syntax::Span;
use syntax::tck::{Stmt, StmtKind};
use syntax::tree::{self, Ident};

use super::expression::expression;

/// The updates of an edge that only assigns.
pub(super) fn updates(statements: &[Stmt]) -> Option<Vec<tree::Expr>> {
    let mut updates = Vec::with_capacity(statements.len());
    for statement in statements {
        match &statement.kind {
            StmtKind::Nop => {}
            StmtKind::Assign(target, value) => {
                updates.push(assignment(target, value, statement.span));
            }
            _ => return None,
        }
    }
    Some(updates)
}

fn assignment(target: &syntax::tck::Expr, value: &syntax::tck::Expr, span: Span) -> tree::Expr {
    let (target, value) = (Box::new(expression(target)), Box::new(expression(value)));
    tree::Expr { kind: tree::ExprKind::Assign(tree::AssignOp::Set, target, value), span }
}

/// A function that does the statements.
pub(super) fn function(name: &str, statements: &[Stmt], span: Span) -> tree::Declaration {
    let result =
        tree::Type { prefix: tree::TypePrefix::default(), base: tree::TypeBase::Void, span };
    let function = tree::Function {
        result,
        name: Ident { name: name.to_owned(), span },
        parameters: Vec::new(),
        body: block(statements, span),
    };
    tree::Declaration::new(tree::DeclarationKind::Function(function), span)
}

/// A block. Local variables are declared at its head and set where they stand.
fn block(statements: &[Stmt], span: Span) -> tree::Block {
    let mut block = tree::Block { declarations: Vec::new(), statements: Vec::new(), span };
    for statement in statements {
        let (name, dims) = match &statement.kind {
            StmtKind::Local(name, _) => (name, Vec::new()),
            StmtKind::LocalArray(name, size) => (name, vec![tree::Dim::Expr(expression(size))]),
            _ => {
                block.statements.extend(simple(statement));
                continue;
            }
        };
        if let StmtKind::Local(_, Some(value)) = &statement.kind {
            let kind = tree::ExprKind::Name(name.name.clone());
            let target = Box::new(tree::Expr { kind, span: name.span });
            let value = Box::new(expression(value));
            let kind = tree::ExprKind::Assign(tree::AssignOp::Set, target, value);
            let kind = tree::StmtKind::Expr(tree::Expr { kind, span: statement.span });
            block.statements.push(tree::Stmt { kind, span: statement.span });
        }
        let declarator = tree::Declarator { name: name.clone(), dims, initialiser: None };
        let ty = whole_numbers(statement.span);
        let variables = tree::VariableDeclaration { ty, declarators: vec![declarator] };
        let kind = tree::DeclarationKind::Variables(variables);
        block.declarations.push(tree::Declaration::new(kind, statement.span));
    }
    block
}

fn simple(statement: &Stmt) -> Option<tree::Stmt> {
    let span = statement.span;
    let nested = |statements: &[Stmt]| {
        let kind = tree::StmtKind::Block(block(statements, span));
        Box::new(tree::Stmt { kind, span })
    };
    let kind = match &statement.kind {
        StmtKind::Assign(target, value) => tree::StmtKind::Expr(assignment(target, value, span)),
        StmtKind::If(condition, then, otherwise) => {
            let otherwise = (!otherwise.is_empty()).then(|| nested(otherwise));
            tree::StmtKind::If(expression(condition), nested(then), otherwise)
        }
        StmtKind::While(condition, body) => {
            tree::StmtKind::While(expression(condition), nested(body))
        }
        StmtKind::Nop | StmtKind::Local(..) | StmtKind::LocalArray(..) => return None,
    };
    Some(tree::Stmt { kind, span })
}

/// The type of every 32-bit number.
fn whole_numbers(span: Span) -> tree::Type {
    let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
    super::translate::int_type(bounds, span)
}
