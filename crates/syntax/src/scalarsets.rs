//! `X := P(t)` for a scalar set `t`, and parameters of the type `scalarset`, as in Hendriks, "Enhancing UPPAAL by
//! exploiting symmetry" (2002): a set of processes, one for each element of `t`. Read as `X(const t i) = P(i)`
//! and `P(const t p)`, with a warning. A value can never be the name of a type, so nothing else is meant.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::{constant_parameter, name_argument};
use crate::source::Span;
use crate::tree::{
    Declaration, DeclarationKind, Document, ExprKind, Ident, Instantiation, Item, Parameter,
    TypeBase,
};

/// Rewrites a document, if it uses this spelling.
pub(crate) fn rewrite(document: &mut Document, diagnostics: &mut Vec<Diagnostic>) {
    let sets = scalar_sets(document);
    if sets.is_empty() {
        return;
    }
    // Which scalar set each parameter of a template is given.
    let mut given: HashMap<(String, usize), Ident> = HashMap::new();
    for instantiation in instantiations(document) {
        for (place, set) in open_up(instantiation, &sets, diagnostics) {
            given.entry((instantiation.template.name.clone(), place)).or_insert(set);
        }
    }
    for item in &mut document.items {
        let Item::Template(template) = item else { continue };
        for (place, parameter) in template.parameters.iter_mut().enumerate() {
            if let Some(set) = given.get(&(template.name.name.clone(), place)) {
                name_type(parameter, set, diagnostics);
            }
        }
    }
}

/// The names of global scalar sets.
fn scalar_sets(document: &Document) -> HashSet<String> {
    let globals = document.items.iter().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    let mut sets = HashSet::new();
    for declaration in globals.chain(&document.system.declarations) {
        if let DeclarationKind::Typedef(typedef) = &declaration.kind
            && matches!(typedef.ty.base, TypeBase::Scalar(_))
        {
            let plain = typedef.declarators.iter().filter(|declarator| declarator.dims.is_empty());
            sets.extend(plain.map(|declarator| declarator.name.name.clone()));
        }
    }
    sets
}

fn instantiations(document: &mut Document) -> impl Iterator<Item = &mut Instantiation> {
    let globals = document.items.iter_mut().filter_map(|item| match item {
        Item::Declaration(declaration) => Some(declaration),
        Item::Template(_) => None,
    });
    let all = globals.chain(&mut document.system.declarations);
    all.filter_map(|declaration: &mut Declaration| match &mut declaration.kind {
        DeclarationKind::Instantiation(instantiation) => Some(instantiation),
        _ => None,
    })
}

/// Turns arguments that are scalar sets into parameters; gives their places.
fn open_up(
    instantiation: &mut Instantiation,
    sets: &HashSet<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(usize, Ident)> {
    let mut opened = Vec::new();
    for (place, argument) in instantiation.arguments.iter_mut().enumerate() {
        let ExprKind::Name(name) = &argument.kind else { continue };
        let bound = instantiation.parameters.iter().any(|parameter| parameter.name.name == *name);
        if bound || !sets.contains(name) {
            continue;
        }
        let set = Ident { name: name.clone(), span: argument.span };
        let element = format!("{name}_{}", opened.len());
        let bound = Ident { name: element.clone(), span: argument.span };
        instantiation.parameters.push(constant_parameter(bound, set.clone()));
        *argument = name_argument(&element, argument.span);
        opened.push((place, set));
    }
    if let Some((_, set)) = opened.first() {
        let (name, template) = (&instantiation.name.name, &instantiation.template.name);
        let today = format!("{name}(const {0} i) = {template}(i);", set.name);
        warn(set.span, &today, diagnostics);
    }
    opened
}

/// Gives a parameter of the type `scalarset` the set that it is instantiated with.
fn name_type(parameter: &mut Parameter, set: &Ident, diagnostics: &mut Vec<Diagnostic>) {
    let TypeBase::Name(ty) = &parameter.ty.base else { return };
    if ty.name == "scalarset" {
        warn(ty.span, &format!("const {} {}", set.name, parameter.name.name), diagnostics);
        let set = Ident { name: set.name.clone(), span: ty.span };
        *parameter = constant_parameter(parameter.name.clone(), set);
    }
}

fn warn(span: Span, today: &str, diagnostics: &mut Vec<Diagnostic>) {
    let message = "this spelling of scalar sets is that of the papers, not of UPPAAL";
    let warning = Diagnostic::new(Code::OldSpelling, span, message);
    diagnostics.push(warning.help(format!("write `{today}`")));
}
