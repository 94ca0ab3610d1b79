//! Random models.

use orrery_syntax::Span;
use orrery_syntax::tree::{
    Binding, Branchpoint, Document, Edge, Expect, Expr, ExprKind, Formula, Gantt, Ident, Item,
    Label, Location, Node, Optimum, PathQuantifier, Point, ProcessRef, Progress, Query,
    StoredResult, SyncDirection, SyncLabel, SyntaxVersion, System, Template, Written,
};
use proptest::prelude::*;

use super::declaration::{global, instantiation, local, parameters};
use super::expression::{bound_type, condition, expression};
use super::{few, ident, some};

fn point() -> impl Strategy<Value = Option<Point>> {
    let coordinate = (-2000i32..2000).prop_map(|value| f64::from(value) / 2.0);
    prop::option::of((coordinate.clone(), coordinate).prop_map(|(x, y)| Point { x, y }))
}

fn label<T: std::fmt::Debug>(
    tree: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<Label<T>>> {
    let label = (tree, point()).prop_map(|(tree, at)| Label {
        tree,
        text: String::new(),
        at,
        span: Span::default(),
    });
    prop::option::of(label)
}

/// Text as it may stand in comments, without blanks around it.
fn words() -> impl Strategy<Value = String> {
    "([a-z<>&'\"é]{1,5}[ \n]){0,2}[a-z&]{1,3}"
}

fn colour() -> impl Strategy<Value = Option<String>> {
    prop::option::of(Just("#ffcc00".to_owned()))
}

/// A location; its name and identifier are filled in later.
fn location() -> impl Strategy<Value = Location> {
    let labels =
        (label(condition()), label(prop::collection::vec(expression(), 1..3)), label(words()));
    (labels, any::<[bool; 3]>(), point(), colour()).prop_map(
        |((invariant, rate, comment), [urgent, committed, named], at, colour)| Location {
            id: String::new(),
            name: named.then(|| Label {
                tree: Ident { name: String::new(), span: Span::default() },
                text: String::new(),
                at,
                span: Span::default(),
            }),
            invariant,
            rate,
            comment,
            urgent,
            committed,
            at,
            colour,
            span: Span::default(),
        },
    )
}

fn sync() -> impl Strategy<Value = SyncLabel> {
    let directions = [SyncDirection::Send, SyncDirection::Receive, SyncDirection::Csp];
    (condition(), prop::sample::select(directions.to_vec()))
        .prop_map(|(channel, direction)| SyncLabel { channel, direction })
}

fn edge() -> impl Strategy<Value = Edge> {
    let binding = (ident(), bound_type(condition())).prop_map(|(name, ty)| Binding { name, ty });
    let labels = (
        label(some(binding)),
        label(condition()),
        label(sync()),
        label(some(expression())),
        label(expression()),
        label(words()),
    );
    let nails = few(point()).prop_map(|nails| nails.into_iter().flatten().collect());
    (labels, any::<(usize, usize, bool)>(), nails, colour()).prop_map(
        |(
            (select, guard, sync, update, weight, comment),
            (from, to, controllable),
            nails,
            colour,
        )| {
            Edge {
                source: Node::Location(from),
                target: Node::Branchpoint(to),
                select,
                guard,
                sync,
                update,
                weight,
                comment,
                controllable,
                nails,
                colour,
                span: Span::default(),
            }
        },
    )
}

fn template() -> impl Strategy<Value = Template> {
    let branchpoint =
        point().prop_map(|at| Branchpoint { id: String::new(), at, span: Span::default() });
    (ident(), parameters(), few(local()), some(location()), some(branchpoint), few(edge()))
        .prop_map(|(name, parameters, declarations, locations, branchpoints, edges)| Template {
            comment: Written::default(),
            remarks: Written::default(),
            name,
            parameters,
            parameter_text: String::new(),
            declarations,
            declaration_text: String::new(),
            init: Some(Node::Location(locations.len() - 1)),
            locations,
            branchpoints,
            edges,
            span: Span::default(),
        })
}

fn formula() -> impl Strategy<Value = Formula> {
    let paths = [
        PathQuantifier::Always,
        PathQuantifier::Possibly,
        PathQuantifier::PotentiallyAlways,
        PathQuantifier::Eventually,
    ];
    let optima = [Optimum::Supremum, Optimum::Infimum, Optimum::Bounds];
    let deadlock = Expr { kind: ExprKind::Deadlock, span: Span::default() };
    let predicate = prop_oneof![4 => condition(), 1 => Just(deadlock)];
    prop_oneof![
        (prop::sample::select(paths.to_vec()), predicate)
            .prop_map(|(path, p)| Formula::Path(path, p)),
        (condition(), condition()).prop_map(|(p, q)| Formula::LeadsTo(p, q)),
        (prop::sample::select(optima.to_vec()), prop::option::of(condition()), some(condition()))
            .prop_map(|(optimum, within, terms)| Formula::Optimum { optimum, within, terms }),
        Just(Formula::Empty),
    ]
}

fn query() -> impl Strategy<Value = Query> {
    let resource = (words(), words(), prop::option::of(words()));
    let expect = (prop::option::of(words()), few(resource))
        .prop_map(|(outcome, resources)| Expect { outcome, kind: None, value: None, resources });
    let result = (words(), prop::option::of(words()), few((words(), words()))).prop_map(
        |(value, details, options)| StoredResult {
            outcome: Some("success".to_owned()),
            kind: None,
            value: Some(value),
            timestamp: None,
            details,
            options,
            resources: Vec::new(),
        },
    );
    (formula(), words(), prop::option::of(expect), few(result)).prop_map(
        |(formula, comment, expect, results)| Query {
            comment,
            expect,
            results,
            ..Query::new(formula, Span::default())
        },
    )
}

fn system() -> impl Strategy<Value = System> {
    let process =
        (ident(), few(expression())).prop_map(|(name, arguments)| ProcessRef { name, arguments });
    let progress = (prop::option::of(expression()), expression())
        .prop_map(|(guard, measure)| Progress { guard, measure });
    let gantt = prop::option::of(Just(Gantt { text: "G: a -> 1, {b} -> 2;".to_owned() }));
    let declarations = few(prop_oneof![instantiation(), global()]);
    (declarations, some(some(process)), few(progress), gantt).prop_map(
        |(declarations, processes, progress, gantt)| System {
            declarations,
            comment: Written::default(),
            remarks: Written::default(),
            processes,
            progress,
            gantt,
            span: Span::default(),
        },
    )
}

/// A model as XML would give it: declarations first, identifiers that are unique.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    (few(global()), some(template()), system(), few(query()), few((words(), words()))).prop_map(
        |(declarations, mut templates, system, queries, options)| {
            number(&mut templates);
            let declarations = declarations.into_iter().map(Item::Declaration);
            let items = declarations.chain(templates.into_iter().map(Item::Template)).collect();
            Document {
                syntax: SyntaxVersion::New,
                items,
                remarks: Written::default(),
                system,
                queries,
                options,
            }
        },
    )
}

/// Gives every node its identifier and name, and every edge its ends.
fn number(templates: &mut [Template]) {
    let mut next = 0;
    for template in templates {
        for location in &mut template.locations {
            location.id = format!("id{next}");
            if let Some(name) = &mut location.name {
                name.tree.name = format!("L{next}");
            }
            next += 1;
        }
        for branchpoint in &mut template.branchpoints {
            branchpoint.id = format!("id{next}");
            next += 1;
        }
        let (locations, branchpoints) = (template.locations.len(), template.branchpoints.len());
        for edge in &mut template.edges {
            if let Node::Location(number) = &mut edge.source {
                *number %= locations;
            }
            if let Node::Branchpoint(number) = &mut edge.target {
                *number %= branchpoints;
            }
        }
    }
}
