//! Writes SVG elements and remembers how far they reach.

use std::fmt::Write as _;

use network::drawing::Point;

use super::geometry::Rect;
use super::palette::style;
use super::text::{ASCENT, Font, width};
use crate::xml::escape;

/// Elements in drawing order, with their extent.
#[derive(Default)]
pub(crate) struct Canvas {
    body: String,
    extent: Option<Rect>,
}

/// Where a text starts, relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// How far the elements reach, if there are any.
    pub(crate) fn extent(&self) -> Option<Rect> {
        self.extent
    }

    /// Counts an area as drawn, for elements whose outline is wider than their points.
    pub(crate) fn reach(&mut self, area: Rect) {
        self.extent = Some(self.extent.map_or(area, |extent| extent.union(&area)));
    }

    /// Adds an element verbatim. The caller has escaped what needs escaping and called `reach`.
    pub(crate) fn raw(&mut self, element: &str) {
        self.body.push_str(element);
    }

    /// Opens a group; `attributes` are written verbatim.
    pub(crate) fn open(&mut self, attributes: &str) {
        let _ =
            write!(self.body, "<g{}{attributes}>", if attributes.is_empty() { "" } else { " " });
    }

    /// Closes the group opened last.
    pub(crate) fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// A remark shown by viewers when the pointer rests on the enclosing group.
    pub(crate) fn tip(&mut self, remark: &str) {
        let _ = write!(self.body, "<title>{}</title>", escape(remark));
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64, attributes: &str) {
        self.reach(Rect::around(centre, radius + 1.0));
        let (x, y, r) = (number(centre.x), number(centre.y), number(radius));
        let _ = write!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>");
    }

    /// A box with rounded corners.
    pub(crate) fn rect(&mut self, area: Rect, radius: f64, attributes: &str) {
        self.reach(area.grown(0.5));
        let _ = write!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(area.left),
            number(area.top),
            number(area.width()),
            number(area.height())
        );
        if radius > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", number(radius));
        }
        let _ = write!(self.body, " {attributes}/>");
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, attributes: &str) {
        self.path(&[from, to], 0.0, attributes);
    }

    /// An open polyline whose corners are rounded with at most this radius.
    pub(crate) fn path(&mut self, points: &[Point], radius: f64, attributes: &str) {
        for point in points {
            self.reach(Rect::around(*point, 1.0));
        }
        let d = rounded(points, radius);
        let _ = write!(self.body, "<path d=\"{d}\" {attributes}/>");
    }

    pub(crate) fn polygon(&mut self, points: &[Point], attributes: &str) {
        let mut list = String::new();
        for point in points {
            self.reach(Rect::around(*point, 0.5));
            let _ = write!(list, "{},{} ", number(point.x), number(point.y));
        }
        let _ = write!(self.body, "<polygon points=\"{}\" {attributes}/>", list.trim_end());
    }

    /// Lines of text below one another; `corner` is the upper left corner of the text for
    /// [`Anchor::Start`], and the upper middle or upper right corner otherwise.
    pub(crate) fn text<S: AsRef<str>>(
        &mut self,
        corner: Point,
        lines: &[S],
        font: Font,
        anchor: Anchor,
        attributes: &str,
    ) {
        let anchored = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let above = (font.line - font.size * 1.117) / 2.0 + font.size * ASCENT;
        for (row, line) in lines.iter().enumerate() {
            let line = line.as_ref();
            let top = corner.y + row as f64 * font.line;
            let wide = width(line, font);
            let left = match anchor {
                Anchor::Start => corner.x,
                Anchor::Middle => corner.x - wide / 2.0,
                Anchor::End => corner.x - wide,
            };
            self.reach(Rect::at(Point { x: left, y: top }, wide, font.line));
            if line.trim().is_empty() {
                continue;
            }
            let (x, y) = (number(corner.x), number(top + above));
            let text = escape(line);
            let _ =
                write!(self.body, "<text x=\"{x}\" y=\"{y}\"{anchored} {attributes}>{text}</text>");
        }
    }

    /// Adds another canvas, moved.
    pub(crate) fn append(&mut self, other: &Canvas, by: Point, attributes: &str) {
        let Some(extent) = other.extent else { return };
        self.reach(extent.moved(by));
        let (x, y) = (number(by.x), number(by.y));
        let gap = if attributes.is_empty() { "" } else { " " };
        let _ = write!(
            self.body,
            "<g transform=\"translate({x} {y})\"{gap}{attributes}>\n{}</g>\n",
            other.body
        );
    }

    /// The whole picture, just large enough, with `margin` around it. In a page that has the style sheet already it
    /// need not be repeated.
    pub(crate) fn finish(self, margin: f64, title: &str, styled: bool) -> String {
        let style = if styled { format!("<style>{}</style>\n", style()) } else { String::new() };
        let nothing = Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
        let area = self.extent.unwrap_or(nothing).grown(margin);
        let (left, top) = (area.left.floor(), area.top.floor());
        let (width, height) = ((area.right - left).ceil(), (area.bottom - top).ceil());
        let view = format!("{} {} {} {}", number(left), number(top), number(width), number(height));
        let size = format!("width=\"{}\" height=\"{}\"", number(width), number(height));
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"orrery\" viewBox=\"{view}\" {size} \
             role=\"img\">\n<title>{title}</title>\n{style}\
             <rect class=\"paper\" x=\"{}\" y=\"{}\" {size}/>\n{}</svg>\n",
            number(left),
            number(top),
            self.body
        )
    }
}

/// Path data for a polyline with rounded corners.
fn rounded(points: &[Point], radius: f64) -> String {
    use super::geometry::{ahead, distance};
    let mut d = String::new();
    let Some(first) = points.first() else { return d };
    let _ = write!(d, "M{} {}", number(first.x), number(first.y));
    for triple in points.windows(3) {
        let [before, corner, after] = [triple[0], triple[1], triple[2]];
        let room = distance(before, corner).min(distance(corner, after)) / 2.0;
        let cut = radius.min(room);
        let (enter, leave) = (ahead(corner, before, cut), ahead(corner, after, cut));
        let _ = write!(d, "L{} {}", number(enter.x), number(enter.y));
        if cut > 0.0 {
            let _ = write!(
                d,
                "Q{} {} {} {}",
                number(corner.x),
                number(corner.y),
                number(leave.x),
                number(leave.y)
            );
        }
    }
    if let [.., last] = points
        && points.len() > 1
    {
        let _ = write!(d, "L{} {}", number(last.x), number(last.y));
    }
    d
}

/// A number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding zero turns a negative zero into a positive one.
    format!("{}", rounded + 0.0)
}
