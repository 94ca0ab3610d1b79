//! A run as bars: where each process is at which time.

use network::drawing::Point;

use super::canvas::{Anchor, Canvas};
use super::geometry::Rect;
use super::ruler::{Limits, Span, spans};
use super::text::{Font, fit, width};
use crate::view::{RunView, Time};

/// The height of a row.
const ROW: f64 = 24.0;
/// The height of a bar.
const BAR: f64 = 18.0;
/// Least width of a stay of no time between two that take time, so that it can be seen.
const TICK: f64 = 3.0;
/// How many colours there are for locations.
const SHADES: usize = 10;

/// A run as an SVG document: one row for each process, time to the right. Stays in which no time
/// passes are thin marks. Rows are in the order of the processes.
#[must_use]
pub fn draw_gantt(run: &RunView) -> String {
    draw_styled(run, true)
}

/// The same, for a page that has the style sheet already or not.
pub(crate) fn draw_styled(run: &RunView, styled: bool) -> String {
    let chart = GanttChart::new(run);
    let mut page = Canvas::default();
    chart.draw_axis(&mut page);
    chart.draw_loop(&mut page);
    for process in 0..run.processes.len() {
        chart.draw_row(process, &mut page);
    }
    page.finish(14.0, "Locations over time", styled)
}

struct GanttChart<'a> {
    run: &'a RunView,
    /// Where each step happens; one more for the end.
    moments: Vec<f64>,
    /// The delay before each step and at the end.
    spans: Vec<Span>,
}

impl<'a> GanttChart<'a> {
    fn new(run: &'a RunView) -> GanttChart<'a> {
        let mut delays: Vec<f64> = run.steps.iter().map(|step| step.delay.approx()).collect();
        let rest = run.final_delay.unwrap_or(Time::ZERO).approx();
        delays.push(rest + run.fault.as_ref().map_or(0.0, |fault| fault.delay.approx()));
        let spans = spans(&delays, Limits { typical: 46.0, least: 10.0, most: 260.0 });
        let names = run.processes.iter().map(|process| &process.name);
        let widest = names.map(|name| width(&fit(name, 160.0, Font::HEAD), Font::HEAD));
        let mut x = widest.fold(40.0, f64::max) + 14.0;
        let mut moments = vec![x];
        for span in &spans {
            x += span.length;
            moments.push(x);
        }
        // The last state is shown even if no time passes there.
        if spans.last().is_none_or(|span| span.length == 0.0)
            && let Some(end) = moments.last_mut()
        {
            *end += 16.0;
        }
        GanttChart { run, moments, spans }
    }

    fn bottom(&self) -> f64 {
        self.run.processes.len() as f64 * ROW
    }

    /// The times of the steps, as many as there is room for, and the marks of compressed delays.
    fn draw_axis(&self, page: &mut Canvas) {
        let y = self.bottom() + 4.0;
        let (first, last) = (self.moments[0], self.moments[self.moments.len() - 1]);
        page.line(Point { x: first, y }, Point { x: last, y }, "class=\"axis\"");
        let times = std::iter::once(Time::ZERO).chain(self.run.steps.iter().map(|step| step.time));
        let mut free = f64::NEG_INFINITY;
        let mut drawn = None;
        for (time, x) in times.zip(&self.moments) {
            let text = time.shown();
            let half = width(&text, Font::SMALL) / 2.0;
            let at = |y: f64| Point { x: *x, y };
            if drawn != Some(*x) {
                page.line(at(0.0), at(y), "class=\"guide\"");
            }
            if x - half > free {
                page.line(at(y), at(y + 4.0), "class=\"axis\"");
                page.text(
                    at(y + 6.0),
                    &[text],
                    Font::SMALL,
                    Anchor::Middle,
                    "class=\"small faint\"",
                );
                free = x + half + 6.0;
            }
            drawn = Some(*x);
        }
        for (index, _) in self.spans.iter().enumerate().filter(|(_, span)| span.compressed) {
            let middle = f64::midpoint(self.moments[index], self.moments[index + 1]);
            let slash =
                |x: f64| [Point { x: x - 3.0, y: y + 6.0 }, Point { x: x + 3.0, y: y - 6.0 }];
            page.path(&slash(middle - 3.0), 0.0, "class=\"axis\"");
            page.path(&slash(middle + 3.0), 0.0, "class=\"axis\"");
        }
        page.raw("\n");
    }

    /// A bracket over the steps that are repeated for ever, or over endless waiting.
    fn draw_loop(&self, page: &mut Canvas) {
        let end = self.moments[self.moments.len() - 1];
        let (start, text) = match self.run.loop_start {
            Some(step) => (self.moments[step.min(self.moments.len() - 1)], "repeats for ever"),
            None if self.run.endless => (end - 16.0, "time passes for ever"),
            None => return,
        };
        let at = |x: f64, y: f64| Point { x, y };
        let bracket = [at(start, -2.0), at(start, -8.0), at(end, -8.0), at(end, -2.0)];
        page.path(&bracket, 4.0, "class=\"loop\"");
        let corner = at(f64::midpoint(start, end), -24.0);
        page.text(corner, &[text], Font::SMALL, Anchor::Middle, "class=\"small loop-text\"");
    }

    /// The name of a process and its stays.
    fn draw_row(&self, process: usize, page: &mut Canvas) {
        let top = process as f64 * ROW;
        let view = &self.run.processes[process];
        let corner = Point { x: self.moments[0] - 10.0, y: top + 2.0 };
        let name = fit(&view.name, 160.0, Font::HEAD);
        page.text(corner, &[name], Font::HEAD, Anchor::End, "class=\"head-text\"");
        for stay in self.stays(process) {
            let shade = view.locations.iter().position(|name| *name == stay.location);
            let wide = (stay.to - stay.from).max(TICK);
            let left = if stay.to > stay.from { stay.from } else { stay.from - TICK / 2.0 };
            page.open("");
            page.tip(&format!("{} in {}", view.name, stay.location));
            let class = format!("class=\"shade{}\"", shade.unwrap_or(0) % SHADES);
            page.rect(Rect::at(Point { x: left, y: top + 2.0 }, wide, BAR), 2.0, &class);
            if wide > 18.0 {
                let text = fit(&stay.location, wide - 4.0, Font::SMALL);
                let corner = Point { x: left + wide / 2.0, y: top + 4.5 };
                page.text(corner, &[text], Font::SMALL, Anchor::Middle, "class=\"small ink\"");
            }
            page.close();
        }
    }

    /// The stays of a process; those without time come last, to be drawn on top.
    fn stays(&self, process: usize) -> Vec<Stay> {
        let states = (0..=self.run.steps.len()).map(|step| self.run.before(step));
        let mut stays: Vec<Stay> = Vec::new();
        for (index, state) in states.enumerate() {
            let Some(location) = state.locations.get(process) else { continue };
            let (from, to) = (self.moments[index], self.moments[index + 1]);
            match stays.last_mut() {
                Some(last) if last.location == *location => last.to = to,
                _ => stays.push(Stay { location: location.clone(), from, to }),
            }
        }
        stays.sort_by_key(|stay| stay.to <= stay.from);
        stays
    }
}

/// A process at one location for some time.
struct Stay {
    location: String,
    from: f64,
    to: f64,
}

#[cfg(test)]
mod tests;
