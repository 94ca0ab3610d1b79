//! What is never reached or taken.

use super::run::counted;
use super::style::Styles;
use crate::view::{CoverageView, CoveredTemplateView};

/// A line for each template, and one for each location and edge that is never reached or taken.
#[must_use]
pub fn coverage_text(view: &CoverageView, styles: Styles) -> String {
    let mut out = String::new();
    for template in &view.templates {
        out.push_str(&heading(template));
        for line in dead(template, view.complete) {
            out.push_str(&format!("  {}{line}{}\n", styles.bad, styles.reset));
        }
        for line in partly(template) {
            out.push_str(&format!("  {}{line}{}\n", styles.faint, styles.reset));
        }
    }
    if let Some(reason) = &view.reason {
        out.push_str(&format!(
            "{}not all states were seen: {reason}{}\n",
            styles.unsure, styles.reset
        ));
    }
    if view.approximate {
        out.push_str("stopped clocks are over-approximated: what is reached here may not be reachable in the model\n");
    }
    out
}

fn heading(template: &CoveredTemplateView) -> String {
    let reached = template.locations.iter().filter(|location| location.reached_by > 0).count();
    let taken = template.edges.iter().filter(|edge| edge.taken_by > 0).count();
    let processes =
        counted(template.processes, if template.processes == 1 { "process" } else { "processe" });
    format!(
        "{} ({processes}): {reached} of {} reached, {taken} of {} taken\n",
        template.name,
        counted(template.locations.len(), "location"),
        counted(template.edges.len(), "edge"),
    )
}

/// What no process reaches or takes.
fn dead(template: &CoveredTemplateView, complete: bool) -> Vec<String> {
    let never = if complete { "never" } else { "not yet" };
    let at = |place: &Option<String>| {
        place.as_ref().map_or_else(String::new, |place| format!("  {place}"))
    };
    let locations = template.locations.iter().filter(|location| location.reached_by == 0);
    let locations = locations
        .map(|location| format!("{never} reached: {}{}", location.name, at(&location.place)));
    let edges = template.edges.iter().filter(|edge| edge.taken_by == 0).map(|edge| {
        let label =
            if edge.label.is_empty() { String::new() } else { format!(" {{ {} }}", edge.label) };
        format!("{never} taken: {} -> {}{label}{}", edge.source, edge.target, at(&edge.place))
    });
    locations.chain(edges).collect()
}

/// What only some of the processes reach or take.
fn partly(template: &CoveredTemplateView) -> Vec<String> {
    let all = template.processes;
    let some = |count: usize| count > 0 && count < all;
    let locations =
        template.locations.iter().filter(|location| some(location.reached_by)).map(|location| {
            format!("{} is reached by {} of {all} processes", location.name, location.reached_by)
        });
    let edges = template.edges.iter().filter(|edge| some(edge.taken_by)).map(|edge| {
        format!(
            "{} -> {} is taken by {} of {all} processes",
            edge.source, edge.target, edge.taken_by
        )
    });
    locations.chain(edges).collect()
}
