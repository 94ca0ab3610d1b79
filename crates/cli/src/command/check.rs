//! `orrery check`: the queries of a model, answered.

use orrery::report::convert::untried_view;
use orrery::report::html::check_html;
use orrery::report::json::check_json;
use orrery::report::junit::check_junit;
use orrery::report::text::summary;
use orrery::report::view::{CheckView, ModelView, QueryView, ToolView, VerdictView};
use orrery::{Loaded, Model};

use super::answer::Session;
use super::files::write_file;
use super::trace_file::TraceFormat;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice};
use crate::load;
use crate::status::Status;

/// Answers the queries.
pub(crate) fn run(flags: &CheckFlags, console: &mut Console) -> Result<Status, Failure> {
    let trace_format = flags.trace_out.as_deref().map(TraceFormat::of).transpose()?;
    let input = load::read(&flags.model)?;
    let loaded = &*input.loaded;
    diagnostics::show(loaded, console);
    let unread = ModelView { path: loaded.name().to_owned(), ..ModelView::default() };
    let mut view = CheckView::new(tool(), unread);
    view.diagnostics = loaded.diagnostic_views();
    match &input.model {
        Err(unusable) => {
            view.queries = refused(loaded);
            console.error(unusable);
        }
        Ok(model) => {
            view.model = model.view();
            let queries = model.queries();
            let session = Session::new(flags, model, &queries, trace_format);
            let (queries, warnings) = session.answer_all(console)?;
            view.queries = queries;
            view.diagnostics.extend(warnings);
        }
    }
    finish(flags, loaded, &view, console)?;
    if let (Ok(model), FormatChoice::Text) = (&input.model, flags.format) {
        hint(model, &view, console);
    }
    let read = match &input.model {
        Ok(_) if view.queries.is_empty() => nothing_asked(flags, loaded, console),
        Ok(_) => Status::Fine,
        Err(_) => Status::Wrong,
    };
    Ok(view.queries.iter().map(Status::of).fold(read, Status::max))
}

/// What holds for this number of processes might be proved for every number.
fn hint(model: &Model, view: &CheckView, console: &Console) {
    let proved = view.queries.iter().enumerate().filter(|(_, query)| {
        query.verdict == VerdictView::Holds && query.formula.trim_start().starts_with("A[]")
    });
    let proved: Vec<usize> = proved.map(|(place, _)| place).collect();
    if proved.is_empty() {
        return;
    }
    if let Some((parameter, value)) = model.open_constant(&proved) {
        console.note(&format!(
            "proved for {parameter} = {value}; `orrery prove {}` may prove it for every {parameter}",
            model.name()
        ));
    }
}

/// A job that asks nothing must not look like one whose queries all hold.
fn nothing_asked(flags: &CheckFlags, loaded: &Loaded, console: &Console) -> Status {
    let what = if flags.model.formulas.is_empty() {
        format!("{} has no queries", loaded.name())
    } else {
        "the formula given with -q is empty".to_owned()
    };
    let advice = "give a formula with -q, or a file of queries after the model";
    if flags.no_queries_ok {
        console.note(&format!("{what}: {advice}"));
        return Status::Fine;
    }
    console.error(&format!("{what}: {advice} (--no-queries-ok if that is as it should be)"));
    Status::Wrong
}

/// This program.
pub(crate) fn tool() -> ToolView {
    ToolView { name: "orrery".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// Nothing can be answered about a model with errors.
fn refused(loaded: &Loaded) -> Vec<QueryView> {
    let reason = "the model has errors";
    let queries = loaded.queries();
    queries.map(|(number, query)| untried_view(number, query, VerdictView::Error, reason)).collect()
}

/// Writes what is written when everything is known.
fn finish(
    flags: &CheckFlags,
    loaded: &Loaded,
    view: &CheckView,
    console: &mut Console,
) -> Result<(), Failure> {
    if let Some(path) = &flags.report {
        let templates = loaded.network().into_iter().flat_map(|network| &network.templates);
        let drawings: Vec<_> = templates.map(|template| &template.drawing).collect();
        write_file(path, check_html(view, &drawings, &loaded.text()))?;
    }
    match flags.format {
        FormatChoice::Json => console.write(&check_json(view)),
        FormatChoice::Junit => console.write(&check_junit(view)),
        FormatChoice::Text if loaded.network().is_none() => Ok(()),
        FormatChoice::Text if view.queries.len() > 1 => {
            console.write(&format!("{}\n", summary(&view.queries)))
        }
        FormatChoice::Text => Ok(()),
    }
}
