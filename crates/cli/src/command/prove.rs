//! `orrery prove`: what holds for every number of processes.

use orrery::report::html::prove_html;
use orrery::report::json::prove_json;
use orrery::report::text::{Columns, TextOptions, proved_text, run_text, views_text};
use orrery::report::view::{ProveView, ProvedView, VerdictView};
use orrery::{FamilyError, LoadError, ProveOptions};

use super::check::tool;
use super::files::write_file;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{PlainFormat, ProveFlags, ShowChoice};
use crate::interrupt::Interrupt;
use crate::load;
use crate::status::Status;

/// Proves the queries for every value of a constant.
pub(crate) fn run(flags: &ProveFlags, console: &mut Console) -> Result<Status, Failure> {
    let family = match load::read_family(&flags.model, flags.for_all.as_deref())? {
        Ok(family) => family,
        Err(FamilyError::Load(LoadError::Wrong(loaded))) => {
            diagnostics::show_errors(&loaded, console);
            return Err(Failure::wrong(format!("{} has errors", loaded.name())));
        }
        Err(problem) => return Err(Failure::wrong(problem.to_string())),
    };
    let interrupt = Interrupt::listen();
    let options = ProveOptions {
        views: flags.views.map(usize::from),
        time: flags.limits.time_limit,
        memory: flags.limits.memory_limit,
        cancel: Some(interrupt.flag()),
    };
    let model = family.model();
    let queries = model.queries();
    if queries.is_empty() {
        let advice = "give a formula with -q, or a file of queries after the model";
        return Err(Failure::wrong(format!("{} has no queries: {advice}", model.name())));
    }
    let number = queries.iter().map(|query| query.number().to_string().len()).max();
    let columns =
        Columns { number: number.unwrap_or(1), verdict: VerdictView::Unsupported.word().len() };
    let mut view = ProveView {
        schema: ProveView::SCHEMA.to_owned(),
        tool: tool(),
        model: model.view(),
        queries: Vec::with_capacity(queries.len()),
        diagnostics: model.diagnostics(),
    };
    for place in 0..queries.len() {
        let proved = family.prove(place, &options);
        if flags.format == PlainFormat::Text {
            write(flags, &proved, columns, console)?;
        }
        view.queries.push(proved);
    }
    if let Some(path) = &flags.report {
        let templates = &model.network().templates;
        let drawings: Vec<_> = templates.iter().map(|template| &template.drawing).collect();
        write_file(path, prove_html(&view, &drawings, &model.loaded().text()))?;
    }
    if flags.format == PlainFormat::Json {
        console.write(&prove_json(&view))?;
    }
    let status = view.queries.iter().map(|proved| Status::of(&proved.query));
    Ok(status.fold(Status::Fine, Status::max))
}

fn write(
    flags: &ProveFlags,
    proved: &ProvedView,
    columns: Columns,
    console: &mut Console,
) -> Result<(), Failure> {
    let options = TextOptions { styles: console.styles(), clocks: false, stats: false };
    let mut text = proved_text(proved, columns, options);
    if flags.show == Some(ShowChoice::Views) {
        text.push_str(&views_text(proved, options.styles));
    }
    if let Some(run) = proved.query.trace.as_ref().filter(|_| flags.show.is_some()) {
        text.push_str(&format!("\n{}\n", run_text(run, options)));
    }
    console.write(&text)
}
