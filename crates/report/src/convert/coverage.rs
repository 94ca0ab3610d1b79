//! What is reached and taken, by template.

use network::{Network, Process};
use query::coverage::{Coverage, Incomplete};

use super::answer::{PlaceOf, stats_view, stopped};
use crate::view::{
    CoverageView, CoveredEdgeView, CoveredLocationView, CoveredTemplateView, DiagnosticView,
    ModelView, ToolView,
};

/// All of it, with names.
#[must_use]
pub fn coverage_view(
    (tool, model): (ToolView, ModelView),
    network: &Network,
    coverage: &Coverage,
    diagnostics: Vec<DiagnosticView>,
    place: PlaceOf<'_>,
) -> CoverageView {
    let reason = coverage.incomplete.as_ref().map(|why| reason(network, why, place));
    CoverageView {
        schema: CoverageView::SCHEMA.to_owned(),
        tool,
        model,
        complete: coverage.incomplete.is_none(),
        reason,
        approximate: coverage.approximate,
        templates: covered_templates(network, coverage, place),
        stats: stats_view(&coverage.stats),
        diagnostics,
    }
}

/// The templates with what their processes reach and take.
fn covered_templates(
    network: &Network,
    coverage: &Coverage,
    place: PlaceOf<'_>,
) -> Vec<CoveredTemplateView> {
    let mut templates = Vec::new();
    for (number, template) in network.templates.iter().enumerate() {
        let of: Vec<usize> = (0..network.processes.len())
            .filter(|process| network.processes[*process].template.index() == number)
            .collect();
        let Some(first) = of.first() else { continue };
        let process = &network.processes[*first];
        let count = |marks: &[Vec<bool>], at: usize| {
            of.iter().filter(|process| marks[**process].get(at).copied().unwrap_or(false)).count()
        };
        templates.push(CoveredTemplateView {
            name: template.name.clone(),
            processes: of.len(),
            locations: process
                .locations
                .iter()
                .enumerate()
                .map(|(at, location)| CoveredLocationView {
                    name: location.name.clone(),
                    place: place(location.origin),
                    reached_by: count(&coverage.locations, at),
                })
                .collect(),
            edges: (0..process.edges.len())
                .map(|at| edge_view(process, at, count(&coverage.edges, at), place))
                .collect(),
        });
    }
    templates
}

fn edge_view(process: &Process, at: usize, taken_by: usize, place: PlaceOf<'_>) -> CoveredEdgeView {
    let edge = &process.edges[at];
    let name = |location: network::LocationId| process.locations[location.index()].name.clone();
    let parts = [&edge.text.guard, &edge.text.sync];
    let label: Vec<&str> =
        parts.into_iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    CoveredEdgeView {
        index: at,
        source: name(edge.source),
        target: name(edge.target),
        label: label.join("; "),
        place: place(edge.origin),
        taken_by,
    }
}

/// Why not all states were seen.
fn reason(network: &Network, incomplete: &Incomplete, place: PlaceOf<'_>) -> String {
    match incomplete {
        Incomplete::Stopped(reason) => stopped(*reason).to_owned(),
        Incomplete::Fault(fault) => {
            let what = fault.kind.describe(network);
            let place = place(fault.origin).map_or_else(String::new, |place| format!(" ({place})"));
            format!("an evaluation is invalid, and runs end there: {what}{place}")
        }
    }
}
