//! Answers, one line for each query and a few more where there is something to say.

use super::run::counted;
use super::strategy::strategy_lines;
use super::style::{Styles, TextOptions, clean, pad, paint};
use crate::view::{ClaimView, QueryView, StatsView, SymmetryStatsView, VerdictView};

/// How wide the columns of a table of answers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// The number of the query.
    pub number: usize,
    pub verdict: usize,
}

impl Columns {
    /// Wide enough for these answers.
    #[must_use]
    pub fn of(queries: &[QueryView]) -> Columns {
        let digits = queries.iter().map(|query| query.index.to_string().len());
        let words = queries.iter().map(|query| query.verdict.word().len());
        Columns { number: digits.max().unwrap_or(1), verdict: words.max().unwrap_or(0) }
    }
}

/// One answer, without its run: a line, and further lines where there is more to say.
#[must_use]
pub fn query_text(query: &QueryView, columns: Columns, options: TextOptions) -> String {
    let word = query.verdict.word();
    let painted = paint(style_of(query, options.styles), word, options.styles.reset);
    let number = query.index.to_string();
    let formula = clean(&query.formula);
    let mut out = format!(
        "{}{number}  {painted}{}  {formula}\n",
        pad(&number, columns.number),
        pad(word, columns.verdict)
    );
    for detail in details(query, options) {
        out.push_str(&format!("{}  {detail}\n", " ".repeat(columns.number + 2 + columns.verdict)));
    }
    out
}

/// An expectation that came true is good news whatever the answer; without one, what holds is.
fn style_of(query: &QueryView, styles: Styles) -> &'static str {
    match (&query.expect, query.verdict) {
        (Some(expect), _) if expect.met => styles.good,
        (Some(_), _) => styles.bad,
        (None, VerdictView::Holds) => styles.good,
        (None, VerdictView::Fails | VerdictView::Error) => styles.bad,
        (None, VerdictView::Unknown | VerdictView::Unsupported) => styles.unsure,
    }
}

/// The lines below a query.
fn details(query: &QueryView, options: TextOptions) -> Vec<String> {
    let styles = options.styles;
    let mut lines = Vec::new();
    // Nothing is known of values that the search did not get to.
    if let Some(value) = query.value.as_ref().filter(|value| !value.text.is_empty()) {
        lines.push(paint(styles.change, &value.text, styles.reset));
    }
    if let Some(reason) = &query.reason {
        lines.push(clean(reason));
    }
    if let Some(reason) = &query.trace_reason {
        lines.push(format!("no run is shown: {}", clean(reason)));
    }
    lines.extend(claim_lines(query).iter().map(|line| clean(line)));
    if let Some(strategy) = &query.strategy {
        lines.extend(strategy_lines(strategy).iter().map(|line| clean(line)));
    }
    match &query.expect {
        Some(expect) if !expect.met => {
            let text = format!("expected: {}", expect.outcome);
            lines.push(paint(styles.bad, &text, styles.reset));
        }
        Some(_) if query.verdict != VerdictView::Holds => {
            lines.push(paint(styles.good, "as expected", styles.reset));
        }
        _ => {}
    }
    if options.stats {
        lines.push(paint(styles.faint, &stats_line(&query.stats), styles.reset));
        if let Some(symmetry) = &query.stats.symmetry {
            lines.push(paint(styles.faint, &symmetry_line(symmetry), styles.reset));
        }
    }
    lines
}

/// With fewer states, most of the memory is not for them.
const ENOUGH_STATES: u64 = 100_000;

/// What is said of states of the run, a line each.
pub(crate) fn claim_lines(query: &QueryView) -> Vec<String> {
    let steps = query.trace.as_ref().map_or(0, |run| run.steps.len());
    let line = |claim: &ClaimView| {
        let when = match claim.after {
            0 => "at the start".to_owned(),
            after if after == steps => "at the end of the run".to_owned(),
            after => format!("after {}", counted(after, "transition")),
        };
        format!("{when}: {}", claim.text)
    };
    query.claims.iter().map(line).collect()
}

/// What an answer took, in one line.
fn stats_line(stats: &StatsView) -> String {
    let mut line = format!(
        "{} stored, {} explored, {} transitions, {} covered, {}, {}",
        stats.stored,
        stats.explored,
        stats.transitions,
        stats.covered,
        seconds(stats.seconds),
        bytes(stats.peak_bytes)
    );
    if stats.stored >= ENOUGH_STATES {
        line.push_str(&format!(" ({} per state)", bytes(stats.peak_bytes / stats.stored)));
    }
    if stats.followed > 0 {
        line.push_str(&format!(", {} followed without being stored", stats.followed));
    }
    if !stats.phases.is_empty() {
        let phases = stats.phases.iter().map(|p| format!("{} {}", p.name, seconds(p.seconds)));
        line.push_str(&format!(" ({})", phases.collect::<Vec<_>>().join(", ")));
    }
    if let Some(number) = stats.found_by {
        line.push_str(&format!("; by the search of query {number}"));
    }
    line
}

/// What symmetry did, in one line.
#[must_use]
pub(crate) fn symmetry_line(symmetry: &SymmetryStatsView) -> String {
    let mut line = format!(
        "symmetry: {} orbits of {} states on average, about {} states without it; {:.0} % of the time",
        symmetry.orbits,
        rounded(symmetry.average_orbit),
        rounded(symmetry.unreduced),
        symmetry.share * 100.0
    );
    if symmetry.exhausted > 0 {
        let states = counted(usize::try_from(symmetry.exhausted).unwrap_or(usize::MAX), "state");
        line.push_str(&format!("; gave up on {states}"));
    }
    line
}

/// Two or three digits that count: `1.3`, `24`, `5040`, `2.4e12`.
fn rounded(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.1}")
    } else if value < 1e6 {
        format!("{value:.0}")
    } else {
        format!("{value:.1e}")
    }
}

/// How many answers of each kind.
#[must_use]
pub fn summary(queries: &[QueryView]) -> String {
    let count = |verdict| queries.iter().filter(|query| query.verdict == verdict).count();
    let kinds = [
        (VerdictView::Holds, "hold"),
        (VerdictView::Fails, "fail"),
        (VerdictView::Unknown, "unknown"),
        (VerdictView::Unsupported, "unsupported"),
        (VerdictView::Error, "in error"),
    ];
    let mut parts = Vec::new();
    for (verdict, word) in kinds {
        match count(verdict) {
            0 => {}
            1 if matches!(verdict, VerdictView::Holds | VerdictView::Fails) => {
                parts.push(format!("1 {word}s"));
            }
            many => parts.push(format!("{many} {word}")),
        }
    }
    let many = queries.len();
    let noun = if many == 1 { "1 query".to_owned() } else { format!("{many} queries") };
    let missed = queries.iter().filter(|query| query.expect.as_ref().is_some_and(|e| !e.met));
    let missed = match missed.count() {
        0 if queries.iter().all(|query| query.expect.is_some()) => "; all as expected".to_owned(),
        0 => String::new(),
        count => format!("; {} not met", counted(count, "expectation")),
    };
    format!("{noun}: {}{missed}", parts.join(", "))
}

/// A duration: `12 ms`, `3.4 s`, `2 min 5 s`.
#[must_use]
pub fn seconds(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        "?".to_owned()
    } else if value < 0.001 {
        format!("{:.0} µs", value * 1e6)
    } else if value < 1.0 {
        format!("{:.0} ms", value * 1e3)
    } else if value < 60.0 {
        format!("{value:.1} s")
    } else {
        let whole = value.round();
        format!("{} min {} s", (whole / 60.0).floor(), whole % 60.0)
    }
}

/// An amount of memory: `512 B`, `1.5 MiB`.
#[must_use]
pub fn bytes(value: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut amount = value as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{value} B") } else { format!("{amount:.1} {}", UNITS[unit]) }
}
