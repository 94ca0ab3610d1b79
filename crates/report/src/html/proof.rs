//! A proof for every instance of a family: its views as a table, or how far it came.

use std::fmt::Write as _;

use crate::text::ViewTable;
use crate::view::{ProvedView, ViewView};
use crate::xml::escape;

/// What is known of a query for every instance of a family.
pub(super) fn proof_html(proved: &ProvedView) -> String {
    let mut out = String::new();
    if let Some(views) = &proved.views {
        let table = ViewTable::of(views);
        let _ = writeln!(
            out,
            "<details open><summary>The proof: {} views of {} processes{}</summary>",
            views.count,
            views.arity,
            if views.checked { ", checked a second time" } else { "" }
        );
        if !table.always.is_empty() {
            let _ = writeln!(out, "<p>Always {}.</p>", escape(&table.always.join(", ")));
        }
        out.push_str("<div class=\"wide\"><table class=\"views\"><thead><tr><th></th>");
        for name in &table.header {
            let _ = write!(out, "<th>{}</th>", escape(name));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for (number, row) in (1..).zip(&table.rows) {
            let _ = write!(out, "<tr><td>{number}</td>");
            for cell in row {
                let _ = write!(out, "<td>{}</td>", escape(cell));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table></div></details>\n");
    }
    if !proved.abstract_run.is_empty() {
        out.push_str("<p>Seen by a few processes, this might happen:</p><ol>");
        for step in &proved.abstract_run {
            let _ = write!(out, "<li>{}</li>", escape(step));
        }
        out.push_str("</ol>\n");
    }
    if let Some(stuck) = &proved.stuck {
        let _ = writeln!(out, "<p>There: <code>{}</code></p>", escape(&words(stuck)));
    }
    out
}

fn words(view: &ViewView) -> String {
    let locations = view.locations.iter().map(|(process, at)| format!("{process}.{at}"));
    let values = view.values.iter().map(|(name, value)| format!("{name}={value}"));
    let parts: Vec<String> = locations.chain(values).chain([view.zone.clone()]).collect();
    parts.join(" ")
}
