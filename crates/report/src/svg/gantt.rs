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
/// Least width of all delays together: the names in the bars of a short run need room too.
const LEAST_WIDTH: f64 = 320.0;
/// How many colours there are for locations.
const SHADES: usize = 10;

/// A run as an SVG document, time to the right. The rows are those of the model's `gantt` section; without one there is a row for each process, with a bar
/// for each stay in a location that must be left in time, and a line for other stays. Stays in which no time passes are thin
/// marks.
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
    for (number, row) in chart.rows.iter().enumerate() {
        chart.draw_row(number, row, &mut page);
    }
    page.finish(14.0, "Locations over time", styled)
}

struct GanttChart<'a> {
    run: &'a RunView,
    rows: Vec<ChartRow>,
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
        let mut spans = spans(&delays, Limits { typical: 46.0, least: 10.0, most: 260.0 });
        let total: f64 = spans.iter().map(|span| span.length).sum();
        if total > 0.0 && total < LEAST_WIDTH {
            spans.iter_mut().for_each(|span| span.length *= LEAST_WIDTH / total);
        }
        let rows = if run.gantt.is_empty() { process_rows(run) } else { section_rows(run) };
        let names = rows.iter().map(|row| &row.name);
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
        GanttChart { run, rows, moments, spans }
    }

    fn bottom(&self) -> f64 {
        self.rows.len() as f64 * ROW
    }

    /// The times of the steps, as many as there is room for, and the marks of compressed delays.
    fn draw_axis(&self, page: &mut Canvas) {
        let y = self.bottom() + 4.0;
        let (first, last) = (self.moments[0], self.moments[self.moments.len() - 1]);
        page.line(Point { x: first, y }, Point { x: last, y }, "class=\"axis\"");
        let steps = self.run.steps.iter().map(|step| step.time);
        let rest = self.run.final_delay.filter(|delay| !delay.is_zero());
        let begin = steps.clone().next_back().unwrap_or(Time::ZERO);
        let end = rest.map(|delay| begin.plus(delay));
        let times = std::iter::once(Time::ZERO).chain(steps).chain(end);
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

    /// The name of a row and its bars; those without time come last, to be drawn on top.
    fn draw_row(&self, number: usize, row: &ChartRow, page: &mut Canvas) {
        let top = number as f64 * ROW;
        let corner = Point { x: self.moments[0] - 10.0, y: top + 2.0 };
        let name = fit(&row.name, 160.0, Font::HEAD);
        page.text(corner, &[name], Font::HEAD, Anchor::End, "class=\"head-text\"");
        let width = |bar: &Bar| self.moments[bar.to] - self.moments[bar.from];
        let (wide, thin): (Vec<&Bar>, Vec<&Bar>) =
            row.bars.iter().partition(|bar| width(bar) > 0.0);
        for bar in wide.into_iter().chain(thin) {
            self.draw_bar(bar, top, page);
        }
    }

    fn draw_bar(&self, bar: &Bar, top: f64, page: &mut Canvas) {
        let (from, to) = (self.moments[bar.from], self.moments[bar.to]);
        page.open("");
        page.tip(&bar.tip);
        if bar.is_line {
            let at = |x: f64| Point { x, y: top + 2.0 + BAR / 2.0 };
            page.line(at(from), at(to), "class=\"lifeline\"");
            page.close();
            return;
        }
        let wide = (to - from).max(TICK);
        let left = if to > from { from } else { from - TICK / 2.0 };
        let class = format!("class=\"{}\"", bar.class);
        page.rect(Rect::at(Point { x: left, y: top + 2.0 }, wide, BAR), 2.0, &class);
        if wide > 18.0 {
            let text = fit(&bar.text, wide - 4.0, Font::SMALL);
            let corner = Point { x: left + wide / 2.0, y: top + 4.5 };
            page.text(corner, &[text], Font::SMALL, Anchor::Middle, "class=\"small ink\"");
        }
        page.close();
    }
}

struct ChartRow {
    name: String,
    bars: Vec<Bar>,
}

/// Something that lasts for some states.
struct Bar {
    text: String,
    /// What is told about it.
    tip: String,
    class: String,
    /// A line will do.
    is_line: bool,
    from: usize,
    /// The first state in which it is over.
    to: usize,
}

/// A row for each process: its stays.
fn process_rows(run: &RunView) -> Vec<ChartRow> {
    let rows = run.processes.iter().enumerate().map(|(number, process)| {
        let is_open = |name: &String| process.open.contains(name);
        // A process that need not leave any location in time has bars for all of them.
        let some_end = process.locations.iter().any(|name| !is_open(name));
        let mut bars: Vec<Bar> = Vec::new();
        for state in 0..=run.steps.len() {
            let Some(location) = run.before(state).locations.get(number) else { continue };
            match bars.last_mut() {
                Some(last) if last.text == *location => last.to = state + 1,
                _ => {
                    let shade = process.locations.iter().position(|name| name == location);
                    bars.push(Bar {
                        text: location.clone(),
                        tip: format!("{} in {location}", process.name),
                        class: format!("shade{}", shade.unwrap_or(0) % SHADES),
                        is_line: some_end && is_open(location),
                        from: state,
                        to: state + 1,
                    });
                }
            }
        }
        ChartRow { name: process.name.clone(), bars }
    });
    rows.collect()
}

/// The rows of the model's `gantt` section.
fn section_rows(run: &RunView) -> Vec<ChartRow> {
    let rows = run.gantt.iter().map(|row| {
        let bars = row.bars.iter().filter(|bar| bar.to <= run.steps.len() + 1).map(|bar| Bar {
            text: bar.text.clone(),
            tip: format!("{}: {}", row.name, bar.text),
            class: format!("hue{}", bar.colour.rem_euclid(10)),
            is_line: false,
            from: bar.from.min(bar.to),
            to: bar.to,
        });
        ChartRow { name: row.name.clone(), bars: bars.collect() }
    });
    rows.collect()
}

#[cfg(test)]
mod tests;
