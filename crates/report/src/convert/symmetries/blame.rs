//! Why something is not symmetric, and what is to blame.

use network::visit::{Visitor, walk_stmt};
use network::{Edge, Network, Origin, Stmt};
use symmetry::{Broken, Member, Mismatch, Part, Plain, Rejection};

use super::members::plain;
use crate::view::SpotView;

/// Says where something stands in the source text, and what stands there.
pub type SpotOf<'a> = &'a dyn Fn(Origin) -> Option<SpotView>;

/// A reason, and the place it speaks of.
pub(super) struct Blame {
    pub(super) reason: String,
    /// What tells elements apart, if that is all there is to say.
    pub(super) cause: Option<String>,
    pub(super) spot: Option<SpotView>,
}

const APART: &str = " tells them apart";

/// Why a candidate was rejected.
pub(super) fn blame(network: &Network, rejection: &Rejection, spot: SpotOf<'_>) -> Blame {
    let mut place = spot(rejection.origin());
    if let Some(place) = &mut place {
        // In a text file, places have no names of their own.
        place.place = place.place.take().or_else(|| named(network, rejection.origin()));
    }
    let reason = match &rejection.broken {
        Broken::Differs(_, Some(found)) => {
            if rejection.origin() == Origin::NONE {
                let reason = "the query uses ids as numbers".to_owned();
                return Blame { reason, cause: None, spot: None };
            }
            let part = plain_part(network, *found);
            let mut text = excerpt(network, found.origin(), part, &mut place);
            if matches!(found, Plain::Ordered(_)) {
                text = narrowed(&text);
            }
            match found {
                Plain::Ordered(_) => format!("{text} compares ids by order"),
                Plain::Computed(_) => format!("{text} computes with ids"),
                Plain::Tested(_) => format!("{text} uses an id as a truth value"),
            }
        }
        Broken::Differs(..) if place.is_none() && rank(network, rejection) => {
            "they have different priorities".to_owned()
        }
        Broken::Differs(mismatch, None) => differs(network, mismatch, &mut place),
        Broken::Range(_, name) => {
            format!("the values of `{}` do not range over all of them", plain(name))
        }
        Broken::Table(name) => format!("`{}` has other values for them", plain(name)),
        Broken::Priority(name) => {
            format!("the channels `{}` have different priorities", plain(name))
        }
        Broken::Loop(order) => {
            let what = plain(&order.what);
            format!("a loop visits them in order, and `{what}` may depend on that order")
        }
        Broken::Receivers(order) => {
            let what = plain(&order.what);
            format!("they receive a broadcast in order, and `{what}` may depend on that order")
        }
        Broken::Quantifier(_) => {
            "a quantifier evaluates them in order, and may be invalid for one of them".to_owned()
        }
        Broken::CyclicFunction => "`(id + k) % n` makes them neighbours".to_owned(),
        Broken::Meta(name) => {
            let name = plain(name);
            format!("the meta variable `{name}` carries values from one transition to the next")
        }
    };
    let cause = reason.strip_suffix(APART).map(str::to_owned);
    Blame { reason, cause, spot: place }
}

/// Does one of the two processes go before the other?
fn rank(network: &Network, rejection: &Rejection) -> bool {
    let priority = |member: Member| match member {
        Member::Process(process) => Some(network.process(process).priority),
        Member::Value(..) => None,
    };
    priority(rejection.between.0) != priority(rejection.between.1)
}

/// The label in which a number is used as such. Statements have places of their own, so what is blamed on
/// an edge stands in its guard or channel.
fn plain_part(network: &Network, found: Plain) -> Part {
    match edge_at(network, found.origin()) {
        Some(edge) => {
            let computes = |text: &str| text.contains(['+', '-', '*', '/', '%']);
            let sync = matches!(found, Plain::Computed(_)) && computes(&edge.text.sync);
            if sync { Part::Sync } else { Part::Guard }
        }
        None => Part::Invariant,
    }
}

fn differs(network: &Network, mismatch: &Mismatch, place: &mut Option<SpotView>) -> String {
    if place.is_none() {
        return "they do different things".to_owned();
    }
    let text = excerpt(network, mismatch.origin, mismatch.part, place);
    match mismatch.constants {
        // `x >= 5` is kept as `-x <= -5`, and a truth value says nothing that the label does not.
        Some((left, right, _)) if left.unsigned_abs().max(right.unsigned_abs()) > 1 => {
            let (left, right) = if left < 0 && right < 0 { (-left, -right) } else { (left, right) };
            format!("{text} has {left} for one and {right} for another")
        }
        _ => format!("{text}{APART}"),
    }
}

/// What to blame, in a phrase such as "the guard `i != 2`".
fn excerpt(network: &Network, origin: Origin, part: Part, place: &mut Option<SpotView>) -> String {
    let labelled = edge_at(network, origin)
        .and_then(|edge| edge_label(edge, part))
        .or_else(|| location_label(network, origin));
    if let Some((kind, text)) = labelled {
        if let Some(place) = place {
            place.excerpt = text.to_owned();
        }
        return format!("the {kind} `{text}`");
    }
    match place {
        Some(place) if !place.excerpt.is_empty() => format!("`{}`", place.excerpt),
        _ => "something".to_owned(),
    }
}

/// The place of an edge, location or statement as a UPPAAL user knows it.
fn named(network: &Network, origin: Origin) -> Option<String> {
    for process in &network.processes {
        let template = network.templates.get(process.template.index())?;
        let name = |location: network::LocationId| &process.locations[location.index()].name;
        let stands_at = |edge: &&Edge| edge.origin == origin || contains(&edge.update, origin);
        if let Some(edge) = process.edges.iter().find(stands_at) {
            let (source, target) = (name(edge.source), name(edge.target));
            return Some(format!("template {}, edge {source} -> {target}", template.name));
        }
        if let Some(found) = process.locations.iter().find(|one| one.origin == origin) {
            return Some(format!("template {}, location {}", template.name, found.name));
        }
    }
    let function = network.functions.iter().find(|function| contains(&function.body, origin))?;
    Some(format!("function {}", function.name))
}

/// Does one of these statements, or one within them, stand at a place?
fn contains(statements: &[Stmt], origin: Origin) -> bool {
    struct Looking(Origin, bool);
    impl Visitor for Looking {
        fn stmt(&mut self, stmt: &Stmt) {
            self.1 |= stmt.origin == self.0;
            walk_stmt(self, stmt);
        }
    }
    let mut looking = Looking(origin, false);
    statements.iter().for_each(|stmt| looking.stmt(stmt));
    looking.1
}

fn edge_at(network: &Network, origin: Origin) -> Option<&Edge> {
    let mut edges = network.processes.iter().flat_map(|process| &process.edges);
    edges.find(|edge| origin != Origin::NONE && edge.origin == origin)
}

fn edge_label(edge: &Edge, part: Part) -> Option<(&'static str, &str)> {
    let text = &edge.text;
    let (kind, text) = match part {
        Part::Select => ("selection", &text.select),
        Part::Guard => ("guard", &text.guard),
        Part::Sync => ("synchronisation", &text.sync),
        Part::Update => ("update", &text.update),
        Part::Whole | Part::Invariant => return None,
    };
    (!text.is_empty()).then_some((kind, text))
}

fn location_label(network: &Network, origin: Origin) -> Option<(&'static str, &str)> {
    let mut locations = network.processes.iter().flat_map(|process| &process.locations);
    let found = locations.find(|location| origin != Origin::NONE && location.origin == origin)?;
    Some(if found.text.is_empty() { ("location", &found.name) } else { ("invariant", &found.text) })
}

/// A condition cut down to the one part of it that compares by order, if there is one.
fn narrowed(text: &str) -> String {
    let inner = text.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
    let Some(inner) = inner else { return text.to_owned() };
    let parts: Vec<&str> = conjuncts(inner).into_iter().filter(|part| compares(part)).collect();
    match parts.as_slice() {
        [part] => format!("`{}`", part.trim()),
        _ => text.to_owned(),
    }
}

fn compares(text: &str) -> bool {
    text.contains(['<', '>'])
}

/// The operands of `&&` and `||` outside parentheses.
fn conjuncts(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'&' | b'|' if depth == 0 && bytes.get(at + 1) == Some(&bytes[at]) => {
                parts.push(&text[start..at]);
                start = at + 2;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    parts
}
