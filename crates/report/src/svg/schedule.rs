//! A schedule as bars: when each order is worked on, and by what.

use network::drawing::Point;

use super::canvas::{Anchor, Canvas};
use super::geometry::Rect;
use super::text::{Font, fit, width};
use crate::view::{ScheduledView, Time};

/// The height of a row.
const ROW: f64 = 24.0;
/// The height of a bar.
const BAR: f64 = 18.0;
/// How wide the time from the first start to the last end is.
const WIDTH: f64 = 900.0;
/// A step without time is so wide.
const TICK: f64 = 3.0;
/// How many colours there are for resources.
const SHADES: usize = 10;
/// About so many times are written at the axis.
const MARKS: f64 = 12.0;

/// A schedule as an SVG document: one row for each order, by their start; time to the right, to scale. A colour for each
/// resource.
#[must_use]
pub fn draw_schedule(rows: &[ScheduledView]) -> String {
    let chart = ScheduleChart::new(rows);
    let mut page = Canvas::default();
    chart.draw_axis(&mut page);
    for row in rows {
        chart.draw_step(row, &mut page);
    }
    for (place, order) in chart.orders.iter().enumerate() {
        let corner = Point { x: -10.0, y: place as f64 * ROW + 2.0 };
        let name = fit(order, 160.0, Font::HEAD);
        page.text(corner, &[name], Font::HEAD, Anchor::End, "class=\"head-text\"");
    }
    page.finish(14.0, "Steps of orders over time", true)
}

struct ScheduleChart<'a> {
    /// In the order of their rows.
    orders: Vec<&'a str>,
    resources: Vec<&'a str>,
    from: f64,
    to: f64,
}

impl<'a> ScheduleChart<'a> {
    fn new(rows: &'a [ScheduledView]) -> ScheduleChart<'a> {
        let (mut orders, mut resources): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for row in rows {
            if !orders.contains(&row.order.as_str()) {
                orders.push(&row.order);
            }
            if !resources.contains(&row.resource.as_str()) {
                resources.push(&row.resource);
            }
        }
        resources.sort_unstable();
        let starts = rows.iter().map(|row| row.start.approx());
        let ends = rows.iter().map(|row| row.end.approx());
        let (from, to) = (starts.fold(f64::MAX, f64::min), ends.fold(0.0, f64::max));
        let from = if from < to { from } else { 0.0 };
        ScheduleChart { orders, resources, from, to: to.max(from + 1.0) }
    }

    fn x(&self, time: Time) -> f64 {
        (time.approx() - self.from) / (self.to - self.from) * WIDTH
    }

    fn draw_axis(&self, page: &mut Canvas) {
        let y = self.orders.len() as f64 * ROW + 4.0;
        page.line(Point { x: 0.0, y }, Point { x: WIDTH, y }, "class=\"axis\"");
        let step = round_step((self.to - self.from) / MARKS);
        let mut time = (self.from / step).ceil() * step;
        while time <= self.to {
            let x = (time - self.from) / (self.to - self.from) * WIDTH;
            let at = |y: f64| Point { x, y };
            page.line(at(0.0), at(y), "class=\"guide\"");
            page.line(at(y), at(y + 4.0), "class=\"axis\"");
            let class = "class=\"small faint\"";
            page.text(at(y + 6.0), &[format!("{time}")], Font::SMALL, Anchor::Middle, class);
            time += step;
        }
        page.raw("\n");
    }

    fn draw_step(&self, row: &ScheduledView, page: &mut Canvas) {
        let place = self.orders.iter().position(|order| *order == row.order).unwrap_or(0);
        let shade = self.resources.iter().position(|resource| *resource == row.resource);
        let (left, right) = (self.x(row.start), self.x(row.end));
        let wide = (right - left).max(TICK);
        let top = place as f64 * ROW;
        page.open("");
        let times = format!("{} to {}", row.start.shown(), row.end.shown());
        page.tip(&format!("{}, {}, {}: {times}", row.order, row.step, row.resource));
        let class = format!("class=\"shade{}\"", shade.unwrap_or(0) % SHADES);
        page.rect(Rect::at(Point { x: left, y: top + 2.0 }, wide, BAR), 2.0, &class);
        let label = match row.resource.is_empty() || row.resource == row.step {
            true => row.step.clone(),
            false => format!("{} ({})", row.step, row.resource),
        };
        let label = if width(&label, Font::SMALL) < wide - 4.0 { label } else { row.step.clone() };
        if wide > 18.0 {
            let text = fit(&label, wide - 4.0, Font::SMALL);
            let corner = Point { x: left + wide / 2.0, y: top + 4.5 };
            page.text(corner, &[text], Font::SMALL, Anchor::Middle, "class=\"small ink\"");
        }
        page.close();
    }
}

/// The next of 1, 2, 5, 10, 20, 50, ... that is no less.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        if let Some(factor) = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least) {
            return factor * power;
        }
        power *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::draw_schedule;
    use crate::view::{ScheduledView, Time};

    fn row(order: &str, step: &str, start: i64, end: i64) -> ScheduledView {
        let (order, step, resource) = (order.to_owned(), step.to_owned(), "mill".to_owned());
        ScheduledView { order, step, resource, start: Time::whole(start), end: Time::whole(end) }
    }

    #[test]
    fn bars_are_to_scale_and_have_names() {
        let svg = draw_schedule(&[row("one", "grind", 0, 30), row("two", "grind", 30, 90)]);
        for text in [">one<", ">two<", "grind (mill)", "two, grind, mill: 30 to 90", ">90<"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        assert!(svg.contains("width=\"300\"") && svg.contains("width=\"600\""), "{svg}");
    }

    #[test]
    fn nothing_at_all_is_drawn() {
        assert!(draw_schedule(&[]).contains("<svg"));
        assert!(draw_schedule(&[row("one", "land", 5, 5)]).contains(">one<"));
    }
}
