//! Text to network, as the command line does it.

use network::{Network, Query, QueryKind};
use source::print::{model_text, query_text};
use source::tree;

/// A model and its queries, or what is wrong with the text.
pub fn load(model: &tree::Model, queries: &[tree::Query]) -> Result<(Network, Vec<Query>), String> {
    let lines: Vec<String> = queries.iter().map(|query| query_text(model, query)).collect();
    let mut sources = syntax::SourceMap::new();
    let parsed = syntax::parse_xta(&mut sources, "random.xta", model_text(model).as_bytes());
    let asked = syntax::parse_queries(&mut sources, "random.q", lines.join("\n").as_bytes());
    let loaded = model::load(&parsed.tree, &asked.tree.queries);
    let found = parsed.diagnostics.iter().chain(&asked.diagnostics).chain(&loaded.diagnostics);
    let mut errors = found.filter(|found| found.severity() == syntax::Severity::Error);
    if let Some(error) = errors.next() {
        let line = sources.place(error.span).line;
        return Err(format!("line {line}: {}", error.message));
    }
    let network = loaded.network.ok_or("no network")?;
    if loaded.queries.len() != queries.len() {
        return Err(format!("{} queries instead of {}", loaded.queries.len(), queries.len()));
    }
    for (query, line) in loaded.queries.iter().zip(&lines) {
        if let QueryKind::Wrong(reason) = &query.kind {
            return Err(format!("{line}: {reason}"));
        }
    }
    if let Some(limitation) = network.limitations.first() {
        return Err(format!("a limitation: {limitation:?}"));
    }
    Ok((network, loaded.queries))
}
