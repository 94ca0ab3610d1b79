//! How much room each node and each edge label needs.

use network::drawing::{LabelDrawing, Point, TemplateDrawing};

use crate::svg::geometry::Rect;
use crate::svg::palette::label_class;
use crate::svg::place::{RADIUS, radius};
use crate::svg::text::{Font, lines, size, wrap};

/// Labels wider than this are broken into lines where that is possible.
const WIDEST: f64 = 190.0;
/// From a location to its name.
const BESIDE: f64 = 5.0;
/// From the centre of a location to the far end of a self-loop.
const LOOP_REACH: f64 = RADIUS + 24.0;
/// The least length of a self-loop's outer side, halved.
const LOOP_HALF: f64 = 8.0;
/// The most; as long as its label is high is enough.
const LOOP_HALF_MOST: f64 = 24.0;
/// Between labels and lines.
const PAD: f64 = 5.0;
/// Between the labels of self-loops.
const GAP: f64 = 8.0;
/// The most self-loops of one location that are drawn one by one.
const MOST_LOOPS: usize = 6;

/// Where edges lead. The layout itself only knows "down"; for [`Direction::Right`] it sees the picture mirrored
/// at the diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Down,
    Right,
}

impl Direction {
    /// From the layout's coordinates to the picture's and back.
    pub(super) fn turn(self, point: Point) -> Point {
        match self {
            Direction::Down => point,
            Direction::Right => Point { x: point.y, y: point.x },
        }
    }

    /// The same for a box.
    pub(super) fn turn_rect(self, area: Rect) -> Rect {
        match self {
            Direction::Down => area,
            Direction::Right => {
                Rect { left: area.top, top: area.left, right: area.bottom, bottom: area.right }
            }
        }
    }
}

/// The rooms of a drawing, in the layout's coordinates and relative to their anchors: the centre of a node, or
/// the place where an edge passes its label.
pub(super) struct Boxes {
    pub(super) direction: Direction,
    /// The room of each node with its texts and self-loops.
    pub(super) nodes: Vec<Rect>,
    /// The room of each edge's label; self-loops are part of their node.
    pub(super) edges: Vec<Rect>,
    /// The parts of each node's room that lines must not enter.
    pub(super) solid: Vec<Vec<Rect>>,
}

impl Boxes {
    pub(super) fn measure(drawing: &TemplateDrawing, direction: Direction) -> Boxes {
        let mut nodes = Vec::with_capacity(drawing.nodes.len());
        let mut solid = Vec::with_capacity(drawing.nodes.len());
        for node in 0..drawing.nodes.len() {
            let texts = solid_areas(drawing, node, direction);
            let reach = radius(drawing.nodes[node].shape) + 4.0;
            let around = Rect::around(Point { x: 0.0, y: 0.0 }, reach);
            let room = texts.iter().fold(around, |room, area| room.union(&area.grown(2.0)));
            nodes.push(direction.turn_rect(room));
            solid.push(texts.into_iter().map(|area| direction.turn_rect(area)).collect());
        }
        let room = |labels: &[LabelDrawing]| direction.turn_rect(label_room(labels, direction));
        let edges = drawing.edges.iter().map(|edge| room(&edge.labels)).collect();
        Boxes { direction, nodes, edges, solid }
    }
}

/// Breaks long labels into lines.
pub(super) fn break_labels(drawing: &mut TemplateDrawing) {
    let node_labels = drawing.nodes.iter_mut().flat_map(|node| &mut node.labels);
    let edge_labels = drawing.edges.iter_mut().flat_map(|edge| &mut edge.labels);
    for label in node_labels.chain(edge_labels) {
        if label.kind != "name" {
            label.text = wrap(lines(&label.text), WIDEST, Font::LABEL).join("\n");
        }
    }
}

/// Places a node, its labels and its self-loops.
pub(super) fn place_node(
    drawing: &mut TemplateDrawing,
    node: usize,
    centre: Point,
    direction: Direction,
) {
    drawing.nodes[node].at = Some(centre);
    let corner = name_area(drawing, node, direction);
    let corner = Point { x: centre.x + corner.left, y: (centre.y + corner.top).round() };
    stack(&mut drawing.nodes[node].labels, corner);
    for ring in loops_of(drawing, node, direction) {
        let edge = &mut drawing.edges[ring.edge];
        edge.nails = ring.nails.iter().map(|nail| moved(*nail, centre)).collect();
        stack(&mut edge.labels, moved(ring.corner, centre));
    }
}

/// Places the labels of an edge that passes them at `at`.
pub(super) fn place_edge_labels(labels: &mut [LabelDrawing], at: Point, direction: Direction) {
    let (width, height) = stack_size(labels);
    let corner = match direction {
        Direction::Down => Point { x: at.x + PAD, y: at.y - height / 2.0 },
        Direction::Right => Point { x: at.x - width / 2.0, y: at.y - 3.0 - height },
    };
    stack(labels, Point { x: corner.x.round(), y: corner.y.round() });
}

/// The room of a label, with the edge that passes it at the origin.
fn label_room(labels: &[LabelDrawing], direction: Direction) -> Rect {
    let (width, height) = stack_size(labels);
    if height == 0.0 {
        return Rect { left: -PAD, top: -PAD, right: PAD, bottom: PAD };
    }
    match direction {
        Direction::Down => Rect {
            left: -PAD,
            top: -height / 2.0 - 2.0,
            right: width + 2.0 * PAD,
            bottom: height / 2.0 + 2.0,
        },
        Direction::Right => Rect {
            left: -width / 2.0 - PAD,
            top: -height - 5.0,
            right: width / 2.0 + PAD,
            bottom: 4.0,
        },
    }
}

/// The areas of a node's texts and self-loops around its centre, in the picture's coordinates.
fn solid_areas(drawing: &TemplateDrawing, node: usize, direction: Direction) -> Vec<Rect> {
    let mut areas = Vec::new();
    let name = name_area(drawing, node, direction);
    if name.height() > 0.0 {
        areas.push(name.grown(1.0));
    }
    for ring in loops_of(drawing, node, direction) {
        let text = Rect::at(ring.corner, ring.size.0, ring.size.1);
        let beyond = radius(drawing.nodes[node].shape) + 4.0;
        let [first, second] = ring.nails;
        let loop_area = match direction {
            Direction::Down => {
                Rect { left: first.x, top: first.y, right: -beyond, bottom: second.y }
            }
            Direction::Right => {
                Rect { left: first.x, top: beyond, right: second.x, bottom: second.y }
            }
        };
        areas.push(text.union(&loop_area).grown(1.0));
    }
    areas
}

/// The area of a node's own texts: to the right of it, or above it.
fn name_area(drawing: &TemplateDrawing, node: usize, direction: Direction) -> Rect {
    let reach = radius(drawing.nodes[node].shape);
    let (width, height) = stack_size(&drawing.nodes[node].labels);
    let corner = match direction {
        Direction::Down => Point { x: reach + BESIDE, y: -height / 2.0 },
        Direction::Right => Point { x: (-width / 2.0).round(), y: -reach - 3.0 - height },
    };
    Rect::at(corner, width, height)
}

/// A self-loop around its node's centre.
struct Loop {
    edge: usize,
    nails: [Point; 2],
    /// The upper left corner of its labels.
    corner: Point,
    size: (f64, f64),
}

/// The self-loops of a node: to its left from top to bottom, or below it from left to right.
fn loops_of(drawing: &TemplateDrawing, node: usize, direction: Direction) -> Vec<Loop> {
    let is_loop =
        |edge: &usize| drawing.edges[*edge].source == node && drawing.edges[*edge].target == node;
    let edges: Vec<usize> = (0..drawing.edges.len()).filter(is_loop).collect();
    let sizes: Vec<(f64, f64)> =
        edges.iter().map(|edge| stack_size(&drawing.edges[*edge].labels)).collect();
    if direction == Direction::Down && edges.len() > MOST_LOOPS {
        return gathered(&edges, &sizes);
    }
    let room = |size: &(f64, f64)| {
        let own = if direction == Direction::Down { size.1 } else { size.0 };
        own.max(2.0 * LOOP_HALF) + GAP
    };
    let mut next = -sizes.iter().map(room).sum::<f64>() / 2.0;
    let mut loops = Vec::with_capacity(edges.len());
    for (edge, size) in edges.into_iter().zip(sizes) {
        let middle = (next + room(&size) / 2.0).round();
        next += room(&size);
        // One that leads far aside needs a long outer side, or it looks like a needle.
        let half = ((room(&size) - GAP) / 2.0).min(LOOP_HALF.max(middle.abs() / 3.0));
        let half = half.clamp(LOOP_HALF, LOOP_HALF_MOST);
        let nail = |side: f64| match direction {
            Direction::Down => Point { x: -LOOP_REACH, y: middle + side * half },
            Direction::Right => Point { x: middle + side * half, y: LOOP_REACH },
        };
        let corner = match direction {
            Direction::Down => {
                Point { x: (-LOOP_REACH - PAD - size.0).floor(), y: middle - size.1 / 2.0 }
            }
            Direction::Right => Point { x: middle - size.0 / 2.0, y: LOOP_REACH + 3.0 },
        };
        loops.push(Loop { edge, nails: [nail(-1.0), nail(1.0)], corner, size });
    }
    loops
}

/// Many self-loops on the same line, with their labels in columns to the left of it, about as high as wide.
fn gathered(edges: &[usize], sizes: &[(f64, f64)]) -> Vec<Loop> {
    let high: f64 = sizes.iter().map(|size| size.1 + GAP).sum();
    let wide = sizes.iter().fold(1.0_f64, |wide, size| wide.max(size.0 + 3.0 * PAD));
    let most = high / (high / wide).sqrt().round().max(1.0);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new()];
    let mut filled = 0.0;
    for (place, size) in sizes.iter().enumerate() {
        if filled + size.1 > most && filled > 0.0 {
            columns.push(Vec::new());
            filled = 0.0;
        }
        filled += size.1 + GAP;
        columns.last_mut().expect("there is a column").push(place);
    }
    let nail = |y: f64| Point { x: -LOOP_REACH, y };
    let mut loops = Vec::with_capacity(edges.len());
    let mut right = -LOOP_REACH - PAD;
    for column in columns.iter().rev() {
        let width = column.iter().fold(0.0_f64, |width, place| width.max(sizes[*place].0));
        let height = column.iter().map(|place| sizes[*place].1 + GAP).sum::<f64>() - GAP;
        let mut top = -height / 2.0;
        for place in column {
            let corner = Point { x: (right - width).floor(), y: top.round() };
            let nails = [nail(-LOOP_HALF_MOST / 2.0), nail(LOOP_HALF_MOST / 2.0)];
            loops.push(Loop { edge: edges[*place], nails, corner, size: sizes[*place] });
            top += sizes[*place].1 + GAP;
        }
        right -= width + 3.0 * PAD;
    }
    loops
}

fn moved(point: Point, by: Point) -> Point {
    Point { x: (point.x + by.x).round(), y: (point.y + by.y).round() }
}

/// Whether a label is shown. Comments are only shown where their author has placed them, as in UPPAAL.
fn is_shown(label: &LabelDrawing) -> bool {
    label_class(&label.kind) != "comments"
}

/// The size of labels below one another.
fn stack_size(labels: &[LabelDrawing]) -> (f64, f64) {
    labels.iter().filter(|label| is_shown(label)).fold((0.0_f64, 0.0), |(wide, high), label| {
        let (width, height) = size(&lines(&label.text), Font::LABEL);
        (wide.max(width), high + height)
    })
}

/// Places labels below one another in the order in which UPPAAL lists them.
fn stack(labels: &mut [LabelDrawing], corner: Point) {
    const KINDS: [&str; 8] = [
        "name",
        "invariant",
        "exponentialrate",
        "select",
        "guard",
        "synchronisation",
        "assignment",
        "probability",
    ];
    let rank = |kind: &str| KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len());
    labels.iter_mut().filter(|label| !is_shown(label)).for_each(|label| label.at = None);
    let mut sorted: Vec<&mut LabelDrawing> =
        labels.iter_mut().filter(|label| is_shown(label)).collect();
    sorted.sort_by_key(|label| rank(&label.kind));
    let mut y = corner.y;
    for label in sorted {
        label.at = Some(Point { x: corner.x, y });
        y += size(&lines(&label.text), Font::LABEL).1;
    }
}
