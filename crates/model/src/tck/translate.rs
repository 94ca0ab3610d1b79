//! From one tree to the other.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tck::{Declaration, Document, Edge, Int, Location};
use syntax::tree::{self, Ident, Node};
use syntax::{Code, Diagnostic, Span};

use super::sync::Vectors;
use super::{expression::expression, program};
use crate::findings::Findings;

/// A translated document and what its tree cannot say.
pub(super) struct Translated {
    pub(super) document: tree::Document,
    /// Where each label holds: processes and locations by number.
    pub(super) labels: BTreeMap<String, Vec<(usize, usize)>>,
    /// Conditions on the locations of other processes, for edges.
    pub(super) conditions: Vec<OnlyIf>,
    /// What cannot be run.
    pub(super) limitations: Vec<(String, Span)>,
}

/// An edge may only be taken where other processes are at, or are not at, these locations.
pub(super) struct OnlyIf {
    /// The process of the edge.
    pub(super) process: usize,
    pub(super) edge: usize,
    /// Process, location, and whether it must be there.
    pub(super) places: Vec<(usize, usize, bool)>,
}

/// A process while it is collected.
pub(super) struct Process<'t> {
    pub(super) name: &'t Ident,
    pub(super) locations: Vec<&'t Location>,
    /// Edges with the numbers of their ends.
    pub(super) edges: Vec<(&'t Edge, usize, usize)>,
}

/// Translates a document; reports names that stand for nothing.
pub(super) fn translate(document: &Document, findings: &mut Findings) -> Translated {
    let processes = collect(document, findings);
    let mut items: Vec<tree::Declaration> = Vec::new();
    for declaration in &document.declarations {
        match declaration {
            Declaration::Clock(clock) => items.push(clocks(clock.size, &clock.name)),
            Declaration::Int(int) => items.push(ints(int)),
            _ => {}
        }
    }
    let mut vectors = Vectors::new(document, &processes, findings);
    let templates: Vec<tree::Template> = processes
        .iter()
        .enumerate()
        .map(|(number, process)| template(number, process, &mut vectors, &mut items))
        .collect();
    let mut labels: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    let mut limitations = Vec::new();
    for (number, process) in processes.iter().enumerate() {
        for (place, location) in process.locations.iter().enumerate() {
            for label in &location.labels {
                labels.entry(label.name.clone()).or_default().push((number, place));
            }
        }
        if process.locations.iter().filter(|location| location.initial).count() > 1 {
            let reason = format!("`{}` has several initial locations", process.name.name);
            limitations.push((reason, process.name.span));
        }
    }
    let names = processes
        .iter()
        .map(|process| tree::ProcessRef { name: process.name.clone(), arguments: Vec::new() });
    let span = document.name.as_ref().map_or_else(Span::default, |name| name.span);
    let system = tree::System { processes: vec![names.collect()], ..tree::System::empty(span) };
    items.extend(vectors.channels());
    let declarations = items.into_iter().map(tree::Item::Declaration);
    let document = tree::Document {
        remarks: tree::Written::default(),
        syntax: tree::SyntaxVersion::New,
        items: declarations.chain(templates.into_iter().map(tree::Item::Template)).collect(),
        system,
        queries: Vec::new(),
        options: Vec::new(),
    };
    Translated { document, labels, conditions: vectors.conditions, limitations }
}

fn collect<'t>(document: &'t Document, findings: &mut Findings) -> Vec<Process<'t>> {
    let mut processes: Vec<Process<'t>> = Vec::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let unknown = |findings: &mut Findings, what: &str, name: &Ident| {
        let message = format!("there is no {what} `{}`", name.name);
        findings.report(Diagnostic::new(Code::UnknownName, name.span, message));
    };
    let mut events: FxHashSet<&str> = FxHashSet::default();
    for declaration in &document.declarations {
        match declaration {
            Declaration::Event(named) => {
                events.insert(&named.name.name);
            }
            Declaration::Sync(sync) => {
                let events = &events;
                let strange = sync.constraints.iter().map(|constraint| &constraint.event);
                for event in strange.filter(|event| !events.contains(event.name.as_str())) {
                    unknown(findings, "event", event);
                }
            }
            Declaration::Process(named) => {
                numbers.entry(&named.name.name).or_insert(processes.len());
                let (locations, edges) = (Vec::new(), Vec::new());
                processes.push(Process { name: &named.name, locations, edges });
            }
            Declaration::Location(location) => match numbers.get(location.process.name.as_str()) {
                Some(process) => processes[*process].locations.push(location),
                None => unknown(findings, "process", &location.process),
            },
            Declaration::Edge(edge) => {
                if !events.contains(edge.event.name.as_str()) {
                    unknown(findings, "event", &edge.event);
                }
                let Some(process) = numbers.get(edge.process.name.as_str()) else {
                    unknown(findings, "process", &edge.process);
                    continue;
                };
                let locations = &processes[*process].locations;
                let find = |name: &Ident| locations.iter().position(|l| l.name.name == name.name);
                match (find(&edge.source), find(&edge.target)) {
                    (Some(source), Some(target)) => {
                        processes[*process].edges.push((edge, source, target));
                    }
                    (None, _) => unknown(findings, "location", &edge.source),
                    (_, None) => unknown(findings, "location", &edge.target),
                }
            }
            Declaration::Clock(_) | Declaration::Int(_) => {}
        }
    }
    processes
}

fn template(
    number: usize,
    process: &Process<'_>,
    vectors: &mut Vectors,
    items: &mut Vec<tree::Declaration>,
) -> tree::Template {
    let locations = process.locations.iter().map(|location| tree::Location {
        id: location.name.name.clone(),
        name: Some(label(location.name.clone(), location.name.name.clone(), location.name.span)),
        invariant: location.invariant.as_ref().map(|expr| condition(expression(expr))),
        rate: None,
        comment: None,
        urgent: location.urgent,
        committed: location.committed,
        at: None,
        colour: None,
        span: location.span,
    });
    let mut edges = Vec::new();
    for (position, (edge, source, target)) in process.edges.iter().enumerate() {
        let update = update(edge, number, position, items);
        for role in vectors.roles(number, position) {
            if !role.places.is_empty() {
                let places = role.places;
                vectors.conditions.push(OnlyIf { process: number, edge: edges.len(), places });
            }
            let text = edge.event.name.clone();
            edges.push(tree::Edge {
                source: Node::Location(*source),
                target: Node::Location(*target),
                select: None,
                guard: role.guard.map(condition),
                sync: role.sync.map(|sync| label(sync, text, edge.event.span)),
                update: update.clone(),
                weight: None,
                comment: None,
                controllable: true,
                nails: Vec::new(),
                colour: None,
                span: edge.span,
            });
        }
    }
    let init = process.locations.iter().position(|location| location.initial);
    tree::Template {
        comment: tree::Written::default(),
        remarks: tree::Written::default(),
        name: process.name.clone(),
        parameters: Vec::new(),
        parameter_text: String::new(),
        declarations: Vec::new(),
        declaration_text: String::new(),
        locations: locations.collect(),
        branchpoints: Vec::new(),
        init: init.map(Node::Location),
        edges,
        span: process.name.span,
    }
}

/// The update of an edge; a function of its own if it is more than assignments.
fn update(
    edge: &Edge,
    process: usize,
    position: usize,
    items: &mut Vec<tree::Declaration>,
) -> Option<tree::Label<Vec<tree::Expr>>> {
    let (first, last) = (edge.update.first()?, edge.update.last()?);
    let span = first.span.to(last.span);
    let updates = program::updates(&edge.update).unwrap_or_else(|| {
        let name = format!("{}#{process}.{position}", edge.process.name);
        items.push(program::function(&name, &edge.update, span));
        let callee = tree::Expr { kind: tree::ExprKind::Name(name), span };
        vec![tree::Expr { kind: tree::ExprKind::Call(Box::new(callee), Vec::new()), span }]
    });
    let texts: Vec<String> = updates.iter().map(syntax::print::print_expression).collect();
    Some(label(updates, texts.join(", "), span))
}

fn label<T>(tree: T, text: String, span: Span) -> tree::Label<T> {
    tree::Label { tree, text, at: None, span }
}

fn condition(expr: tree::Expr) -> tree::Label<tree::Expr> {
    let (text, span) = (syntax::print::print_expression(&expr), expr.span);
    label(expr, text, span)
}

fn clocks(size: u32, name: &Ident) -> tree::Declaration {
    variables(tree::TypeBase::Clock, size, name, None)
}

fn ints(int: &Int) -> tree::Declaration {
    let bounds = (i64::from(int.min), i64::from(int.max));
    let span = int.name.span;
    let value = || tree::Initialiser {
        kind: tree::InitialiserKind::Expr(number(i64::from(int.initial), span)),
        span,
    };
    let kind = match int.size {
        1 => return variables(int_type(bounds, span).base, 1, &int.name, Some(value())),
        // A list of so many values would not fit; the checker refuses the size before it matters.
        size if size > MOST_LISTED => None,
        size => Some(tree::InitialiserKind::List((0..size).map(|_| (None, value())).collect())),
    };
    let initialiser = kind.map(|kind| tree::Initialiser { kind, span });
    variables(int_type(bounds, span).base, int.size, &int.name, initialiser)
}

/// The longest list of initial values that is written out.
const MOST_LISTED: u32 = 16_000_000;

fn variables(
    base: tree::TypeBase,
    size: u32,
    name: &Ident,
    initialiser: Option<tree::Initialiser>,
) -> tree::Declaration {
    let span = name.span;
    let dims = match size {
        1 => Vec::new(),
        size => vec![tree::Dim::Expr(number(i64::from(size), span))],
    };
    let ty = tree::Type { prefix: tree::TypePrefix::default(), base, span };
    let declarators = vec![tree::Declarator { name: name.clone(), dims, initialiser }];
    let kind = tree::DeclarationKind::Variables(tree::VariableDeclaration { ty, declarators });
    tree::Declaration::new(kind, span)
}

/// `int[lower,upper]`
pub(super) fn int_type((lower, upper): (i64, i64), span: Span) -> tree::Type {
    let bounds = (Box::new(number(lower, span)), Box::new(number(upper, span)));
    let base = tree::TypeBase::Int(Some(bounds));
    tree::Type { prefix: tree::TypePrefix::default(), base, span }
}

/// A number; negative ones by their sign.
fn number(value: i64, span: Span) -> tree::Expr {
    let kind = tree::ExprKind::Int(value.abs());
    let number = tree::Expr { kind, span };
    if value >= 0 {
        return number;
    }
    tree::Expr { kind: tree::ExprKind::Unary(tree::UnaryOp::Minus, Box::new(number)), span }
}
