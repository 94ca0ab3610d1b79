//! Section 7.4 of the thesis: the timeout task, for all parameters listed there.

use super::job::{Figures, Job};
use super::ledger::Ledger;
use super::tables::{both, cell, megabytes, seconds};
use std::fmt::Write as _;

const PARAMETERS: [(u32, u32, &[u32]); 3] = [
    (1, 1, &[0, 1, 2, 3, 4, 5]),
    (1, 2, &[0, 1, 2, 3, 4, 5]),
    (9, 10, &[5, 9, 10, 11, 15, 20, 50]),
];

/// One row for each instance: properties A1 and A2, without and with symmetry.
pub fn table(ledger: &mut Ledger) -> String {
    let mut text = "| c1, c2, d | messages | A1 | states | time | A2 | states | time | memory |\n\
                    |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (c1, c2, delays) in PARAMETERS {
        for d in delays {
            let settings = [format!("c1={c1}"), format!("c2={c2}"), format!("d={d}")];
            let a1 = both(ledger, &Job::new("timeout", &settings, 1));
            let a2 = both(ledger, &Job::new("timeout", &settings, 2));
            let most =
                [&a1, &a2].iter().flat_map(|runs| runs.iter().flatten()).map(|run| run.bytes).max();
            let _ = writeln!(
                text,
                "| {c1}, {c2}, {d} | {} | {} | {} | {} |",
                d / c1 + 2,
                columns(&a1),
                columns(&a2),
                most.map_or("?".to_owned(), megabytes),
            );
        }
    }
    text
}

/// Verdict, states and time of a pair of runs.
pub fn columns(runs: &[Option<Figures>; 2]) -> String {
    let pair = |part: &dyn Fn(&Figures) -> String| {
        format!("{} / {}", cell(runs[0].as_ref(), part), cell(runs[1].as_ref(), part))
    };
    let verdict = runs.iter().flatten().find(|run| run.answered());
    format!(
        "{} | {} | {}",
        verdict.map_or("–", |run| run.verdict.as_str()),
        pair(&|run| run.stored.to_string()),
        pair(&|run| seconds(run.seconds)),
    )
}
