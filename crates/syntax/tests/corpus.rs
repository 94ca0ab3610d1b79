//! The public models of the corpus, if it is there.

mod corpus_files;

use corpus_files::{files, name_of, parse_file};
use orrery_syntax::tree::SyntaxVersion;
use orrery_syntax::{Diagnostic, Severity, SourceMap, parse_queries, parse_xta};

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

/// Recovery: a sign that is missing somewhere should make one error, not an avalanche.
#[test]
fn a_missing_sign_makes_few_errors() {
    let mut counts = Vec::new();
    let mut dice = 0x5EED_u64;
    for path in files(&["xta", "ta"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let signs: Vec<usize> =
            text.match_indices([';', ')', '}', '(', '{', ',']).map(|it| it.0).collect();
        for _ in 0..20 {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut damaged = text.clone();
            damaged.remove(signs[(dice >> 33) as usize % signs.len()]);
            let mut sources = SourceMap::new();
            let parse = parse_xta(&mut sources, &name_of(&path), damaged.as_bytes());
            counts.push(errors(&sources, &parse.diagnostics).len());
        }
    }
    if !counts.is_empty() {
        let few = counts.iter().filter(|&&count| count <= 2).count();
        assert!(few * 100 >= counts.len() * 97, "{few} of {} make few errors", counts.len());
        assert!(counts.iter().all(|&count| count < 15), "{:?}", counts.iter().max());
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
