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
        let names = || template.names.iter().map(|(name, _)| name.as_str());
        let global = self.lookup(&member.name).filter(|id| {
            let kind = &self.model.symbols[*id].kind;
            matches!(kind, SymbolKind::Variable(_) | SymbolKind::Function(_))
        });
        if let Some(global) = global {
            let help = format!("`{0}` is global: write `{0}` without `{name}.`", member.name);
            let place = self.model.symbols[global].span;
            diagnostic = diagnostic.help(help).label(place, "it is declared here");
        } else if let Some(near) = nearest(&member.name, names()) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        } else if let Some(list) = short_list(names()) {
            diagnostic = diagnostic.help(format!("it has {list}"));
        }
        self.report(diagnostic);
    }

    /// Reports `Q.member` and `Q(i).member` where the query knows no `Q`: that was meant to be a process.
    pub(super) fn reports_unknown_process(&mut self, base: &tree::Expr) -> bool {
        let (name, span) = match &base.kind {
            Tree::Name(name) => (name, base.span),
            Tree::Call(callee, _) => match &callee.kind {
                Tree::Name(name) => (name, callee.span),
                _ => return false,
            },
            _ => return false,
        };
        let known = self.lookup(name).is_some()
            || self.labels.contains_key(name)
            || self.hidden_in_template(name).is_some();
        if !self.in_query() || known {
            return false;
        }
        if self.unknown.insert((self.region(), name.clone())) {
            let message = format!("there is no process `{name}`");
            let diagnostic = Diagnostic::new(Code::UnknownName, span, message);
            let listed = self.model.system.iter();
            let names =
                || listed.clone().map(|one| self.model.instances[one.instance].name.as_str());
            let help = match nearest(name, names()) {
                Some(near) => Some(format!("did you mean `{near}`?")),
                None => short_list(names()).map(|list| format!("the system has {list}")),
            };
            self.report(match help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            });
        }
        true
    }

    /// Reports `P[0].member`: members of a set are not written like entries of an array.
    pub(super) fn reports_indexed_process(&mut self, base: &tree::Expr) -> bool {
        let Tree::Index(set, index) = &base.kind else { return false };
        let (true, Tree::Name(name), Some(_)) =
            (self.in_query(), &set.kind, self.process_name(set))
        else {
            return false;
        };
        let index = syntax::print::print_expression(index);
        let message = format!("`{name}[{index}]` is not how a process is chosen");
        let help = format!("write `{name}({index})`");
        self.report(Diagnostic::new(Code::NotAProcess, base.span, message).help(help));
        true
    }

    /// The process that runs a template, where the template itself is not on the system line.
    fn process_of(&self, template: usize) -> Option<&str> {
        let instances = &self.model.instances;
        let listed = self.model.system.iter().map(|listed| listed.instance);
        let mut running = listed.filter(|one| self.model.template_of(*one) == template);
        running.next().map(|one| instances[one].name.as_str())
    }

    /// Which process of the system is meant.
    pub(super) fn process_ref(&mut self, instance: usize, tree: &tree::Expr) -> Option<ProcessRef> {
        let name = self.model.instances[instance].name.clone();
        if !self.in_query() {
            let message = format!("what is inside `{name}` can only be seen by queries");
            self.error(Code::NotAProcess, tree.span, message);
            return None;
        }
        if self.model.system.is_empty() {
            // Reported already: a system without processes is an error of the model.
            return None;
        }
        let listed = self.model.system.iter().position(|listed| listed.instance == instance);
        if listed.is_none() && self.unlisted {
            // Reported already: the name on the system line may have been meant for this one.
            return None;
        }
        let Some(listed) = listed else {
            let message = format!("`{name}` is not a process of the system");
            let help = match self.process_of(self.model.template_of(instance)) {
                Some(process) => format!("the system has `{process}`, made from the same template"),
                None => format!("add it to the system line: `system …, {name};`"),
            };
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
            let message = format!(
                "the index must be {wanted}, not {}",
                argument.ty.with_article(),
                wanted = wanted.with_article()
            );
            self.error(code, tree.span, message);
            return None;
        }
        Some(argument)
    }
}

/// Names in a sentence, if there are few enough to read.
fn short_list<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    const MOST_NAMED: usize = 8;
    let quoted: Vec<String> = names.take(MOST_NAMED + 1).map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => None,
        [only] => Some(only.clone()),
        [first @ .., last] if quoted.len() <= MOST_NAMED => {
            Some(format!("{} and {last}", first.join(", ")))
        }
        _ => None,
    }
}
