//! What a search for the cheapest run found and proved when: two stairs that come together.

use network::drawing::Point;

use super::canvas::{Anchor, Canvas};
use super::text::Font;
use crate::view::CheapestView;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 260.0;

/// The best value and the bound over time, as an SVG document. Time is on a logarithmic scale: most is found early.
#[must_use]
pub fn draw_history(view: &CheapestView) -> String {
    let values: Vec<(f64, f64)> =
        view.improvements.iter().map(|each| (each.seconds, each.value as f64)).collect();
    let bounds: Vec<(f64, f64)> =
        view.bounds.iter().map(|each| (each.seconds, each.bound as f64)).collect();
    let chart = HistoryChart::new(&values, &bounds, view.stats.seconds);
    let mut page = Canvas::default();
    chart.draw_axes(&mut page);
    let ends = [&bounds, &values].map(|stairs| stairs.last().map_or(0.0, |last| chart.y(last.1)));
    // The best run is above the bound, and so is its name where both come together.
    let above = ends[1].min(ends[0] - Font::LABEL.line);
    chart.draw_stairs(&bounds, ("proved: no run has less", ends[0]), "#4477aa", &mut page);
    chart.draw_stairs(&values, ("best run", above), "#cc6677", &mut page);
    page.finish(14.0, "The best run and the bound over time", true)
}

struct HistoryChart {
    /// Seconds at the left and at the right end.
    seconds: (f64, f64),
    /// Values at the lower and at the upper end.
    values: (f64, f64),
}

impl HistoryChart {
    fn new(values: &[(f64, f64)], bounds: &[(f64, f64)], seconds: f64) -> HistoryChart {
        let all = || values.iter().chain(bounds);
        let first = all().map(|each| each.0).fold(seconds, f64::min).max(0.001);
        let least = all().map(|each| each.1).fold(f64::INFINITY, f64::min);
        let most = all().map(|each| each.1).fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
        let room = ((most - least) * 0.06).max(0.5);
        HistoryChart {
            seconds: (first, seconds.max(first * 1.01)),
            values: (least - room, most + room),
        }
    }

    fn x(&self, seconds: f64) -> f64 {
        let (from, to) = self.seconds;
        WIDTH * (seconds.clamp(from, to) / from).ln() / (to / from).ln()
    }

    fn y(&self, value: f64) -> f64 {
        let (from, to) = self.values;
        HEIGHT * (to - value) / (to - from)
    }

    fn draw_axes(&self, page: &mut Canvas) {
        let corner = Point { x: 0.0, y: HEIGHT };
        let style = "stroke=\"#888888\" stroke-width=\"1\"";
        page.line(Point { x: 0.0, y: 0.0 }, corner, style);
        page.line(corner, Point { x: WIDTH, y: HEIGHT }, style);
        let label = |at: Point, text: String, anchor: Anchor, page: &mut Canvas| {
            page.text(at, &[text], Font::LABEL, anchor, "fill=\"#666666\"");
        };
        for share in [0.0, 0.5, 1.0] {
            let value = self.values.0 + (self.values.1 - self.values.0) * share;
            let at = Point { x: -6.0, y: self.y(value) - 7.0 };
            label(at, format!("{value:.0}"), Anchor::End, page);
        }
        let (from, to) = self.seconds;
        for share in [0.0, 0.5, 1.0] {
            let seconds = from * (to / from).powf(share);
            let text =
                if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.0} s") };
            label(Point { x: self.x(seconds), y: HEIGHT + 4.0 }, text, Anchor::Middle, page);
        }
    }

    /// Each value until the next one, with its name at the end.
    fn draw_stairs(
        &self,
        stairs: &[(f64, f64)],
        (name, height): (&str, f64),
        colour: &str,
        page: &mut Canvas,
    ) {
        let mut points: Vec<Point> = Vec::new();
        for (seconds, value) in stairs {
            let x = self.x(*seconds);
            points.extend(points.last().map(|last| Point { x, y: last.y }));
            points.push(Point { x, y: self.y(*value) });
        }
        let Some(last) = points.last().copied() else { return };
        points.push(Point { x: WIDTH, y: last.y });
        let style = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"");
        page.path(&points, 0.0, &style);
        let at = Point { x: WIDTH + 8.0, y: height - 7.0 };
        page.text(at, &[name], Font::LABEL, Anchor::Start, &format!("fill=\"{colour}\""));
    }
}
