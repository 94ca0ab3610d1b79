//! The public models of the corpus, if it is there.

mod corpus_files;

use corpus_files::{files, name_of, parse_file};
use orrery_syntax::tree::SyntaxVersion;
use orrery_syntax::{Diagnostic, Severity, SourceMap, parse_queries};

/// The errors among some diagnostics, one line each.
fn errors(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Vec<String> {
    let errors = diagnostics.iter().filter(|it| it.severity() == Severity::Error);
    errors
        .map(|error| {
            let place = sources.place(error.span);
            format!("{}:{} {} {}", place.file, place.line, error.code.text(), error.message)
        })
        .collect()
}

/// The queries that UPPAAL's own parser rejects too: a nested `-->`, `implies`, and `and` without a
/// right operand.
const BROKEN_QUERIES: [&str; 2] = [
    "pacemaker__milestone1.xml:1705 E0401 expected `)`, found `-->`",
    "roc__fischer_cfree.xml:125 E0401 unexpected `implies` after the query",
];

#[test]
fn every_model_is_read_without_error() {
    let mut found = Vec::new();
    for path in files(&["xml", "xta", "ta"]) {
        let (sources, parse) = parse_file(&path);
        found.extend(errors(&sources, &parse.diagnostics));
    }
    if !found.is_empty() {
        assert_eq!(found, BROKEN_QUERIES);
    }
}

#[test]
fn twenty_models_are_in_the_old_syntax() {
    let models = files(&["xml", "xta", "ta"]);
    let is_old = |path: &&std::path::PathBuf| parse_file(path).1.tree.syntax == SyntaxVersion::Old;
    let old: Vec<_> = models.iter().filter(is_old).map(|path| name_of(path)).collect();
    if !models.is_empty() {
        assert_eq!(models.len(), 202);
        assert_eq!(old.len(), 20, "{old:?}");
    }
}

#[test]
fn every_query_file_is_read_without_error() {
    let mut found = Vec::new();
    for path in files(&["q"]) {
        let bytes = std::fs::read(&path).unwrap();
        let mut sources = SourceMap::new();
        let parse = parse_queries(&mut sources, &name_of(&path), &bytes);
        found.extend(errors(&sources, &parse.diagnostics));
    }
    if !found.is_empty() {
        assert_eq!(found, ["parking__company.q:51 E0401 expected an expression, found `-->`"]);
    }
}
