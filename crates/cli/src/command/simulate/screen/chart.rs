//! The run so far as a sequence chart of letters: a column for each process, time running down.

use orrery::report::view::{RunView, StepView};

use super::wrap::fit;

/// Columns are at least this wide, or there is no chart.
const NARROWEST_COLUMN: usize = 7;
const WIDEST_COLUMN: usize = 16;
/// The column of times.
const TIMES: usize = 9;

/// The lines that stay on the screen: the names of the processes.
pub(super) fn heading(run: &RunView, width: usize) -> Option<String> {
    let column = column(run, width)?;
    Some(row("", run.processes.iter().map(|process| process.name.clone()).collect(), column))
}

/// The lines of the chart: where processes start, and a line for each step. In a narrow window a line for each step says
/// who moves.
pub(super) fn chart(run: &RunView, width: usize) -> Vec<String> {
    let Some(column) = column(run, width) else { return run.steps.iter().map(story).collect() };
    let mut lines = vec![row("0", run.initial.locations.clone(), column)];
    for step in &run.steps {
        lines.push(row(&step.time.shown(), cells(run, step, column), column));
    }
    lines
}

/// How wide a column is; none if they do not fit.
fn column(run: &RunView, width: usize) -> Option<usize> {
    let column = (width.saturating_sub(TIMES) / run.processes.len().max(1)).min(WIDEST_COLUMN);
    (column >= NARROWEST_COLUMN).then_some(column)
}

fn row(time: &str, cells: Vec<String>, column: usize) -> String {
    let cells: String = cells.iter().map(|cell| fit(cell, column)).collect();
    format!("{}{cells}", fit(time, TIMES)).trim_end().to_owned()
}

/// What stands in each column: where a process goes, a line that leads past others, or nothing happening.
fn cells(run: &RunView, step: &StepView, column: usize) -> Vec<String> {
    let mover = |name: &str| step.moves.iter().position(|moved| moved.process == name);
    let places: Vec<Option<usize>> =
        run.processes.iter().map(|process| mover(&process.name)).collect();
    let first = places.iter().position(Option::is_some).unwrap_or(0);
    let last = places.iter().rposition(Option::is_some).unwrap_or(0);
    let cell = |(at, place): (usize, &Option<usize>)| {
        let inside = at >= first && at < last;
        let fill = if inside { "─" } else { " " };
        let start = match place {
            Some(number) => {
                let mark = if *number == 0 { "●" } else { "○" };
                let text = format!("{mark}{}", step.moves[*number].target);
                fit(&text, column - 1).trim_end().to_owned()
            }
            None if inside => "┼".to_owned(),
            None => "│".to_owned(),
        };
        let wide = start.chars().count();
        format!("{start}{}", fill.repeat(column.saturating_sub(wide)))
    };
    places.iter().enumerate().map(cell).collect()
}

/// A step in words.
fn story(step: &StepView) -> String {
    let moves: Vec<String> = step
        .moves
        .iter()
        .map(|moved| format!("{} {} → {}", moved.process, moved.source, moved.target))
        .collect();
    format!("at {}  {}", step.time.shown(), moves.join(", "))
}
