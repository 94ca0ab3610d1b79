//! Every model of the corpus is read, checked and written out, and every query that its manifest lists
//! type-checks unless the manifest or [`ACCEPTED`] or [`REFUSED`] says why not.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::print_stderr, reason = "tests report what they could not find")]

use std::path::{Path, PathBuf};

use network::QueryKind;
use orrery_model::{Loaded, load};
use syntax::{Diagnostic, Severity, SourceMap};

/// Queries that UPPAAL's type checker refuses and we accept: file, part of the formula, and why.
const ACCEPTED: &[(&str, &str, &str)] = &[
    (
        "rtdevs__GearControl.xml",
        "deadlock",
        "UPPAAL does not look for deadlocks under priorities; whether our engine can is its decision",
    ),
    (
        "rtdevs__GearControl.xml",
        "control.",
        "`control` is a keyword of UPPAAL's queries and the name of a process: nothing is ambiguous",
    ),
];

/// Queries that UPPAAL's type checker accepts and we refuse.
const REFUSED: &[(&str, &str, &str)] = &[(
    "upor__fireAlarm_4.xml",
    "sensor(5)",
    "the set has fewer members; UPPAAL's type checker does not look",
)];

/// Where the corpus is, if it is.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let named = std::env::var_os("ORRERY_CORPUS").map(PathBuf::from);
    let found = named.into_iter().chain([beside]).find(|path| path.join("MANIFEST.tsv").exists());
    if found.is_none() {
        eprintln!("the corpus is missing: set ORRERY_CORPUS to its directory");
    }
    found
}

struct Row {
    file: String,
    queries: Vec<(String, Option<String>)>,
}

fn manifest(corpus: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(corpus.join("MANIFEST.tsv")).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (file, queries) = (column("file"), column("queries"));
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let listed: Vec<serde_json::Value> = match cells[queries] {
            "" => Vec::new(),
            json => serde_json::from_str(json).unwrap(),
        };
        let listed = listed.iter().map(|query| {
            let text = |key: &str| query[key].as_str().map(str::to_owned);
            (text("formula").unwrap(), text("typecheck_error"))
        });
        Row { file: cells[file].to_owned(), queries: listed.collect() }
    });
    rows.collect()
}

/// Loads a model with these queries; gives the network and what each query became, if it was read.
fn load_file(path: &Path, formulas: &[&str]) -> (Loaded, Vec<bool>, Vec<Diagnostic>) {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut sources = SourceMap::new();
    let parsed = if name.ends_with(".xml") {
        syntax::parse_xml(&mut sources, &name, &bytes)
    } else {
        syntax::parse_xta(&mut sources, &name, &bytes)
    };
    let mut queries = Vec::new();
    let mut read = Vec::new();
    for formula in formulas {
        let query = syntax::parse_query_text(&mut sources, "query", formula);
        let error = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Error;
        read.push(!query.diagnostics.iter().any(error));
        queries.push(query.tree);
    }
    (load(&parsed.tree, &queries), read, parsed.diagnostics)
}

fn excused(list: &[(&str, &str, &str)], file: &str, formula: &str) -> bool {
    list.iter().any(|(name, part, _)| *name == file && formula.contains(part))
}

#[test]
fn every_model_and_query_of_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let mut problems = Vec::new();
    let (mut models, mut listed, mut refused) = (0, 0, 0);
    for row in manifest(&corpus) {
        let formulas: Vec<&str> = row.queries.iter().map(|(formula, _)| formula.as_str()).collect();
        let (loaded, read, parse_diagnostics) = load_file(&corpus.join(&row.file), &formulas);
        models += 1;
        let errors = parse_diagnostics.iter().chain(&loaded.diagnostics);
        if loaded.network.is_none() {
            let errors: Vec<String> = errors
                .filter(|diagnostic| diagnostic.severity() == Severity::Error)
                .map(|diagnostic| format!("{} {}", diagnostic.code.text(), diagnostic.message))
                .collect();
            problems.push(format!("{}: no network: {errors:?}", row.file));
            continue;
        }
        for (number, (formula, error)) in row.queries.iter().enumerate() {
            listed += 1;
            let verdict = match &loaded.queries[number].kind {
                _ if !read[number] => Some("it does not follow the grammar"),
                QueryKind::Wrong(reason) | QueryKind::Unsupported(reason) => Some(reason.as_str()),
                _ => None,
            };
            refused += usize::from(verdict.is_some());
            match (verdict, error) {
                (None, Some(error)) if !excused(ACCEPTED, &row.file, formula) => {
                    problems.push(format!("{}: accepted: {formula}\n    {error}", row.file));
                }
                (Some(reason), None) if !excused(REFUSED, &row.file, formula) => {
                    problems.push(format!("{}: refused: {formula}\n    {reason}", row.file));
                }
                _ => {}
            }
        }
    }
    eprintln!("{models} models, {listed} listed queries, {refused} of them refused");
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_benchmark_in_tcheckers_format() {
    let Some(corpus) = corpus() else { return };
    let Ok(directory) = std::fs::read_dir(corpus.join("../bench")) else {
        eprintln!("the benchmarks are missing beside the corpus");
        return;
    };
    let mut count = 0;
    for entry in directory {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tck") {
            continue;
        }
        let mut sources = SourceMap::new();
        let bytes = std::fs::read(&path).unwrap();
        let parsed = syntax::parse_tck(&mut sources, "model.tck", &bytes);
        let processes = parsed.tree.declarations.iter();
        let processes = processes.filter(|d| matches!(d, syntax::tck::Declaration::Process(_)));
        let loaded = orrery_model::load_tck(&parsed.tree, &[]);
        let name = path.display();
        let network = loaded.network.unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics));
        assert_eq!(network.processes.len(), processes.count(), "{name}");
        assert!(network.limitations.is_empty(), "{name}: {:?}", network.limitations);
        count += 1;
    }
    assert!(count > 0, "no benchmarks");
}
