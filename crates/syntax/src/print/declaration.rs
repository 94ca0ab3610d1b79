//! Declarations and types.

use super::printer::Printer;
use super::verbatim;
use crate::tree::{
    Declaration, DeclarationKind, Declarator, Dim, Expr, Field, Initialiser, InitialiserKind,
    Instantiation, Parameter, PriorityLevel, Type, TypeBase, VariableDeclaration,
};

impl Printer {
    /// Declarations, each on a line of its own.
    pub(super) fn declarations(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            self.declaration_line(declaration);
        }
    }

    /// A declaration on a line of its own, after a blank one if it was so in the text.
    pub(super) fn declaration_line(&mut self, declaration: &Declaration) {
        if declaration.text.0.starts_with('\n') && !self.is_at_blank_line() {
            self.put("\n");
        }
        self.line();
        self.declaration(declaration);
    }

    /// The same for declarations picked out of others.
    pub(super) fn declaration_refs(&mut self, declarations: &[&Declaration]) {
        for declaration in declarations {
            self.declaration_line(declaration);
        }
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration) {
        if let Some(text) = verbatim::declaration(declaration) {
            return self.put_lines(text);
        }
        self.comments_within(&declaration.text.0);
        match &declaration.kind {
            DeclarationKind::Variables(variables) => self.variables(variables),
            DeclarationKind::Typedef(variables) => {
                self.put("typedef ");
                self.variables(variables);
            }
            DeclarationKind::Function(function) => {
                self.ty(&function.result);
                self.put(" ");
                self.put(&function.name.name);
                self.parameters(&function.parameters);
                self.put(" ");
                self.block(&function.body);
            }
            DeclarationKind::Instantiation(instantiation) => self.instantiation(instantiation),
            DeclarationKind::ChannelPriority(levels) => self.priorities(levels),
            DeclarationKind::BeforeUpdate(updates) => self.update_block("before_update", updates),
            DeclarationKind::AfterUpdate(updates) => self.update_block("after_update", updates),
            DeclarationKind::Unsupported(what) => self.cannot_say(what, declaration.span),
        }
    }

    fn variables(&mut self, variables: &VariableDeclaration) {
        self.ty(&variables.ty);
        self.put(" ");
        self.separated(&variables.declarators, ", ", Printer::declarator);
        self.put(";");
    }

    fn declarator(&mut self, declarator: &Declarator) {
        self.put(&declarator.name.name);
        self.dims(&declarator.dims);
        if let Some(initialiser) = &declarator.initialiser {
            self.put(" = ");
            self.initialiser(initialiser);
        }
    }

    fn initialiser(&mut self, initialiser: &Initialiser) {
        match &initialiser.kind {
            InitialiserKind::Expr(expr) => self.expression(expr),
            InitialiserKind::List(list) => {
                self.put("{ ");
                self.separated(list, ", ", |printer, (label, value)| {
                    if let Some(label) = label {
                        printer.put(&label.name);
                        printer.put(": ");
                    }
                    printer.initialiser(value);
                });
                self.put(" }");
            }
        }
    }

    fn dims(&mut self, dims: &[Dim]) {
        for dim in dims {
            self.put("[");
            match dim {
                Dim::Expr(size) => self.expression(size),
                Dim::Type(index) => self.ty(index),
            }
            self.put("]");
        }
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        let prefix = ty.prefix;
        let words = [
            (prefix.urgent, "urgent "),
            (prefix.broadcast, "broadcast "),
            (prefix.constant, "const "),
            (prefix.meta, "meta "),
            (prefix.hybrid, "hybrid "),
        ];
        for (said, word) in words {
            self.put(if said { word } else { "" });
        }
        match &ty.base {
            TypeBase::Int(None) => self.put("int"),
            TypeBase::Int(Some((lower, upper))) => {
                self.put("int[");
                self.expression(lower);
                self.put(", ");
                self.expression(upper);
                self.put("]");
            }
            TypeBase::Bool => self.put("bool"),
            TypeBase::Clock => self.put("clock"),
            TypeBase::Chan => self.put("chan"),
            TypeBase::Void => self.put("void"),
            TypeBase::Double => self.put("double"),
            TypeBase::String => self.put("string"),
            TypeBase::Scalar(size) => {
                self.put("scalar[");
                self.expression(size);
                self.put("]");
            }
            TypeBase::Struct(fields) => {
                self.put("struct { ");
                for field in fields {
                    self.field(field);
                }
                self.put("}");
            }
            TypeBase::Name(name) => self.put(&name.name),
            TypeBase::Error => self.cannot_say("a type that could not be read", ty.span),
        }
    }

    fn field(&mut self, field: &Field) {
        self.ty(&field.ty);
        self.put(" ");
        self.separated(&field.names, ", ", |printer, (name, dims)| {
            printer.put(&name.name);
            printer.dims(dims);
        });
        self.put("; ");
    }

    pub(super) fn parameters(&mut self, parameters: &[Parameter]) {
        self.put("(");
        self.parameter_list(parameters);
        self.put(")");
    }

    /// Parameters without parentheses, as in XML.
    pub(super) fn parameter_list(&mut self, parameters: &[Parameter]) {
        self.separated(parameters, ", ", |printer, parameter| {
            printer.ty(&parameter.ty);
            printer.put(if parameter.reference { " &" } else { " " });
            printer.put(&parameter.name.name);
            printer.dims(&parameter.dims);
        });
    }

    fn instantiation(&mut self, instantiation: &Instantiation) {
        self.put(&instantiation.name.name);
        if !instantiation.parameters.is_empty() {
            self.parameters(&instantiation.parameters);
        }
        self.put(" = ");
        self.put(&instantiation.template.name);
        self.put("(");
        self.expressions(&instantiation.arguments);
        self.put(");");
    }

    fn priorities(&mut self, levels: &[PriorityLevel]) {
        self.put("chan priority ");
        self.separated(levels, " < ", |printer, level| {
            printer.separated(&level.channels, ", ", |printer, channel| match channel {
                Some(channel) => printer.operand(channel),
                None => printer.put("default"),
            });
        });
        self.put(";");
    }

    fn update_block(&mut self, word: &str, updates: &[Expr]) {
        self.put(word);
        self.put(" { ");
        self.expressions(updates);
        self.put(" }");
    }
}
