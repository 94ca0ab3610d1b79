//! Coordinates where there are none.
//!
//! A layered drawing in the manner of Sugiyama, Tagawa and Toda ("Methods for visual understanding of
//! hierarchical system structures", 1981), top down from the initial location, in five steps: turn
//! round the edges that close cycles ([`ranks`]), give each location a rank ([`ranks`]), order each rank so
//! that few edges cross ([`order`]), choose columns ([`columns`]: Brandes and Köpf, "Fast and simple
//! horizontal coordinate assignment", 2001; then [`shorten`]), route the edges ([`routes`]).
//!
//! Labels are part of the graph: there is a rank for labels between each two ranks of locations, and
//! the label of an edge is a box in one of these that the edge passes on its left. Name and invariant stand to the
//! right of a location and self-loops to its left, inside its box (above and below where edges lead to the
//! right). Boxes of one rank do not overlap and
//! edges bend only between ranks, so no text overlaps a location, an edge or another text.

mod boxes;
mod columns;
mod layered;
mod order;
mod ranks;
mod routes;
mod shorten;

use network::drawing::{Point, TemplateDrawing};

use super::geometry::Rect;
use boxes::{Boxes, Direction, break_labels, place_edge_labels, place_node};
use layered::Layered;

/// Parts with more items than this are laid out once, with fewer rounds of improvement.
const THICKET: usize = 20_000;

/// A copy of the drawing with new places for everything, and long labels broken into lines.
///
/// Edges lead down, or to the right where that makes a picture that fits a page much better.
#[must_use]
pub fn lay_out(drawing: &TemplateDrawing) -> TemplateDrawing {
    let mut placed = drawing.clone();
    let count = placed.nodes.len();
    placed.edges.retain(|edge| edge.source < count && edge.target < count);
    break_labels(&mut placed);
    let down = Boxes::measure(&placed, Direction::Down);
    let right = Boxes::measure(&placed, Direction::Right);
    let parts: Vec<Part> = components(&placed)
        .into_iter()
        .map(|nodes| Part::best(&placed, &down, &right, &nodes))
        .collect();
    pack(&parts).into_iter().zip(parts).for_each(|(by, part)| part.write(by, &mut placed));
    placed
}

/// A connected part of a drawing with coordinates of its own.
struct Part {
    nodes: Vec<usize>,
    direction: Direction,
    centres: Vec<Point>,
    edges: Vec<routes::Routed>,
    extent: Rect,
}

impl Part {
    /// Down if that fits a page, or about as well as any other way.
    fn best(drawing: &TemplateDrawing, down: &Boxes, right: &Boxes, nodes: &[usize]) -> Part {
        let mut layered = Layered::build(drawing, nodes);
        let part = Part::lay_out(&mut layered, down, nodes);
        // A thicket fits no page either way, and to the right many self-loops would lie side by side.
        let thicket = layered.extents.len() > THICKET;
        if part.scale() >= 1.0 || thicket || has_many_loops(drawing, nodes) {
            return part;
        }
        let other = Part::lay_out(&mut layered, right, nodes);
        if other.scale() > part.scale() * 1.25 { other } else { part }
    }

    fn lay_out(layered: &mut Layered, boxes: &Boxes, nodes: &[usize]) -> Part {
        layered.measure(boxes, nodes);
        let mut columns = columns::columns(layered);
        shorten::shorten(layered, &mut columns);
        let rows = routes::rows(layered, &columns);
        let (centres, edges, extent) = routes::route(layered, &columns, &rows);
        let direction = boxes.direction;
        Part {
            nodes: nodes.to_vec(),
            direction,
            centres,
            edges,
            extent: direction.turn_rect(extent),
        }
    }

    /// How much it can be enlarged on a page.
    fn scale(&self) -> f64 {
        (1200.0 / self.extent.width().max(1.0)).min(1000.0 / self.extent.height().max(1.0))
    }

    /// Writes the coordinates into the drawing, moved so that the part starts at `corner`.
    fn write(self, corner: Point, drawing: &mut TemplateDrawing) {
        let by = Point { x: corner.x - self.extent.left, y: corner.y - self.extent.top };
        let moved = |point: Point| {
            let point = self.direction.turn(point);
            Point { x: (point.x + by.x).round(), y: (point.y + by.y).round() }
        };
        for (node, centre) in self.nodes.iter().zip(&self.centres) {
            place_node(drawing, *node, moved(*centre), self.direction);
        }
        for edge in self.edges {
            let drawn = &mut drawing.edges[edge.edge];
            drawn.nails = edge.nails.into_iter().map(moved).collect();
            place_edge_labels(&mut drawn.labels, moved(edge.label), self.direction);
        }
    }
}

/// Whether some node has more than two self-loops.
fn has_many_loops(drawing: &TemplateDrawing, nodes: &[usize]) -> bool {
    let mut loops = vec![0; drawing.nodes.len()];
    for edge in drawing.edges.iter().filter(|edge| edge.source == edge.target) {
        loops[edge.source] += 1;
    }
    nodes.iter().any(|node| loops[*node] > 2)
}

/// The connected parts, each in ascending order of its nodes; the part with the initial node first.
fn components(drawing: &TemplateDrawing) -> Vec<Vec<usize>> {
    let count = drawing.nodes.len();
    let mut neighbours = vec![Vec::new(); count];
    for edge in &drawing.edges {
        neighbours[edge.source].push(edge.target);
        neighbours[edge.target].push(edge.source);
    }
    let mut seen = vec![false; count];
    let mut parts = Vec::new();
    let first = drawing.initial.filter(|node| *node < count);
    for start in first.into_iter().chain(0..count) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&node) = part.get(next) {
            next += 1;
            for &other in &neighbours[node] {
                if !std::mem::replace(&mut seen[other], true) {
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Upper left corners for the parts: in rows, about as wide as high in all.
fn pack(parts: &[Part]) -> Vec<Point> {
    const GAP: f64 = 40.0;
    let area: f64 =
        parts.iter().map(|part| (part.extent.width() + GAP) * (part.extent.height() + GAP)).sum();
    let limit = parts.iter().map(|part| part.extent.width()).fold((area * 1.6).sqrt(), f64::max);
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0_f64);
    let mut corners = Vec::with_capacity(parts.len());
    for part in parts {
        if x > 0.0 && x + part.extent.width() > limit {
            x = 0.0;
            y += high + GAP;
            high = 0.0;
        }
        corners.push(Point { x, y });
        x += part.extent.width() + GAP;
        high = high.max(part.extent.height());
    }
    corners
}

#[cfg(test)]
mod tests;
