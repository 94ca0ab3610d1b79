//! Calls: of functions, of the language's own functions.

use syntax::tree::{self, ExprKind as Tree};
use syntax::{Code, Diagnostic, Span};

use super::Checker;
use crate::symbol::{Passing, Role, SymbolId, SymbolKind};
use crate::typed::{Builtin, Expr, ExprKind, FloatingResult, ProcessRef};
use crate::types::Type;

impl Checker {
    /// `callee(arguments)`
    pub(super) fn call(
        &mut self,
        callee: &tree::Expr,
        arguments: &[tree::Expr],
        span: Span,
    ) -> Expr {
        match &callee.kind {
            Tree::Name(name) => self.named_call(name, callee.span, arguments, span),
            Tree::Member(base, member) => {
                if let Some(instance) = self.process_name(base) {
                    return self.member_call(instance, base, member, arguments, span);
                }
                self.wrong(Code::WrongType, callee.span, "this is not a function")
            }
            Tree::Error => Expr::error(span),
            _ => self.wrong(Code::WrongType, callee.span, "this is not a function"),
        }
    }

    fn named_call(
        &mut self,
        name: &str,
        name_span: Span,
        arguments: &[tree::Expr],
        span: Span,
    ) -> Expr {
        if self.function.as_ref().is_some_and(|function| function.name == name) {
            let message = format!("`{name}` calls itself");
            let help = "recursion is not allowed: use a loop";
            self.report(Diagnostic::new(Code::Recursion, name_span, message).help(help));
            return Expr::error(span);
        }
        let Some(id) = self.lookup(name) else {
            if matches!(name, "spawn" | "exit" | "numOf") {
                return self.beyond(format!("`{name}`, of dynamic templates"), span);
            }
            if self.external {
                return self.beyond(format!("the external function `{name}`"), span);
            }
            let query = self.in_query();
            let what = if query { "process or function" } else { "function" };
            self.unknown_name(name, name_span, what, |kind| match kind {
                SymbolKind::Function(_) | SymbolKind::Builtin(_) => true,
                SymbolKind::Instance(_) => query,
                _ => false,
            });
            self.arguments(arguments);
            return Expr::error(span);
        };
        match self.model.symbols[id].kind {
            SymbolKind::Function(function) => self.function_call(function, None, arguments, span),
            SymbolKind::Builtin(builtin) => self.builtin_call(name, builtin, arguments, span),
            SymbolKind::Broken => {
                self.arguments(arguments);
                Expr::error(span)
            }
            SymbolKind::Instance(_) if self.in_query() => {
                let message = format!("`{name}(…)` is a process, which is neither true nor false");
                let help = format!("ask for one of its locations: `{name}(…).location_name`");
                self.report(Diagnostic::new(Code::NotAPredicate, span, message).help(help));
                Expr::error(span)
            }
            _ => {
                let message = format!("`{name}` is not a function");
                self.wrong(Code::WrongType, name_span, message)
            }
        }
    }

    /// A function that belongs to a process, called by a query.
    fn member_call(
        &mut self,
        instance: usize,
        process: &tree::Expr,
        member: &tree::Ident,
        arguments: &[tree::Expr],
        span: Span,
    ) -> Expr {
        let function = self.find_member(instance, &member.name).and_then(|id| {
            match self.model.symbols[id].kind {
                SymbolKind::Function(function) => Some(function),
                _ => None,
            }
        });
        let Some(function) = function else {
            let message = format!("there is no function `{}` in this process", member.name);
            return self.wrong(Code::UnknownMember, member.span, message);
        };
        match self.process_ref(instance, process) {
            Some(process) => self.function_call(function, Some(process), arguments, span),
            None => Expr::error(span),
        }
    }

    fn function_call(
        &mut self,
        function: usize,
        process: Option<ProcessRef>,
        arguments: &[tree::Expr],
        span: Span,
    ) -> Expr {
        let arguments = self.arguments(arguments);
        let callee = &self.model.functions[function];
        let (name, place) = (callee.name.clone(), callee.span);
        let (parameters, ty) = (callee.parameters.clone(), callee.result.clone());
        if arguments.len() != parameters.len() {
            self.wrong_count(&name, parameters.len(), arguments.len(), span, Some(place));
            return Expr::error(span);
        }
        let mut sound = !ty.is_error();
        for (position, (parameter, argument)) in parameters.iter().zip(&arguments).enumerate() {
            sound &= self.argument(*parameter, argument);
            if self.model.functions[function].writes_parameter.get(position) == Some(&true) {
                self.mark_target(argument);
            }
        }
        if !sound {
            return Expr::error(span);
        }
        let process = process.map(Box::new);
        Expr { kind: ExprKind::Call { function, process, arguments }, ty, span }
    }

    fn arguments(&mut self, arguments: &[tree::Expr]) -> Vec<Expr> {
        arguments.iter().map(|argument| self.expression(argument)).collect()
    }

    fn wrong_count(
        &mut self,
        name: &str,
        expected: usize,
        given: usize,
        span: Span,
        declared: Option<Span>,
    ) {
        let plural = if expected == 1 { "" } else { "s" };
        let message = format!("`{name}` takes {expected} argument{plural}, not {given}");
        let mut diagnostic = Diagnostic::new(Code::WrongArguments, span, message);
        if let Some(declared) = declared {
            diagnostic = diagnostic.label(declared, "declared here");
        }
        self.report(diagnostic);
    }

    /// Does an argument fit its parameter? Ranges and sizes are compared when they are known.
    pub(super) fn argument(&mut self, parameter: SymbolId, argument: &Expr) -> bool {
        let Some(variable) = self.model.symbols.variable(parameter) else { return false };
        let (wanted, role) = (variable.ty.clone(), variable.role);
        if wanted.is_error() || argument.ty.is_error() {
            return false;
        }
        let (Role::TemplateParameter(passing) | Role::FunctionParameter(passing)) = role else {
            return false;
        };
        let name = self.model.symbols[parameter].name.clone();
        let Passing { reference, constant } = passing;
        if reference && !constant && !self.is_referable(argument) {
            let message = format!("`{name}` is a reference, so it needs a variable");
            let declared = self.model.symbols[parameter].span;
            self.report(
                Diagnostic::new(Code::WrongArguments, argument.span, message)
                    .label(declared, "passed by reference")
                    .help("to pass a value, declare the parameter without `&` or as `const`"),
            );
            return false;
        }
        let fits = match (&wanted, &argument.ty) {
            (Type::Channel(wanted), Type::Channel(given)) => {
                given.capability() >= wanted.capability()
            }
            (wanted, given) if reference && self.is_modifiable(argument) => wanted.is_same(given),
            (wanted, given) => wanted.accepts(given),
        };
        if !fits {
            self.argument_mismatch(&name, &wanted, argument);
        }
        fits
    }

    fn argument_mismatch(&mut self, name: &str, wanted: &Type, argument: &Expr) {
        let scalar = super::operator::misuse(wanted, &argument.ty) == Code::ScalarMisuse;
        let code = if scalar { Code::ScalarMisuse } else { Code::WrongArguments };
        let message = format!(
            "`{name}` needs {wanted}, not {}",
            argument.ty.with_article(),
            wanted = wanted.with_article()
        );
        let mut diagnostic = Diagnostic::new(code, argument.span, message);
        if let (Type::Channel(_), Type::Channel(_)) = (wanted, &argument.ty) {
            diagnostic = diagnostic.help(format!("declare the parameter as `{}`", argument.ty));
        }
        self.report(diagnostic);
    }

    /// Can a reference be bound to it? Parameters that are references themselves included.
    fn is_referable(&self, argument: &Expr) -> bool {
        let channel = matches!(argument.ty.innermost(), Type::Channel(_));
        self.is_modifiable(argument) || (channel && argument.root().is_some())
    }

    fn builtin_call(
        &mut self,
        name: &str,
        builtin: Builtin,
        arguments: &[tree::Expr],
        span: Span,
    ) -> Expr {
        let arguments = self.arguments(arguments);
        let (expected, ty) = match builtin {
            Builtin::Abs => (1, Type::INT),
            Builtin::Floating { parameters, result: FloatingResult::Double, .. } => {
                (parameters, Type::Double)
            }
            Builtin::Floating { parameters, result: FloatingResult::Int, .. } => {
                (parameters, Type::INT)
            }
            Builtin::Floating { parameters, result: FloatingResult::Bool, .. } => {
                (parameters, Type::Bool)
            }
        };
        if arguments.len() != expected {
            self.wrong_count(name, expected, arguments.len(), span, None);
            return Expr::error(span);
        }
        if arguments.iter().any(|argument| argument.ty.is_error()) {
            return Expr::error(span);
        }
        for argument in &arguments {
            let fits = match builtin {
                Builtin::Abs => argument.ty.is_integral(),
                Builtin::Floating { .. } => argument.ty.is_number(),
            };
            if !fits {
                let message =
                    format!("`{name}` cannot be applied to {}", argument.ty.with_article());
                return self.wrong(Code::WrongArguments, argument.span, message);
            }
        }
        Expr { kind: ExprKind::Builtin(builtin, arguments), ty, span }
    }
}
