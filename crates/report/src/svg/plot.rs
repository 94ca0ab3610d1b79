//! Curves over a number, with a logarithmic axis for what was measured.

use std::fmt::Write as _;

use super::text::{Font, SANS, fit, width};
use crate::xml::escape;

/// A curve: its name and its points.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Shown beside its end.
    pub name: String,
    /// Size and measured value.
    pub points: Vec<(f64, f64)>,
}

/// What a picture of curves says besides them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plot<'a> {
    pub title: &'a str,
    /// What the horizontal axis is.
    pub across: &'a str,
    /// What the vertical axis is.
    pub up: &'a str,
    /// Is the horizontal axis logarithmic as well?
    pub both_logarithmic: bool,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 72.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;
/// The most room for the names beside the curves.
const MOST_FOR_NAMES: f64 = 220.0;
/// Names beside curves are at least this far apart.
const LINE: f64 = 15.0;
const COLOURS: [&str; 6] = ["#b3452c", "#1f6f8b", "#5b7f3a", "#7a5195", "#946c00", "#444444"];

struct Axes {
    x: (f64, f64),
    y: (f64, f64),
    right: f64,
    logarithmic: bool,
}

impl Axes {
    fn around(curves: &[Curve], right: f64, logarithmic: bool) -> Axes {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let across = range(points().map(|point| point.0));
        let up = range(points().map(|point| point.1));
        let x = if logarithmic {
            (across.0.max(1.0).log10(), across.1.max(2.0).log10())
        } else {
            across
        };
        let low = up.0.max(1e-6).log10().floor();
        Axes { x, y: (low, up.1.max(1e-5).log10().ceil().max(low + 1.0)), right, logarithmic }
    }

    fn place(&self, (across, up): (f64, f64)) -> (f64, f64) {
        let along = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low).max(1e-9);
        let across = if self.logarithmic { across.max(1.0).log10() } else { across };
        let up = up.max(1e-6).log10();
        (
            LEFT + along(across, self.x).clamp(0.0, 1.0) * (WIDTH - LEFT - self.right),
            HEIGHT - BOTTOM - along(up, self.y).clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM),
        )
    }
}

/// The smallest and the largest; some numbers if there are none.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .map(|value| (value, value))
        .reduce(|(low, high), (value, _)| (low.min(value), high.max(value)))
        .unwrap_or((1.0, 10.0))
}

/// A picture of some curves. Empty ones are left out.
#[must_use]
pub fn draw_curves(plot: Plot<'_>, curves: &[Curve]) -> String {
    framed(HEIGHT, &panel(plot, curves, 0.0), plot.title)
}

/// Several pictures below one another.
#[must_use]
pub fn draw_panels(panels: &[(Plot<'_>, Vec<Curve>)]) -> String {
    let mut body = String::new();
    let mut top = 0.0;
    for (plot, curves) in panels {
        body.push_str(&panel(*plot, curves, top));
        top += HEIGHT;
    }
    framed(top, &body, panels.first().map_or("", |(plot, _)| plot.title))
}

fn framed(height: f64, body: &str, title: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>text{{font:12px {SANS};fill:#333}}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

fn panel(plot: Plot<'_>, curves: &[Curve], top: f64) -> String {
    let widest =
        curves.iter().map(|curve| width(&curve.name, Font::SMALL) * 1.1).fold(0.0, f64::max);
    let axes =
        Axes::around(curves, widest.clamp(40.0, MOST_FOR_NAMES) + 16.0, plot.both_logarithmic);
    let mut text = format!(
        "<g transform=\"translate(0 {top})\">\n<text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{:.1}\" y=\"{}\" text-anchor=\"end\">{}</text>\n<text x=\"6\" y=\"20\">{}</text>\n",
        escape(plot.title),
        WIDTH - axes.right,
        HEIGHT - 8.0,
        escape(plot.across),
        escape(plot.up),
    );
    grid(&mut text, &axes, curves);
    let names = name_heights(&axes, curves);
    for ((curve, colour), name) in curves.iter().zip(COLOURS.iter().cycle()).zip(names) {
        line(&mut text, &axes, curve, colour, name);
    }
    text + "</g>\n"
}

fn grid(text: &mut String, axes: &Axes, curves: &[Curve]) {
    // Numbers of neighbouring powers of ten would stand on one another if there were too many.
    let powers = (axes.y.1 - axes.y.0).round().max(1.0);
    let step = (powers / 8.0).ceil().max(1.0);
    let mut power = axes.y.0;
    while power <= axes.y.1 {
        let (_, y) = axes.place((1.0, 10f64.powf(power)));
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - axes.right,
            LEFT - 6.0,
            y + 4.0,
            tick(power),
        );
        power += step;
    }
    let mut sizes: Vec<f64> =
        curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    let mut free = 0.0;
    for size in sizes {
        let (x, _) = axes.place((size, 1.0));
        let half = width(&size.to_string(), Font::LABEL) / 2.0 + 4.0;
        if x - half >= free {
            let y = HEIGHT - BOTTOM + 16.0;
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{size}</text>"
            );
            free = x + half;
        }
    }
}

/// A power of ten in at most seven letters.
fn tick(power: f64) -> String {
    if (-4.0..=6.0).contains(&power) {
        format!("{}", 10f64.powf(power))
    } else {
        format!("1e{power}")
    }
}

/// The height of the name of each curve: at its end, moved so that no two stand on one another.
fn name_heights(axes: &Axes, curves: &[Curve]) -> Vec<Option<f64>> {
    let ends = curves.iter().map(|curve| curve.points.last().map(|point| axes.place(*point).1));
    let mut heights: Vec<Option<f64>> = ends.collect();
    let mut order: Vec<usize> = (0..curves.len()).filter(|at| heights[*at].is_some()).collect();
    order.sort_by(|left, right| {
        heights[*left].unwrap_or(0.0).total_cmp(&heights[*right].unwrap_or(0.0))
    });
    let mut free = TOP;
    for at in &order {
        let height = heights[*at].unwrap_or(0.0).max(free);
        heights[*at] = Some(height);
        free = height + LINE;
    }
    // What was pushed below the axis comes up again.
    let mut most = HEIGHT - BOTTOM;
    for at in order.iter().rev() {
        let height = heights[*at].unwrap_or(0.0).min(most);
        heights[*at] = Some(height);
        most = height - LINE;
    }
    heights
}

fn line(text: &mut String, axes: &Axes, curve: &Curve, colour: &str, name: Option<f64>) {
    let places: Vec<(f64, f64)> = curve.points.iter().map(|point| axes.place(*point)).collect();
    let (Some((x, _)), Some(height)) = (places.last(), name) else { return };
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{colour}\">{}</text>",
        path.join(" "),
        x + 6.0,
        height + 4.0,
        escape(&fit(&curve.name, MOST_FOR_NAMES, Font::SMALL)),
    );
    for (x, y) in places {
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
}

#[cfg(test)]
mod tests;
