//! One model.

use std::sync::Arc;

use orrery::report::convert::untried_view;
use orrery::report::html::check_html;
use orrery::report::json::check_json;
use orrery::report::junit::check_junit;
use orrery::report::text::summary;
use orrery::report::view::{CheckView, ModelView, QueryView, ToolView, VerdictView};
use orrery::{Loaded, Model};

use super::super::files::write_file;
use super::answer::Session;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{CheckFlags, FormatChoice};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

/// A model whose queries have been answered.
pub(super) struct Checked {
    pub(super) view: CheckView,
    pub(super) status: Status,
    loaded: Arc<Loaded>,
}

/// Answers the queries of one model, and writes the results.
pub(super) fn run(
    flags: &CheckFlags,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Status, Failure> {
    let checked = check(flags, interrupt, console)?;
    match flags.format {
        FormatChoice::Json => console.write(&check_json(&checked.view))?,
        FormatChoice::Junit => console.write(&check_junit(&checked.view))?,
        FormatChoice::Text => checked.write_summary(console)?,
    }
    Ok(checked.status)
}

/// Answers the queries of one model and writes its report; in text, each answer is written as soon as it is known.
pub(super) fn check(
    flags: &CheckFlags,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Checked, Failure> {
    let checked = answer(flags, interrupt, true, console)?;
    checked.write_report(flags)?;
    Ok(checked)
}

/// Answers the queries of one model. Of what is suspicious in it, people want to hear once.
pub(super) fn answer(
    flags: &CheckFlags,
    interrupt: &Interrupt,
    first: bool,
    console: &mut Console,
) -> Result<Checked, Failure> {
    let input = load::read(&flags.model)?;
    let loaded = Arc::clone(&input.loaded);
    let show = if first { diagnostics::show } else { diagnostics::show_errors };
    show(&loaded, console);
    let unread = ModelView { path: loaded.name().to_owned(), ..ModelView::default() };
    let mut view = CheckView::new(tool(), unread);
    view.diagnostics = loaded.diagnostic_views();
    match &input.model {
        Err(unusable) => {
            view.queries = refused(&loaded);
            console.error(unusable);
        }
        Ok(model) => {
            view.model = model.view();
            let queries = model.queries();
            interrupt.start();
            let session = Session::new(flags, model, &queries, interrupt)?;
            let (queries, warnings) = session.answer_all(console)?;
            view.queries = queries;
            view.diagnostics.extend(warnings);
        }
    }
    if let (Ok(model), FormatChoice::Text) = (&input.model, flags.format) {
        hint(model, &view, console);
    }
    let read = match &input.model {
        Ok(_) if view.queries.is_empty() => nothing_asked(flags, &loaded, console),
        Ok(_) => Status::Fine,
        Err(_) => Status::Wrong,
    };
    let status = view.queries.iter().map(Status::of).fold(read, Status::max);
    Ok(Checked { view, status, loaded })
}

impl Checked {
    fn write_report(&self, flags: &CheckFlags) -> Result<(), Failure> {
        let Some(path) = &flags.report else { return Ok(()) };
        let templates = self.loaded.network().into_iter().flat_map(|network| &network.templates);
        let drawings: Vec<_> = templates.map(|template| &template.drawing).collect();
        write_file(path, check_html(&self.view, &drawings, &self.loaded.text()))
    }

    /// How many queries hold, if there are several.
    pub(super) fn write_summary(&self, console: &mut Console) -> Result<(), Failure> {
        if self.loaded.network().is_some() && self.view.queries.len() > 1 {
            console.write(&format!("{}\n", summary(&self.view.queries)))?;
        }
        Ok(())
    }
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
    let (what, advice) = match &flags.model.queries {
        _ if !flags.model.formulas.is_empty() => (
            "the formula given with -q is empty".to_owned(),
            "write one, such as -q 'A[] not deadlock'",
        ),
        Some(file) => {
            (format!("{} has no queries", file.display()), "write each on a line of its own")
        }
        None => (
            format!("{} has no queries", loaded.name()),
            "give a formula with -q, or a file of queries after the model",
        ),
    };
    if flags.no_queries_ok {
        console.note(&format!("{what}: {advice}"));
        return Status::Fine;
    }
    console.error(&format!("{what}: {advice} (or use --no-queries-ok if none are intended)"));
    Status::Wrong
}

pub(crate) fn tool() -> ToolView {
    ToolView { name: "orrery".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// Nothing can be answered about a model with errors.
fn refused(loaded: &Loaded) -> Vec<QueryView> {
    let reason = "the model has errors";
    let queries = loaded.queries();
    queries.map(|(number, query)| untried_view(number, query, VerdictView::Error, reason)).collect()
}
