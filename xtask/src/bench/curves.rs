//! Scaling curves: seconds by size, logarithmic, as SVG.

use std::fmt::Write;

use super::table::{Row, median};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 20.0;
const LEGEND: f64 = 170.0;
const COLOURS: [&str; 8] =
    ["#1b6ca8", "#c1440e", "#3a7d44", "#8e44ad", "#b8860b", "#008080", "#a0295b", "#555555"];

struct Axes {
    sizes: (f64, f64),
    decades: (f64, f64),
}

impl Axes {
    fn x(&self, size: f64) -> f64 {
        let span = (self.sizes.1 - self.sizes.0).max(1.0);
        LEFT + (size - self.sizes.0) / span * (WIDTH - LEFT - LEGEND)
    }

    fn y(&self, seconds: f64) -> f64 {
        let span = (self.decades.1 - self.decades.0).max(1.0);
        HEIGHT - BOTTOM - (seconds.log10() - self.decades.0) / span * (HEIGHT - BOTTOM - TOP)
    }
}

/// The picture: one colour for each family, whole lines for Orrery, dashed ones for TChecker.
pub fn svg(rows: &[Row]) -> String {
    let sizes = rows.iter().map(|row| f64::from(row.model.size));
    let all = rows.iter().flat_map(seconds).filter(|seconds| *seconds > 0.0);
    let (low, high) =
        all.fold((1.0f64, 1.0f64), |(low, high), each| (low.min(each), high.max(each)));
    let axes = Axes {
        sizes: (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max)),
        decades: (low.log10().floor(), high.log10().ceil()),
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    grid(&mut text, &axes);
    let mut families: Vec<&str> = rows.iter().map(|row| row.model.family).collect();
    families.dedup();
    for (number, family) in families.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let of: Vec<&Row> = rows.iter().filter(|row| row.model.family == *family).collect();
        let ours = of.iter().map(|row| (row.model.size, median(&row.ours.cpu)));
        curve(&mut text, &axes, ours, colour, "");
        let theirs = of
            .iter()
            .filter_map(|row| Some((row.model.size, median(&row.theirs.as_ref().ok()?.cpu))));
        curve(&mut text, &axes, theirs, colour, " stroke-dasharray=\"5 4\"");
        let (x, y) = (WIDTH - LEGEND + 20.0, TOP + 10.0 + 18.0 * number as f64);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{family}</text>");
    }
    text.push_str("</svg>\n");
    text
}

fn seconds(row: &Row) -> Vec<f64> {
    let theirs = row.theirs.as_ref().ok().map(|series| median(&series.cpu));
    std::iter::once(median(&row.ours.cpu)).chain(theirs).collect()
}

fn grid(text: &mut String, axes: &Axes) {
    let mut decade = axes.decades.0;
    while decade <= axes.decades.1 {
        let y = axes.y(10f64.powf(decade));
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} s</text>",
            WIDTH - LEGEND,
            LEFT - 6.0,
            y + 4.0,
            10f64.powf(decade),
        );
        decade += 1.0;
    }
    let mut size = axes.sizes.0;
    while size <= axes.sizes.1 {
        let (x, y) = (axes.x(size), HEIGHT - BOTTOM + 18.0);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{size}</text>");
        size += 1.0;
    }
    let (x, y) = (LEFT, HEIGHT - 6.0);
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\">processor time by size; dashed: TChecker's fastest</text>"
    );
}

fn curve(
    text: &mut String,
    axes: &Axes,
    points: impl Iterator<Item = (u32, f64)>,
    colour: &str,
    dash: &str,
) {
    let mut path = String::new();
    for (size, seconds) in points {
        let (x, y) = (axes.x(f64::from(size)), axes.y(seconds.max(1e-3)));
        let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { "M" } else { "L" });
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>");
    }
    if !path.is_empty() {
        let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\"{dash}/>");
    }
}
