//! Templates as pictures.

use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};
use syntax::tree::{self, Document, Item, Label, Node, Template};

/// The picture of every template, in the order of the document.
#[must_use]
pub fn drawings(document: &Document) -> Vec<TemplateDrawing> {
    let templates = document.items.iter().filter_map(|item| match item {
        Item::Template(template) => Some(template),
        Item::Declaration(_) => None,
    });
    templates.map(drawing).collect()
}

fn drawing(template: &Template) -> TemplateDrawing {
    let locations = template.locations.iter().map(location);
    let branchpoints = template.branchpoints.iter().map(|branchpoint| NodeDrawing {
        shape: NodeShape::Branchpoint,
        at: branchpoint.at.map(point),
        colour: None,
        labels: Vec::new(),
    });
    let node = |node: Node| match node {
        Node::Location(number) => number,
        Node::Branchpoint(number) => template.locations.len() + number,
    };
    TemplateDrawing {
        name: template.name.name.clone(),
        parameters: template.parameter_text.clone(),
        declarations: template.declaration_text.clone(),
        nodes: locations.chain(branchpoints).collect(),
        edges: template
            .edges
            .iter()
            .map(|edge| EdgeDrawing {
                source: node(edge.source),
                target: node(edge.target),
                nails: edge.nails.iter().copied().map(point).collect(),
                colour: edge.colour.clone(),
                uncontrollable: !edge.controllable,
                labels: edge_labels(edge),
            })
            .collect(),
        initial: template.init.map(node),
    }
}

fn location(location: &tree::Location) -> NodeDrawing {
    let mut labels = Vec::new();
    label("name", location.name.as_ref(), &mut labels);
    label("invariant", location.invariant.as_ref(), &mut labels);
    label("exponentialrate", location.rate.as_ref(), &mut labels);
    label("comments", location.comment.as_ref(), &mut labels);
    let shape = match (location.committed, location.urgent) {
        (true, _) => NodeShape::Committed,
        (false, true) => NodeShape::Urgent,
        (false, false) => NodeShape::Location,
    };
    NodeDrawing { shape, at: location.at.map(point), colour: location.colour.clone(), labels }
}

fn edge_labels(edge: &tree::Edge) -> Vec<LabelDrawing> {
    let mut labels = Vec::new();
    label("select", edge.select.as_ref(), &mut labels);
    label("guard", edge.guard.as_ref(), &mut labels);
    label("synchronisation", edge.sync.as_ref(), &mut labels);
    label("assignment", edge.update.as_ref(), &mut labels);
    label("probability", edge.weight.as_ref(), &mut labels);
    label("comments", edge.comment.as_ref(), &mut labels);
    labels
}

fn label<T>(kind: &str, label: Option<&Label<T>>, labels: &mut Vec<LabelDrawing>) {
    labels.extend(label.map(|label| LabelDrawing {
        kind: kind.to_owned(),
        text: label.text.clone(),
        at: label.at.map(point),
    }));
}

fn point(point: tree::Point) -> Point {
    Point { x: point.x, y: point.y }
}
