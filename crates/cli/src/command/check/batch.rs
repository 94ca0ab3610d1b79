//! Several models in one run.

use std::path::{Path, PathBuf};

use orrery::report::json::batch_json;
use orrery::report::junit::batch_junit;
use orrery::report::text::{Outcome, batch_text};
use orrery::report::view::{BatchView, CheckView, DiagnosticView, ModelView, SeverityView};

use super::jobs::Job;
use super::one::{self, tool};
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice};
use crate::interrupt::Interrupt;
use crate::status::Status;

/// Answers the queries of each model. What is wrong with one does not keep the others from being checked.
pub(super) fn run(
    flags: &CheckFlags,
    jobs: &[Job],
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Status, Failure> {
    if jobs.iter().filter(|job| job.model == Path::new("-")).count() > 1 {
        return Err(Failure::wrong("standard input can be read only once"));
    }
    let text = flags.format == FormatChoice::Text;
    let mut models: Vec<CheckView> = Vec::with_capacity(jobs.len());
    let mut statuses = Vec::with_capacity(jobs.len());
    for (job, name) in jobs.iter().zip(names(jobs)) {
        if interrupt.is_asked() {
            break;
        }
        if text {
            let gap = if models.is_empty() { "" } else { "\n" };
            console.write(&format!("{gap}{}\n", job.model.display()))?;
        }
        let (view, status) = match one::check(&for_one(flags, job, &name), interrupt, console) {
            Ok(checked) => {
                if text {
                    checked.write_summary(console)?;
                }
                (checked.view, checked.status)
            }
            Err(Failure::Wrong(problem)) => {
                console.error(&problem);
                (unreadable(job, problem), Status::Wrong)
            }
            Err(closed @ Failure::ClosedPipe) => return Err(closed),
        };
        models.push(view);
        statuses.push(status);
    }
    let untried = jobs.len() - models.len();
    let view = BatchView::new(tool(), models, untried);
    match flags.format {
        FormatChoice::Json => console.write(&batch_json(&view))?,
        FormatChoice::Junit => console.write(&batch_junit(&view))?,
        FormatChoice::Text => {
            let outcomes: Vec<Outcome> = statuses.iter().map(|status| outcome(*status)).collect();
            console.write(&batch_text(&view, &outcomes, console.styles()))?;
        }
    }
    let left = if untried > 0 { Status::Undecided } else { Status::Fine };
    Ok(statuses.into_iter().fold(left, Status::max))
}

fn outcome(status: Status) -> Outcome {
    match status {
        Status::Fine => Outcome::Fine,
        Status::Undecided => Outcome::Undecided,
        Status::Failed => Outcome::Failed,
        Status::Wrong => Outcome::Wrong,
    }
}

/// What to call the files of each model: by its own name, with a number where several have the same.
fn names(jobs: &[Job]) -> Vec<String> {
    let stems: Vec<String> = jobs.iter().map(Job::stem).collect();
    let named = |(at, stem): (usize, &String)| {
        let before = stems[..at].iter().filter(|other| *other == stem).count();
        if before == 0 { stem.clone() } else { format!("{stem}-{}", before + 1) }
    };
    stems.iter().enumerate().map(named).collect()
}

/// The flags for one of several models: files get its name, `report.html` becomes `report-NAME.html`.
fn for_one(flags: &CheckFlags, job: &Job, name: &str) -> CheckFlags {
    let own = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (start, end) = file.split_once('.').unwrap_or((&file, ""));
        path.with_file_name(format!("{start}-{name}.{end}"))
    };
    CheckFlags {
        report: flags.report.as_ref().map(own),
        trace_out: flags.trace_out.as_ref().map(own),
        strategy_out: flags.strategy_out.as_ref().map(own),
        ..job.flags(flags)
    }
}

/// A model of which nothing could be read.
fn unreadable(job: &Job, message: String) -> CheckView {
    let path = job.model.display().to_string();
    let mut view = CheckView::new(tool(), ModelView { path: path.clone(), ..ModelView::default() });
    view.diagnostics.push(DiagnosticView {
        code: UNREADABLE.to_owned(),
        severity: SeverityView::Error,
        message,
        file: path,
        line: 1,
        column: 1,
        place: None,
        help: None,
    });
    view
}

/// The code of a file that cannot be read.
const UNREADABLE: &str = "E0000";
