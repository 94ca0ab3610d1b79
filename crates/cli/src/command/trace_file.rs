//! Runs in files, in the format that the name asks for.

use std::path::{Path, PathBuf};

use orrery::network::Network;
use orrery::report::convert::{run_along, run_view, symbolic_run};
use orrery::report::json::{read_run, run_json};
use orrery::report::svg::{draw_gantt, draw_sequence};
use orrery::report::text::{TextOptions, run_text};
use orrery::report::view::{RunKind, RunView};
use orrery::report::xtr::{XtrVersion, read_xtr, write_xtr};

use super::files::write_file;
use crate::failure::Failure;

/// A format of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TraceFormat {
    /// Text for a person, step by step.
    Text,
    /// For scripts, and for `orrery simulate --replay`.
    Json,
    /// Read by UPPAAL's simulator.
    Xtr,
    Svg,
    Gantt,
}

impl TraceFormat {
    /// The format that a file name asks for.
    pub(super) fn of(path: &Path) -> Result<TraceFormat, Failure> {
        if is_gantt(path) {
            return Ok(TraceFormat::Gantt);
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.unwrap_or("") {
            "txt" => Ok(TraceFormat::Text),
            "json" => Ok(TraceFormat::Json),
            "xtr" => Ok(TraceFormat::Xtr),
            "svg" => Ok(TraceFormat::Svg),
            _ => Err(Failure::wrong(format!(
                "cannot tell the format of {}: a run is written to .txt, .json, .xtr, .svg or .gantt.svg",
                path.display()
            ))),
        }
    }
}

/// The name of a Gantt chart: `run.gantt.svg`.
fn is_gantt(path: &Path) -> bool {
    path.to_str().is_some_and(|name| name.ends_with(GANTT))
}

/// How the name of a Gantt chart ends.
const GANTT: &str = ".gantt.svg";

/// `run.svg` for query 2: `run-2.svg`; `run.gantt.svg`: `run-2.gantt.svg`.
pub(super) fn numbered(path: &Path, number: usize) -> PathBuf {
    if let Some(start) = path.to_str().and_then(|name| name.strip_suffix(GANTT)) {
        return PathBuf::from(format!("{start}-{number}{GANTT}"));
    }
    let part = |part: Option<&std::ffi::OsStr>| {
        part.map_or_else(String::new, |text| text.to_string_lossy().into_owned())
    };
    path.with_file_name(format!("{}-{number}.{}", part(path.file_stem()), part(path.extension())))
}

pub(super) fn write(
    path: &Path,
    format: TraceFormat,
    network: &Network,
    run: &RunView,
) -> Result<(), Failure> {
    let text = match format {
        TraceFormat::Text => run_text(run, TextOptions { clocks: true, ..TextOptions::default() }),
        TraceFormat::Json => run_json(run),
        TraceFormat::Svg => draw_sequence(run),
        TraceFormat::Gantt => draw_gantt(run),
        TraceFormat::Xtr => {
            let Some(symbolic) = symbolic_run(network, run) else {
                let what = "UPPAAL's format cannot express this run";
                return Err(Failure::wrong(format!("cannot write {}: {what}", path.display())));
            };
            write_xtr(&symbolic, XtrVersion::Five)
        }
    };
    write_file(path, &text)
}

/// Reads a run: as UPPAAL writes it if the name ends with `.xtr`, else as [`write`] writes it for `.json`.
pub(super) fn read(path: &Path, network: &Network) -> Result<RunView, String> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        match Failure::file("read", path, &error) {
            Failure::Wrong(told) => told,
            Failure::ClosedPipe => error.to_string(),
        }
    })?;
    let is_xtr = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xtr"));
    let run = if is_xtr {
        read_xtr(&text)
            .and_then(|symbolic| run_along(network, &symbolic))
            .map(|run| run_view(network, &run, RunKind::Simulation, None))
    } else {
        read_run(&text)
    };
    let kind = if is_xtr { "a trace of UPPAAL for this model" } else { "a run written by Orrery" };
    run.map_err(|why| format!("{} is not {kind}: {why}", path.display()))
}
