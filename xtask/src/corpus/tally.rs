//! Counting.

use std::process::ExitCode;
use std::time::Duration;

use super::judge::Judgement;
use super::manifest::Entry;
use super::stale;

/// How many queries came out how.
#[derive(Default)]
pub(super) struct Tally {
    models: usize,
    queries: usize,
    expected: usize,
    right: usize,
    wrong: usize,
    stale: usize,
    undecided: usize,
    other: usize,
    /// Of all queries, with and without a known verdict.
    out_of_limits: usize,
    /// How long each of them took.
    seconds: Vec<f64>,
}

impl Tally {
    pub(super) fn start_model(&mut self) {
        self.models += 1;
    }

    /// Failure if an answer is wrong.
    pub(super) fn exit_code(&self) -> ExitCode {
        if self.wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    pub(super) fn add(&mut self, entry: &Entry, judgement: &Judgement) {
        self.queries += 1;
        let mark = match judgement.agrees {
            Some(true) => {
                self.right += 1;
                "ok"
            }
            Some(false) if stale::reason(&entry.file, &judgement.formula).is_some() => {
                self.stale += 1;
                "stale"
            }
            Some(false) => {
                self.wrong += 1;
                "WRONG"
            }
            None if judgement.expected => {
                self.undecided += 1;
                "undecided"
            }
            None => {
                self.other += 1;
                "-"
            }
        };
        self.expected += usize::from(judgement.expected);
        self.out_of_limits += usize::from(judgement.out_of_limits);
        self.seconds.push(judgement.seconds);
        println!(
            "{mark}\t{}\t{}\t{:.2}s\t{} stored\t{}",
            entry.file, judgement.outcome, judgement.seconds, judgement.stored, judgement.formula
        );
    }

    pub(super) fn print(&mut self, elapsed: Duration) {
        self.seconds.sort_by(f64::total_cmp);
        println!(
            "{} models, {} queries, {} with an expectation: {} right, {} against a stale \
             expectation, {} wrong, {} undecided; {} of all queries out of time or memory, median \
             {:.1} ms; {:.0} s",
            self.models,
            self.queries,
            self.expected,
            self.right,
            self.stale,
            self.wrong,
            self.undecided,
            self.out_of_limits,
            1000.0 * self.seconds.get(self.seconds.len() / 2).unwrap_or(&0.0),
            elapsed.as_secs_f64()
        );
    }
}
