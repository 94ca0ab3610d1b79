//! What a crate offers is used by somebody else.
//!
//! Found by name alone: an item counts as used where its name occurs outside its crate. So what is reported is
//! surely unused; an item with a common name may be missed.

use std::collections::{BTreeMap, BTreeSet};

use super::lexical::{closing, line_of, words};
use super::sources::{Source, Tree};

/// Crates whose users are not in this tree.
const OPEN: [&str; 2] = ["orrery", "cli"];

/// Something that other crates can name.
struct Item<'t> {
    file: &'t Source,
    /// None of a field: it is used by whoever uses its type.
    name: Option<&'t str>,
    at: usize,
    /// What it shows of other types: its signature, its type, its variants.
    shown: &'t str,
    is_type: bool,
}

/// Public items that nobody outside their crate uses, and that no public item shows.
pub fn check(tree: &Tree) -> Vec<String> {
    let used = words_by_crate(tree);
    let mut items: BTreeMap<&str, Vec<Item<'_>>> = BTreeMap::new();
    for file in tree.code() {
        let Some(name) = file.crate_name().filter(|name| !OPEN.contains(name)) else { continue };
        items.entry(name).or_default().extend(public_items(file));
    }
    let mut problems = Vec::new();
    for (own, items) in &items {
        let outside =
            |name: &str| used.iter().any(|(place, words)| place != own && words.contains(name));
        let shown: BTreeSet<&str> =
            items.iter().flat_map(|item| words(item.shown)).map(|(_, word)| word).collect();
        for item in items {
            let Some(name) = item.name else { continue };
            let is_shown = item.is_type && shown.contains(name);
            if !outside(name) && !is_shown {
                let line = line_of(&item.file.code, item.at);
                let place = format!("{}:{line}", item.file.path);
                problems.push(format!("{place}: `{name}` is public, and only {own} uses it"));
            }
        }
    }
    problems
}

/// The words of the code of each crate; tests of a crate and everything else are places of their own.
fn words_by_crate(tree: &Tree) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.is_rust()) {
        let inside = file.path.contains("/src/").then(|| file.crate_name()).flatten();
        let place = inside.unwrap_or("elsewhere");
        used.entry(place).or_default().extend(words(&file.code).map(|(_, word)| word));
    }
    used
}

/// What a file offers to other crates: items, methods and fields.
fn public_items(file: &Source) -> Vec<Item<'_>> {
    let code = file.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut items = Vec::new();
    for (at, _) in words(code).filter(|(_, word)| *word == "pub") {
        let rest = &code[at + "pub".len()..];
        if rest.starts_with('(') {
            continue;
        }
        let mut following = words(rest).skip_while(|(_, word)| {
            matches!(*word, "unsafe" | "async") || (*word == "const" && rest.contains("const fn"))
        });
        let Some((_, kind)) = following.next() else { continue };
        if matches!(kind, "use" | "mod") {
            continue;
        }
        let named =
            matches!(kind, "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static");
        let Some((start, name)) = (if named { following.next() } else { None }) else {
            let shown = rest.split('\n').next().unwrap_or_default();
            items.push(Item { file, name: None, at, shown, is_type: false });
            continue;
        };
        let shown = &rest[start + name.len()..];
        let shown = &shown[..end(kind, shown)];
        let is_type = matches!(kind, "struct" | "enum" | "trait" | "type");
        items.push(Item { file, name: Some(name), at, shown, is_type });
    }
    items
}

/// Where that which an item shows ends.
fn end(kind: &str, rest: &str) -> usize {
    let until = rest.find(['{', ';']).unwrap_or(rest.len());
    match kind {
        "enum" | "trait" if rest[until..].starts_with('{') => closing(rest, until),
        "const" | "static" => rest.find('=').unwrap_or(until),
        _ => until,
    }
}
