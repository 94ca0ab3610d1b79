//! Proofs for every instance of a family.

use super::results::Columns;
use super::style::{Styles, TextOptions, clean, pad, paint};
use crate::view::{ProvedView, VerdictView, ViewView, ViewsView};

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
    if let Some(stuck) = &proved.stuck {
        let [locations, values, clocks] = row(stuck);
        let known = [locations, values, clocks].into_iter().filter(|part| !part.is_empty());
        let known: Vec<String> = known.collect();
        out.push_str(&format!("{indent}  there: {}\n", clean(&known.join("  "))));
    }
    out
}

/// The views of a proof as a table: locations, variables, clocks. What is the same in all of them stands above it.
#[must_use]
pub fn views_text(proved: &ProvedView, styles: Styles) -> String {
    let Some(views) = &proved.views else { return String::new() };
    let table = ViewTable::of(views);
    let mut out = String::new();
    if !table.always.is_empty() {
        out.push_str(&format!("   always {}\n", clean(&table.always.join(", "))));
    }
    let width = |column: usize| {
        let cells = std::iter::once(&table.header).chain(&table.rows).map(|row| &row[column]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.header.len()).map(width).collect();
    for (number, row) in std::iter::once(&table.header).chain(&table.rows).enumerate() {
        let count = if number == 0 { String::new() } else { number.to_string() };
        let mut line = format!("   {}{count}", pad(&count, 4));
        for (column, cell) in row.iter().enumerate() {
            let style = match (number, column) {
                (0, _) => "",
                (_, column) if column < table.processes => styles.location,
                (_, column) if column + 1 == row.len() => styles.time,
                _ => styles.change,
            };
            let cell = clean(cell);
            line.push_str("  ");
            line.push_str(&paint(style, &cell, styles.reset));
            line.push_str(&pad(&cell, widths[column]));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A set of views as rows and columns: one for each process, one for each variable, one for all clocks.
pub(crate) struct ViewTable {
    /// What is the same in all views.
    pub(crate) always: Vec<String>,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// How many columns are processes.
    pub(crate) processes: usize,
}

impl ViewTable {
    pub(crate) fn of(views: &ViewsView) -> ViewTable {
        let all = |pick: fn(&ViewView) -> &Vec<(String, String)>| -> Vec<Vec<(String, String)>> {
            views.list.iter().map(|view| pick(view).clone()).collect()
        };
        let mut table =
            ViewTable { always: Vec::new(), header: Vec::new(), rows: Vec::new(), processes: 0 };
        table.rows = vec![Vec::new(); views.list.len()];
        table.add(&all(|view| &view.locations), '.');
        table.processes = table.header.len();
        table.add(&all(|view| &view.values), '=');
        table.header.push("clocks".to_owned());
        for (row, view) in table.rows.iter_mut().zip(&views.list) {
            row.push(view.zone.clone());
        }
        table
    }

    fn add(&mut self, cells: &[Vec<(String, String)>], between: char) {
        let Some(first) = cells.first() else { return };
        for (column, (name, value)) in first.iter().enumerate() {
            if cells.len() > 1 && cells.iter().all(|row| row[column].1 == *value) {
                self.always.push(format!("{name}{between}{value}"));
                continue;
            }
            self.header.push(name.clone());
            for (row, cells) in self.rows.iter_mut().zip(cells) {
                row.push(cells[column].1.clone());
            }
        }
    }
}

fn row(view: &ViewView) -> [String; 3] {
    let locations = view.locations.iter().map(|(process, at)| format!("{process}.{at}"));
    let values = view.values.iter().map(|(name, value)| format!("{name}={value}"));
    let join = |parts: Vec<String>, between: &str| parts.join(between);
    [join(locations.collect(), " "), join(values.collect(), " "), view.zone.clone()]
}
