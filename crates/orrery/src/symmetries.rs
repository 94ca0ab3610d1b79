//! What is symmetric in a model, and what a query leaves of it.

use std::borrow::Cow;
use std::sync::Arc;

use network::Network;
use query::plan::{Options, Plan};
use report::convert::{decisions, plan_view, query_symmetry, symmetries, symmetry_reason};
use report::view::{ExplainedView, SymmetriesView, ToolView};
use symmetry::{Found, detect};

use crate::check_error::CheckError;
use crate::model::Model;
use crate::query::Query;

/// What is symmetric in a model. Every symmetry has been checked to turn the model into itself.
#[derive(Clone, Debug)]
pub struct Symmetries {
    model: Model,
    found: Found,
}

impl Model {
    /// What is symmetric in the model, whatever is asked.
    #[must_use]
    pub fn symmetries(&self) -> Symmetries {
        Symmetries { model: self.clone(), found: detect(self.network(), &[]) }
    }
}

impl Symmetries {
    /// The symmetries in terms of the network, and what was tried and is none.
    #[must_use]
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// What is symmetric, what is not and which line breaks it, and what the queries leave of it; for reports.
    #[must_use]
    pub fn view(&self, tool: ToolView, queries: &[Query]) -> SymmetriesView {
        let loaded = self.model.loaded();
        let (network, about) = (self.model.network(), (tool, self.model.view()));
        let mut view = symmetries(network, &self.found, about, &|origin| loaded.spot(origin));
        view.diagnostics = loaded.diagnostic_views();
        // The symmetries of the model, not of what a query leaves of it.
        let unsliced = Options { slice: false, ..Options::default() };
        view.queries = queries
            .iter()
            .map(|query| {
                let (number, asked) = (query.number(), query.asked());
                let plan = query::plan::plan(query.network(), asked, &unsliced);
                let (network, found) = self.for_query(query, plan.as_ref().ok());
                query_symmetry(network, &found, (number, asked), &plan)
            })
            .collect();
        view
    }

    /// A query with its plan, or why there is none; for reports.
    #[must_use]
    pub fn explained(&self, query: &Query, plan: &Result<Plan, CheckError>) -> ExplainedView {
        let (number, asked) = (query.number(), query.asked());
        let mut view = ExplainedView {
            index: number,
            formula: asked.text.clone(),
            line: asked.line,
            plan: None,
            decisions: Vec::new(),
            problem: None,
        };
        match plan {
            Ok(plan) => {
                view.decisions = decisions(plan);
                for (decision, reason) in view.decisions.iter_mut().zip(&plan.reasons) {
                    if let Some(place) = query.loaded().place(reason.origin) {
                        decision.because = format!("{} ({place})", decision.because);
                    }
                }
                view.plan = Some(plan_view(plan));
                self.name_symmetry(query, plan, &mut view);
            }
            Err(error) => view.problem = Some(error.to_string()),
        }
        view
    }

    /// The engine counts elements; here they get their names back.
    fn name_symmetry(&self, query: &Query, plan: &Plan, view: &mut ExplainedView) {
        let spot = |origin| query.loaded().spot(origin);
        let asked = (query.number(), query.asked());
        let (network, found) = self.for_query(query, Some(plan));
        let reason = symmetry_reason(network, &found, asked, plan, &spot);
        let decision = view.decisions.iter_mut().find(|one| one.topic == "symmetry");
        if let (Some(decision), Some(reason)) = (decision, reason) {
            decision.because = reason;
        }
    }

    /// The network whose symmetries a query may use, and what they are.
    fn for_query<'q>(
        &'q self,
        query: &'q Query,
        plan: Option<&'q Plan>,
    ) -> (&'q Network, Cow<'q, Found>) {
        if let Some(fused) = plan.and_then(|plan| plan.fused.as_ref()) {
            return (&fused.network, Cow::Owned(detect(&fused.network, &[])));
        }
        let network = query.network();
        if Arc::ptr_eq(network, self.model.network()) {
            (network, Cow::Borrowed(&self.found))
        } else {
            (network, Cow::Owned(detect(network, &[])))
        }
    }
}
