//! Reading a model and answering its queries.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use orrery::network::Overflow;
use orrery::{LoadError, Loader};
use query::plan::Options;
use query::verdict::{Answer, Undecided, Verdict};

use super::manifest::{Entry, ListedQuery};

/// What a query may use.
pub struct JudgeLimits {
    pub time: Duration,
    pub memory: u64,
    pub threads: usize,
}

impl JudgeLimits {
    /// Sees to it that a query does not use more, from now on.
    pub fn watch(&self) -> orrery::Limits<'static> {
        orrery::Limits::new().time(self.time).memory(self.memory)
    }
}

/// What became of a query.
pub struct Judgement {
    pub formula: String,
    /// The answer in words.
    pub outcome: String,
    /// Is an answer known?
    pub expected: bool,
    /// Is ours the same? Nothing if one of the two is missing.
    pub agrees: Option<bool>,
    /// Did the search end because of the limits?
    pub out_of_limits: bool,
    pub seconds: f64,
    pub stored: u64,
}

/// A model that has been read.
pub struct Read {
    pub network: Arc<network::Network>,
    /// Its queries, as listed.
    pub queries: Vec<network::Query>,
}

/// Reads a model and its listed queries; or says what is wrong with it. Integers wrap, as they do in
/// the tool that the expectations come from.
pub fn read(folder: &Path, entry: &Entry) -> Result<Read, String> {
    let loader = match entry.queries.as_slice() {
        [] => Loader::new().without_queries(),
        listed => listed.iter().fold(Loader::new(), |loader, one| loader.formula(&one.formula)),
    };
    let model = loader.overflow(Overflow::Wrap).load_file(folder.join(&entry.file)).map_err(why)?;
    let queries: Vec<_> = model.loaded().queries().map(|(_, query)| query.clone()).collect();
    if queries.len() != entry.queries.len() {
        return Err("a listed query is empty".to_owned());
    }
    Ok(Read { network: Arc::clone(model.network()), queries })
}

/// Why a model could not be read, in one line.
fn why(error: LoadError) -> String {
    match &error {
        LoadError::Wrong(loaded) => {
            let first = loaded.errors().next().map_or("", |error| error.message.as_str());
            format!("{} errors: {first}", loaded.errors().count())
        }
        _ => error.summary(),
    }
}

/// Reads a model and judges its queries.
pub fn entry(
    folder: &Path,
    entry: &Entry,
    parse_only: bool,
    limits: &JudgeLimits,
    report: &mut dyn FnMut(Judgement),
) {
    let read = match read(folder, entry) {
        Ok(read) => read,
        Err(problem) => return report(broken(entry, &problem)),
    };
    for (listed, query) in entry.queries.iter().zip(&read.queries) {
        if parse_only {
            report(parse_judgement(listed, query));
        } else {
            report(judge(&read.network, listed, query, limits));
        }
    }
}

fn broken(entry: &Entry, problem: &str) -> Judgement {
    Judgement {
        formula: format!("({} queries)", entry.queries.len()),
        outcome: problem.to_owned(),
        expected: true,
        agrees: Some(false),
        out_of_limits: false,
        seconds: 0.0,
        stored: 0,
    }
}

fn parse_judgement(listed: &ListedQuery, query: &network::Query) -> Judgement {
    let refused = match &query.kind {
        network::QueryKind::Wrong(reason) => Some(reason.clone()),
        _ => None,
    };
    Judgement {
        formula: listed.formula.clone(),
        outcome: refused.clone().unwrap_or_else(|| "checks".to_owned()),
        expected: true,
        agrees: Some(refused.is_some() == listed.refused),
        out_of_limits: false,
        seconds: 0.0,
        stored: 0,
    }
}

fn judge(
    network: &network::Network,
    listed: &ListedQuery,
    query: &network::Query,
    limits: &JudgeLimits,
) -> Judgement {
    let started = Instant::now();
    let mut watch = limits.watch();
    let options = Options { threads: limits.threads, ..Options::default() };
    let answer = query::check(network, query, &options, &mut watch);
    let seconds = started.elapsed().as_secs_f64();
    let (outcome, verdict, stored) = match &answer {
        Err(problem) => (format!("{problem:?}"), None, 0),
        Ok(answer) => {
            let (outcome, verdict) = describe(network, answer);
            (outcome, verdict, answer.stats.progress.stored)
        }
    };
    let mut agrees = match (verdict, listed.expected) {
        (Some(ours), Some(theirs)) => Some(ours == theirs),
        _ => None,
    };
    if let (Ok(answer), Some(value), Some(true)) = (&answer, &listed.value, agrees) {
        let ours: Vec<_> = answer.values.iter().map(value_text).collect();
        agrees = Some(ours.iter().any(|(lower, upper)| lower == value || upper == value));
    }
    let outcome = match listed.uppaal_stored {
        Some(theirs) => format!("{outcome} (UPPAAL stored {theirs})"),
        None => outcome,
    };
    let stopped =
        |answer: &Answer| matches!(answer.verdict, Ok(Verdict::Unknown(Undecided::Stopped(_))));
    Judgement {
        formula: listed.formula.split_whitespace().collect::<Vec<_>>().join(" "),
        outcome,
        expected: listed.expected.is_some(),
        agrees,
        out_of_limits: answer.as_ref().is_ok_and(stopped),
        seconds,
        stored,
    }
}

fn value_text(value: &query::verdict::TermValue) -> (String, String) {
    let end = |end: Option<(i64, bool)>| match end {
        None => "inf".to_owned(),
        Some((limit, _)) => limit.to_string(),
    };
    let first = value.ranges.first().map_or(String::new(), |range| end(range.lower));
    let last = value.ranges.last().map_or(String::new(), |range| end(range.upper));
    (first, last)
}

/// An answer in words, and the verdict.
pub fn describe(network: &network::Network, answer: &Answer) -> (String, Option<bool>) {
    match &answer.verdict {
        Err(fault) => (format!("error: {}", fault.fault.kind.describe(network)), None),
        Ok(Verdict::Holds) => {
            let values: Vec<_> = answer.values.iter().map(value_text).collect();
            let text = if values.is_empty() { String::new() } else { format!(" {values:?}") };
            (format!("holds{text}"), Some(true))
        }
        Ok(Verdict::Fails) => ("fails".to_owned(), Some(false)),
        Ok(Verdict::Unknown(Undecided::Stopped(reason))) => (format!("unknown: {reason:?}"), None),
        Ok(Verdict::Unknown(Undecided::ClockRange(_))) => ("unsupported".to_owned(), None),
        Ok(Verdict::Unknown(
            Undecided::CostRange | Undecided::CostMismatch | Undecided::LeftOut,
        )) => ("unknown: cost".to_owned(), None),
        Ok(Verdict::Unknown(Undecided::Maybe { suggests, because })) => {
            (format!("maybe {suggests}: {because}"), None)
        }
    }
}
