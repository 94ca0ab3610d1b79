//! Section 7.5 of the thesis: the agreement algorithm, for all parameters listed there.

use super::job::{Figures, Job};
use super::ledger::Ledger;
use super::tables::{both, cell, megabytes, seconds};
use std::fmt::Write as _;

const PARAMETERS: [(u32, u32, &[u32]); 3] = [
    (1, 1, &[0, 1, 2, 3, 5, 10]),
    (1, 2, &[0, 1, 2, 3, 5, 10]),
    (9, 10, &[5, 9, 10, 11, 15, 20, 50, 100]),
];

/// The properties that were checked for every instance, and the one only for the three smallest delays.
const ALWAYS: [u32; 4] = [1, 2, 3, 4];
const SMALLEST: u32 = 5;

/// One row for each instance.
pub fn table(ledger: &mut Ledger) -> String {
    let mut text = "| f | c1, c2, d | 7.3 to 7.6 | states | time | memory | with convex hulls | 7.7 | states | time |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for failures in [0, 1] {
        for (c1, c2, delays) in PARAMETERS {
            for (place, d) in delays.iter().enumerate() {
                let settings = [
                    format!("F={failures}"),
                    format!("c1={c1}"),
                    format!("c2={c2}"),
                    format!("d={d}"),
                ];
                let hard =
                    if place < 3 { health(ledger, &settings) } else { "not asked | | ".to_owned() };
                let _ = writeln!(
                    text,
                    "| {failures} | {c1}, {c2}, {d} | {} | {hard} |",
                    four_properties(ledger, &settings)
                );
            }
        }
    }
    text
}

/// The model above beside the one that keeps to the letter of the thesis, for one instance.
pub fn literal(ledger: &mut Ledger) -> String {
    let mut text = "| messages of earlier rounds | own messages | 7.3 to 7.6 | states | time | memory | with convex hulls |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    for (remember, echo) in [(false, false), (true, false), (false, true), (true, true)] {
        let settings = [
            "F=1".to_owned(),
            "c1=1".to_owned(),
            "c2=2".to_owned(),
            "d=1".to_owned(),
            format!("REMEMBER={remember}"),
            format!("ECHO={echo}"),
        ];
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            if remember { "kept" } else { "forgotten" },
            if echo { "travel" } else { "arrive at once" },
            four_properties(ledger, &settings)
        );
    }
    text
}

/// The four properties together: the most states, the time of all, the most memory; and the time with convex hulls.
fn four_properties(ledger: &mut Ledger, settings: &[String]) -> String {
    let exact = ALWAYS.map(|query| both(ledger, &Job::new("agreement", settings, query)));
    let hull = ALWAYS.map(|query| {
        ledger.measure(&Job::new("agreement", settings, query).with("--abstraction", "hull"))
    });
    let [plain, reduced] = [0, 1].map(|which| total(exact.iter().map(|runs| runs[which].as_ref())));
    let pair = |part: &dyn Fn(&Figures) -> String| {
        format!("{} / {}", cell(plain.as_ref(), part), cell(reduced.as_ref(), part))
    };
    let hull = total(hull.iter().map(Option::as_ref));
    format!(
        "{} | {} | {} | {} | {}",
        reduced.as_ref().map_or("–", |run| if run.answered() {
            run.verdict.as_str()
        } else {
            "–"
        }),
        pair(&|run| run.stored.to_string()),
        pair(&|run| seconds(run.seconds)),
        pair(&|run| megabytes(run.bytes)),
        cell(hull.as_ref(), |run| seconds(run.seconds)),
    )
}

fn health(ledger: &mut Ledger, settings: &[String]) -> String {
    super::timeout::columns(&both(ledger, &Job::new("agreement", settings, SMALLEST)))
}

/// Several runs as one. It is answered if all are; it fails if one does.
fn total<'a>(runs: impl Iterator<Item = Option<&'a Figures>>) -> Option<Figures> {
    let mut sum = Figures { verdict: "holds".to_owned(), ..Figures::default() };
    for run in runs {
        let run = run?;
        sum.stored = sum.stored.max(run.stored);
        sum.bytes = sum.bytes.max(run.bytes);
        sum.seconds += run.seconds;
        if run.verdict != "holds" && sum.verdict != "unknown" {
            sum.verdict = if run.answered() { run.verdict.clone() } else { "unknown".to_owned() };
        }
    }
    Some(sum)
}
