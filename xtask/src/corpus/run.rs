//! The command.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::families;
use super::judge::{self, JudgeLimits};
use super::manifest::{self, Entry};
use super::tally::Tally;
use super::{loops, reduction, runs};

struct CorpusFlags {
    folder: PathBuf,
    parse_only: bool,
    symmetry: bool,
    families: bool,
    loops: bool,
    runs: bool,
    expected_only: bool,
    only: Option<String>,
    limits: JudgeLimits,
}

fn flags(arguments: &[String]) -> Option<CorpusFlags> {
    let mut flags = CorpusFlags {
        folder: PathBuf::new(),
        parse_only: false,
        symmetry: false,
        families: false,
        loops: false,
        runs: false,
        expected_only: false,
        only: None,
        limits: JudgeLimits { time: Duration::from_secs(20), memory: 6 << 30 },
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--parse" => flags.parse_only = true,
            "--expected" => flags.expected_only = true,
            "--symmetry" => flags.symmetry = true,
            "--families" => flags.families = true,
            "--loops" => flags.loops = true,
            "--runs" => flags.runs = true,
            "--only" => flags.only = Some(rest.next()?.clone()),
            "--seconds" => flags.limits.time = Duration::from_secs(rest.next()?.parse().ok()?),
            folder => flags.folder = PathBuf::from(folder),
        }
    }
    (!flags.folder.as_os_str().is_empty()).then_some(flags)
}

pub fn run(arguments: &[String]) -> ExitCode {
    let Some(flags) = flags(arguments) else {
        eprintln!("{}", crate::USAGE);
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
    if flags.symmetry {
        return reduction::table(&flags.folder, entries.iter().filter(wanted), &flags.limits);
    }
    if flags.families {
        return families::table(&flags.folder, entries.iter().filter(wanted), &flags.limits);
    }
    if flags.loops {
        return loops::table(&flags.folder, entries.iter().filter(wanted), &flags.limits);
    }
    if flags.runs {
        return runs::gate(&flags.folder, entries.iter().filter(wanted), &flags.limits);
    }
    let mut tally = Tally::default();
    let started = Instant::now();
    for entry in entries.iter().filter(wanted) {
        tally.start_model();
        judge::entry(
            &flags.folder,
            &asked(entry, flags.expected_only),
            flags.parse_only,
            &flags.limits,
            &mut |judgement| {
                tally.add(entry, &judgement);
            },
        );
    }
    tally.print(started.elapsed());
    tally.exit_code()
}

/// The entry with the queries that are to be judged.
fn asked(entry: &Entry, expected_only: bool) -> Entry {
    let mut asked = entry.clone();
    asked.queries.retain(|query| !expected_only || query.expected.is_some());
    asked
}
