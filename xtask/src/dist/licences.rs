//! The licence texts of everything that is in the binary.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::build::output;

/// One page: each package with its licence, and every text once.
pub(super) fn page(target: &str) -> Result<String, String> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    let metadata = output("cargo", &arguments)?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let used = used(&metadata, "orrery-cli");
    let mut list =
        "# Licences\n\nOrrery is under MIT or Apache-2.0, at your choice. It contains:\n\n"
            .to_owned();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let id = package["id"].as_str().unwrap_or_default();
        let ours = package["source"].is_null();
        if ours || !used.contains(id) {
            continue;
        }
        let field = |name: &str| package[name].as_str().unwrap_or("?").to_owned();
        let name = format!("{} {}", field("name"), field("version"));
        let _ = writeln!(list, "* {name}: {}", field("license"));
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent();
        let found = folder.map_or_else(Vec::new, texts_in);
        if found.is_empty() {
            without.push(name.clone());
        }
        for text in found {
            texts.entry(text).or_default().insert(name.clone());
        }
    }
    if !without.is_empty() {
        let _ = writeln!(list, "\nWithout a text of their own: {}.", without.join(", "));
    }
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        let _ = write!(list, "\n## {}\n\n```text\n{}\n```\n", names.join(", "), text.trim_end());
    }
    Ok(list)
}

/// The packages that a package is made of, tests and build scripts left out.
pub(super) fn used(metadata: &Value, root: &str) -> BTreeSet<String> {
    let nodes = metadata["resolve"]["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let first = packages.iter().find(|package| package["name"] == root);
    let mut waiting: Vec<String> =
        first.and_then(|package| package["id"].as_str()).map(str::to_owned).into_iter().collect();
    let mut used = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !used.insert(id.clone()) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id.as_str());
        for dependency in node.and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            let normal = kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()));
            waiting.extend(dependency["pkg"].as_str().filter(|_| normal).map(str::to_owned));
        }
    }
    used
}

/// The licence texts in a folder and in those below: fonts and other data may have a licence of their own.
pub(super) fn texts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        if path.is_dir() {
            texts.extend(texts_in(&path));
        } else if is_licence(&path) {
            texts.extend(fs::read_to_string(&path));
        }
    }
    texts
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let starts = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE"];
    starts.iter().any(|start| name.starts_with(start)) && !name.ends_with(".RS")
}
