//! Several models, and sweeps.

use super::results::{seconds, summary};
use super::style::Styles;
use crate::view::{BatchView, CheckView, PointView, QueryView, VerdictView};

/// How the check of a model went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Fine,
    Failed,
    Undecided,
    Wrong,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Fine => "ok",
            Outcome::Failed => "fails",
            Outcome::Undecided => "undecided",
            Outcome::Wrong => "error",
        }
    }

    fn style(self, styles: Styles) -> &'static str {
        match self {
            Outcome::Fine => styles.good,
            Outcome::Undecided => styles.unsure,
            Outcome::Failed | Outcome::Wrong => styles.bad,
        }
    }
}

/// A line for each model, and how many went well.
#[must_use]
pub fn batch_text(view: &BatchView, outcomes: &[Outcome], styles: Styles) -> String {
    let widest = outcomes.iter().map(|outcome| outcome.word().len()).max().unwrap_or(0);
    let path = view.models.iter().map(|model| model.model.path.chars().count()).max().unwrap_or(0);
    let mut out = "\n".to_owned();
    for (model, outcome) in view.models.iter().zip(outcomes) {
        let word = format!("{:widest$}", outcome.word());
        let name = &model.model.path;
        let line = format!(
            "{}{word}{}  {name:path$}  {}",
            outcome.style(styles),
            styles.reset,
            told(model)
        );
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let fine = outcomes.iter().filter(|outcome| **outcome == Outcome::Fine).count();
    let models = if view.models.len() == 1 { "model" } else { "models" };
    out.push_str(&format!("{} {models}, {fine} ok\n", view.models.len()));
    if view.untried > 0 {
        out.push_str(&format!("interrupted: {} not tried\n", view.untried));
    }
    out
}

fn told(model: &CheckView) -> String {
    match model.queries.is_empty() {
        true => match model.diagnostics.first() {
            Some(first) => first.message.clone(),
            None => "no queries".to_owned(),
        },
        false => summary(&model.queries),
    }
}

/// What stands above the table of a sweep: the queries by number, and the names of the columns.
#[must_use]
pub fn sweep_heading(constant: &str, queries: &[QueryView]) -> String {
    let mut out = String::new();
    for query in queries {
        out.push_str(&format!("{}  {}\n", query.index, query.formula));
    }
    let columns: String = queries
        .iter()
        .map(|query| {
            format!("  {:<11} {:>10} {:>9}", format!("query {}", query.index), "states", "time")
        })
        .collect();
    out + &format!("\n{constant:>6}{columns}\n")
}

/// A line of the table.
#[must_use]
pub fn sweep_line(point: &PointView, styles: Styles) -> String {
    let cell = |query: &QueryView| {
        let style = match query.verdict {
            VerdictView::Holds => styles.good,
            VerdictView::Fails | VerdictView::Error => styles.bad,
            VerdictView::Unknown | VerdictView::Unsupported => styles.unsure,
        };
        // Of `sup`, `inf` and `bounds` the value says more than that there is one.
        let known = query.value.as_ref().filter(|value| !value.text.is_empty());
        let word = known.map_or(query.verdict.word(), |value| &value.text);
        let states = query.stats.stored;
        format!(
            "  {style}{word:<11}{} {states:>10} {:>9}",
            styles.reset,
            seconds(query.stats.seconds)
        )
    };
    let cells: String = point.queries.iter().map(cell).collect();
    format!("{:>6}{cells}\n", point.value)
}
