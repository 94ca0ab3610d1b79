//! Names for locations and branchpoints in text, identifiers in XML.

use std::collections::HashSet;

use crate::parse::{Grammar, is_name};
use crate::tree::{Document, Item, Location, Node, Template};

/// What the locations and branchpoints of a template are called in XTA.
pub(super) struct NodeNames {
    locations: Vec<String>,
    branchpoints: Vec<String>,
}

impl NodeNames {
    /// Anonymous nodes get a name from their identifier, made different from all others.
    pub(super) fn of(template: &Template) -> NodeNames {
        let written = template.locations.iter().filter_map(|location| location.name.as_ref());
        let mut taken: HashSet<String> = written.map(|name| name.tree.name.clone()).collect();
        let name_location = |location: &Location| match &location.name {
            Some(name) => name.tree.name.clone(),
            None => free_name(&format!("_{}", location.id), &mut taken),
        };
        let locations = template.locations.iter().map(name_location).collect();
        let branchpoints = template.branchpoints.iter();
        let branchpoints = branchpoints.map(|point| free_name(&point.id, &mut taken)).collect();
        NodeNames { locations, branchpoints }
    }

    /// The name of a node.
    pub(super) fn name(&self, node: Node) -> &str {
        match node {
            Node::Location(number) => self.locations.get(number),
            Node::Branchpoint(number) => self.branchpoints.get(number),
        }
        .map_or("", String::as_str)
    }

    /// The names of the locations, in order.
    pub(super) fn locations(&self) -> &[String] {
        &self.locations
    }

    /// The names of the branchpoints, in order.
    pub(super) fn branchpoints(&self) -> &[String] {
        &self.branchpoints
    }
}

/// A name like `wanted` that is one, and that nothing else has.
fn free_name(wanted: &str, taken: &mut HashSet<String>) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut name: String = wanted.chars().map(fit).collect();
    if !is_name(&name, Grammar::New) {
        name.insert(0, '_');
    }
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// The identifiers of all locations and branchpoints of a document in XML: as they are if they are
/// fit for that, numbered otherwise.
pub(super) struct Ids {
    keep: bool,
    next: usize,
}

impl Ids {
    pub(super) fn of(document: &Document) -> Ids {
        let mut seen = HashSet::new();
        let templates = document.items.iter().filter_map(|item| match item {
            Item::Template(template) => Some(template),
            Item::Declaration(_) => None,
        });
        let keep = templates.into_iter().all(|template| {
            let locations = template.locations.iter().map(|location| &location.id);
            let branchpoints = template.branchpoints.iter().map(|point| &point.id);
            locations.chain(branchpoints).all(|id| is_xml_id(id) && seen.insert(id))
        });
        Ids { keep, next: 0 }
    }

    /// The identifier to write for a node that has `id` in the tree.
    pub(super) fn next(&mut self, id: &str) -> String {
        self.next += 1;
        if self.keep { id.to_owned() } else { format!("id{}", self.next - 1) }
    }

    /// Whether the identifiers of the tree are written.
    pub(super) fn are_kept(&self) -> bool {
        self.keep
    }
}

fn is_xml_id(id: &str) -> bool {
    let start = |c: char| c.is_ascii_alphabetic() || c == '_';
    id.starts_with(start) && id.chars().all(|c| start(c) || c.is_ascii_digit() || "-.".contains(c))
}
