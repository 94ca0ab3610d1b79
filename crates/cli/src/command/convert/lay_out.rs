//! Coordinates for models from formats that have none.

use orrery::network::drawing::{LabelDrawing, TemplateDrawing};
use orrery::report::svg::complete;
use orrery::syntax::tree::{Document, Edge, Item, Label, Location, Point, Template};

/// Lays out the templates in which nothing has a place, as `view` draws them. What an author has placed
/// stays where it is.
pub(super) fn lay_out(document: &mut Document) {
    let drawings = orrery::syntax::drawings(document);
    let templates = document.items.iter_mut().filter_map(|item| match item {
        Item::Template(template) => Some(template),
        Item::Declaration(_) => None,
    });
    for (template, drawing) in templates.zip(&drawings) {
        if drawing.nodes.iter().all(|node| node.at.is_none()) {
            place(template, &complete(drawing));
        }
    }
}

fn place(template: &mut Template, drawn: &TemplateDrawing) {
    let (locations, branchpoints) = drawn.nodes.split_at(template.locations.len());
    for (location, drawn) in template.locations.iter_mut().zip(locations) {
        location.at = drawn.at.map(point);
        place_location_labels(location, &drawn.labels);
    }
    for (branchpoint, drawn) in template.branchpoints.iter_mut().zip(branchpoints) {
        branchpoint.at = drawn.at.map(point);
    }
    for (edge, drawn) in template.edges.iter_mut().zip(&drawn.edges) {
        edge.nails = drawn.nails.iter().copied().map(point).collect();
        place_edge_labels(edge, &drawn.labels);
    }
}

fn place_location_labels(location: &mut Location, drawn: &[LabelDrawing]) {
    place_label("name", &mut location.name, drawn);
    place_label("invariant", &mut location.invariant, drawn);
    place_label("exponentialrate", &mut location.rate, drawn);
    place_label("comments", &mut location.comment, drawn);
}

fn place_edge_labels(edge: &mut Edge, drawn: &[LabelDrawing]) {
    place_label("select", &mut edge.select, drawn);
    place_label("guard", &mut edge.guard, drawn);
    place_label("synchronisation", &mut edge.sync, drawn);
    place_label("assignment", &mut edge.update, drawn);
    place_label("probability", &mut edge.weight, drawn);
    place_label("comments", &mut edge.comment, drawn);
}

/// The place of a label, and its text, which the layout may have broken into lines.
fn place_label<T>(kind: &str, label: &mut Option<Label<T>>, drawn: &[LabelDrawing]) {
    let drawn = drawn.iter().find(|drawn| drawn.kind == kind);
    if let (Some(label), Some(drawn)) = (label, drawn) {
        label.at = drawn.at.map(point);
        label.text.clone_from(&drawn.text);
    }
}

fn point(point: orrery::network::drawing::Point) -> Point {
    Point { x: point.x, y: point.y }
}
