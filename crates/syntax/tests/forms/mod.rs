//! What a format keeps of a tree, stated apart from the printers.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashSet;

use orrery_syntax::Span;
use orrery_syntax::tree::{DeclarationKind, Document, Ident, Item, Label, SyntaxVersion, Template};

fn templates(document: &mut Document) -> impl Iterator<Item = &mut Template> {
    document.items.iter_mut().filter_map(|item| match item {
        Item::Template(template) => Some(template),
        Item::Declaration(_) => None,
    })
}

fn label(name: &str) -> Option<Label<Ident>> {
    let tree = Ident { name: name.to_owned(), span: Span::default() };
    Some(Label { tree, text: name.to_owned(), at: None, span: Span::default() })
}

/// What is left of a tree in XML: everything. Declarations come before templates, instantiations
/// after them, and identifiers are new if some occurred twice (as names do in XTA).
pub(crate) fn xml_form(document: &Document) -> Document {
    let mut document = Document { syntax: SyntaxVersion::New, ..document.clone() };
    let is_declaration = |item: &Item| matches!(item, Item::Declaration(_));
    document.items.sort_by_key(|item| !is_declaration(item));
    let mut late = Vec::new();
    document.items.retain(|item| match item {
        Item::Declaration(it) if matches!(it.kind, DeclarationKind::Instantiation(_)) => {
            late.push(it.clone());
            false
        }
        _ => true,
    });
    document.system.declarations.splice(0..0, late);
    let mut seen = HashSet::new();
    let unique = templates(&mut document).all(|template| {
        let locations = template.locations.iter().map(|location| location.id.clone());
        let branchpoints = template.branchpoints.iter().map(|point| point.id.clone());
        locations.chain(branchpoints).collect::<Vec<_>>().into_iter().all(|id| seen.insert(id))
    });
    let mut next = 0;
    for template in templates(&mut document).filter(|_| !unique) {
        let locations = template.locations.iter_mut().map(|location| &mut location.id);
        let branchpoints = template.branchpoints.iter_mut().map(|point| &mut point.id);
        for id in locations.chain(branchpoints) {
            *id = format!("id{next}");
            next += 1;
        }
    }
    document
}

/// Leaves out comments of locations, edges and queries, and what is expected of queries: comments around
/// labels become comments of edges, and not every expectation has words in XTA.
pub(crate) fn without_comments(document: &Document) -> Document {
    let mut document = document.clone();
    for query in &mut document.queries {
        query.comment.clear();
    }
    without_expectations(&mut document);
    for template in templates(&mut document) {
        template.locations.iter_mut().for_each(|location| location.comment = None);
        template.edges.iter_mut().for_each(|edge| edge.comment = None);
    }
    document
}

/// Leaves out what is expected of queries.
pub(crate) fn without_expectations(document: &mut Document) {
    document.queries.iter_mut().for_each(|query| query.expect = None);
}

/// What is left of a tree in XTA: no picture, nothing stored; and every location has a name.
pub(crate) fn xta_form(document: &Document) -> Document {
    let mut document = Document { syntax: SyntaxVersion::New, ..document.clone() };
    document.options.clear();
    for query in &mut document.queries {
        query.options.clear();
        query.results.clear();
    }
    for template in templates(&mut document) {
        for location in &mut template.locations {
            let name = match &location.name {
                Some(name) => name.tree.name.clone(),
                None => format!("_{}", location.id),
            };
            location.name = label(&name);
            location.id = name;
            location.at = None;
            location.colour = None;
            location.comment.iter_mut().for_each(|label| label.at = None);
            location.invariant.iter_mut().for_each(|label| label.at = None);
            location.rate.iter_mut().for_each(|label| label.at = None);
        }
        for point in &mut template.branchpoints {
            point.at = None;
        }
        for edge in &mut template.edges {
            edge.nails.clear();
            edge.colour = None;
            edge.comment.iter_mut().for_each(|label| label.at = None);
            edge.select.iter_mut().for_each(|label| label.at = None);
            edge.guard.iter_mut().for_each(|label| label.at = None);
            edge.sync.iter_mut().for_each(|label| label.at = None);
            edge.update.iter_mut().for_each(|label| label.at = None);
            edge.weight.iter_mut().for_each(|label| label.at = None);
        }
    }
    document
}
