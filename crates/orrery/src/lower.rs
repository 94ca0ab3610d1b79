//! From trees to a network and its queries.

use network::{Network, Query};
use reference::Concrete;
use syntax::tree::{self, Formula};
use syntax::{Code, Diagnostic, Severity, SourceMap, Span};

use crate::loaded::{Loaded, Parts, spot};

/// What messages call a formula that has no other name.
pub(crate) const FORMULA: &str = "query";

/// Reads formulas, each as a text of its own.
pub(crate) fn formulas(
    formulas: &[(String, String)],
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<tree::Query> {
    let mut asked = Vec::new();
    for (name, formula) in formulas {
        let mut parsed = syntax::parse_query_text(sources, name, formula);
        parsed.tree.line = 0;
        asked.push(parsed.tree);
        diagnostics.extend(parsed.diagnostics);
    }
    asked
}

/// From trees to a network and its queries.
pub(crate) fn lower(
    parts: Parts,
    numbers: Vec<usize>,
    asked: &[tree::Query],
    mut diagnostics: Vec<Diagnostic>,
) -> Loaded {
    let mut loaded = match &*parts.tree {
        syntax::Model::Uppaal(document) => model::load(document, asked),
        syntax::Model::Tchecker(document) => model::load_tck(document, asked),
    };
    for (query, tree) in loaded.queries.iter_mut().zip(asked) {
        explain(query, tree, &diagnostics);
    }
    if let Some(network) = &mut loaded.network {
        network.overflow = parts.overflow;
        for limitation in &mut network.limitations {
            if let Some(span) = loaded.origins.get(limitation.origin.index()) {
                limitation.reason =
                    format!("{} ({})", limitation.reason, spot(&parts.sources, *span));
            }
        }
    }
    if let Some(network) = loaded.network.as_ref().filter(|all| all.limitations.is_empty()) {
        diagnostics.extend(warn_of_start(network, &loaded.origins));
    }
    let readable = !diagnostics.iter().any(is_model_error);
    // Of a file that is no model at all there is nothing more to say.
    if !diagnostics.iter().any(|found| found.code == Code::BadXml) {
        diagnostics.append(&mut loaded.diagnostics);
    }
    in_order(&mut diagnostics, &parts.sources);
    loaded.network = loaded.network.filter(|_| readable);
    Loaded::new(parts, loaded, (numbers, asked.to_vec()), diagnostics)
}

/// Where an invariant does not hold at the start there are no states, and every `A[]` holds.
fn warn_of_start(network: &Network, origins: &[Span]) -> Option<Diagnostic> {
    // A fault is met again, and then told with its run, by whoever searches.
    let process = &network.processes[Concrete::initial(network).violated().ok()??];
    let location = &process.locations[process.initial.index()];
    let span = origins.get(location.origin.index())?;
    let message = format!(
        "the invariant of `{}.{}` does not hold at the start: the model has no states",
        process.name, location.name
    );
    let help = "every `A[]` query holds then, and every `E<>` query fails";
    Some(Diagnostic::new(Code::NoStates, *span, message).help(help))
}

/// An error outside queries: the model cannot be used.
pub(crate) fn is_model_error(found: &Diagnostic) -> bool {
    found.severity() == Severity::Error && !found.code.is_about_query()
}

/// Sorts messages as one reads: file by file, from top to bottom.
fn in_order(diagnostics: &mut [Diagnostic], sources: &SourceMap) {
    let mut files: Vec<String> = Vec::new();
    for found in diagnostics.iter() {
        let file = sources.place(found.span).file;
        if !files.iter().any(|known| known == file) {
            files.push(file.to_owned());
        }
    }
    diagnostics.sort_by_cached_key(|found| {
        let place = sources.place(found.span);
        (files.iter().position(|file| file == place.file), place.line, place.column)
    });
}

/// A formula that could not be read is wrong for the reason that the reader gave.
fn explain(query: &mut Query, tree: &tree::Query, diagnostics: &[Diagnostic]) {
    let within = |found: &&Diagnostic| {
        let Span { block, start, .. } = found.span;
        found.code.is_about_query()
            && block == tree.span.block
            && (tree.span.start..=tree.span.end).contains(&start)
    };
    if tree.formula == Formula::Error
        && let Some(found) = diagnostics.iter().find(within)
    {
        query.kind = network::QueryKind::Wrong(found.message.clone());
    }
}
