//! Tables that put the published figures beside ours.

use super::job::{Figures, Job};
use super::ledger::Ledger;
use super::papers::PaperRow;
use std::fmt::Write as _;

pub fn seconds(value: f64) -> String {
    match value {
        value if value < 0.0095 => format!("{:.1} ms", value * 1000.0),
        value if value < 0.95 => format!("{:.0} ms", value * 1000.0),
        value if value < 9.95 => format!("{value:.1} s"),
        value => format!("{value:.0} s"),
    }
}

pub fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}

/// A part of what came of a run, or why there is nothing.
pub fn cell(figures: Option<&Figures>, part: impl Fn(&Figures) -> String) -> String {
    match figures {
        None => "?".to_owned(),
        Some(figures) if figures.answered() => part(figures),
        Some(_) => "–".to_owned(),
    }
}

/// By which factor symmetry shrinks the states.
pub fn ratio(plain: Option<&Figures>, reduced: Option<&Figures>) -> String {
    match (plain, reduced) {
        (Some(plain), Some(reduced)) if plain.answered() && reduced.answered() => {
            format!("{:.1}", plain.stored as f64 / reduced.stored.max(1) as f64)
        }
        _ => "–".to_owned(),
    }
}

/// Runs without and with symmetry.
pub fn both(ledger: &mut Ledger, job: &Job) -> [Option<Figures>; 2] {
    [ledger.measure(&job.clone().plain()), ledger.measure(job)]
}

/// A published table with our figures: "without / with" symmetry in each cell.
pub fn compare(
    ledger: &mut Ledger,
    first: &str,
    rows: &[PaperRow],
    job: impl Fn(&str) -> Job,
) -> String {
    let mut text = format!(
        "| {first} | states, paper | states, Orrery | time, paper | time, Orrery | memory, paper | memory, Orrery | states, ratio |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    for row in rows {
        let runs = both(ledger, &job(row.name));
        let [plain, reduced] = [runs[0].as_ref(), runs[1].as_ref()];
        let ours = |part: &dyn Fn(&Figures) -> String| {
            format!("{} / {}", cell(plain, part), cell(reduced, part))
        };
        let states = row.states.map_or("not given".to_owned(), |states| published(states, ""));
        let _ = writeln!(
            text,
            "| {} | {states} | {} | {} | {} | {} | {} | {} |",
            row.name,
            ours(&|figures| figures.stored.to_string()),
            published(row.seconds, " s"),
            ours(&|figures| seconds(figures.seconds)),
            published(row.megabytes, " MB"),
            ours(&|figures| megabytes(figures.bytes)),
            ratio(plain, reduced),
        );
    }
    text
}

fn published(pair: [&str; 2], unit: &str) -> String {
    let one = |value: &str| if value == "-" { "–".to_owned() } else { format!("{value}{unit}") };
    format!("{} / {}", one(pair[0]), one(pair[1]))
}
