//! Curves with a logarithmic axis, as SVG.

use std::fmt::Write as _;

/// A curve: its name and its points.
pub struct Curve {
    /// Shown beside its end.
    pub name: String,
    /// Size and measured value.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;
const COLOURS: [&str; 4] = ["#b3452c", "#1f6f8b", "#5b7f3a", "#7a5195"];

/// Both axes are logarithmic; ticks are powers of ten.
struct Axes {
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    fn around(curves: &[Curve]) -> Axes {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let across = range(points().map(|point| point.0));
        let up = range(points().map(|point| point.1));
        Axes {
            x: (across.0.max(1.0).log10(), across.1.max(2.0).log10()),
            y: (up.0.max(1e-6).log10().floor(), up.1.max(1e-5).log10().ceil()),
        }
    }

    fn place(&self, point: (f64, f64)) -> (f64, f64) {
        let along =
            |value: f64, (low, high): (f64, f64)| (value.log10() - low) / (high - low).max(1e-9);
        (
            LEFT + along(point.0.max(1.0), self.x) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - along(point.1.max(1e-6), self.y) * (HEIGHT - TOP - BOTTOM),
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

/// A picture of some curves. Empty curves are left out.
pub fn draw(title: &str, across: &str, up: &str, curves: &[Curve]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>text{{font:12px Helvetica,Arial,'Liberation Sans',sans-serif;fill:#333}}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"{}\" y=\"{}\">{across}</text>\n<text x=\"6\" y=\"20\">{up}</text>\n",
        WIDTH - RIGHT - 40.0,
        HEIGHT - 8.0,
    );
    let axes = Axes::around(curves);
    grid(&mut text, &axes, curves);
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        line(&mut text, &axes, curve, colour);
    }
    text + "</svg>\n"
}

fn grid(text: &mut String, axes: &Axes, curves: &[Curve]) {
    let mut power = axes.y.0;
    while power <= axes.y.1 {
        let (_, y) = axes.place((1.0, 10f64.powf(power)));
        let label = format!("{}", 10f64.powf(power));
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
        );
        power += 1.0;
    }
    let mut sizes: Vec<f64> =
        curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    sizes.sort_by(f64::total_cmp);
    let mut free = 0.0;
    for size in sizes {
        let (x, _) = axes.place((size, 1.0));
        if x >= free {
            let y = HEIGHT - BOTTOM + 16.0;
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{size}</text>"
            );
            free = x + 26.0;
        }
    }
}

fn line(text: &mut String, axes: &Axes, curve: &Curve, colour: &str) {
    let places: Vec<(f64, f64)> = curve.points.iter().map(|point| axes.place(*point)).collect();
    let Some((x, y)) = places.last() else { return };
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{colour}\">{}</text>",
        path.join(" "),
        x + 6.0,
        y + 4.0,
        curve.name,
    );
    for (x, y) in places {
        let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
}
