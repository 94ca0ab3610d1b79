//! Finds and reads the files of the corpus.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "only tests use it")]

use std::path::{Path, PathBuf};

use orrery_syntax::tree::Document;
use orrery_syntax::{Parse, SourceMap, parse_xml, parse_xta};

/// The corpus: `ORRERY_CORPUS`, or beside the repository.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let path = std::env::var_os("ORRERY_CORPUS").map_or(beside, PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: no corpus at {}", path.display());
    None
}

/// The corpus files with one of the given extensions, in order; none if there is no corpus.
pub(crate) fn files(extensions: &[&str]) -> Vec<PathBuf> {
    corpus().map(|corpus| files_in(&corpus, extensions)).unwrap_or_default()
}

/// The `.tck` files of the benchmark folder beside the corpus.
pub(crate) fn bench_files() -> Vec<PathBuf> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let bench = corpus.join("../bench");
    if bench.is_dir() {
        return files_in(&bench, &["tck"]);
    }
    println!("skipped: no benchmarks at {}", bench.display());
    Vec::new()
}

fn files_in(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension))
    });
    paths.sort();
    paths
}

/// The name of a file without its folder.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// Reads a model by its extension.
pub(crate) fn parse_file(path: &Path) -> (SourceMap, Parse<Document>) {
    let bytes = std::fs::read(path).unwrap();
    let mut sources = SourceMap::new();
    let name = name_of(path);
    let parse = if name.ends_with(".xml") {
        parse_xml(&mut sources, &name, &bytes)
    } else {
        parse_xta(&mut sources, &name, &bytes)
    };
    (sources, parse)
}
