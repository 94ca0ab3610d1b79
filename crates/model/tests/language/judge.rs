//! Loads the model of a case and compares.

use network::eval::Evaluator;
use network::{Goal, Network, QueryKind, Term};
use orrery_model::{Loaded, load, load_tck};
use syntax::{Diagnostic, Severity, SourceMap};

use crate::case::{Case, Edge, Expectation, Outcome};
use crate::show;

/// What does not hold.
pub(crate) fn judge(case: &Case) -> Vec<String> {
    let mut trial = Trial::new(case);
    let mut failures = trial.diagnostics(case);
    let limited = |e: &Expectation| matches!(e, Expectation::Limitation(_));
    if let Some(network) = &trial.loaded.network
        && !network.limitations.is_empty()
        && !case.expectations.iter().any(limited)
    {
        failures.push(format!("unexpected: {:?}", network.limitations));
    }
    for expectation in &case.expectations {
        if let Err(failure) = trial.expectation(expectation) {
            failures.push(failure);
        }
    }
    failures
}

struct Trial {
    sources: SourceMap,
    document: syntax::Model,
    diagnostics: Vec<Diagnostic>,
    loaded: Loaded,
}

impl Trial {
    fn new(case: &Case) -> Trial {
        let mut sources = SourceMap::new();
        let name = format!("case.{}", case.format);
        let parsed = syntax::parse_model(&mut sources, &name, case.model.as_bytes());
        let queries = match &parsed.tree {
            syntax::Model::Uppaal(document) => document.queries.clone(),
            syntax::Model::Tchecker(_) => Vec::new(),
        };
        let loaded = load_model(&parsed.tree, &queries);
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(loaded.diagnostics.iter().cloned());
        Trial { sources, document: parsed.tree, diagnostics, loaded }
    }

    /// All errors and warnings must be expected, and all expected ones must be there.
    fn diagnostics(&self, case: &Case) -> Vec<String> {
        let mut found: Vec<(&Diagnostic, String, u32)> = self
            .diagnostics
            .iter()
            .map(|diagnostic| {
                let line = self.sources.place(diagnostic.span).line;
                (diagnostic, diagnostic.code.text().to_owned(), line)
            })
            .collect();
        let mut failures = Vec::new();
        for expectation in &case.expectations {
            let Expectation::Diagnostic { code, line, words } = expectation else { continue };
            let position = found.iter().position(|(diagnostic, found_code, found_line)| {
                let text =
                    format!("{} {}", diagnostic.message, diagnostic.help.as_deref().unwrap_or(""));
                found_code == code && found_line == line && text.contains(words)
            });
            match position {
                Some(position) => {
                    found.remove(position);
                }
                None => failures.push(format!("missing: {code} on line {line}: {words}")),
            }
        }
        for (diagnostic, code, line) in found {
            let help = diagnostic.help.as_deref().unwrap_or("");
            let message = &diagnostic.message;
            failures.push(format!("unexpected: {code} on line {line}: {message} [{help}]"));
        }
        failures
    }

    fn expectation(&mut self, expectation: &Expectation) -> Result<(), String> {
        match expectation {
            Expectation::Diagnostic { code, .. } => {
                let error = code.starts_with('E') && !code.starts_with("E04");
                let network = self.loaded.network.is_some();
                check(!(error && network), || format!("{code}, and yet a network"))
            }
            Expectation::Ok => {
                let errors = self.diagnostics.iter().any(|d| d.severity() == Severity::Error);
                check(!errors && self.loaded.network.is_some(), || "not ok".to_owned())
            }
            Expectation::Value { after, expr, value } => self.value(after.as_ref(), expr, *value),
            Expectation::Fault { after, words } => self.fault(after, words),
            Expectation::Guard(edge, text) => {
                let network = self.network()?;
                let guard = &find_edge(network, edge)?.guard;
                same(&show::guard(network, guard, &[]), text)
            }
            Expectation::Update(edge, text) => {
                let network = self.network()?;
                same(&show::stmts(network, &find_edge(network, edge)?.update), text)
            }
            Expectation::Invariant { process, location, text } => {
                let network = self.network()?;
                let process = find_process(network, process)?;
                let found = process.locations.iter().find(|found| found.name == *location);
                let found = found.ok_or_else(|| format!("no location {location}"))?;
                same(&show::guard(network, &found.invariant, &found.rates), text)
            }
            Expectation::Query { text, outcome } => self.query(text, outcome),
            Expectation::Goal { text, goal } => {
                let (network, kind, _) = self.ask(text)?;
                let found = match &kind {
                    QueryKind::Reachable(goal)
                    | QueryKind::Invariant(goal)
                    | QueryKind::PotentiallyAlways(goal)
                    | QueryKind::Eventually(goal) => goal.clone(),
                    QueryKind::LeadsTo(first, second) => {
                        Goal::And(vec![first.clone(), second.clone()])
                    }
                    other => return Err(format!("no goal: {other:?}")),
                };
                same(&show::goal(&network, &found), goal)
            }
            Expectation::Count(count, what) => {
                let found = count_of(self.network()?, what)?;
                check(found == *count, || format!("{found} {what}, not {count}"))
            }
            Expectation::Limitation(words) => {
                let limitations = &self.network()?.limitations;
                let found = limitations.iter().any(|found| found.reason.contains(words));
                check(found, || format!("no such limitation: {limitations:?}"))
            }
        }
    }

    fn network(&self) -> Result<&Network, String> {
        self.loaded.network.as_ref().ok_or_else(|| "no network".to_owned())
    }

    /// Loads the model again with one query.
    fn ask(&mut self, text: &str) -> Result<(Network, QueryKind, Vec<Diagnostic>), String> {
        let parsed = syntax::parse_query_text(&mut self.sources, "query", text);
        let loaded = load_model(&self.document, std::slice::from_ref(&parsed.tree));
        let network = loaded.network.ok_or("no network")?;
        let kind = loaded.queries.into_iter().next().ok_or("no query")?.kind;
        let mut diagnostics = parsed.diagnostics;
        diagnostics.extend(loaded.diagnostics);
        Ok((network, kind, diagnostics))
    }

    fn query(&mut self, text: &str, outcome: &Outcome) -> Result<(), String> {
        let (_, kind, diagnostics) = self.ask(text)?;
        match (outcome, kind) {
            (Outcome::Unsupported(words), QueryKind::Unsupported(reason)) => {
                check(reason.contains(words), || format!("{text}: {reason}"))
            }
            (Outcome::Error(code, words), QueryKind::Wrong(_)) => {
                let found = diagnostics.iter().any(|diagnostic| {
                    let help = diagnostic.help.as_deref().unwrap_or("");
                    let text = format!("{} {help}", diagnostic.message);
                    diagnostic.code.text() == code && text.contains(words)
                });
                check(found, || format!("{text}: {diagnostics:?}"))
            }
            (Outcome::Ok, QueryKind::Wrong(reason) | QueryKind::Unsupported(reason)) => {
                Err(format!("{text}: {reason}"))
            }
            (Outcome::Ok, _) => Ok(()),
            (_, kind) => Err(format!("{text}: became {kind:?}")),
        }
    }

    fn value(&mut self, after: Option<&Edge>, expr: &str, value: i64) -> Result<(), String> {
        let (network, kind, _) = self.ask(&format!("sup: {expr}"))?;
        let QueryKind::Optimum { terms, .. } = kind else {
            return Err(format!("{expr}: {kind:?}"));
        };
        let [Term::Int { value: code, .. }] = &*terms else {
            return Err(format!("{expr} is not an integer"));
        };
        let locations: Vec<_> = network.processes.iter().map(|process| process.initial).collect();
        let mut memory = network.initial_memory();
        let mut evaluator = Evaluator::new(&network, &locations, &mut memory);
        if let Some(after) = after {
            take(&network, after, &mut evaluator)?;
        }
        let result = evaluator.eval(code);
        match result {
            Ok(found) if i64::from(found) == value => Ok(()),
            other => Err(format!("{expr}: {other:?}, not {value}")),
        }
    }

    fn fault(&mut self, after: &Edge, words: &str) -> Result<(), String> {
        let network = self.network()?;
        let locations: Vec<_> = network.processes.iter().map(|process| process.initial).collect();
        let mut memory = network.initial_memory();
        let mut evaluator = Evaluator::new(network, &locations, &mut memory);
        match take(network, after, &mut evaluator) {
            Ok(()) => Err("no fault".to_owned()),
            Err(fault) => check(fault.contains(words), || fault),
        }
    }
}

fn load_model(document: &syntax::Model, queries: &[syntax::tree::Query]) -> Loaded {
    match document {
        syntax::Model::Uppaal(document) => load(document, queries),
        syntax::Model::Tchecker(document) => load_tck(document, queries),
    }
}

/// Binds the select variables of an edge and carries out its update.
fn take(network: &Network, edge: &Edge, evaluator: &mut Evaluator<'_>) -> Result<(), String> {
    let found = find_edge(network, edge)?;
    for (select, value) in found.selects.iter().zip(&edge.selects) {
        let slot = network.variable(select.variable).base.index();
        evaluator.memory[slot] = *value;
    }
    evaluator.run(&found.update).map_err(|fault| fault.kind.describe(network))
}

fn find_process<'n>(network: &'n Network, name: &str) -> Result<&'n network::Process, String> {
    let found = network.processes.iter().find(|process| process.name == name);
    found.ok_or_else(|| format!("no process {name}"))
}

fn find_edge<'n>(network: &'n Network, edge: &Edge) -> Result<&'n network::Edge, String> {
    let process = find_process(network, &edge.process)?;
    process.edges.get(edge.number - 1).ok_or_else(|| format!("no edge {}", edge.number))
}

fn count_of(network: &Network, what: &str) -> Result<usize, String> {
    Ok(match what.trim_end_matches('s') {
        "processe" => network.processes.len(),
        "clock" => network.clock_count(),
        "channel" => network.channel_count(),
        "cell" => network.state_slots(),
        "edge" => network.processes.iter().map(|process| process.edges.len()).sum(),
        "function" => network.functions.len(),
        "scalar set" => network.scalar_sets.len(),
        "limitation" => network.limitations.len(),
        _ => return Err(format!("nothing is called {what}")),
    })
}

fn check(holds: bool, failure: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(failure()) }
}

fn same(found: &str, expected: &str) -> Result<(), String> {
    check(found == expected, || format!("found    {found}\n    expected {expected}"))
}
