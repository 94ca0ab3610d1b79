//! The gate on runs: asking for a run must not cost the answer.
//!
//! Every query that is decided within the limit without a run is asked again with `--trace some`. The verdict must be the same, there must be a run
//! wherever one exists, and processor time may at most double, plus one second.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use network::{Network, Query, QueryKind};
use query::plan::{Options, TraceOption};
use query::verdict::{Answer, Verdict};

use super::judge::{JudgeLimits, describe, read};
use super::manifest::Entry;
use crate::usage;

#[derive(Default)]
pub struct Found {
    pub decided: usize,
    /// Runs that were shown, each replayed.
    pub runs: usize,
    /// What is wrong, a line each.
    pub problems: Vec<String>,
    /// The largest part of the allowed time that was used.
    slowest: f64,
}

/// Prints what is wrong, and a summary; fails if anything is.
pub fn gate<'e>(
    folder: &Path,
    entries: impl Iterator<Item = &'e Entry>,
    limits: &JudgeLimits,
) -> ExitCode {
    let mut found = Found::default();
    for entry in entries {
        let before = found.problems.len();
        found.model(folder, entry, limits);
        found.problems[before..].iter().for_each(|problem| println!("{problem}"));
    }
    println!(
        "{} queries decided without a run; {} runs shown and replayed; {} problems; at most {:.0} % of the time allowed",
        found.decided,
        found.runs,
        found.problems.len(),
        found.slowest * 100.0
    );
    if found.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Found {
    /// Asks the queries of a model.
    pub fn model(&mut self, folder: &Path, entry: &Entry, limits: &JudgeLimits) {
        let Ok(read) = read(folder, entry) else { return };
        for (number, query) in (1..).zip(&read.queries) {
            let name = format!("{} query {number}", entry.file);
            self.query(&name, &read.network, query, limits);
        }
    }

    fn query(&mut self, name: &str, network: &Network, query: &Query, limits: &JudgeLimits) {
        let Some((without, seconds)) = asked(network, query, TraceOption::None, limits) else {
            return;
        };
        if matches!(without.verdict, Ok(Verdict::Unknown(_))) || seconds > limits.time.as_secs_f64()
        {
            return;
        }
        self.decided += 1;
        // The clock on the wall may be slower than the processor's, not the other way round.
        let patience = JudgeLimits { time: limits.time * 20 + Duration::from_secs(60), ..*limits };
        let Some((with, longer)) = asked(network, query, TraceOption::Some, &patience) else {
            return self.problems.push(format!("{name}: refused with a run"));
        };
        let (before, after) = (describe(network, &without), describe(network, &with));
        if before != after {
            self.problems.push(format!("{name}: {} became {}", before.0, after.0));
        }
        let allowed = 2.0 * seconds + 1.0;
        self.slowest = self.slowest.max(longer / allowed);
        if longer > allowed {
            self.problems.push(format!("{name}: {longer:.2} s instead of {seconds:.2} s"));
        }
        match missing(&query.kind, &with) {
            None => {}
            Some(None) => self.runs += 1,
            Some(Some(why)) => self.problems.push(format!("{name}: no run, {why}")),
        }
    }
}

/// The answer, and the processor time it took; nothing if the query is refused.
fn asked(
    network: &Network,
    query: &Query,
    trace: TraceOption,
    limits: &JudgeLimits,
) -> Option<(Answer, f64)> {
    let before = processor_seconds();
    let options = Options { trace, ..Options::default() };
    let answer = query::check(network, query, &options, &mut limits.watch()).ok()?;
    Some((answer, processor_seconds() - before))
}

/// The processor time that this process has used.
fn processor_seconds() -> f64 {
    usage::own().map_or(0.0, |usage| usage.seconds)
}

/// Is there a run to this answer, and why was it not shown?
fn missing(kind: &QueryKind, answer: &Answer) -> Option<Option<String>> {
    let shown = |run: bool, why: String| Some((!run).then_some(why));
    match &answer.verdict {
        Err(fault) => shown(fault.run.is_some(), format!("{:?}", fault.trace_error)),
        Ok(verdict) if has_run(kind, verdict) => {
            shown(answer.run.is_some(), format!("{:?}", answer.trace_error))
        }
        Ok(_) => None,
    }
}

/// Does a run show this verdict?
fn has_run(kind: &QueryKind, verdict: &Verdict) -> bool {
    match kind {
        QueryKind::Reachable(_) | QueryKind::PotentiallyAlways(_) => {
            matches!(verdict, Verdict::Holds)
        }
        QueryKind::Invariant(_) | QueryKind::Eventually(_) | QueryKind::LeadsTo(..) => {
            matches!(verdict, Verdict::Fails)
        }
        QueryKind::Optimum { .. }
        | QueryKind::Cheapest { .. }
        | QueryKind::Branching(_)
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => false,
    }
}

#[cfg(test)]
mod tests;
