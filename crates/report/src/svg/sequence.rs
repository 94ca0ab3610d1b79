//! A run as a message sequence chart with a time axis.
//!
//! Time runs down. Bands in which time passes (their height is to scale, long ones are compressed and marked)
//! alternate with bands in which the edges of one step are taken and no time passes.

mod columns;

use network::drawing::Point;

use super::canvas::{Anchor, Canvas};
use super::geometry::Rect;
use super::ruler::{Limits, Span, spans};
use super::text::{Font, fit, size, width};
use crate::view::{MoveView, RunKind, RunView, StepView, Time};
use columns::{Column, LifelineColumns, roles, shown_location};

/// The x coordinate of the time axis; the lifelines are to its right.
const AXIS: f64 = -34.0;
/// The height of a box.
const BOX: f64 = 19.0;
/// Names are repeated after this many steps.
const REPEAT: usize = 24;
/// Changes beyond this many are counted only.
const CHANGES: usize = 7;
/// The look of a message's name.
const MESSAGE: &str = "class=\"halo synchronisation\"";
const NOTE: f64 = 230.0;

/// A run as an SVG document.
///
/// Each step is a group with the attribute `data-step`, so that a page can find and highlight it.
#[must_use]
pub fn draw_sequence(run: &RunView) -> String {
    draw_styled(run, true)
}

/// The same, for a page that has the style sheet already or not.
pub(crate) fn draw_styled(run: &RunView, styled: bool) -> String {
    let title = match run.kind {
        RunKind::Witness => "Witness",
        RunKind::Counterexample => "Counterexample",
        RunKind::Fault => "Run to a fault",
        RunKind::Simulation => "Simulation",
    };
    SequenceChart::new(run).draw().finish(14.0, title, styled)
}

struct SequenceChart<'a> {
    run: &'a RunView,
    columns: LifelineColumns,
    front: Canvas,
    back: Canvas,
    y: f64,
}

impl<'a> SequenceChart<'a> {
    fn new(run: &'a RunView) -> SequenceChart<'a> {
        let (front, back) = (Canvas::default(), Canvas::default());
        SequenceChart { run, columns: LifelineColumns::choose(run), front, back, y: 0.0 }
    }

    fn draw(mut self) -> Canvas {
        let run = self.run;
        self.draw_names();
        self.draw_initial();
        let start = self.y;
        let mut loop_top = None;
        let spans = self.spans();
        for (index, step) in run.steps.iter().enumerate() {
            if index > 0 && index % REPEAT == 0 {
                self.y += 8.0;
                self.draw_names();
            }
            if run.loop_start == Some(index) {
                loop_top = Some(self.y);
            }
            self.draw_delay(step.delay, spans[index]);
            self.draw_step(index, step);
        }
        self.draw_ending(&spans[run.steps.len()..]);
        self.draw_lifelines(start);
        if let Some(top) = loop_top {
            self.draw_loop(top);
        }
        self.draw_legend();
        let mut page = Canvas::default();
        let origin = Point { x: 0.0, y: 0.0 };
        page.append(&self.back, origin, "");
        page.append(&self.front, origin, "");
        page
    }

    /// A length for each delay: before each step, and at the end.
    fn spans(&self) -> Vec<Span> {
        let mut delays: Vec<f64> = self.run.steps.iter().map(|step| step.delay.approx()).collect();
        delays.push(self.run.final_delay.map_or(0.0, Time::approx));
        delays.push(self.run.fault.as_ref().map_or(0.0, |fault| fault.delay.approx()));
        spans(&delays, Limits { typical: 30.0, least: 15.0, most: 90.0 })
    }

    /// The names of the processes above their lifelines.
    fn draw_names(&mut self) {
        for column in &self.columns.shown {
            let process = &self.run.processes[column.process];
            let name = fit(&process.name, 150.0, Font::HEAD);
            self.front.open("");
            self.front.tip(&process.name);
            let area = box_at(column, self.y);
            self.front.rect(area, 0.0, "class=\"panel\"");
            let corner = Point { x: column.x, y: self.y + 2.0 };
            self.front.text(corner, &[name], Font::HEAD, Anchor::Middle, "class=\"head-text\"");
            self.front.close();
        }
        self.y += BOX + 5.0;
    }

    /// The boxes of the initial locations.
    fn draw_initial(&mut self) {
        for column in &self.columns.shown {
            if let Some(location) = self.run.initial.locations.get(column.process) {
                draw_state(&mut self.front, column, self.y, location);
            }
        }
        let corner = Point { x: AXIS - 8.0, y: self.y + 2.0 };
        self.front.text(corner, &["0"], Font::LABEL, Anchor::End, "class=\"title-text\"");
        self.y += BOX;
    }

    /// A band in which time passes.
    fn draw_delay(&mut self, delay: Time, span: Span) {
        if span.length <= 0.0 {
            return;
        }
        let (top, bottom) = (self.y, self.y + span.length);
        let middle = f64::midpoint(top, bottom);
        let at = |x: f64, y: f64| Point { x, y };
        if span.compressed {
            let zigzag = [
                at(AXIS, top),
                at(AXIS, middle - 9.0),
                at(AXIS + 6.0, middle - 5.0),
                at(AXIS - 6.0, middle),
                at(AXIS + 6.0, middle + 5.0),
                at(AXIS, middle + 9.0),
                at(AXIS, bottom),
            ];
            self.front.path(&zigzag, 0.0, "class=\"axis\"");
        } else {
            self.front.line(at(AXIS, top), at(AXIS, bottom), "class=\"axis\"");
        }
        let text = format!("+{}", delay.shown());
        let corner = at(AXIS - 9.0, middle - Font::SMALL.line / 2.0);
        self.front.text(corner, &[text], Font::SMALL, Anchor::End, "class=\"small faint\"");
        self.front.raw("\n");
        self.y = bottom;
    }

    /// A band in which the edges of a step are taken.
    fn draw_step(&mut self, index: usize, step: &StepView) {
        let line = self.y + 21.0;
        self.front.open(&format!("data-step=\"{index}\" class=\"step\""));
        self.front.tip(&step_tip(index, step));
        self.draw_moment(line, step.time);
        self.draw_moves(&step.moves, line, "");
        let corner = Point { x: AXIS + 7.0, y: line - 15.0 };
        let number = format!("{}", index + 1);
        self.front.text(corner, &[number], Font::SMALL, Anchor::Start, "class=\"small faint\"");
        let mut height: f64 = 30.0;
        for taken in &step.moves {
            if taken.source != taken.target
                && let Some(column) = self.columns.of(self.run, taken)
            {
                draw_state(&mut self.front, column, line + 7.0, &taken.target);
                height = 21.0 + 7.0 + BOX + 3.0;
            }
        }
        let notes = change_lines(step);
        height = height.max(self.draw_note(&notes, line - 8.0, "note") + 16.0);
        self.front.close();
        self.draw_standstill(height);
        self.y += height;
    }

    /// The time at which a step happens, and a faint line across.
    fn draw_moment(&mut self, line: f64, time: Time) {
        let corner = Point { x: AXIS - 9.0, y: line - 7.5 };
        let text = time.shown();
        self.front.text(corner, &[text], Font::LABEL, Anchor::End, "class=\"title-text\"");
        self.front.circle(Point { x: AXIS, y: line }, 2.5, "class=\"tick\"");
        let from = Point { x: AXIS + 6.0, y: line };
        self.back.line(from, Point { x: self.columns.right(), y: line }, "class=\"guide\"");
    }

    /// The axis where no time passes.
    fn draw_standstill(&mut self, height: f64) {
        let (from, to) = (Point { x: AXIS, y: self.y }, Point { x: AXIS, y: self.y + height });
        self.back.line(from, to, "class=\"axis still\"");
    }

    /// Arrows from the sender to the receivers, or the mark of an internal move.
    fn draw_moves(&mut self, moves: &[MoveView], line: f64, tone: &str) {
        let Some((sender, receivers)) = roles(moves) else { return };
        let Some(from) = self.columns.of(self.run, sender) else { return };
        let mut ends: Vec<f64> = receivers
            .iter()
            .filter_map(|taken| self.columns.of(self.run, taken))
            .map(|column| column.x)
            .collect();
        ends.sort_by(f64::total_cmp);
        let start = Point { x: from.x, y: line };
        let arrows = receivers.iter().any(|taken| taken.direction.is_some());
        for side in [1.0, -1.0] {
            draw_messages(&mut self.front, start, &ends, side, arrows, tone);
        }
        let Some(channel) = &sender.channel else {
            self.front.circle(start, 3.6, &format!("class=\"knot{tone}\""));
            return;
        };
        self.front.circle(start, 2.6, &format!("class=\"knot{tone}\""));
        let nearest =
            ends.iter().copied().min_by(|a, b| (a - from.x).abs().total_cmp(&(b - from.x).abs()));
        let Some(end) = nearest else {
            // Nobody listens.
            let corner = Point { x: from.x + 8.0, y: line - 17.0 };
            let text = format!("{channel}!");
            self.front.text(corner, &[text], Font::LABEL, Anchor::Start, MESSAGE);
            return;
        };
        let corner = |part: f64| Point { x: from.x + (end - from.x) * part, y: line - 17.0 };
        // The name of a long message stands at both ends.
        let far = (end - from.x).abs();
        let margin = (40.0 + width(channel, Font::LABEL) / 2.0) / far.max(1.0);
        let places = if far > 600.0 { vec![margin, 1.0 - margin] } else { vec![0.5] };
        for part in places {
            self.front.text(corner(part), &[channel], Font::LABEL, Anchor::Middle, MESSAGE);
        }
    }

    /// A note to the right of all lifelines; gives its height.
    fn draw_note(&mut self, lines: &[String], top: f64, class: &str) -> f64 {
        if lines.is_empty() {
            return 0.0;
        }
        let (wide, high) = size(lines, Font::SMALL);
        let left = self.columns.right() + 16.0;
        let area = Rect::at(Point { x: left, y: top }, wide + 12.0, high + 6.0);
        self.front.rect(area, 3.0, &format!("class=\"{class}\""));
        let corner = Point { x: left + 6.0, y: top + 3.0 };
        self.front.text(corner, lines, Font::SMALL, Anchor::Start, "class=\"small note-text\"");
        high + 6.0
    }

    /// What comes after the last step.
    fn draw_ending(&mut self, rest: &[Span]) {
        if let (Some(delay), Some(span)) = (self.run.final_delay, rest.first()) {
            self.draw_delay(delay, *span);
            self.draw_moment(self.y + 8.0, self.run.duration());
            self.y += 16.0;
        }
        if let Some(fault) = &self.run.fault {
            if let Some(span) = rest.get(1) {
                self.draw_delay(fault.delay, *span);
            }
            let line = self.y + 21.0;
            self.front.open("class=\"fault\"");
            self.draw_moment(line, self.run.duration());
            self.draw_moves(&fault.moves, line, " alarm");
            let lines: Vec<String> =
                wrapped(&fault.message, NOTE).into_iter().take(CHANGES).collect();
            let height = self.draw_note(&lines, line - 8.0, "note alarm-note");
            self.front.close();
            self.draw_standstill(height.max(14.0) + 16.0);
            self.y += height.max(14.0) + 16.0;
        }
        if self.run.endless {
            let (from, to) = (self.y, self.y + 34.0);
            let at = |y: f64| Point { x: AXIS, y };
            self.front.line(at(from), at(to), "class=\"axis forever\"");
            self.draw_last_words("time passes for ever", to - 15.0);
            self.y = to;
        }
        if self.run.stuck {
            let y = self.y + 6.0;
            let at = |x: f64| Point { x, y };
            self.front.line(at(AXIS - 7.0), at(AXIS + 7.0), "class=\"axis\"");
            self.draw_last_words("nothing can happen any more", y - 7.0);
            self.y += 12.0;
        }
    }

    /// A remark beside the end of the axis.
    fn draw_last_words(&mut self, text: &str, y: f64) {
        let corner = Point { x: AXIS + 12.0, y };
        self.front.text(corner, &[text], Font::SMALL, Anchor::Start, "class=\"small halo faint\"");
    }

    /// The vertical lines, from the initial boxes to the end.
    fn draw_lifelines(&mut self, start: f64) {
        self.y += 8.0;
        for column in &self.columns.shown {
            let (from, to) = (Point { x: column.x, y: start }, Point { x: column.x, y: self.y });
            self.back.line(from, to, "class=\"lifeline\"");
        }
        self.back.raw("\n");
    }

    /// A bracket around the steps that are repeated for ever.
    fn draw_loop(&mut self, top: f64) {
        let widest = self.run.steps.iter().map(|step| step.time.shown());
        let room = widest.map(|text| width(&text, Font::LABEL)).fold(24.0, f64::max) + 22.0;
        let x = AXIS - room;
        let bottom = self.y - 8.0;
        let at = |x: f64, y: f64| Point { x, y };
        let bracket = [at(x + 9.0, bottom), at(x, bottom), at(x, top), at(x + 9.0, top)];
        self.front.path(&bracket, 5.0, "class=\"loop\"");
        let head = [at(x + 13.0, top), at(x + 6.0, top - 4.0), at(x + 6.0, top + 4.0)];
        self.front.polygon(&head, "class=\"loop-head\"");
        let corner = at(x - 5.0, f64::midpoint(top, bottom) - 13.0);
        let lines = ["repeats", "for ever"];
        self.front.text(corner, &lines, Font::SMALL, Anchor::End, "class=\"small loop-text\"");
        self.front.raw("\n");
    }

    /// What the marks mean, and what is not shown.
    fn draw_legend(&mut self) {
        let mut lines = Vec::new();
        let room = (self.columns.right() - AXIS).max(420.0);
        if !self.columns.hidden.is_empty() {
            let count = self.columns.hidden.len();
            let noun = if count == 1 { "process never moves" } else { "processes never move" };
            let names = self.columns.hidden.join(", ");
            let text = format!("Not shown: {count} {noun} ({names}).");
            lines.push(fit(&text, room, Font::SMALL));
        }
        let text = "● internal move · → synchronisation · box: location entered · note: what changed · \
                    solid axis: time passes, to scale except where it zigzags · dotted axis: no time passes";
        // Room to spare: a viewer without the fonts that are asked for takes a wider one.
        lines.extend(wrapped_at(text, " · ", room / 1.2));
        self.y += 10.0;
        let corner = Point { x: AXIS, y: self.y };
        self.front.reach(Rect::at(corner, room, Font::SMALL.line));
        self.front.text(corner, &lines, Font::SMALL, Anchor::Start, "class=\"small faint\"");
    }
}

/// Messages to the receivers on one side of the sender: one line, one head for each.
fn draw_messages(
    front: &mut Canvas,
    start: Point,
    ends: &[f64],
    side: f64,
    arrows: bool,
    tone: &str,
) {
    let here: Vec<f64> = ends.iter().copied().filter(|end| (end - start.x) * side > 0.0).collect();
    let Some(far) = here.iter().copied().max_by(|a, b| (a * side).total_cmp(&(b * side))) else {
        return;
    };
    let y = start.y;
    let end = if arrows { far - side * 7.0 } else { far };
    front.line(start, Point { x: end, y }, &format!("class=\"message{tone}\""));
    for x in here {
        if arrows {
            let head = [
                Point { x: x - side, y },
                Point { x: x - side * 9.0, y: y - 4.0 },
                Point { x: x - side * 9.0, y: y + 4.0 },
            ];
            front.polygon(&head, &format!("class=\"message-head{tone}\""));
        } else {
            front.circle(Point { x, y }, 2.6, &format!("class=\"knot{tone}\""));
        }
    }
}

/// The box of a location on a lifeline.
fn draw_state(front: &mut Canvas, column: &Column, top: f64, location: &str) {
    let text = shown_location(location);
    let half = width(&text, Font::LABEL) / 2.0 + 7.0;
    let corner = Point { x: column.x - half, y: top };
    front.rect(Rect::at(corner, 2.0 * half, BOX), 6.0, "class=\"state\"");
    let corner = Point { x: column.x, y: top + 2.0 };
    front.text(corner, &[text], Font::LABEL, Anchor::Middle, "class=\"name\"");
}

fn box_at(column: &Column, top: f64) -> Rect {
    Rect::at(Point { x: column.x - column.half, y: top }, 2.0 * column.half, BOX)
}

/// What changed in a step, one change on each line.
fn change_lines(step: &StepView) -> Vec<String> {
    let mut lines: Vec<String> = step
        .changes
        .iter()
        .take(CHANGES)
        .map(|change| {
            let text = format!("{}: {} → {}", change.variable, change.old, change.new);
            fit(&text, NOTE, Font::SMALL)
        })
        .collect();
    if step.changes.len() > CHANGES {
        lines.push(format!("and {} more", step.changes.len() - CHANGES));
    }
    lines
}

/// Everything about a step, for the pointer.
fn step_tip(index: usize, step: &StepView) -> String {
    let mut text = format!("step {} at {}", index + 1, step.time);
    for taken in &step.moves {
        text.push_str(&format!("\n{}: {} → {}", taken.process, taken.source, taken.target));
        for label in [&taken.guard, &taken.sync, &taken.update] {
            if !label.is_empty() {
                text.push_str(&format!("  {label}"));
            }
        }
        for bound in &taken.select {
            text.push_str(&format!("  {} = {}", bound.name, bound.value));
        }
    }
    text
}

/// Words filled into lines.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    wrapped_at(text, " ", room)
}

/// Pieces filled into lines.
fn wrapped_at(text: &str, separator: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in text.split(separator) {
        match lines.last_mut() {
            Some(line) if width(&format!("{line}{separator}{piece}"), Font::SMALL) <= room => {
                line.push_str(separator);
                line.push_str(piece);
            }
            _ => lines.push(piece.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
pub(crate) mod tests;
