//! Declarations: global, in templates and in functions.

use syntax::tree::{self, Declaration, DeclarationKind, VariableDeclaration};
use syntax::{Code, Diagnostic};

use super::{Checker, Region};
use crate::symbol::{Passing, Role, SymbolId, SymbolKind, Variable};
use crate::typed::Expr;
use crate::types::Type;

impl Checker {
    /// A declaration outside templates.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Variables(variables) => {
                let symbols = self.variables(variables);
                self.model.globals.extend(symbols);
            }
            DeclarationKind::Instantiation(instantiation) => self.instantiation(instantiation),
            DeclarationKind::ChannelPriority(levels) => {
                self.channel_priority(levels, declaration.span);
            }
            DeclarationKind::BeforeUpdate(updates) => {
                let updates = self.updates(updates);
                self.model.before_update.extend(updates);
            }
            DeclarationKind::AfterUpdate(updates) => {
                let updates = self.updates(updates);
                self.model.after_update.extend(updates);
            }
            _ => self.common_declaration(declaration),
        }
    }

    /// A declaration in a template; gives the variables it declares.
    pub(super) fn local_declaration(&mut self, declaration: &Declaration) -> Vec<SymbolId> {
        match &declaration.kind {
            DeclarationKind::Variables(variables) => return self.variables(variables),
            DeclarationKind::Instantiation(_)
            | DeclarationKind::ChannelPriority(_)
            | DeclarationKind::BeforeUpdate(_)
            | DeclarationKind::AfterUpdate(_) => {
                let message = "this declaration is only allowed outside templates";
                self.error(Code::BadType, declaration.span, message);
            }
            _ => self.common_declaration(declaration),
        }
        Vec::new()
    }

    fn common_declaration(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Typedef(typedef) => self.typedef(typedef),
            DeclarationKind::Function(function) => self.function(function),
            DeclarationKind::Unsupported(what) => {
                self.dynamic |= what.contains("dynamic");
                self.external |= what.contains("external");
                let reason = format!("{what} is not supported");
                self.model.limitations.push((reason, declaration.span));
            }
            _ => {}
        }
    }

    /// `typedef`
    pub(super) fn typedef(&mut self, typedef: &VariableDeclaration) {
        let first = typedef.declarators.first().map(|declarator| declarator.name.name.as_str());
        let declared = self.declared(&typedef.ty, first);
        for declarator in &typedef.declarators {
            let ty = self.array(declared.ty.clone(), &declarator.dims);
            let kind = match ty {
                Type::Error => SymbolKind::Broken,
                Type::Void => {
                    self.error(Code::BadType, typedef.ty.span, "`void` is only for functions");
                    SymbolKind::Broken
                }
                ty => SymbolKind::Type { ty, constant: declared.constant },
            };
            self.declare(&declarator.name, kind);
        }
    }

    /// Variables, constants, clocks or channels.
    pub(super) fn variables(&mut self, variables: &VariableDeclaration) -> Vec<SymbolId> {
        let declared = self.declared(&variables.ty, None);
        let mut symbols = Vec::with_capacity(variables.declarators.len());
        for declarator in &variables.declarators {
            let ty = self.array(declared.ty.clone(), &declarator.dims);
            let role = match (self.function.is_some(), declared.constant, declared.meta) {
                (true, true, _) => Role::LocalConstant,
                (true, false, _) => Role::Local,
                (false, true, _) => Role::Constant,
                (false, false, true) => Role::Meta,
                (false, false, false) => Role::State,
            };
            self.check_declared_type(&ty, role, &declarator.name);
            let initialiser = self.declared_initialiser(&ty, role, declarator);
            let broken = ty.is_error() || matches!(ty, Type::Void);
            let ty = if broken { Type::Error } else { ty };
            let variable = Variable { ty, role, initialiser, written: false };
            let symbol = self.declare(&declarator.name, SymbolKind::Variable(variable));
            symbols.push(symbol);
        }
        symbols
    }

    fn check_declared_type(&mut self, ty: &Type, role: Role, name: &tree::Ident) {
        let local = matches!(role, Role::Local | Role::LocalConstant);
        if matches!(ty, Type::Void) {
            self.error(Code::BadType, name.span, "a variable cannot be `void`");
        } else if local && (!ty.is_initialisable() || ty.innermost().is_clock()) {
            let message = format!("a variable in a function cannot be of type `{ty}`");
            let help = match ty.innermost() {
                Type::Scalar(_) => "functions may take elements of scalar sets as parameters",
                _ => "declare it outside the function",
            };
            self.report(Diagnostic::new(Code::BadType, name.span, message).help(help));
        } else if matches!(ty.innermost(), Type::Text)
            && !matches!(role, Role::Constant | Role::LocalConstant)
        {
            self.error(Code::BadType, name.span, "strings must be `const`");
        }
    }

    /// The parameters of a function, template or instantiation.
    pub(super) fn parameters(
        &mut self,
        parameters: &[tree::Parameter],
        role: impl Fn(Passing) -> Role,
    ) -> Vec<SymbolId> {
        parameters
            .iter()
            .map(|parameter| {
                let declared = self.declared(&parameter.ty, None);
                let ty = self.array(declared.ty, &parameter.dims);
                self.check_parameter_type(&ty, parameter);
                let ty = if matches!(ty, Type::Void) { Type::Error } else { ty };
                let passing =
                    Passing { reference: parameter.reference, constant: declared.constant };
                let variable =
                    Variable { ty, role: role(passing), initialiser: None, written: false };
                self.declare(&parameter.name, SymbolKind::Variable(variable))
            })
            .collect()
    }

    fn check_parameter_type(&mut self, ty: &Type, parameter: &tree::Parameter) {
        let by_value = !parameter.reference;
        if matches!(ty, Type::Void) {
            self.error(Code::BadType, parameter.name.span, "a parameter cannot be `void`");
        } else if by_value && matches!(ty.innermost(), Type::Channel(_) | Type::Clock { .. }) {
            let message =
                format!("{} can only be passed by reference", ty.innermost().with_article());
            let help = format!("write `&{}`", parameter.name.name);
            self.report(Diagnostic::new(Code::BadType, parameter.name.span, message).help(help));
        }
    }

    fn channel_priority(&mut self, levels: &[tree::PriorityLevel], span: syntax::Span) {
        if self.model.priorities.is_some() {
            let message = "channel priorities are declared twice";
            self.error(Code::BadPriority, span, message);
            return;
        }
        let mut checked = Vec::with_capacity(levels.len());
        for level in levels {
            let channels = level.channels.iter();
            checked.push(channels.map(|c| c.as_ref().map(|c| self.prioritised(c))).collect());
        }
        self.model.priorities = Some((checked, span));
    }

    fn prioritised(&mut self, tree: &tree::Expr) -> Expr {
        let expr = self.expression(tree);
        if expr.ty.is_error() {
            return expr;
        }
        if !matches!(expr.ty.innermost(), Type::Channel(_)) {
            let message = format!("priorities are given to channels, and this is `{}`", expr.ty);
            return self.wrong(Code::BadPriority, tree.span, message);
        }
        if !self.is_unique_place(&expr) {
            let message = "which channel this is must be known before the model runs";
            return self.wrong(Code::NotConstant, tree.span, message);
        }
        expr
    }

    /// Is this region a query?
    pub(super) fn in_query(&self) -> bool {
        matches!(self.region, Region::Query(_))
    }
}
