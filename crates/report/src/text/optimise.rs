//! Cheapest runs, a few lines for each query.

use super::results::{bytes, seconds};
use super::style::{TextOptions, clean, paint};
use crate::view::{CheapestView, ScheduledView, VerdictView};

/// One answer, without its run.
#[must_use]
pub fn cheapest_text(view: &CheapestView, options: TextOptions) -> String {
    let styles = options.styles;
    let style = match view.verdict {
        VerdictView::Holds => styles.good,
        VerdictView::Fails | VerdictView::Error => styles.bad,
        VerdictView::Unknown | VerdictView::Unsupported => styles.unsure,
    };
    let word = paint(style, view.verdict.word(), styles.reset);
    let mut lines = vec![format!("{}  {word}  {}", view.index, clean(&view.formula))];
    lines.extend(value_line(view).map(|line| paint(styles.change, &line, styles.reset)));
    lines.extend(view.reason.as_deref().map(clean));
    lines
        .extend(view.trace_reason.as_deref().map(|why| format!("no run is shown: {}", clean(why))));
    if options.stats {
        lines.push(paint(styles.faint, &stats_line(view), styles.reset));
        let notes = view.plan.iter().flat_map(|plan| &plan.reasons);
        lines.extend(notes.map(|note| paint(styles.faint, &clean(note), styles.reset)));
    }
    lines.join("\n   ") + "\n"
}

/// What the best run costs, and what is proved about it.
fn value_line(view: &CheapestView) -> Option<String> {
    let objective = &view.objective;
    let value = view.value.as_ref()?;
    let proved = match &view.bound {
        _ if view.optimal => "no run has less".to_owned(),
        Some(bound) => format!("no run has less than {bound}"),
        None => "nothing is known about others".to_owned(),
    };
    let shown = match &view.run_cost {
        Some(cost) if view.attained == Some(false) => {
            format!(" (approached and never reached: the run has {cost})")
        }
        _ => String::new(),
    };
    Some(format!("{objective} {value}{shown}; {proved}"))
}

fn stats_line(view: &CheapestView) -> String {
    let stats = &view.stats;
    format!(
        "{} stored, {} explored, {} transitions, {} covered, {}, {}",
        stats.stored,
        stats.explored,
        stats.transitions,
        stats.covered,
        seconds(stats.seconds),
        bytes(stats.peak_bytes)
    )
}

/// The steps of a schedule, one on each line.
#[must_use]
pub fn schedule_text(rows: &[ScheduledView]) -> String {
    let widest = |of: fn(&ScheduledView) -> &String| {
        rows.iter().map(|row| clean(of(row)).chars().count()).max().unwrap_or(0)
    };
    let widths = [widest(|row| &row.order), widest(|row| &row.step), widest(|row| &row.resource)];
    let line = |row: &ScheduledView| {
        let names = [&row.order, &row.step, &row.resource].map(|name| clean(name));
        let [order, step, resource] = names;
        let [first, second, third] = widths;
        let (start, end) = (row.start.to_string(), row.end.to_string());
        format!("   {start:>8} {end:>8}  {order:first$}  {step:second$}  {resource:third$}")
            .trim_end()
            .to_owned()
            + "\n"
    };
    rows.iter().map(line).collect()
}
