//! What source files do not do.

use super::exceptions::INDICES;
use super::lexical::{line_of, words};
use super::sources::{Source, Tree};

/// Items in index files, stray `Serialize`, glob imports.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree.code() {
        index_only(file, &mut problems);
        serialize(file, &mut problems);
        globs(file, &mut problems);
    }
    for (path, _) in INDICES {
        let needed = tree.code().any(|file| file.path == *path && first_item(file).is_some());
        if !needed {
            problems.push(format!("{path} holds no items: strike it from the exceptions"));
        }
    }
    problems
}

/// `mod.rs` and `lib.rs` hold documentation, modules and re-exports.
fn index_only(file: &Source, problems: &mut Vec<String>) {
    let exempt = INDICES.iter().any(|(path, _)| *path == file.path);
    if exempt || !matches!(file.name(), "mod.rs" | "lib.rs") {
        return;
    }
    if let Some((line, word)) = first_item(file) {
        let place = format!("{}:{line}", file.path);
        problems.push(format!("{place}: a `{word}`, where only modules and re-exports belong"));
    }
}

/// The first item that is neither a module nor an import.
fn first_item(file: &Source) -> Option<(usize, String)> {
    const ITEMS: [&str; 8] =
        ["fn", "struct", "enum", "impl", "trait", "const", "static", "macro_rules"];
    let mut items = words(&file.code).filter(|(_, word)| ITEMS.contains(word));
    items.next().map(|(at, word)| (line_of(&file.code, at), word.to_owned()))
}

/// JSON is made in one place.
fn serialize(file: &Source, problems: &mut Vec<String>) {
    if file.crate_name() == Some("report") {
        return;
    }
    if let Some((at, _)) = words(&file.code).find(|(_, word)| *word == "Serialize") {
        let line = line_of(&file.code, at);
        problems.push(format!("{}:{line}: only `report` derives Serialize", file.path));
    }
}

/// Imports say what they import.
fn globs(file: &Source, problems: &mut Vec<String>) {
    for (at, _) in words(&file.code).filter(|(_, word)| *word == "use") {
        let end = file.code[at..].find(';').map_or(file.code.len(), |length| at + length);
        if file.code[at..end].contains("::*") {
            let line = line_of(&file.code, at);
            problems.push(format!("{}:{line}: a glob import", file.path));
        }
    }
}
