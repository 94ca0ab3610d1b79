//! Gives everything in a drawing a place: as the author drew it where the file says so, by automatic
//! layout where it does not.

use network::drawing::{LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};

use super::geometry::{Rect, ahead, along, between, distance, is_usable};
use super::layout::lay_out;
use super::palette::label_class;
use super::text::{Font, lines, size};

/// The radius of a location; UPPAAL's default places for names and invariants fit it.
pub(crate) const RADIUS: f64 = 10.0;
/// The radius of a branchpoint.
pub(crate) const DOT: f64 = 4.0;

/// How far a node reaches from its centre.
#[must_use]
pub(crate) fn radius(shape: NodeShape) -> f64 {
    match shape {
        NodeShape::Location | NodeShape::Urgent | NodeShape::Committed => RADIUS,
        NodeShape::Branchpoint => DOT,
    }
}

/// The drawing with a place for every node, label and self-loop. What the file places stays there,
/// unless some node has no place (or all nodes have the same one): then the whole template is laid out anew.
#[must_use]
pub fn complete(drawing: &TemplateDrawing) -> TemplateDrawing {
    if is_placed(drawing) {
        let mut placed = drawing.clone();
        forget_bad_points(&mut placed);
        widen_needles(&mut placed);
        let mut taken = TakenPlaces::of(&placed);
        bend_loops(&mut placed, &mut taken);
        bend_twins(&mut placed);
        place_labels(&mut placed, &mut taken);
        placed
    } else {
        lay_out(drawing)
    }
}

/// Does the file say where the nodes are?
fn is_placed(drawing: &TemplateDrawing) -> bool {
    let mut points = Vec::with_capacity(drawing.nodes.len());
    for node in &drawing.nodes {
        match node.at {
            Some(at) if is_usable(at) => points.push(at),
            _ => return false,
        }
    }
    points.len() < 2 || points.iter().any(|point| distance(*point, points[0]) > 1.0)
}

/// Treats places that are not numbers, or absurdly far away, as absent, and drops edges to nowhere.
fn forget_bad_points(drawing: &mut TemplateDrawing) {
    let count = drawing.nodes.len();
    drawing.edges.retain(|edge| edge.source < count && edge.target < count);
    for edge in &mut drawing.edges {
        edge.nails.retain(|nail| is_usable(*nail));
    }
    let node_labels = drawing.nodes.iter_mut().flat_map(|node| &mut node.labels);
    let edge_labels = drawing.edges.iter_mut().flat_map(|edge| &mut edge.labels);
    for label in node_labels.chain(edge_labels) {
        label.at = label.at.filter(|at| is_usable(*at));
    }
}

/// The points of an edge from centre to centre.
pub(crate) fn route(drawing: &TemplateDrawing, edge: usize) -> Vec<Point> {
    let edge = &drawing.edges[edge];
    let end = |node: usize| drawing.nodes.get(node).and_then(|node| node.at);
    let (Some(from), Some(to)) = (end(edge.source), end(edge.target)) else { return Vec::new() };
    let mut points = Vec::with_capacity(edge.nails.len() + 2);
    points.push(from);
    points.extend_from_slice(&edge.nails);
    points.push(to);
    points
}

/// The box of a label that has a place.
pub(crate) fn label_box(label: &LabelDrawing) -> Option<Rect> {
    let (width, height) = size(&lines(&label.text), Font::LABEL);
    label.at.map(|at| Rect::at(at, width, height))
}

/// What is already on the paper.
struct TakenPlaces {
    boxes: Vec<Rect>,
    segments: Vec<(Point, Point)>,
}

impl TakenPlaces {
    fn of(drawing: &TemplateDrawing) -> TakenPlaces {
        let mut boxes = Vec::new();
        let mut segments = Vec::new();
        for node in &drawing.nodes {
            boxes.extend(node.at.map(|at| Rect::around(at, radius(node.shape) + 2.0)));
            boxes.extend(node.labels.iter().filter_map(label_box));
        }
        for (index, edge) in drawing.edges.iter().enumerate() {
            boxes.extend(edge.labels.iter().filter_map(label_box));
            let points = route(drawing, index);
            segments.extend(points.windows(2).map(|pair| (pair[0], pair[1])));
        }
        TakenPlaces { boxes, segments }
    }

    /// How much a new box would cover.
    fn cost(&self, area: &Rect) -> f64 {
        let boxes: f64 = self.boxes.iter().map(|taken| taken.overlap(area)).sum();
        let lines: f64 = self.segments.iter().map(|(a, b)| area.length_inside(*a, *b)).sum();
        boxes + 12.0 * lines
    }

    /// The candidate that covers least; earlier ones win ties.
    fn best(&self, candidates: &[Point], width: f64, height: f64) -> Option<Point> {
        let mut best = None;
        for (rank, corner) in candidates.iter().enumerate() {
            let cost = self.cost(&Rect::at(*corner, width, height)) + rank as f64;
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((*corner, cost));
            }
        }
        best.map(|(corner, _)| corner)
    }
}

/// Gives self-loops without bends two of them, on the side with most room.
fn bend_loops(drawing: &mut TemplateDrawing, taken: &mut TakenPlaces) {
    for index in 0..drawing.edges.len() {
        let edge = &drawing.edges[index];
        if edge.source != edge.target || !edge.nails.is_empty() {
            continue;
        }
        let Some(centre) = drawing.nodes[edge.source].at else { continue };
        let reach = RADIUS * 3.4;
        let around = (0..8).map(|eighth| {
            let angle =
                f64::from(eighth) * std::f64::consts::FRAC_PI_4 - std::f64::consts::FRAC_PI_2;
            Point { x: centre.x + reach * angle.cos(), y: centre.y + reach * angle.sin() }
        });
        let middles: Vec<Point> = around.collect();
        let corners: Vec<Point> =
            middles.iter().map(|m| Point { x: m.x - RADIUS, y: m.y - RADIUS }).collect();
        let Some(corner) = taken.best(&corners, 2.0 * RADIUS, 2.0 * RADIUS) else { continue };
        let middle = Point { x: corner.x + RADIUS, y: corner.y + RADIUS };
        let across = Point { x: centre.y - middle.y, y: middle.x - centre.x };
        let side = |sign: f64| Point {
            x: middle.x + sign * across.x * 0.33,
            y: middle.y + sign * across.y * 0.33,
        };
        let nails = vec![side(1.0), side(-1.0)];
        taken.segments.extend([(centre, nails[0]), (nails[0], nails[1]), (nails[1], centre)]);
        drawing.edges[index].nails = nails;
    }
}

/// Gives self-loops whose bends lie on one line an inside: there and back on the same line is a needle.
fn widen_needles(drawing: &mut TemplateDrawing) {
    const THIN: f64 = 3.0;
    const HALF: f64 = 9.0;
    for edge in drawing.edges.iter_mut().filter(|edge| edge.source == edge.target) {
        let Some(centre) = drawing.nodes[edge.source].at else { continue };
        let far = |a: &&Point, b: &&Point| distance(**a, centre).total_cmp(&distance(**b, centre));
        let Some(tip) = edge.nails.iter().max_by(far).copied() else { continue };
        let length = distance(tip, centre);
        if length <= RADIUS {
            edge.nails.clear();
            continue;
        }
        let along = Point { x: (tip.x - centre.x) / length, y: (tip.y - centre.y) / length };
        let aside =
            |nail: &Point| ((nail.x - centre.x) * along.y - (nail.y - centre.y) * along.x).abs();
        if edge.nails.iter().all(|nail| aside(nail) < THIN) {
            let side = |sign: f64| Point {
                x: tip.x - sign * HALF * along.y,
                y: tip.y + sign * HALF * along.x,
            };
            edge.nails = vec![side(1.0), side(-1.0)];
        }
    }
}

/// Bows straight edges that would lie exactly on an earlier edge with the same ends.
fn bend_twins(drawing: &mut TemplateDrawing) {
    for index in 0..drawing.edges.len() {
        let edge = &drawing.edges[index];
        let (source, target) = (edge.source, edge.target);
        if source == target || !edge.nails.is_empty() {
            continue;
        }
        let is_twin = |e: &network::drawing::EdgeDrawing| {
            e.source == source && e.target == target && e.nails.len() <= 1
        };
        let earlier = drawing.edges[..index].iter().filter(|e| is_twin(e)).count();
        let (Some(from), Some(to)) = (drawing.nodes[source].at, drawing.nodes[target].at) else {
            continue;
        };
        let step = earlier.div_ceil(2) as f64 * if earlier % 2 == 0 { -14.0 } else { 14.0 };
        if earlier > 0 && distance(from, to) > 0.0 {
            let middle = between(from, to, 0.5);
            let across = Point { x: middle.x - (to.y - from.y), y: middle.y + (to.x - from.x) };
            drawing.edges[index].nails = vec![ahead(middle, across, step)];
        }
    }
}

/// Gives labels without a place one that covers as little as possible.
fn place_labels(drawing: &mut TemplateDrawing, taken: &mut TakenPlaces) {
    for node in &mut drawing.nodes {
        let NodeDrawing { at: Some(at), labels, .. } = node else { continue };
        let at = *at;
        place_stack(labels, taken, |w, h| {
            let beside = RADIUS + 5.0;
            vec![
                Point { x: at.x - RADIUS, y: at.y - RADIUS - 6.0 - h },
                Point { x: at.x + beside, y: at.y - h / 2.0 },
                Point { x: at.x - RADIUS, y: at.y + RADIUS + 6.0 },
                Point { x: at.x - beside - w, y: at.y - h / 2.0 },
            ]
        });
    }
    for index in 0..drawing.edges.len() {
        let points = route(drawing, index);
        place_stack(&mut drawing.edges[index].labels, taken, |w, h| beside_line(&points, w, h));
    }
}

/// Places the labels that have no place as one block.
fn place_stack(
    labels: &mut [LabelDrawing],
    taken: &mut TakenPlaces,
    candidates: impl Fn(f64, f64) -> Vec<Point>,
) {
    let sizes: Vec<(f64, f64)> =
        labels.iter().map(|label| size(&lines(&label.text), Font::LABEL)).collect();
    // As in UPPAAL, comments are shown only where their author put them.
    let missing =
        |label: &LabelDrawing| label.at.is_none() && label_class(&label.kind) != "comments";
    let open = labels.iter().zip(&sizes).filter(|(label, _)| missing(label));
    let (width, height) = open.fold((0.0_f64, 0.0), |(w, h), (_, s)| (w.max(s.0), h + s.1));
    if height == 0.0 {
        return;
    }
    let Some(corner) = taken.best(&candidates(width, height), width, height) else { return };
    taken.boxes.push(Rect::at(corner, width, height));
    let mut y = corner.y;
    for (label, size) in labels.iter_mut().zip(&sizes) {
        if missing(label) {
            label.at = Some(Point { x: corner.x, y });
            y += size.1;
        }
    }
}

/// Corners for a block on either side of a polyline, from the middle outwards.
fn beside_line(points: &[Point], width: f64, height: f64) -> Vec<Point> {
    let mut corners = Vec::new();
    for part in [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8] {
        let Some((point, direction)) = along(points, part) else { continue };
        for sign in [1.0, -1.0] {
            let normal = Point { x: -direction.y * sign, y: direction.x * sign };
            let reach = 5.0 + (normal.x.abs() * width + normal.y.abs() * height) / 2.0;
            corners.push(Point {
                x: point.x + normal.x * reach - width / 2.0,
                y: point.y + normal.y * reach - height / 2.0,
            });
        }
    }
    corners
}

#[cfg(test)]
mod tests;
