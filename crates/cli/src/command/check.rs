//! `orrery check`: the queries of a model, answered.

use report::convert::{model_view, untried_view};
use report::html::check_html;
use report::json::check_json;
use report::junit::check_junit;
use report::text::summary;
use report::view::{CheckView, ModelView, ToolView, VerdictView};

use super::answer::Session;
use super::files::write_file;
use super::trace_file::TraceFormat;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice};
use crate::load::{self, Input};
use crate::status::Status;

/// Answers the queries.
pub(crate) fn run(flags: &CheckFlags, console: &mut Console) -> Result<Status, Failure> {
    let trace_format = flags.trace_out.as_deref().map(TraceFormat::of).transpose()?;
    let input = load::read(&flags.model)?;
    diagnostics::show(&input, console);
    let unread = ModelView { path: input.path.clone(), ..ModelView::default() };
    let mut view = CheckView::new(tool(), unread);
    view.diagnostics = diagnostics::views(&input);
    match &input.network {
        None => refuse(&input, &mut view, console),
        Some(network) => {
            view.model = model_view(&input.path, network);
            let session = Session::new(flags, &input, network, trace_format);
            let (queries, warnings) = session.answer_all(console)?;
            view.queries = queries;
            view.diagnostics.extend(warnings);
        }
    }
    finish(flags, &input, &view, console)?;
    let read = if input.network.is_some() { Status::Fine } else { Status::Wrong };
    Ok(view.queries.iter().map(Status::of).fold(read, Status::max))
}

/// This program.
pub(crate) fn tool() -> ToolView {
    ToolView { name: "orrery".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// Nothing can be answered about a model with errors.
fn refuse(input: &Input, view: &mut CheckView, console: &Console) {
    let reason = "the model has errors";
    let untried = |(number, query): &(usize, network::Query)| {
        untried_view(*number, query, VerdictView::Error, reason)
    };
    view.queries = input.queries.iter().map(untried).collect();
    console.error(&input.unusable());
}

/// Writes what is written when everything is known.
fn finish(
    flags: &CheckFlags,
    input: &Input,
    view: &CheckView,
    console: &mut Console,
) -> Result<(), Failure> {
    if let Some(path) = &flags.report {
        let templates = input.network.iter().flat_map(|network| &network.templates);
        let drawings: Vec<_> = templates.map(|template| &template.drawing).collect();
        write_file(path, check_html(view, &drawings, &input.text()))?;
    }
    match flags.format {
        FormatChoice::Json => console.write(&check_json(view)),
        FormatChoice::Junit => console.write(&check_junit(view)),
        FormatChoice::Text if input.network.is_none() => Ok(()),
        FormatChoice::Text if view.queries.len() > 1 => {
            console.write(&format!("{}\n", summary(&view.queries)))
        }
        FormatChoice::Text => Ok(()),
    }
}
