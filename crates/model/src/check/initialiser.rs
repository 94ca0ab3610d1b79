//! Initial values.

use syntax::tree::{self, Declarator, InitialiserKind};
use syntax::{Code, Diagnostic, Span};

use super::Checker;
use crate::nearest::nearest;
use crate::symbol::Role;
use crate::typed::{Expr, Initialiser};
use crate::types::{RecordType, Type};

/// Calls `visit` for every expression of an initial value.
pub(super) fn for_each_value(initialiser: &Initialiser, visit: &mut impl FnMut(&Expr)) {
    match initialiser {
        Initialiser::Value(value) => visit(value),
        Initialiser::List(list, _) => {
            list.iter().for_each(|element| for_each_value(element, visit));
        }
    }
}

impl Checker {
    /// The initial value of a declared name, or none if there is none or it is wrong.
    pub(super) fn declared_initialiser(
        &mut self,
        ty: &Type,
        role: Role,
        declarator: &Declarator,
    ) -> Option<Initialiser> {
        let Some(tree) = &declarator.initialiser else {
            if matches!(role, Role::Constant | Role::LocalConstant) && !ty.is_error() {
                let message = format!("the constant `{}` has no value", declarator.name.name);
                let help = if ty.is_initialisable() {
                    "write `= value`"
                } else {
                    "elements of scalar sets cannot be named, so they cannot be constants"
                };
                let span = declarator.name.span;
                self.report(Diagnostic::new(Code::BadInitialiser, span, message).help(help));
            }
            return None;
        };
        if !ty.is_error() && !ty.is_initialisable() {
            let message = format!("a variable of type `{ty}` cannot have an initial value");
            self.error(Code::BadInitialiser, tree.span, message);
            return None;
        }
        let initialiser = self.initialiser(ty, tree)?;
        let fixed = !matches!(role, Role::Local | Role::LocalConstant);
        let mut sound = true;
        for_each_value(&initialiser, &mut |value| {
            sound &= if fixed {
                self.require_constant(value, "an initial value")
            } else {
                self.require_pure(value, "an initial value")
            };
        });
        sound.then_some(initialiser)
    }

    fn initialiser(&mut self, ty: &Type, tree: &tree::Initialiser) -> Option<Initialiser> {
        match (&tree.kind, ty) {
            (InitialiserKind::Expr(expr), _) => self.initial_value(ty, expr),
            (InitialiserKind::List(list), Type::Array(array)) => {
                let mut checked = Vec::with_capacity(list.len());
                for (label, element) in list {
                    if let Some(label) = label {
                        let message = "elements of an array have no names";
                        self.error(Code::BadInitialiser, label.span, message);
                    }
                    checked.push(self.initialiser(&array.element, element));
                }
                let checked: Option<Vec<Initialiser>> = checked.into_iter().collect();
                checked.map(|list| Initialiser::List(list, tree.span))
            }
            (InitialiserKind::List(list), Type::Record(record)) => {
                self.record_initialiser(record, list, tree.span)
            }
            (InitialiserKind::List(_), Type::Error) => None,
            (InitialiserKind::List(_), _) => {
                let message =
                    format!("a list cannot be the initial value of {ty}", ty = ty.with_article());
                self.error(Code::BadInitialiser, tree.span, message);
                None
            }
        }
    }

    fn initial_value(&mut self, ty: &Type, tree: &tree::Expr) -> Option<Initialiser> {
        let value = self.expression(tree);
        if value.ty.is_error() || ty.is_error() {
            return None;
        }
        let fits = match ty {
            Type::Clock { .. } | Type::Double => {
                value.ty.is_integral() || matches!(value.ty, Type::Double)
            }
            _ => ty.accepts(&value.ty),
        };
        if !fits {
            let message = format!(
                "the initial value of {ty} cannot be {}",
                value.ty.with_article(),
                ty = ty.with_article()
            );
            self.error(Code::BadInitialiser, tree.span, message);
            return None;
        }
        Some(Initialiser::Value(value))
    }

    /// Puts the values in the order of the fields: they may be labelled.
    fn record_initialiser(
        &mut self,
        record: &RecordType,
        list: &[(Option<tree::Ident>, tree::Initialiser)],
        span: Span,
    ) -> Option<Initialiser> {
        let mut values: Vec<Option<Initialiser>> = vec![None; record.fields.len()];
        let mut given = vec![false; record.fields.len()];
        let mut next = 0;
        let mut sound = true;
        for (label, tree) in list {
            if let Some(label) = label {
                match record.fields.iter().position(|(name, _)| *name == label.name) {
                    Some(position) => next = position,
                    None => {
                        self.unknown_field(record, label);
                        return None;
                    }
                }
            }
            let Some((name, ty)) = record.fields.get(next) else {
                let message = format!("the record has only {} fields", record.fields.len());
                self.error(Code::BadInitialiser, tree.span, message);
                return None;
            };
            if std::mem::replace(&mut given[next], true) {
                let message = format!("the field `{name}` is given twice");
                self.error(Code::BadInitialiser, tree.span, message);
                sound = false;
            }
            values[next] = self.initialiser(ty, tree);
            sound &= values[next].is_some();
            next += 1;
        }
        if let Some(missing) = given.iter().position(|given| !given) {
            let message = format!("the field `{}` has no value", record.fields[missing].0);
            self.error(Code::BadInitialiser, span, message);
            return None;
        }
        let values: Option<Vec<Initialiser>> = values.into_iter().collect();
        values.filter(|_| sound).map(|values| Initialiser::List(values, span))
    }

    /// Reports a field that a record does not have.
    pub(super) fn unknown_field(&mut self, record: &RecordType, name: &tree::Ident) {
        let message = format!("the record has no field `{}`", name.name);
        let mut diagnostic = Diagnostic::new(Code::UnknownMember, name.span, message);
        let names = record.fields.iter().map(|(name, _)| name.as_str());
        if let Some(near) = nearest(&name.name, names) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
    }
}
