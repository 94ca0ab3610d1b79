//! Quantifiers, sums and selections.

use syntax::tree::{self, Quantifier};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, condition};
use crate::symbol::{Role, SymbolId, SymbolKind, Variable};
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

impl Checker {
    /// `forall (name : type) body` and its kin.
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        name: &tree::Ident,
        ty: &tree::Type,
        body: &tree::Expr,
        span: Span,
    ) -> Expr {
        let ty = self.iterated_type(ty);
        self.scopes.open();
        let symbol = self.bind(name, ty.clone(), Role::Quantified);
        let body = self.expression(body);
        self.scopes.close();
        if body.ty.is_error() || ty.is_error() {
            return Expr::error(span);
        }
        let (word, result) = match quantifier {
            Quantifier::ForAll => ("forall", condition::for_all(&body.ty)),
            Quantifier::Exists => ("exists", condition::exists(&body.ty)),
            Quantifier::Sum if body.ty.is_integral() => ("sum", Some(Type::INT)),
            Quantifier::Sum => ("sum", body.ty.is_number().then_some(Type::Double)),
        };
        let Some(ty) = result else {
            let message = format!("`{word}` cannot range over {}", body.ty.with_article());
            return self.wrong(Code::WrongType, body.span, message);
        };
        if !self.require_pure(&body, &format!("the body of `{word}`")) {
            return Expr::error(span);
        }
        Expr { kind: ExprKind::Quantified { quantifier, symbol, body: Box::new(body) }, ty, span }
    }

    /// Gives a name that ranges over a type to the innermost scope.
    pub(super) fn bind(&mut self, name: &tree::Ident, ty: Type, role: Role) -> SymbolId {
        let variable = Variable { ty, role, initialiser: None, written: false };
        self.declare(name, SymbolKind::Variable(variable))
    }

    /// A type that something can range over.
    pub(super) fn iterated_type(&mut self, tree: &tree::Type) -> Type {
        let declared = self.declared(tree, None);
        match declared.ty {
            Type::Int(_) | Type::Bool | Type::Scalar(_) | Type::Error => declared.ty,
            ty => {
                let message = format!("nothing can range over `{ty}`");
                let help = "use a bounded integer, `int[lower,upper]`, or a scalar set";
                self.report(Diagnostic::new(Code::BadType, tree.span, message).help(help));
                Type::Error
            }
        }
    }
}
