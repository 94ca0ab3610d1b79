//! Instantiations and the system line.

use syntax::tree::{self, Instantiation, ProcessRef, System};
use syntax::{Code, Diagnostic};

use super::Checker;
use crate::nearest::nearest;
use crate::symbol::{Passing, Role, SymbolId, SymbolKind};
use crate::typed::{Body, Expr, ExprKind, Instance, Listed};
use crate::types::Type;

impl Checker {
    pub(super) fn system(&mut self, system: &System) {
        for declaration in &system.declarations {
            self.global_declaration(declaration);
        }
        let levels = i32::try_from(system.processes.len()).unwrap_or(i32::MAX);
        for (priority, level) in (0..levels).zip(&system.processes) {
            for process in level {
                self.listed(process, priority);
            }
        }
        // A system line that is missing altogether was reported where it should have been read.
        let line = !system.processes.is_empty();
        if line && self.model.system.is_empty() && self.findings.errors() == 0 {
            let message = "the system has no processes";
            let help = "write `system P, Q;` with the names of templates";
            self.report(Diagnostic::new(Code::BadInstance, system.span, message).help(help));
        }
        for progress in &system.progress {
            if let Some(guard) = &progress.guard {
                self.integral(guard, "the guard of a progress measure");
            }
            self.integral(&progress.measure, "a progress measure");
        }
    }

    fn instance_named(&mut self, name: &tree::Ident) -> Option<usize> {
        if let Some(id) = self.lookup(&name.name) {
            return match self.model.symbols[id].kind {
                SymbolKind::Instance(instance) => Some(instance),
                SymbolKind::Broken => None,
                _ => {
                    let message = format!("`{}` is not a template", name.name);
                    self.error(Code::BadInstance, name.span, message);
                    None
                }
            };
        }
        let message = format!("there is no template or process `{}`", name.name);
        let mut diagnostic = Diagnostic::new(Code::UnknownName, name.span, message);
        let names = self.model.instances.iter().map(|instance| instance.name.as_str());
        if let Some(near) = nearest(&name.name, names) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        None
    }

    /// `name(parameters) = template(arguments);`
    pub(super) fn instantiation(&mut self, tree: &Instantiation) {
        let errors = self.findings.errors();
        let base = self.instance_named(&tree.template);
        self.scopes.open();
        // Nothing can assign to the parameters of an instantiation, so those passed by value are
        // constant whether they say so or not.
        let parameters = self.parameters(&tree.parameters, |passing| {
            let constant = passing.constant || !passing.reference;
            Role::TemplateParameter(Passing { constant, ..passing })
        });
        let arguments: Vec<Expr> =
            tree.arguments.iter().map(|argument| self.expression(argument)).collect();
        self.scopes.close();
        let Some(base) = base else {
            self.declare(&tree.name, SymbolKind::Broken);
            return;
        };
        self.template_arguments(base, &arguments, tree);
        let broken = self.findings.errors() > errors
            || self.model.instances[base].broken
            || arguments.iter().any(|argument| argument.ty.is_error());
        self.model.instances.push(Instance {
            name: tree.name.name.clone(),
            parameters,
            template: self.model.template_of(base),
            restricted: self.restricted(base, &arguments),
            body: Body::Instance { base, arguments },
            broken,
            span: tree.name.span,
        });
        let instance = self.model.instances.len() - 1;
        self.declare(&tree.name, SymbolKind::Instance(instance));
    }

    fn template_arguments(&mut self, base: usize, arguments: &[Expr], tree: &Instantiation) {
        let parameters = self.model.instances[base].parameters.clone();
        let name = self.model.instances[base].name.clone();
        if arguments.len() != parameters.len() {
            let expected = match parameters.len() {
                1 => "1 parameter".to_owned(),
                many => format!("{many} parameters"),
            };
            let given = match arguments.len() {
                1 => "1 argument is given".to_owned(),
                many => format!("{many} arguments are given"),
            };
            let message = format!("`{name}` has {expected}, and {given}");
            let mut diagnostic = Diagnostic::new(Code::WrongArguments, tree.template.span, message)
                .label(self.model.instances[base].span, "declared here");
            if let Some(missing) = parameters.get(arguments.len()) {
                let missing = &self.model.symbols[*missing].name;
                diagnostic = diagnostic.help(format!("the argument for `{missing}` is missing"));
            }
            self.report(diagnostic);
            return;
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            if self.argument(*parameter, argument) {
                self.template_argument(*parameter, argument);
                self.mark_target_of_reference(*parameter, argument);
            }
        }
    }

    /// Values must be known, and references must denote one object, before the model runs.
    fn template_argument(&mut self, parameter: SymbolId, argument: &Expr) {
        let Some(passing) = self.passing(parameter) else { return };
        let name = self.model.symbols[parameter].name.clone();
        if passing.reference && !passing.constant {
            if self.require_pure(argument, "an argument of a template")
                && !self.is_unique_place(argument)
            {
                let message = format!(
                    "which variable `{name}` refers to must be known before the model runs"
                );
                self.error(Code::NotConstant, argument.span, message);
            }
        } else {
            self.require_constant(argument, &format!("the argument for `{name}`"));
        }
    }

    fn passing(&self, parameter: SymbolId) -> Option<Passing> {
        match self.model.symbols.variable(parameter)?.role {
            Role::TemplateParameter(passing) => Some(passing),
            _ => None,
        }
    }

    /// What a template assigns to through a reference is assigned to.
    fn mark_target_of_reference(&mut self, parameter: SymbolId, argument: &Expr) {
        let written = self.model.symbols.variable(parameter).is_some_and(|v| v.written);
        if written && self.passing(parameter).is_some_and(|passing| passing.reference) {
            self.mark_target(argument);
        }
    }

    /// An entry of the system line.
    fn listed(&mut self, process: &ProcessRef, priority: i32) {
        let Some(instance) = self.instance_named(&process.name) else {
            self.unlisted = true;
            return;
        };
        if !process.arguments.is_empty() {
            let name = &process.name.name;
            let message = "arguments are not given on the system line".to_owned();
            let help = format!("write `{name}1 = {name}(…);` before it and list `{name}1`");
            let span = process.name.span;
            self.report(Diagnostic::new(Code::BadInstance, span, message).help(help));
            return;
        }
        if self.listed.contains(&instance) {
            let earlier = self.model.system.iter().find(|listed| listed.instance == instance);
            let message = format!("`{}` is listed twice", process.name.name);
            let mut diagnostic = Diagnostic::new(Code::ListedTwice, process.name.span, message);
            if let Some(earlier) = earlier {
                diagnostic = diagnostic.label(earlier.span, "listed here already");
            }
            self.report(diagnostic);
            return;
        }
        self.listed.insert(instance);
        let errors = self.findings.errors();
        self.free_parameters(instance, process);
        let broken = self.findings.errors() > errors || self.model.instances[instance].broken;
        let span = process.name.span;
        self.model.system.push(Listed { instance, priority, broken, span });
    }

    fn free_parameters(&mut self, instance: usize, process: &ProcessRef) {
        let restricted = self.model.instances[instance].restricted.clone();
        for parameter in self.model.instances[instance].parameters.clone() {
            let Some(variable) = self.model.symbols.variable(parameter) else { continue };
            let name = self.model.symbols[parameter].name.clone();
            let reference = self.passing(parameter).is_some_and(|passing| passing.reference);
            let bounded = matches!(variable.ty, Type::Int(Some(_)) | Type::Scalar(_) | Type::Error);
            if reference || !bounded {
                let message = format!(
                    "`{}` has no argument for `{name}`, which cannot range over its values",
                    process.name.name
                );
                let help = "parameters without argument must be bounded integers or scalars, \
                            passed by value";
                let place = self.model.symbols[parameter].span;
                self.report(
                    Diagnostic::new(Code::FreeParameter, process.name.span, message)
                        .label(place, "this parameter")
                        .help(help),
                );
            } else if restricted.contains(&parameter) {
                let message = format!(
                    "`{name}` has no argument, but decides the size of an array or scalar set"
                );
                let place = self.model.symbols[parameter].span;
                self.report(
                    Diagnostic::new(Code::FreeParameter, process.name.span, message)
                        .label(place, "this parameter"),
                );
            }
        }
    }

    /// The names in arguments for parameters that decide the size of something in the template.
    fn restricted(&self, base: usize, arguments: &[Expr]) -> Vec<SymbolId> {
        let base = &self.model.instances[base];
        let mut found = Vec::new();
        for (parameter, argument) in base.parameters.iter().zip(arguments) {
            if base.restricted.contains(parameter) {
                symbols_in(argument, &mut found);
            }
        }
        found
    }
}

fn symbols_in(expr: &Expr, found: &mut Vec<SymbolId>) {
    if let ExprKind::Symbol(id) = expr.kind {
        found.push(id);
    }
    expr.for_each_part(|part| symbols_in(part, found));
}
