//! Templates as pictures, as UPPAAL's editor shows them.

use network::drawing::{LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};

use super::canvas::{Anchor, Canvas};
use super::geometry::{Rect, ahead, distance};
use super::palette::{colour, is_bright, label_class};
use super::place::{complete, radius, route};
use super::text::{Font, lines, width};
use crate::xml::escape;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawOptions {
    /// The declarations of each template beside its picture.
    pub declarations: bool,
    /// No line with name and parameters above each picture.
    pub untitled: bool,
}

/// Templates below one another as one SVG document.
///
/// Nodes and edges are groups with the attributes `data-template`, `data-node` and `data-edge`, so that
/// a page can find and highlight them.
#[must_use]
pub fn draw_templates<'a>(
    templates: impl IntoIterator<Item = &'a TemplateDrawing>,
    options: DrawOptions,
) -> String {
    let (page, title) = draw_page(templates, options);
    page.finish(16.0, &title, true)
}

/// The picture and its title.
pub(crate) fn draw_page<'a>(
    templates: impl IntoIterator<Item = &'a TemplateDrawing>,
    options: DrawOptions,
) -> (Canvas, String) {
    let mut drawn = Vec::new();
    for template in templates {
        let block = draw_block(template, options);
        if let Some(extent) = block.extent() {
            drawn.push((template, block, extent));
        }
    }
    let mut page = Canvas::default();
    let sizes: Vec<(f64, f64)> = drawn.iter().map(|(.., it)| (it.width(), it.height())).collect();
    let mut top = 0.0;
    let mut right: f64 = 0.0;
    let mut blocks = drawn.iter();
    for (number, row) in rows(&sizes).into_iter().enumerate() {
        let width = row.iter().map(|(width, _)| width + BESIDE).sum::<f64>() - BESIDE;
        if number > 0 {
            right = right.max(width);
            page.line(Point { x: 0.0, y: top }, Point { x: right, y: top }, "class=\"rule\"");
            page.raw("\n");
            top += BELOW / 2.0;
        }
        let mut left = 0.0;
        for ((width, _), (template, block, extent)) in row.iter().zip(blocks.by_ref()) {
            let by = Point { x: left - extent.left, y: top - extent.top };
            let name = escape(&template.name);
            page.append(block, by, &format!("data-template=\"{name}\""));
            left += width + BESIDE;
        }
        right = right.max(width);
        top += row.iter().map(|(_, height)| *height).fold(0.0, f64::max) + BELOW / 2.0;
    }
    let names: Vec<&str> = drawn.iter().map(|(template, ..)| template.name.as_str()).collect();
    (page, names.join(", "))
}

/// Between two templates in a row, and between rows.
const BESIDE: f64 = 48.0;
const BELOW: f64 = 36.0;
/// Templates that are no higher than this in all stand one below the other.
const TOWER: f64 = 1500.0;

/// Sizes in rows, in order: one in each if that is not a tower, otherwise so that the picture fits a page
/// best.
fn rows(sizes: &[(f64, f64)]) -> Vec<&[(f64, f64)]> {
    const WIDTHS: i32 = 24;
    let height: f64 = sizes.iter().map(|(_, height)| height + BELOW).sum();
    let widest = sizes.iter().map(|(width, _)| *width).fold(0.0, f64::max);
    if height <= TOWER.max(widest) {
        return sizes.chunks(1).collect();
    }
    let all: f64 = sizes.iter().map(|(width, _)| width + BESIDE).sum();
    let step = (all / widest.max(1.0)).powf(1.0 / f64::from(WIDTHS));
    let broken = (0..=WIDTHS).map(|power| rows_within(sizes, widest * step.powi(power)));
    let best = broken.max_by(|a, b| page_scale(a).total_cmp(&page_scale(b)));
    best.unwrap_or_default()
}

/// Sizes in rows that are no wider than `limit`, unless one alone is.
fn rows_within(sizes: &[(f64, f64)], limit: f64) -> Vec<&[(f64, f64)]> {
    let mut rows = Vec::new();
    let (mut start, mut used) = (0, 0.0);
    for (index, (width, _)) in sizes.iter().enumerate() {
        if index > start && used + width > limit + 1.0 {
            rows.push(&sizes[start..index]);
            (start, used) = (index, 0.0);
        }
        used += width + BESIDE;
    }
    rows.push(&sizes[start..]);
    rows
}

/// How much rows can be enlarged on a page.
fn page_scale(rows: &[&[(f64, f64)]]) -> f64 {
    let width = |row: &&[(f64, f64)]| row.iter().map(|(width, _)| width + BESIDE).sum::<f64>();
    let height = |row: &&[(f64, f64)]| row.iter().map(|(_, height)| *height).fold(BELOW, f64::max);
    let wide = rows.iter().map(width).fold(1.0, f64::max);
    let high: f64 = rows.iter().map(|row| height(row) + BELOW).sum();
    (1600.0 / wide).min(1000.0 / high)
}

/// A template with its title and declarations.
fn draw_block(template: &TemplateDrawing, options: DrawOptions) -> Canvas {
    let picture = draw_picture(&complete(template));
    let mut block = Canvas::default();
    let mut top = 0.0;
    if !options.untitled {
        draw_title(template, &mut block);
        top = Font::TITLE.line + 12.0;
    }
    let mut right = 0.0;
    if let Some(extent) = picture.extent() {
        block.append(&picture, Point { x: -extent.left, y: top - extent.top }, "");
        right = extent.width() + 28.0;
    }
    if options.declarations {
        draw_declarations(&template.declarations, Point { x: right, y: top }, &mut block);
    }
    block
}

/// `Name(parameters)`.
fn draw_title(template: &TemplateDrawing, block: &mut Canvas) {
    let corner = Point { x: 0.0, y: 0.0 };
    block.text(corner, &[&template.name], Font::TITLE, Anchor::Start, "class=\"title\"");
    let parameters = lines(&template.parameters).join(" ");
    if !parameters.trim().is_empty() {
        let text = format!("({})", parameters.split_whitespace().collect::<Vec<_>>().join(" "));
        let corner = Point { x: width(&template.name, Font::TITLE) + 2.0, y: 0.0 };
        block.text(corner, &[text], Font::TITLE, Anchor::Start, "class=\"parameters faint\"");
    }
    block.raw("\n");
}

/// The text of the declarations in a box whose upper left corner is `corner`.
fn draw_declarations(text: &str, corner: Point, block: &mut Canvas) {
    let lines = aligned(lines(text));
    if lines.is_empty() {
        return;
    }
    let (width, height) = super::text::size(&lines, Font::CODE);
    block.rect(Rect::at(corner, width + 20.0, height + 16.0), 4.0, "class=\"panel\"");
    let inside = Point { x: corner.x + 10.0, y: corner.y + 8.0 };
    let attributes = "class=\"code\" xml:space=\"preserve\"";
    block.text(inside, &lines, Font::CODE, Anchor::Start, attributes);
    block.raw("\n");
}

/// The lines without the blanks that all but the first start with: a text cut out of a file has lost those of its
/// first line.
fn aligned(mut lines: Vec<String>) -> Vec<String> {
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = lines.first().map_or(0, |line| depth(line));
    let others = lines.iter().skip(1).filter(|line| !line.is_empty()).map(|line| depth(line));
    let shared = others.min().unwrap_or(0);
    for (index, line) in lines.iter_mut().enumerate() {
        let cut = if index == 0 { first } else { shared.min(depth(line)) };
        line.drain(..cut);
    }
    lines
}

/// The automaton itself; every node, label and loop of `drawing` has a place.
fn draw_picture(drawing: &TemplateDrawing) -> Canvas {
    let mut canvas = Canvas::default();
    for index in 0..drawing.edges.len() {
        draw_edge(drawing, index, &mut canvas);
    }
    for (index, node) in drawing.nodes.iter().enumerate() {
        draw_node(node, index, drawing.initial == Some(index), &mut canvas);
    }
    let nodes = drawing.nodes.iter().flat_map(|node| &node.labels);
    let edges = drawing.edges.iter().flat_map(|edge| &edge.labels);
    for label in nodes.chain(edges) {
        if let Some(at) = label.at {
            let class = format!("class=\"halo {}\"", label_class(&label.kind));
            canvas.text(at, &lines(&label.text), Font::LABEL, Anchor::Start, &class);
        }
    }
    canvas.raw("\n");
    canvas
}

/// The name, and comments that have no place, for viewers that show such things under the pointer.
fn draw_tip(name: Option<&str>, labels: &[LabelDrawing], canvas: &mut Canvas) {
    let hidden = labels.iter().filter(|label| label.at.is_none()).map(|label| label.text.trim());
    let parts: Vec<&str> = name.into_iter().chain(hidden).collect();
    if !parts.is_empty() {
        canvas.tip(&parts.join("\n"));
    }
}

/// A location or branchpoint.
fn draw_node(node: &NodeDrawing, index: usize, initial: bool, canvas: &mut Canvas) {
    let Some(at) = node.at else { return };
    let chosen = node.colour.as_deref().and_then(colour);
    canvas.open(&format!("data-node=\"{index}\""));
    let name =
        node.labels.iter().find(|label| label.kind == "name").map(|label| label.text.as_str());
    draw_tip(name, &node.labels, canvas);
    let reach = radius(node.shape);
    if node.shape == NodeShape::Branchpoint {
        canvas.circle(at, reach, "class=\"knot\"");
        canvas.close();
        return;
    }
    let fill = chosen.as_ref().map_or(String::new(), |value| format!(" style=\"fill:{value}\""));
    canvas.circle(at, reach, &format!("class=\"place\"{fill}"));
    canvas.circle(at, reach, "class=\"ring\"");
    if initial {
        canvas.circle(at, reach - 3.0, "class=\"ring\"");
    }
    let letter = match node.shape {
        NodeShape::Urgent => Some("U"),
        NodeShape::Committed => Some("C"),
        NodeShape::Location | NodeShape::Branchpoint => None,
    };
    if let Some(letter) = letter {
        let ink = match chosen {
            Some(value) if is_bright(&value) => " style=\"fill:#1c2733\"",
            Some(_) => " style=\"fill:#ffffff\"",
            None => "",
        };
        let font = Font { size: 12.0, line: 15.0, face: super::text::Face::Bold };
        let corner = Point { x: at.x, y: at.y - 7.2 };
        let attributes = format!("class=\"mark\"{ink}");
        canvas.text(corner, &[letter], font, Anchor::Middle, &attributes);
    }
    canvas.close();
}

/// An edge from border to border, with its arrow head.
fn draw_edge(drawing: &TemplateDrawing, index: usize, canvas: &mut Canvas) {
    let edge = &drawing.edges[index];
    let centres = route(drawing, index);
    let (Some(source), Some(target)) =
        (drawing.nodes.get(edge.source), drawing.nodes.get(edge.target))
    else {
        return;
    };
    let Some(points) = clip(&centres, radius(source.shape) + 0.7, radius(target.shape) + 0.7)
    else {
        return;
    };
    let mut class = String::from("edge");
    if edge.uncontrollable {
        class.push_str(" environment");
    } else if source.shape == NodeShape::Branchpoint {
        class.push_str(" branch");
    }
    let chosen = edge.colour.as_deref().and_then(colour);
    let tint = |property: &str| {
        chosen.as_ref().map_or(String::new(), |value| format!(" style=\"{property}:{value}\""))
    };
    canvas.open(&format!("data-edge=\"{index}\""));
    draw_tip(None, &edge.labels, canvas);
    draw_arrow(canvas, &points, &format!("class=\"{class}\"{}", tint("stroke")), &tint("fill"));
    canvas.close();
}

/// A polyline that ends in an arrow head.
fn draw_arrow(canvas: &mut Canvas, points: &[Point], line: &str, head_tint: &str) {
    let [.., before, tip] = points else { return };
    let long = 9.0_f64.min(distance(*before, *tip));
    let base = ahead(*tip, *before, long);
    let mut shaft = points.to_vec();
    if let Some(last) = shaft.last_mut() {
        *last = ahead(*tip, *before, long * 0.7);
    }
    canvas.path(&shaft, 9.0, line);
    let side = Point { x: (base.y - tip.y) * 0.42, y: (tip.x - base.x) * 0.42 };
    let head = [
        *tip,
        Point { x: base.x + side.x, y: base.y + side.y },
        ahead(*tip, *before, long * 0.7),
        Point { x: base.x - side.x, y: base.y - side.y },
    ];
    canvas.polygon(&head, &format!("class=\"head\"{head_tint}"));
}

/// Cuts a polyline from centre to centre at the borders of its ends. `None` if nothing is left.
fn clip(centres: &[Point], source_radius: f64, target_radius: f64) -> Option<Vec<Point>> {
    let (first, last) = (*centres.first()?, *centres.last()?);
    let inner = centres.get(1..centres.len() - 1)?;
    let mut points: Vec<Point> = Vec::with_capacity(centres.len());
    points.push(first);
    let outside = |nail: &&Point| {
        distance(**nail, first) > source_radius && distance(**nail, last) > target_radius
    };
    points.extend(inner.iter().filter(outside));
    points.push(last);
    let count = points.len();
    if count == 2 && distance(first, last) <= source_radius + target_radius {
        return None;
    }
    let (start, end) =
        (ahead(first, points[1], source_radius), ahead(last, points[count - 2], target_radius));
    points[0] = start;
    points[count - 1] = end;
    Some(points)
}

#[cfg(test)]
mod tests;
