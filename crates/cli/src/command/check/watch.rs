//! Checks again whenever a file changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use super::jobs::jobs;
use super::run::once;
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::CheckFlags;
use crate::interrupt::Interrupt;
use crate::status::Status;

/// So often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// What tells that a file has changed.
type Stamp = Option<(SystemTime, u64)>;

/// Checks, waits until a file changes, and checks again, until the user has had enough. A check that is still going on
/// when a file changes is given up.
pub(super) fn run(flags: &CheckFlags, console: &mut Console) -> Result<Status, Failure> {
    if flags.model.model == Path::new("-") {
        return Err(Failure::wrong("--watch needs a file: standard input does not change"));
    }
    let interrupt = Interrupt::listen();
    loop {
        let before = stamps(flags);
        let status = while_unchanged(flags, &before, &interrupt, console)?;
        if interrupt.is_asked() {
            return Ok(status);
        }
        if stamps(flags) == before {
            console.note("waiting for a change; Ctrl-C to quit");
        }
        while stamps(flags) == before {
            if interrupt.is_asked() {
                return Ok(status);
            }
            thread::sleep(PAUSE);
        }
        // Editors write in several steps.
        thread::sleep(PAUSE);
        console.write("\n")?;
    }
}

/// Checks, and gives up if a file changes meanwhile.
fn while_unchanged(
    flags: &CheckFlags,
    before: &[(PathBuf, Stamp)],
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Status, Failure> {
    interrupt.next_work();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if stamps(flags) != before {
                    interrupt.stop_work();
                    return;
                }
                thread::sleep(PAUSE);
            }
        });
        let checked = match jobs(flags).and_then(|jobs| once(flags, &jobs, interrupt, console)) {
            // What is wrong may be put right.
            Err(Failure::Wrong(problem)) => {
                console.error(&problem);
                Ok(Status::Wrong)
            }
            other => other,
        };
        done.store(true, Ordering::Relaxed);
        checked
    })
}

/// The files that matter, with what tells that they have changed.
fn stamps(flags: &CheckFlags) -> Vec<(PathBuf, Stamp)> {
    let mut files: Vec<PathBuf> = match jobs(flags) {
        Ok(jobs) => jobs
            .into_iter()
            .flat_map(|job| {
                let beside = job.model.with_extension("q");
                [job.queries.unwrap_or(beside), job.model]
            })
            .collect(),
        Err(_) => vec![flags.model.model.clone()],
    };
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let known = fs::metadata(&path).ok();
            let stamp = known.and_then(|known| Some((known.modified().ok()?, known.len())));
            (path, stamp)
        })
        .collect()
}
