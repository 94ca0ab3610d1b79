//! Medians, ratios and growth, as a table for people.

use std::fmt::Write;

use super::suite::Model;
use super::tools::Counts;

/// The runs of one tool on one model.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// The tool and its flags.
    pub tool: String,
    /// Processor seconds of each run.
    pub cpu: Vec<f64>,
    /// Peak bytes of each run.
    pub peak: Vec<f64>,
    /// What the runs explored.
    pub counts: Counts,
}

/// All runs on one model.
#[derive(Clone, Debug)]
pub struct Row {
    pub model: Model,
    pub ours: Series,
    /// TChecker's runs with its fastest algorithm, if there are any; or why there are none.
    pub theirs: Result<Series, &'static str>,
}

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => sorted[length / 2],
        length => f64::midpoint(sorted[length / 2 - 1], sorted[length / 2]),
    }
}

pub fn geometric(values: &[f64]) -> f64 {
    let logs: f64 = values.iter().map(|value| value.ln()).sum();
    (logs / values.len() as f64).exp()
}

impl Row {
    fn speed_up(&self) -> Option<f64> {
        let theirs = self.theirs.as_ref().ok()?;
        Some(median(&theirs.cpu) / median(&self.ours.cpu))
    }

    fn memory_ratio(&self) -> Option<f64> {
        let theirs = self.theirs.as_ref().ok()?;
        Some(median(&self.ours.peak) / median(&theirs.peak))
    }
}

const HEAD: &str = "\
| model | stored | visited | CPU s | peak MB | B/state | states/s | growth t / n \
| TChecker | stored | visited | CPU s | peak MB | times faster | memory |
|---|---:|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|
";

/// The table in Markdown, and what it comes to.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = HEAD.to_owned();
    for (number, row) in rows.iter().enumerate() {
        let before = number.checked_sub(1).map(|number| &rows[number]);
        let before = before.filter(|before| before.model.family == row.model.family);
        line(&mut text, row, before);
    }
    let compared: Vec<&Row> = rows.iter().filter(|row| row.model.counts).collect();
    let speed: Vec<f64> = compared.iter().filter_map(|row| row.speed_up()).collect();
    let memory: Vec<f64> = compared.iter().filter_map(|row| row.memory_ratio()).collect();
    if !speed.is_empty() {
        let least = speed.iter().copied().fold(f64::INFINITY, f64::min);
        let _ = writeln!(
            text,
            "\nGeometric mean over the {} models the targets speak of: **{:.1} times faster**, \
             {:.2} of the memory; least {least:.1} times.",
            speed.len(),
            geometric(&speed),
            geometric(&memory),
        );
    }
    text
}

fn line(text: &mut String, row: &Row, before: Option<&Row>) {
    let ours = &row.ours;
    let (cpu, peak) = (median(&ours.cpu), median(&ours.peak));
    let stored = ours.counts.stored.max(1) as f64;
    let growth = before.map_or(String::new(), |before| {
        let time = cpu / median(&before.ours.cpu);
        format!("{time:.2} / {:.2}", stored / before.ours.counts.stored.max(1) as f64)
    });
    let _ = write!(
        text,
        "| {} | {} | {} | {cpu:.3} | {:.1} | {:.0} | {:.0} | {growth} |",
        row.model.name(),
        ours.counts.stored,
        ours.counts.visited,
        peak / 1e6,
        peak / stored,
        ours.counts.visited as f64 / cpu,
    );
    let _ = match &row.theirs {
        Err(reason) => writeln!(text, " {reason} | | | | | | |"),
        Ok(theirs) => writeln!(
            text,
            " {} | {} | {} | {:.2} | {:.1} | {:.1} | {:.2} |",
            theirs.tool,
            theirs.counts.stored,
            theirs.counts.visited,
            median(&theirs.cpu),
            median(&theirs.peak) / 1e6,
            row.speed_up().unwrap_or(f64::NAN),
            row.memory_ratio().unwrap_or(f64::NAN),
        ),
    };
}
