//! The public models: are they read, and are their queries answered as UPPAAL answered them?

mod judge;
mod manifest;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use judge::{Judgement, Limits};
use manifest::Entry;

struct Flags {
    folder: PathBuf,
    parse_only: bool,
    only: Option<String>,
    limits: Limits,
}

fn flags(arguments: &[String]) -> Option<Flags> {
    let mut flags = Flags {
        folder: PathBuf::new(),
        parse_only: false,
        only: None,
        limits: Limits { time: Duration::from_secs(20), memory: 6 << 30 },
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--parse" => flags.parse_only = true,
            "--only" => flags.only = Some(rest.next()?.clone()),
            "--seconds" => flags.limits.time = Duration::from_secs(rest.next()?.parse().ok()?),
            folder => flags.folder = PathBuf::from(folder),
        }
    }
    (!flags.folder.as_os_str().is_empty()).then_some(flags)
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let Some(flags) = flags(arguments) else {
        eprintln!("{}", super::USAGE);
        return ExitCode::from(2);
    };
    let entries = match manifest::read(&flags.folder) {
        Ok(entries) => entries,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let wanted =
        |entry: &&Entry| flags.only.as_ref().is_none_or(|only| entry.file.contains(only.as_str()));
    let mut tally = Tally::default();
    let started = Instant::now();
    for entry in entries.iter().filter(wanted) {
        tally.models += 1;
        judge::entry(&flags.folder, entry, flags.parse_only, &flags.limits, &mut |judgement| {
            tally.add(entry, &judgement);
        });
    }
    tally.print(started.elapsed());
    if tally.wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[derive(Default)]
struct Tally {
    models: usize,
    queries: usize,
    expected: usize,
    right: usize,
    wrong: usize,
    undecided: usize,
    other: usize,
}

impl Tally {
    fn add(&mut self, entry: &Entry, judgement: &Judgement) {
        self.queries += 1;
        let mark = match judgement.agrees {
            Some(true) => {
                self.right += 1;
                "ok"
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
        println!(
            "{mark}\t{}\t{}\t{:.2}s\t{} stored\t{}",
            entry.file, judgement.outcome, judgement.seconds, judgement.stored, judgement.formula
        );
    }

    fn print(&self, elapsed: Duration) {
        println!(
            "{} models, {} queries, {} with an expectation: {} right, {} wrong, {} undecided; {:.0} s",
            self.models,
            self.queries,
            self.expected,
            self.right,
            self.wrong,
            self.undecided,
            elapsed.as_secs_f64()
        );
    }
}
