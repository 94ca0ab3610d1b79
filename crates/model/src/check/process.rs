//! Processes and what is inside them, as queries name them.

use syntax::tree::{self, ExprKind as Tree};
use syntax::{Code, Diagnostic, Span};

use super::Checker;
use crate::nearest::nearest;
use crate::symbol::{SymbolId, SymbolKind};
use crate::typed::{Expr, ExprKind, ProcessRef};
use crate::types::Type;

impl Checker {
    /// `P.member` or `P(i).member`
    pub(super) fn process_member(
        &mut self,
        instance: usize,
        process: &tree::Expr,
        member: &tree::Ident,
        span: Span,
    ) -> Expr {
        let Some(process) = self.process_ref(instance, process) else {
            return Expr::error(span);
        };
        let process = Box::new(process);
        let found = self.find_member(instance, &member.name);
        let Some(id) = found else {
            if member.name == "location" {
                return Expr { kind: ExprKind::LocationOf(process), ty: Type::INT, span };
            }
            self.unknown_member(instance, member);
            return Expr::error(span);
        };
        match &self.model.symbols[id].kind {
            SymbolKind::Location(location) => {
                Expr { kind: ExprKind::At(process, *location), ty: Type::Bool, span }
            }
            SymbolKind::Variable(variable) => {
                let ty = variable.ty.clone();
                Expr { kind: ExprKind::Member(process, id), ty, span }
            }
            SymbolKind::Broken => Expr::error(span),
            SymbolKind::Function(_) => {
                let message = format!("`{}` is a function", member.name);
                self.wrong(Code::WrongType, member.span, message)
            }
            _ => {
                let message = format!("`{}` is nothing a query can ask for", member.name);
                self.wrong(Code::NotAPredicate, member.span, message)
            }
        }
    }

    /// The symbol a process has under this name.
    pub(super) fn find_member(&self, instance: usize, name: &str) -> Option<SymbolId> {
        let template = &self.model.templates[self.model.template_of(instance)];
        template.names.iter().find(|(local, _)| local == name).map(|(_, id)| *id)
    }

    fn unknown_member(&mut self, instance: usize, member: &tree::Ident) {
        let template = &self.model.templates[self.model.template_of(instance)];
        let name = &self.model.instances[instance].name;
        let message = format!("`{name}` has no location or variable `{}`", member.name);
        let mut diagnostic = Diagnostic::new(Code::UnknownMember, member.span, message);
        let names = template.names.iter().map(|(name, _)| name.as_str());
        if let Some(near) = nearest(&member.name, names) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
    }

    /// Which process of the system is meant.
    pub(super) fn process_ref(&mut self, instance: usize, tree: &tree::Expr) -> Option<ProcessRef> {
        let name = self.model.instances[instance].name.clone();
        if !self.in_query() {
            let message = format!("what is inside `{name}` can only be seen by queries");
            self.error(Code::NotAProcess, tree.span, message);
            return None;
        }
        let listed = self.model.system.iter().position(|listed| listed.instance == instance);
        let Some(listed) = listed else {
            let message = format!("`{name}` is not a process of the system");
            let help = format!("add it to the system line: `system …, {name};`");
            self.report(Diagnostic::new(Code::NotAProcess, tree.span, message).help(help));
            return None;
        };
        let given: &[tree::Expr] = match &tree.kind {
            Tree::Call(_, arguments) => arguments,
            _ => &[],
        };
        let parameters = self.model.instances[instance].parameters.clone();
        if given.len() != parameters.len() {
            self.wrong_member_count(&name, parameters.len(), given.len(), tree.span);
            return None;
        }
        let mut arguments = Vec::with_capacity(given.len());
        for (tree, parameter) in given.iter().zip(&parameters) {
            let argument = self.member_argument(tree, *parameter)?;
            arguments.push(argument);
        }
        Some(ProcessRef { listed, arguments, span: tree.span })
    }

    fn wrong_member_count(&mut self, name: &str, expected: usize, given: usize, span: Span) {
        let (message, help) = match (expected, given) {
            (0, _) => {
                (format!("`{name}` is a single process"), format!("write `{name}` without index"))
            }
            (_, 0) => (
                format!("`{name}` is a set of processes"),
                format!(
                    "choose one, `{name}(0)`, or quantify over them, `forall (i : …) {name}(i)`"
                ),
            ),
            _ => (
                format!("`{name}` has {expected} parameters, not {given}"),
                format!("write `{name}` with {expected} values"),
            ),
        };
        self.report(Diagnostic::new(Code::NotAProcess, span, message).help(help));
    }

    fn member_argument(&mut self, tree: &tree::Expr, parameter: SymbolId) -> Option<Expr> {
        let argument = self.expression(tree);
        let wanted = self.model.symbols.variable(parameter)?.ty.clone();
        if argument.ty.is_error() || wanted.is_error() {
            return None;
        }
        if !wanted.accepts(&argument.ty) {
            let scalar =
                matches!(wanted, Type::Scalar(_)) || matches!(argument.ty, Type::Scalar(_));
            let code = if scalar { Code::ScalarMisuse } else { Code::WrongType };
            let message = format!("the index must be a `{wanted}`, not a `{}`", argument.ty);
            self.error(code, tree.span, message);
            return None;
        }
        Some(argument)
    }
}
