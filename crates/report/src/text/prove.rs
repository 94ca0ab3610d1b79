//! Proofs for every instance of a family.

use super::results::Columns;
use super::style::{Styles, TextOptions, clean, pad, paint};
use crate::view::{ProvedView, VerdictView, ViewView};

/// What is known of a query for every instance: a line, and further lines where there is more to say.
#[must_use]
pub fn proved_text(proved: &ProvedView, columns: Columns, options: TextOptions) -> String {
    let (query, styles) = (&proved.query, options.styles);
    let style = match query.verdict {
        VerdictView::Holds => styles.good,
        VerdictView::Fails | VerdictView::Error => styles.bad,
        VerdictView::Unknown | VerdictView::Unsupported => styles.unsure,
    };
    let (word, number) = (query.verdict.word(), query.index.to_string());
    let mut out = format!(
        "{}{number}  {}{}  {}\n",
        pad(&number, columns.number),
        paint(style, word, styles.reset),
        pad(word, columns.verdict),
        clean(&query.formula)
    );
    let indent = " ".repeat(columns.number + 2 + columns.verdict);
    for line in query.reason.iter().flat_map(|reason| reason.lines()) {
        out.push_str(&format!("{indent}  {}\n", clean(line)));
    }
    for (number, step) in (1..).zip(&proved.abstract_run) {
        out.push_str(&format!("{indent}  {number}. {}\n", clean(step)));
    }
    out
}

/// The views of a proof as a table: locations, variables, clocks.
#[must_use]
pub fn views_text(proved: &ProvedView, styles: Styles) -> String {
    let Some(views) = &proved.views else { return String::new() };
    let rows: Vec<[String; 3]> = views.list.iter().map(row).collect();
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut out = String::new();
    for (number, row) in (1..).zip(&rows) {
        let count = format!("{number}");
        out.push_str(&format!(
            "   {}{count}  {}{}  {}{}  {}\n",
            pad(&count, 4),
            paint(styles.location, &row[0], styles.reset),
            pad(&row[0], first),
            paint(styles.change, &row[1], styles.reset),
            pad(&row[1], second),
            paint(styles.time, &row[2], styles.reset),
        ));
    }
    out
}

fn row(view: &ViewView) -> [String; 3] {
    let locations = view.locations.iter().map(|(process, at)| format!("{process}.{at}"));
    let values = view.values.iter().map(|(name, value)| format!("{name}={value}"));
    let join = |parts: Vec<String>, between: &str| parts.join(between);
    [join(locations.collect(), " "), join(values.collect(), " "), view.zone.clone()]
}
