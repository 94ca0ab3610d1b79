//! Modules of a crate do not import one another in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::exceptions::RECURSIVE;
use super::lexical::words;
use super::sources::{Source, Tree};

/// Which top-level modules of a crate each of them imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Circles among the top-level modules of each crate.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for file in tree.code().filter(|file| !file.is_test()) {
        if let Some(name) = file.crate_name() {
            crates.entry(name).or_default().push(file);
        }
    }
    let found: Vec<(&str, Vec<String>)> = crates
        .into_iter()
        .flat_map(|(name, files)| circles(&imports(&files)).into_iter().map(move |one| (name, one)))
        .collect();
    let listed = |name: &str, circle: &[String]| {
        RECURSIVE.iter().any(|(known, members, _)| *known == name && *members == circle)
    };
    let unknown = found.iter().filter(|(name, circle)| !listed(name, circle));
    let mut problems: Vec<String> = unknown
        .map(|(name, circle)| format!("{name}: {} import one another", circle.join(", ")))
        .collect();
    for (name, members, _) in RECURSIVE {
        if !found.iter().any(|(known, circle)| known == name && circle == members) {
            problems
                .push(format!("{name}: {members:?} is no circle: strike it from the exceptions"));
        }
    }
    problems
}

/// The top-level module that a file belongs to, and how many folders below the root it is.
fn module(file: &Source) -> Option<(String, usize)> {
    let (_, inside) = file.path.split_once("/src/")?;
    let first = inside.split('/').next()?.trim_end_matches(".rs");
    let below = inside.matches('/').count() - usize::from(inside.ends_with("/mod.rs"));
    (!matches!(first, "lib" | "main")).then(|| (first.to_owned(), below))
}

/// What the modules of a crate import from one another. Modules of tests do not count.
fn imports(files: &[&Source]) -> Imports {
    let modules: BTreeSet<String> =
        files.iter().filter_map(|file| module(file)).map(|(name, _)| name).collect();
    let mut imports = Imports::new();
    for file in files {
        let Some((from, below)) = module(file) else { continue };
        let code = file.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let named = paths(code, below).into_iter().filter(|to| modules.contains(to) && *to != from);
        imports.entry(from.clone()).or_default().extend(named);
    }
    imports
}

/// The modules that are named by paths from the root of the crate.
fn paths(code: &str, below: usize) -> Vec<String> {
    let mut named = Vec::new();
    for (at, word) in words(code) {
        let after = &code[at + word.len()..];
        let rest = match word {
            "crate" => after.strip_prefix("::"),
            "super" if !code[..at].ends_with("super::") => root_by_super(after, below),
            _ => None,
        };
        let Some(rest) = rest else { continue };
        match rest.strip_prefix('{') {
            // `crate::{a::B, c::D}`
            Some(list) => named.extend(members(list.split('}').next().unwrap_or_default())),
            None => named.extend(first_word(rest)),
        }
    }
    named
}

/// What follows as many `super` as lead to the root.
fn root_by_super(after: &str, below: usize) -> Option<&str> {
    let mut rest = after.strip_prefix("::")?;
    for _ in 0..below {
        rest = rest.strip_prefix("super::")?;
    }
    (!rest.starts_with("super")).then_some(rest)
}

fn members(list: &str) -> Vec<String> {
    list.split(',').filter_map(|part| first_word(part.trim())).collect()
}

fn first_word(text: &str) -> Option<String> {
    let end = text.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// Sets of modules each of which leads to each other, in order.
fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<&String> = imports.get(from).into_iter().flatten().collect();
        while let Some(next) = waiting.pop() {
            if seen.insert(next.clone()) {
                waiting.extend(imports.get(next).into_iter().flatten());
            }
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|from| (from, reach(from))).collect();
    let mut circles = BTreeSet::new();
    for (from, reached) in all.iter().filter(|(from, reached)| reached.contains(**from)) {
        let back = |to: &&String| all.get(to).is_some_and(|back| back.contains(*from));
        circles.insert(reached.iter().filter(back).cloned().collect::<Vec<_>>());
    }
    circles.into_iter().collect()
}
