//! Which models have polling loops, and what acceleration brings there.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use analysis::{accelerable_loops, find_loops};
use network::Network;
use query::plan::{AccelerateOption, Options};

use super::judge::{JudgeLimits, read};
use super::manifest::Entry;
use super::ran::run;

/// Prints the loops of all models, accelerated or nearly so, and for each query that uses some the states with and without; fails if a verdict
/// changes.
pub fn table<'e>(
    folder: &Path,
    entries: impl Iterator<Item = &'e Entry>,
    limits: &JudgeLimits,
) -> ExitCode {
    println!("model\tloops\texpanded without\twith\tquery, or why not");
    let (mut models, mut accelerated, mut nearly, mut changed) = (0, 0, 0, 0);
    let mut slowest = (0.0f64, "");
    for entry in entries {
        let Ok(read) = read(folder, entry) else { continue };
        models += 1;
        let seconds = detection(&read.network);
        if seconds > slowest.0 {
            slowest = (seconds, &entry.file);
        }
        let loops = find_loops(&read.network);
        accelerated += usize::from(!loops.found.is_empty());
        nearly += usize::from(loops.found.is_empty() && !loops.refused.is_empty());
        for each in &loops.refused {
            let name = each.name(&read.network);
            println!("{}\tnot accelerated\t\t\t{name}: {}", entry.file, each.why);
        }
        for each in &loops.found {
            let name = each.name(&read.network);
            println!("{}\tfound\t\t\t{name} takes {}", entry.file, each.delay);
        }
        for query in &read.queries {
            let plan = query::plan::plan(&read.network, query, &Options::default());
            let used = plan.map_or(0, |plan| plan.accelerated.len());
            if used == 0 {
                continue;
            }
            let off = Options { accelerate: AccelerateOption::Off, ..Options::default() };
            let without = run(&read.network, query, &off, limits);
            let with = run(&read.network, query, &Options::default(), limits);
            let differ = without.contradicts(&with);
            changed += usize::from(differ);
            println!(
                "{}{}\t{used}\t{}\t{}\t{}",
                if differ { "VERDICT CHANGED " } else { "" },
                entry.file,
                without.counted(without.explored),
                with.counted(with.explored),
                query.text.split_whitespace().collect::<Vec<_>>().join(" "),
            );
        }
    }
    println!(
        "{models} models, {accelerated} with loops that are accelerated, {nearly} more with loops that nearly are; \
         {changed} verdicts changed; slowest detection {:.2} ms ({})",
        slowest.0 * 1e3,
        slowest.1
    );
    if changed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// For how long the loops of a network are looked for: the least of some times, since others use the machine too.
fn detection(network: &Network) -> f64 {
    let once = |_| {
        let started = Instant::now();
        let _ = accelerable_loops(network);
        started.elapsed().as_secs_f64()
    };
    (0..5).map(once).fold(f64::INFINITY, f64::min)
}
