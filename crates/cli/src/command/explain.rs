//! `orrery explain`: the plan, with reasons.

use orrery::report::json::explain_json;
use orrery::report::text::explain_text;
use orrery::report::view::ExplainView;
use orrery::{CheckError, Plan, PlanError};

use super::check::tool;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{ExplainFlags, PlainFormat};
use crate::load;
use crate::status::Status;

/// Explains how the queries would be answered.
pub(crate) fn run(flags: &ExplainFlags, console: &mut Console) -> Result<Status, Failure> {
    let mut options = flags.search.options();
    options.trace = flags.trace.option();
    let input = load::read(&flags.model)?;
    diagnostics::show_errors(&input.loaded, console);
    let model = input.usable()?;
    let queries = model.queries();
    if queries.is_empty() {
        let advice = "give a formula with -q, or a file of queries after the model";
        console.note(&format!("{} has no queries: {advice}", model.name()));
    }
    let symmetries = model.symmetries();
    let mut status = Status::Fine;
    let explained = queries.iter().map(|query| {
        let plan = model.plan(query, &options);
        status = status.max(status_of(&plan));
        symmetries.explained(query, &plan)
    });
    let queries = explained.collect();
    let view = ExplainView {
        schema: ExplainView::SCHEMA.to_owned(),
        tool: tool(),
        model: model.view(),
        queries,
        diagnostics: model.diagnostics(),
    };
    let text = match flags.format {
        PlainFormat::Text => explain_text(&view, console.styles()),
        PlainFormat::Json => explain_json(&view),
    };
    console.write(&text)?;
    Ok(status)
}

fn status_of(plan: &Result<Plan, CheckError>) -> Status {
    match plan.as_ref().map_err(CheckError::reason) {
        Ok(_) => Status::Fine,
        Err(PlanError::Unsupported(_)) => Status::Undecided,
        Err(PlanError::Wrong(_) | PlanError::Inadmissible { .. }) => Status::Wrong,
    }
}
