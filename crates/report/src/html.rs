//! A report as one page: no other file, nothing from the network.
//!
//! The page shows the answers, how they were found, the model, and each run as charts beside the values of all
//! variables and the automata. Keys step through a run; the address (`#query-2-step-5`) names what is shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use network::drawing::TemplateDrawing;

use crate::svg::palette::style;
use crate::svg::{gantt, sequence};
use crate::text::{bytes, claim_lines, counted, readable_order, seconds, symmetry_line};
use crate::view::{
    CheckView, DiagnosticView, PlanView, ProveView, QueryView, RunView, SeverityView, StatsView,
    VerdictView,
};
use crate::xml::escape;

mod automata;
mod proof;

pub use automata::ModelText;
use automata::{write_model, write_pictures};
use proof::proof_html;

const CSS: &str = include_str!("html/page.css");
const JS: &str = include_str!("html/page.js");

#[must_use]
pub fn check_html(view: &CheckView, templates: &[&TemplateDrawing], text: &ModelText) -> String {
    page(view, &BTreeMap::new(), (templates, text))
}

/// The same for what was proved of every instance of a family, with the views that prove it.
#[must_use]
pub fn prove_html(view: &ProveView, templates: &[&TemplateDrawing], text: &ModelText) -> String {
    let proofs = view.queries.iter().map(|proved| (proved.query.index, proof_html(proved)));
    let mut check = CheckView::new(view.tool.clone(), view.model.clone());
    check.diagnostics.clone_from(&view.diagnostics);
    check.queries = view.queries.iter().map(|proved| proved.query.clone()).collect();
    page(&check, &proofs.collect(), (templates, text))
}

/// The page; `more` is what stands below a query.
fn page(
    view: &CheckView,
    more: &BTreeMap<usize, String>,
    (templates, text): (&[&TemplateDrawing], &ModelText),
) -> String {
    let title = escape(&view.model.path);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>{}{CSS}</style>\n</head>\n<body>\n",
        style()
    );
    write_header(view, &mut page);
    write_diagnostics(&view.diagnostics, &mut page);
    write_answers(&view.queries, &mut page);
    for query in &view.queries {
        write_query(query, more.get(&query.index), &mut page);
    }
    write_model(templates, text, &mut page);
    page.push_str("</main>\n");
    write_pictures(templates, &mut page);
    let _ = writeln!(page, "<script type=\"application/json\" id=\"runs\">{}</script>", runs(view));
    let _ = writeln!(page, "<script>{JS}</script>\n</body>\n</html>");
    page
}

fn write_header(view: &CheckView, page: &mut String) {
    let model = &view.model;
    let _ = writeln!(
        page,
        "<header><h1>{}</h1><p>{}, {}, {} · {} {}</p></header>\n<main>",
        escape(&model.path),
        if model.processes == 1 {
            "1 process".to_owned()
        } else {
            format!("{} processes", model.processes)
        },
        counted(model.clocks, "clock"),
        counted(model.variables, "variable"),
        escape(&view.tool.name),
        escape(&view.tool.version)
    );
}

fn write_diagnostics(diagnostics: &[DiagnosticView], page: &mut String) {
    if diagnostics.is_empty() {
        return;
    }
    page.push_str("<section id=\"messages\"><h2>Messages</h2><ul class=\"messages\">\n");
    for diagnostic in diagnostics {
        let class = match diagnostic.severity {
            SeverityView::Error => "bad",
            SeverityView::Warning => "unsure",
        };
        let place = diagnostic.place.as_ref().map(|place| format!(" ({})", escape(place)));
        let help = diagnostic.help.as_ref().map(|help| format!("<br>{}", escape(help)));
        let _ = writeln!(
            page,
            "<li><b class=\"{class}\">{}</b> {}:{}:{}{}: {}{}</li>",
            escape(&diagnostic.code),
            escape(&diagnostic.file),
            diagnostic.line,
            diagnostic.column,
            place.unwrap_or_default(),
            escape(&diagnostic.message),
            help.unwrap_or_default()
        );
    }
    page.push_str("</ul></section>\n");
}

/// The table of answers.
fn write_answers(queries: &[QueryView], page: &mut String) {
    page.push_str(
        "<section id=\"answers\"><h2>Answers</h2><div class=\"wide\"><table>\n\
         <thead><tr><th></th><th>Answer</th><th>Query</th><th>States</th><th>Time</th><th>Memory</th>\
         </tr></thead>\n<tbody>\n",
    );
    for query in queries {
        let expected = match &query.expect {
            Some(expect) if !expect.met => {
                format!("<div class=\"bad\">expected: {}</div>", escape(&expect.outcome))
            }
            Some(_) => "<div class=\"good\">as expected</div>".to_owned(),
            None => String::new(),
        };
        let mut notes = String::new();
        for text in [Some(&query.comment), query.reason.as_ref()].into_iter().flatten() {
            if !text.trim().is_empty() {
                let _ = write!(notes, "<div class=\"faint-text\">{}</div>", escape(text.trim()));
            }
        }
        if let Some(value) = query.value.as_ref().filter(|value| !value.text.is_empty()) {
            let _ = write!(notes, "<div>{}</div>", escape(&value.text));
        }
        let _ = writeln!(
            page,
            "<tr><td>{index}</td><td>{}{expected}</td><td><a href=\"#query-{index}\"><code>{}</code></a>\
             {notes}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td></tr>",
            badge(query.verdict),
            escape(&query.formula),
            query.stats.stored,
            seconds(query.stats.seconds),
            bytes(query.stats.peak_bytes),
            index = query.index
        );
    }
    page.push_str("</tbody></table></div></section>\n");
}

fn badge(verdict: VerdictView) -> String {
    let class = match verdict {
        VerdictView::Holds => "good",
        VerdictView::Fails | VerdictView::Error => "bad",
        VerdictView::Unknown | VerdictView::Unsupported => "unsure",
    };
    format!("<span class=\"badge {class}\">{}</span>", verdict.word())
}

/// A query with its plan and its run.
fn write_query(query: &QueryView, more: Option<&String>, page: &mut String) {
    let index = query.index;
    let _ = writeln!(
        page,
        "<section id=\"query-{index}\" class=\"query\"><h2>{index} {} <code>{}</code></h2>",
        badge(query.verdict),
        escape(&query.formula)
    );
    if let Some(reason) = &query.reason {
        let _ = writeln!(page, "<p>{}</p>", escape(reason));
    }
    for line in claim_lines(query) {
        let _ = writeln!(page, "<p>{}</p>", escape(&line));
    }
    if let Some(plan) = &query.plan {
        write_plan(plan, &query.stats, page);
    }
    more.iter().for_each(|more| page.push_str(more));
    if let Some(run) = &query.trace {
        write_run(index, run, page);
    }
    page.push_str("</section>\n");
}

fn write_plan(plan: &PlanView, stats: &StatsView, page: &mut String) {
    let _ = writeln!(
        page,
        "<details><summary>How it was answered</summary><dl><dt>Symmetry</dt><dd>{} (orbits of up to \
         {} states)</dd><dt>Abstraction</dt><dd>{}</dd><dt>Search</dt><dd>{}</dd><dt>States</dt><dd>{} \
         stored, {} explored, {} transitions, {} covered</dd></dl>",
        escape(&plan.symmetry.kind),
        escape(&readable_order(&plan.symmetry.orbit_bound)),
        escape(&plan.abstraction),
        escape(&plan.search),
        stats.stored,
        stats.explored,
        stats.transitions,
        stats.covered
    );
    if let Some(symmetry) = &stats.symmetry {
        let _ = writeln!(page, "<p>{}</p>", escape(&symmetry_line(symmetry)));
    }
    if !plan.reasons.is_empty() {
        page.push_str("<ul>");
        for reason in &plan.reasons {
            let _ = write!(page, "<li>{}</li>", escape(reason));
        }
        page.push_str("</ul>");
    }
    page.push_str("</details>\n");
}

/// The charts of a run, and the place where the script shows the state of a step.
fn write_run(index: usize, run: &RunView, page: &mut String) {
    let _ = writeln!(
        page,
        "<div class=\"run\" data-run=\"{index}\" tabindex=\"0\">\n<div class=\"bar\">\
         <button data-go=\"first\" title=\"Home\">|◀</button><button data-go=\"back\" title=\"←\">◀</button>\
         <button data-go=\"on\" title=\"→\">▶</button><button data-go=\"last\" title=\"End\">▶|</button>\
         <output></output><span class=\"faint-text\">keys: ← → Home End</span></div>\n\
         <div class=\"split\"><div class=\"charts\">\n<div class=\"chart\">{}</div>\n\
         <details><summary>Locations over time</summary><div class=\"chart\">{}</div></details></div>\n\
         <div class=\"beside\"><table class=\"values\"></table><div class=\"pictures\"></div></div></div></div>",
        sequence::draw_styled(run, false),
        gantt::draw_styled(run, false)
    );
}

/// The runs by the numbers of their queries, as JSON that can stand inside a script element.
fn runs(view: &CheckView) -> String {
    let runs: BTreeMap<usize, &RunView> = view
        .queries
        .iter()
        .filter_map(|query| query.trace.as_ref().map(|run| (query.index, run)))
        .collect();
    let text =
        serde_json::to_string(&runs).expect("views have text keys only and are written to memory");
    // `<` occurs in JSON only inside of strings, where it may be written like this.
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests;
