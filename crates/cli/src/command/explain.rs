//! `orrery explain`: the plan, with reasons.

use network::{Network, Query};
use query::plan::{Options, Plan, PlanError, plan};
use report::convert::{decisions, model_view, plan_view, symmetry_reason};
use report::json::explain_json;
use report::text::explain_text;
use report::view::{ExplainView, ExplainedView};
use symmetry::{Found, detect};

use super::check::tool;
use super::symmetry::spot;
use crate::console::Console;
use crate::diagnostics;
use crate::failure::Failure;
use crate::flags::{ExplainFlags, PlainFormat};
use crate::load::{self, Input};
use crate::status::Status;

/// Explains how the queries would be answered.
pub(crate) fn run(flags: &ExplainFlags, console: &mut Console) -> Result<Status, Failure> {
    let mut options = flags.search.options();
    options.trace = flags.trace.option();
    let input = load::read(&flags.model)?;
    diagnostics::show_errors(&input, console);
    let Some(network) = &input.network else { return Err(Failure::wrong(input.unusable())) };
    if input.queries.is_empty() {
        let advice = "give a formula with -q, or a file of queries after the model";
        console.note(&format!("{} has no queries: {advice}", input.path));
    }
    let explainer = Explainer { input: &input, network, found: detect(network, &[]), options };
    let explained: Vec<_> =
        input.queries.iter().map(|(number, query)| explainer.explain(*number, query)).collect();
    let status = explained.iter().map(|(status, _)| *status).fold(Status::Fine, Status::max);
    let view = ExplainView {
        schema: ExplainView::SCHEMA.to_owned(),
        tool: tool(),
        model: model_view(&input.path, network),
        queries: explained.into_iter().map(|(_, view)| view).collect(),
        diagnostics: diagnostics::views(&input),
    };
    let text = match flags.format {
        PlainFormat::Text => explain_text(&view, console.styles()),
        PlainFormat::Json => explain_json(&view),
    };
    console.write(&text)?;
    Ok(status)
}

/// What explanations refer to.
struct Explainer<'a> {
    input: &'a Input,
    network: &'a Network,
    /// The symmetries of the model, whatever is asked.
    found: Found,
    options: Options,
}

impl Explainer<'_> {
    fn explain(&self, index: usize, query: &Query) -> (Status, ExplainedView) {
        let mut view = ExplainedView {
            index,
            formula: query.text.clone(),
            line: query.line,
            plan: None,
            decisions: Vec::new(),
            problem: None,
        };
        let status = match plan(self.network, query, &self.options) {
            Ok(plan) => {
                view.decisions = decisions(&plan);
                view.plan = Some(plan_view(&plan));
                self.explain_symmetry(query, &plan, &mut view);
                Status::Fine
            }
            Err(PlanError::Unsupported(reason)) => {
                view.problem = Some(format!("not supported: {reason}"));
                Status::Undecided
            }
            Err(PlanError::Wrong(reason)) => {
                view.problem = Some(reason);
                Status::Wrong
            }
            Err(PlanError::Inadmissible { asked, because }) => {
                view.problem = Some(format!("{asked} is not possible here: {because}"));
                Status::Wrong
            }
        };
        (status, view)
    }

    /// The engine counts elements; here they get their names back.
    fn explain_symmetry(&self, query: &Query, plan: &Plan, view: &mut ExplainedView) {
        let spot = |origin| spot(self.input, origin);
        let asked = (view.index, query);
        let reason = symmetry_reason(self.network, &self.found, asked, plan, &spot);
        let decision = view.decisions.iter_mut().find(|one| one.topic == "symmetry");
        if let (Some(decision), Some(reason)) = (decision, reason) {
            decision.because = reason;
        }
    }
}
