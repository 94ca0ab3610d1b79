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
    part: CorpusPart,
    limits: JudgeLimits,
}

/// One of so many parts of the models, so that a long run can be made of short ones.
#[derive(Clone, Copy)]
struct CorpusPart {
    number: usize,
    of: usize,
}

impl CorpusPart {
    fn parse(text: &str) -> Option<CorpusPart> {
        let (number, of) = text.split_once('/')?;
        let part = CorpusPart { number: number.parse().ok()?, of: of.parse().ok()? };
        (1..=part.of).contains(&part.number).then_some(part)
    }

    /// Does the model at this place belong to it?
    fn has(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }
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
        part: CorpusPart { number: 1, of: 1 },
        limits: JudgeLimits { time: Duration::from_secs(20), memory: 6 << 30, threads: 1 },
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
            "--part" => flags.part = CorpusPart::parse(rest.next()?)?,
            "--threads" => flags.limits.threads = rest.next()?.parse().ok()?,
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
    let mut place = 0..;
    let entries: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| wanted(&entry) && place.next().is_some_and(|place| flags.part.has(place)))
        .collect();
    if flags.symmetry {
        return reduction::table(&flags.folder, entries.iter(), &flags.limits);
    }
    if flags.families {
        return families::table(&flags.folder, entries.iter(), &flags.limits);
    }
    if flags.loops {
        return loops::table(&flags.folder, entries.iter(), &flags.limits);
    }
    if flags.runs {
        return runs::gate(&flags.folder, entries.iter(), &flags.limits);
    }
    let mut tally = Tally::default();
    let started = Instant::now();
    for entry in entries.iter() {
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
