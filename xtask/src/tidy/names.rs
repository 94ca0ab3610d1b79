//! One meaning per name: no two types of a crate are called the same.

use std::collections::BTreeMap;

use super::exceptions::NAMESAKES;
use super::lexical::{line_of, words};
use super::sources::Tree;

/// Types of one crate with one name.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut declared: BTreeMap<(&str, &str), Vec<(&str, usize)>> = BTreeMap::new();
    for file in tree.code() {
        let own = file.crate_name().unwrap_or("xtask");
        let code = file.code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut words = words(code).peekable();
        while let Some((at, word)) = words.next() {
            // A `type` inside a trait or its implementation belongs to that.
            let starts_line = code[..at].ends_with('\n') || code[..at].ends_with("pub ");
            let is_type =
                matches!(word, "struct" | "enum" | "trait") || (word == "type" && starts_line);
            let Some((_, name)) = words.peek().filter(|_| is_type) else { continue };
            declared.entry((own, name)).or_default().push((&file.path, line_of(code, at)));
        }
    }
    let mut problems = Vec::new();
    for ((own, name), places) in &declared {
        let folder = |(path, _): &(&str, usize), at: &str| path.starts_with(at);
        let is_excepted = NAMESAKES
            .iter()
            .any(|(known, at, _)| known == own && places.iter().any(|place| folder(place, at)));
        if places.len() > 1 && !(is_excepted && places.len() == 2) {
            let places: Vec<String> =
                places.iter().map(|(path, line)| format!("{path}:{line}")).collect();
            problems.push(format!("{own}: two types `{name}`: {}", places.join(", ")));
        }
    }
    problems
}
