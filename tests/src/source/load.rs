//! Text to network, as the command line does it.

use network::{Network, Query, QueryKind};
use orrery::network::Overflow;
use orrery::{LoadError, Loaded, Loader};
use source::print::{model_text, query_text};
use source::tree;

/// A model and its queries, or what is wrong with the text.
pub fn load(model: &tree::Model, queries: &[tree::Query]) -> Result<(Network, Vec<Query>), String> {
    let lines: Vec<String> = queries.iter().map(|query| query_text(model, query)).collect();
    let loader = Loader::new().overflow(Overflow::Fault).query_text("random.q", lines.join("\n"));
    let loaded = match loader.load_text("random.xta", model_text(model)) {
        Ok(model) => model,
        Err(LoadError::Wrong(loaded)) => return Err(first_error(&loaded).unwrap_or_default()),
        Err(other) => return Err(other.to_string()),
    };
    if let Some(error) = first_error(loaded.loaded()) {
        return Err(error);
    }
    let asked: Vec<Query> = loaded.loaded().queries().map(|(_, query)| query.clone()).collect();
    if asked.len() != queries.len() {
        return Err(format!("{} queries instead of {}", asked.len(), queries.len()));
    }
    for (query, line) in asked.iter().zip(&lines) {
        if let QueryKind::Wrong(reason) = &query.kind {
            return Err(format!("{line}: {reason}"));
        }
    }
    if let Some(limitation) = loaded.network().limitations.first() {
        return Err(format!("a limitation: {limitation:?}"));
    }
    Ok((Network::clone(loaded.network()), asked))
}

fn first_error(loaded: &Loaded) -> Option<String> {
    let error = loaded.errors().next()?;
    Some(format!("line {}: {}", loaded.sources().place(error.span).line, error.message))
}
