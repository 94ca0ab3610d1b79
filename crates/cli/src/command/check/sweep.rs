//! One model for several values of a constant.

use std::path::Path;

use orrery::report::csv::sweep_csv;
use orrery::report::json::sweep_json;
use orrery::report::svg::draw_sweep;
use orrery::report::text::{sweep_heading, sweep_line};
use orrery::report::view::{CheckView, PointView, QueryView, SweepView, VerdictView};

use super::super::files::write_file;
use super::one::{self, tool};
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice, Sweep};
use crate::interrupt::Interrupt;
use crate::status::Status;

/// A format of tables and plots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SweepFormat {
    Csv,
    Svg,
    Json,
}

impl SweepFormat {
    fn of(path: &Path) -> Result<SweepFormat, Failure> {
        match path.extension().and_then(|extension| extension.to_str()).unwrap_or("") {
            "csv" => Ok(SweepFormat::Csv),
            "svg" => Ok(SweepFormat::Svg),
            "json" => Ok(SweepFormat::Json),
            _ => Err(Failure::wrong(format!(
                "cannot tell the format of {}: a sweep is written to .csv, .svg or .json",
                path.display()
            ))),
        }
    }
}

/// Says at once what is wrong with the flags, not after hours.
pub(super) fn check_outputs(flags: &CheckFlags) -> Result<(), Failure> {
    flags.sweep_out.iter().try_for_each(|path| SweepFormat::of(path).map(|_| ()))?;
    if flags.sweep.is_some() && flags.format == FormatChoice::Junit {
        return Err(Failure::wrong("a sweep has no JUnit format: use --format text or json"));
    }
    Ok(())
}

/// Answers the queries for one value after the other, until a limit is reached.
pub(super) fn run(
    flags: &CheckFlags,
    sweep: &Sweep,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Status, Failure> {
    let path = flags.model.model.display().to_string();
    let mut view = SweepView::new(tool(), path, sweep.name.clone());
    let text = flags.format == FormatChoice::Text;
    let mut status = Status::Fine;
    for value in sweep.values() {
        let first = view.points.is_empty();
        let checked = one::answer(&at(flags, sweep, value), interrupt, first, console)?;
        status = status.max(checked.status);
        let CheckView { model, queries, diagnostics, .. } = checked.view;
        let point = PointView { value, model, queries, diagnostics };
        if text && first {
            console.write(&sweep_heading(&view.constant, &point.queries))?;
        }
        if text {
            console.write(&sweep_line(&point, console.styles()))?;
        }
        view.stopped = stops(&point.queries);
        view.points.push(point);
        if view.stopped.is_some() || interrupt.is_asked() {
            break;
        }
    }
    for path in &flags.sweep_out {
        write(path, &view)?;
    }
    if let Some(reason) = view.stopped.as_ref().filter(|_| text) {
        let last = view.points.last().map_or(0, |point| point.value);
        console.note(&format!("stopped at {} = {last}: {reason}", sweep.name));
    }
    if flags.format == FormatChoice::Json {
        console.write(&sweep_json(&view))?;
    }
    Ok(status)
}

/// The flags for one value. What is answered is not written by itself.
fn at(flags: &CheckFlags, sweep: &Sweep, value: i32) -> CheckFlags {
    let mut flags = flags.clone();
    flags.model.constants.definitions.push((sweep.name.clone(), value));
    flags.format = FormatChoice::Json;
    flags
}

/// Larger values take longer: where one is undecided, the next is not tried.
fn stops(queries: &[QueryView]) -> Option<String> {
    let undecided = queries.iter().find(|query| query.verdict == VerdictView::Unknown)?;
    Some(undecided.reason.clone().unwrap_or_else(|| "undecided".to_owned()))
}

fn write(path: &Path, view: &SweepView) -> Result<(), Failure> {
    let text = match SweepFormat::of(path)? {
        SweepFormat::Csv => sweep_csv(view),
        SweepFormat::Svg => draw_sweep(view),
        SweepFormat::Json => sweep_json(view),
    };
    write_file(path, text)
}
