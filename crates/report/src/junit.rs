//! JUnit's XML, which continuous integration services show.
//!
//! A query is a test case. It passes if the answer is the expected one, or `holds` where the author expects nothing.
//! A query without an answer is an error, an unsupported one is skipped, and errors of the model itself are a test case
//! of their own.

use std::fmt::Write as _;

use crate::text::{TextOptions, run_text};
use crate::view::{BatchView, CheckView, DiagnosticView, QueryView, SeverityView, VerdictView};
use crate::xml::escape;

/// How a test case ends.
enum CaseOutcome {
    Passed,
    Failed(String),
    Erroneous(String),
    Skipped(String),
}

/// The results of a check.
#[must_use]
pub fn check_junit(view: &CheckView) -> String {
    let (suite, counts, seconds) = suite(view);
    document(&view.tool.name, &counts.attributes(seconds), &suite)
}

/// The results of several models, a test suite for each.
#[must_use]
pub fn batch_junit(view: &BatchView) -> String {
    let (mut suites, mut counts, mut seconds) = (String::new(), Counts::default(), 0.0);
    for model in &view.models {
        let (suite, more, time) = suite(model);
        suites.push_str(&suite);
        counts.tests += more.tests;
        counts.failures += more.failures;
        counts.errors += more.errors;
        counts.skipped += more.skipped;
        seconds += time;
    }
    document(&view.tool.name, &counts.attributes(seconds), &suites)
}

fn document(tool: &str, totals: &str, suites: &str) -> String {
    let tool = escape(tool);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{tool}\" {totals}>\n{suites}</testsuites>\n"
    )
}

/// The test suite of a model, with its counts and how long it took.
fn suite(view: &CheckView) -> (String, Counts, f64) {
    let mut cases = String::new();
    let mut counts = Counts::default();
    if view.diagnostics.iter().any(|diagnostic| diagnostic.severity == SeverityView::Error) {
        write_model_errors(view, &mut cases);
        counts.tests += 1;
        counts.errors += 1;
    }
    for query in &view.queries {
        let outcome = outcome(query);
        counts.add(&outcome);
        write_case(view, query, &outcome, &mut cases);
    }
    let seconds: f64 = view.queries.iter().map(|query| query.stats.seconds).sum();
    let (path, totals) = (escape(&view.model.path), counts.attributes(seconds));
    let suite = format!("<testsuite name=\"{path}\" {totals}>\n{cases}</testsuite>\n");
    (suite, counts, seconds)
}

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn attributes(&self, seconds: f64) -> String {
        format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds:.3}\"",
            self.tests, self.failures, self.errors, self.skipped
        )
    }

    fn add(&mut self, outcome: &CaseOutcome) {
        self.tests += 1;
        match outcome {
            CaseOutcome::Passed => {}
            CaseOutcome::Failed(_) => self.failures += 1,
            CaseOutcome::Erroneous(_) => self.errors += 1,
            CaseOutcome::Skipped(_) => self.skipped += 1,
        }
    }
}

/// How the test case of a query ends.
fn outcome(query: &QueryView) -> CaseOutcome {
    let reason = query.reason.clone().unwrap_or_default();
    match (&query.expect, query.verdict) {
        (Some(expect), _) if expect.met => CaseOutcome::Passed,
        (_, VerdictView::Unsupported) => CaseOutcome::Skipped(reason),
        (_, VerdictView::Unknown) => CaseOutcome::Erroneous(reason),
        (Some(expect), verdict) => {
            CaseOutcome::Failed(format!("expected {}, but it {}", expect.outcome, phrase(verdict)))
        }
        (None, VerdictView::Error) => CaseOutcome::Erroneous(reason),
        (None, VerdictView::Fails) => CaseOutcome::Failed("the query fails".to_owned()),
        (None, VerdictView::Holds) => CaseOutcome::Passed,
    }
}

fn phrase(verdict: VerdictView) -> &'static str {
    match verdict {
        VerdictView::Holds => "holds",
        VerdictView::Fails => "fails",
        VerdictView::Unknown => "is unknown",
        VerdictView::Unsupported => "is unsupported",
        VerdictView::Error => "is an error",
    }
}

fn write_case(view: &CheckView, query: &QueryView, outcome: &CaseOutcome, out: &mut String) {
    let _ = write!(
        out,
        "<testcase classname=\"{}\" name=\"{}: {}\" time=\"{:.3}\"",
        escape(&view.model.path),
        query.index,
        escape(&query.formula),
        query.stats.seconds
    );
    let story = query.trace.as_ref().map(|run| run_text(run, TextOptions::default()));
    let story = escape(&story.unwrap_or_default());
    let word = query.verdict.word();
    let message = |text: &str| escape(text);
    let _ = match outcome {
        CaseOutcome::Passed => writeln!(out, "/>"),
        CaseOutcome::Failed(text) => writeln!(
            out,
            ">\n<failure type=\"{word}\" message=\"{}\">{story}</failure>\n</testcase>",
            message(text)
        ),
        CaseOutcome::Erroneous(text) => writeln!(
            out,
            ">\n<error type=\"{word}\" message=\"{}\">{story}</error>\n</testcase>",
            message(text)
        ),
        CaseOutcome::Skipped(text) => {
            writeln!(out, ">\n<skipped message=\"{}\"/>\n</testcase>", message(text))
        }
    };
}

/// The errors of the texts as one test case.
fn write_model_errors(view: &CheckView, out: &mut String) {
    let errors = view.diagnostics.iter().filter(|d| d.severity == SeverityView::Error);
    let lines: Vec<String> = errors.map(diagnostic_line).collect();
    let first = lines.first().cloned().unwrap_or_default();
    let _ = writeln!(
        out,
        "<testcase classname=\"{}\" name=\"model\" time=\"0.000\">\n\
         <error type=\"model\" message=\"{}\">{}</error>\n</testcase>",
        escape(&view.model.path),
        escape(&first),
        escape(&lines.join("\n"))
    );
}

/// `file:line:column: message (code)`.
fn diagnostic_line(diagnostic: &DiagnosticView) -> String {
    format!(
        "{}:{}:{}: {} ({})",
        diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.message, diagnostic.code
    )
}

#[cfg(test)]
mod tests;
