//! Types as written.

use std::rc::Rc;

use syntax::tree::{self, Dim, ExprKind, TypeBase, TypePrefix};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, Region};
use crate::symbol::SymbolKind;
use crate::typed::Expr;
use crate::types::{ChannelType, Index, LARGEST_TYPE, Range, ScalarType, Type};

/// A type with the words before it that are not part of it.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) ty: Type,
    /// `const`
    pub(super) constant: bool,
    /// `meta`
    pub(super) meta: bool,
}

impl Checker {
    /// The type that a piece of text stands for. `name` is the name it is about to get by `typedef`.
    pub(super) fn declared(&mut self, tree: &tree::Type, name: Option<&str>) -> Declared {
        let (mut ty, constant) = match &tree.base {
            TypeBase::Name(name) => self.named_type(name),
            base => (self.base_type(base, name, tree.span), false),
        };
        // A new name for a scalar set is a new set: the language compares them by name.
        if let (TypeBase::Name(_), Type::Scalar(scalar), Some(name)) = (&tree.base, &ty, name) {
            ty = self.fresh_scalar(name, scalar.size.clone(), tree.span);
        }
        let ty = self.prefixed(ty, tree.prefix, tree.span);
        let plain = !matches!(ty.innermost(), Type::Clock { .. } | Type::Channel(_));
        let constant = plain && (constant || tree.prefix.constant);
        Declared { ty, constant, meta: plain && tree.prefix.meta }
    }

    fn base_type(&mut self, base: &TypeBase, name: Option<&str>, span: Span) -> Type {
        match base {
            TypeBase::Int(None) => Type::INT,
            TypeBase::Int(Some((lower, upper))) => {
                let lower = self.constant_int(lower, "a bound of a range");
                let upper = self.constant_int(upper, "a bound of a range");
                if lower.ty.is_error() || upper.ty.is_error() {
                    return Type::Error;
                }
                Type::Int(Some(Rc::new(Range { lower, upper })))
            }
            TypeBase::Bool => Type::Bool,
            TypeBase::Clock => Type::CLOCK,
            TypeBase::Chan => Type::Channel(ChannelType { broadcast: false, urgent: false }),
            TypeBase::Void => Type::Void,
            TypeBase::Double => Type::Double,
            TypeBase::String => Type::Text,
            TypeBase::Scalar(size) => {
                let size = self.constant_int(size, "the size of a scalar set");
                if size.ty.is_error() {
                    return Type::Error;
                }
                self.note_size(&size);
                self.fresh_scalar(name.unwrap_or("scalar"), size, span)
            }
            TypeBase::Struct(fields) => self.record(fields),
            TypeBase::Name(name) => self.named_type(name).0,
            TypeBase::Error => Type::Error,
        }
    }

    fn fresh_scalar(&mut self, name: &str, size: Expr, span: Span) -> Type {
        let id = self.model.scalars;
        self.model.scalars += 1;
        let local = matches!(self.region, Region::Template(_));
        Type::Scalar(Rc::new(ScalarType { id, name: name.to_owned(), size, local, span }))
    }

    fn named_type(&mut self, name: &tree::Ident) -> (Type, bool) {
        let symbols = &self.model.symbols;
        let is_type = |id| matches!(symbols[id].kind, SymbolKind::Type { .. } | SymbolKind::Broken);
        if let Some(id) = self.scopes.find(&name.name, |_| true)
            && is_type(id)
        {
            return match &self.model.symbols[id].kind {
                SymbolKind::Type { ty, constant } => (ty.clone(), *constant),
                _ => (Type::Error, false),
            };
        }
        if self.dynamic && self.process_named(&name.name) {
            self.beyond("a quantifier over dynamic processes".to_owned(), name.span);
        } else if self.scopes.find(&name.name, |_| true).is_some() {
            let message = format!("`{}` is not a type", name.name);
            self.error(Code::NotAType, name.span, message);
        } else {
            self.unknown_name(&name.name, name.span, "type", |kind| {
                matches!(kind, SymbolKind::Type { .. })
            });
        }
        (Type::Error, false)
    }

    fn process_named(&self, name: &str) -> bool {
        let symbol = self.scopes.find(name, |_| true);
        symbol.is_some_and(|id| matches!(self.model.symbols[id].kind, SymbolKind::Instance(_)))
    }

    fn record(&mut self, fields: &[tree::Field]) -> Type {
        let mut checked: Vec<(String, Type)> = Vec::new();
        for field in fields {
            let declared = self.declared(&field.ty, None);
            if declared.constant {
                self.error(Code::BadType, field.ty.span, "a field cannot be `const`");
            }
            for (name, dims) in &field.names {
                let ty = self.array(declared.ty.clone(), dims);
                if matches!(ty.innermost(), Type::Channel(_) | Type::Text | Type::Void) {
                    let message = format!("a field cannot be of type `{}`", ty.innermost());
                    self.error(Code::BadType, name.span, message);
                }
                if checked.iter().any(|(earlier, _)| *earlier == name.name) {
                    let message = format!("the record has two fields `{}`", name.name);
                    self.error(Code::DuplicateName, name.span, message);
                }
                checked.push((name.name.clone(), ty));
            }
        }
        if checked.iter().any(|(_, ty)| ty.is_error()) {
            return Type::Error;
        }
        let span = fields.first().map_or_else(Span::default, |field| field.ty.span);
        Type::record(checked).unwrap_or_else(|| self.too_large(span))
    }

    fn too_large(&mut self, span: Span) -> Type {
        let (depth, leaves) = LARGEST_TYPE;
        let message =
            format!("a type cannot have more than {depth} levels or {leaves} different parts");
        self.error(Code::TooLarge, span, message);
        Type::Error
    }

    /// Applies `urgent`, `broadcast` and `hybrid`, and checks `const` and `meta`.
    fn prefixed(&mut self, ty: Type, prefix: TypePrefix, span: Span) -> Type {
        if ty.is_error() {
            return ty;
        }
        let innermost = ty.innermost().clone();
        let channel = matches!(innermost, Type::Channel(_));
        for (present, word) in [(prefix.urgent, "urgent"), (prefix.broadcast, "broadcast")] {
            if present && !channel {
                let message = format!("`{word}` is for channels, not for `{innermost}`");
                self.error(Code::BadType, span, message);
            }
        }
        if prefix.hybrid && !innermost.is_clock() {
            let message = format!("`hybrid` is for clocks, not for `{innermost}`");
            self.error(Code::BadType, span, message);
        }
        for (present, word) in [(prefix.constant, "const"), (prefix.meta, "meta")] {
            if present && (channel || innermost.is_clock() || matches!(innermost, Type::Void)) {
                let message = format!("`{word}` cannot be said of `{innermost}`");
                self.error(Code::BadType, span, message);
            }
        }
        map_innermost(&ty, &|innermost| match innermost {
            Type::Channel(channel) => Type::Channel(ChannelType {
                broadcast: channel.broadcast || prefix.broadcast,
                urgent: channel.urgent || prefix.urgent,
            }),
            Type::Clock { hybrid } => Type::Clock { hybrid: *hybrid || prefix.hybrid },
            other => other.clone(),
        })
    }

    /// An array of `element` with these dimensions, outermost first.
    pub(super) fn array(&mut self, element: Type, dims: &[Dim]) -> Type {
        let mut indices = Vec::with_capacity(dims.len());
        for dim in dims {
            let Some(index) = self.dimension(dim) else { return Type::Error };
            indices.push(index);
        }
        if !dims.is_empty() && matches!(element, Type::Void) {
            return Type::Error;
        }
        let mut ty = element;
        for index in indices.into_iter().rev() {
            if ty.is_error() {
                return Type::Error;
            }
            let Some(array) = Type::array(index, ty) else {
                let span = dims.first().map_or_else(Span::default, dim_span);
                return self.too_large(span);
            };
            ty = array;
        }
        ty
    }

    fn dimension(&mut self, dim: &Dim) -> Option<Index> {
        let (ty, span) = match dim {
            Dim::Expr(expr) => match self.type_name(expr) {
                Some(ty) => (ty, expr.span),
                None => {
                    let size = self.constant_int(expr, "the size of an array");
                    if size.ty.is_error() {
                        return None;
                    }
                    self.note_size(&size);
                    return Some(Index::Size(size));
                }
            },
            Dim::Type(ty) => (self.declared(ty, None).ty, ty.span),
        };
        match &ty {
            Type::Int(range) => {
                if let Some(range) = range {
                    self.note_size(&range.lower);
                    self.note_size(&range.upper);
                }
                Some(Index::Type(ty))
            }
            Type::Bool | Type::Scalar(_) => Some(Index::Type(ty)),
            Type::Error => None,
            _ => {
                let message = format!("an array cannot be indexed by `{ty}`");
                let help = "use a size, a bounded integer type or a scalar set";
                self.report(Diagnostic::new(Code::BadType, span, message).help(help));
                None
            }
        }
    }

    /// The type an expression names, if it is nothing but the name of a type.
    fn type_name(&self, expr: &tree::Expr) -> Option<Type> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let id = self.scopes.find(name, |_| true)?;
        match &self.model.symbols[id].kind {
            SymbolKind::Type { ty, .. } => Some(ty.clone()),
            _ => None,
        }
    }

    /// An integer that must be known before the model runs.
    pub(super) fn constant_int(&mut self, tree: &tree::Expr, what: &str) -> Expr {
        let expr = self.expression(tree);
        if expr.ty.is_error() {
            return expr;
        }
        if !expr.ty.is_integral() {
            let message = format!("{what} must be an integer, and this is `{}`", expr.ty);
            return self.wrong(Code::WrongType, tree.span, message);
        }
        if self.require_constant(&expr, what) { expr } else { Expr::error(tree.span) }
    }

    /// Notes what a size in a template depends on: parameters that range over a set may not.
    fn note_size(&mut self, size: &Expr) {
        if matches!(self.region, Region::Template(_)) && self.function.is_none() {
            self.collect_symbols(size);
        }
    }

    fn collect_symbols(&mut self, expr: &Expr) {
        let mut found = Vec::new();
        collect(expr, &mut found);
        for id in found {
            if self.sizes.contains(&id) {
                continue;
            }
            self.sizes.push(id);
            let variable = self.model.symbols.variable(id);
            if let Some(initialiser) = variable.and_then(|v| v.initialiser.clone()) {
                super::initialiser::for_each_value(&initialiser, &mut |value| {
                    self.collect_symbols(value);
                });
            }
        }
    }
}

fn collect(expr: &Expr, found: &mut Vec<crate::symbol::SymbolId>) {
    if let crate::typed::ExprKind::Symbol(id) = expr.kind {
        found.push(id);
    }
    expr.for_each_part(|part| collect(part, found));
}

fn dim_span(dim: &Dim) -> Span {
    match dim {
        Dim::Expr(expr) => expr.span,
        Dim::Type(ty) => ty.span,
    }
}

/// The type with its innermost elements replaced.
fn map_innermost(ty: &Type, replace: &impl Fn(&Type) -> Type) -> Type {
    match ty {
        Type::Array(array) => {
            let element = map_innermost(&array.element, replace);
            Type::array(array.index.clone(), element).unwrap_or(Type::Error)
        }
        other => replace(other),
    }
}
