//! What symmetry brings: every query with and without.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use network::{Network, Query};
use query::plan::{Options, SymmetryOption};

use super::judge::{JudgeLimits, read};
use super::manifest::Entry;
use super::ran::run;

/// Prints a table of the models with symmetries; fails if a verdict changes.
pub fn table<'e>(
    folder: &Path,
    entries: impl Iterator<Item = &'e Entry>,
    limits: &JudgeLimits,
) -> ExitCode {
    println!("model\tsymmetries\tdetection ms\tstored without\twith\tseconds without\twith\tquery");
    let (mut models, mut symmetric, mut changed, mut slowest) = (0, 0, 0, 0.0f64);
    for entry in entries {
        let Ok(read) = read(folder, entry) else { continue };
        models += 1;
        let started = Instant::now();
        let _ = symmetry::detect(&read.network, &[]);
        let detection = started.elapsed().as_secs_f64();
        slowest = slowest.max(detection);
        let mut any = false;
        for query in &read.queries {
            let Some(order) = order(&read.network, query) else { continue };
            any = true;
            let off = Options { symmetry: SymmetryOption::Off, ..Options::default() };
            let without = run(&read.network, query, &off, limits);
            let with = run(&read.network, query, &Options::default(), limits);
            let differ = without.contradicts(&with);
            changed += usize::from(differ);
            let mark = if differ { "VERDICT CHANGED " } else { "" };
            println!(
                "{mark}{}\t{order}\t{:.1}\t{}\t{}\t{:.3}\t{:.3}\t{}",
                entry.file,
                detection * 1e3,
                without.counted(without.stored),
                with.counted(with.stored),
                without.seconds,
                with.seconds,
                query.text.split_whitespace().collect::<Vec<_>>().join(" "),
            );
        }
        symmetric += usize::from(any);
    }
    println!(
        "{models} models, {symmetric} with symmetries that a query leaves; {changed} verdicts changed; \
         slowest detection {:.1} ms",
        slowest * 1e3
    );
    if changed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The order of the group that is left by a query; none if it is trivial.
fn order(network: &Network, query: &Query) -> Option<String> {
    let plan = query::plan::plan(network, query, &Options::default()).ok()?;
    plan.symmetry.group.as_ref().map(|group| group.order().to_string())
}
