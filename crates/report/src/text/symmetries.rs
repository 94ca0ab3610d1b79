//! Symmetries, as one would tell a colleague.

use super::order::readable_order;
use super::style::{Styles, clean, paint};
use crate::view::{ElementView, QuerySymmetryView, SortView, SpotView, SymmetriesView};

/// What is symmetric, what is not and why, and what each query leaves of it.
#[must_use]
pub fn symmetries_text(view: &SymmetriesView, styles: Styles) -> String {
    let mut out = String::new();
    for sort in &view.sorts {
        sort_text(sort, styles, &mut out);
    }
    for ring in &view.rings {
        out.push_str(&format!("{}\n", paint(styles.good, &ring.text, styles.reset)));
        if !ring.used {
            out.push_str("    not used: too many turns to list\n");
        }
    }
    if let Some(graph) = &view.graph {
        out.push_str(&format!("{}\n", paint(styles.good, &graph.text, styles.reset)));
    }
    for one in &view.rejected {
        out.push_str(&format!("{}\n", paint(styles.unsure, &one.text, styles.reset)));
        if let Some(spot) = &one.spot {
            let place = format!("at {}", spot_text(spot));
            out.push_str(&format!("    {}\n", paint(styles.faint, &place, styles.reset)));
        }
    }
    if out.is_empty() {
        out.push_str("no two parts of the model look alike\n");
    }
    out.push_str(&match view.order.as_str() {
        "1" => "the model has no symmetries\n".to_owned(),
        order => format!("the model has {} symmetries\n", readable_order(order)),
    });
    if view.order != "1" {
        view.queries.iter().for_each(|query| query_text(query, styles, &mut out));
    }
    out
}

fn sort_text(sort: &SortView, styles: Styles, out: &mut String) {
    out.push_str(&format!("{}\n", paint(styles.good, &sort.text, styles.reset)));
    if !sort.scalar_sets.is_empty() {
        let sets = clean(&sort.scalar_sets.join(", "));
        out.push_str(&format!("    declared as the scalar set {sets}\n"));
    }
    if let Some(text) = sort.elements.first().and_then(own_text) {
        out.push_str(&format!("    {text}; the others alike\n"));
    }
    if !sort.used {
        out.push_str("    not used: it would cost more than it saves\n");
    }
}

/// What belongs to an element besides itself.
fn own_text(element: &ElementView) -> Option<String> {
    let other = element.processes.iter().filter(|process| **process != element.name);
    let kinds = [
        ("process", "processes", other.cloned().collect::<Vec<_>>()),
        ("clock", "clocks", element.clocks.clone()),
        ("variable", "variables", element.variables.clone()),
    ];
    let mut parts = Vec::new();
    for (one, many, names) in kinds {
        match names.as_slice() {
            [] => {}
            [name] => parts.push(format!("the {one} {}", clean(name))),
            names => parts.push(format!("the {many} {}", enumerated(names))),
        }
    }
    let name = clean(&element.name);
    (!parts.is_empty()).then(|| format!("{name} has {}", parts.join(", ")))
}

/// So many names are shown.
const MOST_LISTED: usize = 6;

fn enumerated(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MOST_LISTED).map(|name| clean(name)).collect();
    match names.len().saturating_sub(MOST_LISTED) {
        0 => shown.join(", "),
        more => format!("{}, and {more} more", shown.join(", ")),
    }
}

fn spot_text(spot: &SpotView) -> String {
    let place = spot.place.as_ref().map_or_else(String::new, |place| format!(", {place}"));
    format!("{}:{}:{}{place}", spot.file, spot.line, spot.column)
}

fn query_text(query: &QuerySymmetryView, styles: Styles, out: &mut String) {
    out.push_str(&format!("\nquery {}  {}\n", query.index, clean(&query.formula)));
    if let Some(problem) = &query.problem {
        out.push_str(&format!("    {}\n", paint(styles.bad, problem, styles.reset)));
        return;
    }
    let left = match query.order.as_str() {
        "1" => "no symmetries are left".to_owned(),
        order => format!("{} symmetries", readable_order(order)),
    };
    let text =
        if query.text.is_empty() { String::new() } else { format!(": {}", query.text.join("; ")) };
    out.push_str(&format!("    {}{}\n", paint(styles.change, &left, styles.reset), clean(&text)));
}
