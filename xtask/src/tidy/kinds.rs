//! A new kind of query must be decided everywhere: no match over kinds has a wildcard.

use super::lexical::{closing, line_of, words};
use super::sources::{Source, Tree};

/// Matches over the kinds of queries with an arm for all the others.
pub fn check(tree: &Tree) -> Vec<String> {
    tree.code().filter(|file| file.path.starts_with("crates/")).flat_map(wildcards).collect()
}

fn wildcards(file: &Source) -> Vec<String> {
    let code = &file.code;
    let matches = words(code).filter(|(_, word)| *word == "match");
    let bodies = matches.filter_map(|(at, _)| {
        let open = at + code[at..].find('{')?;
        Some((at, &code[open..closing(code, open)]))
    });
    let bad = bodies.filter(|(_, body)| {
        let arms = arms(body);
        arms.iter().any(|arm| arm.contains("QueryKind::"))
            && arms.iter().any(|arm| is_wildcard(arm))
    });
    let place = |at: usize| format!("{}:{}", file.path, line_of(code, at));
    bad.map(|(at, _)| format!("{}: a wildcard over the kinds of queries", place(at))).collect()
}

/// Does a pattern match whatever is left? What an earlier arm leaves of itself is not part of it.
fn is_wildcard(arm: &str) -> bool {
    let pattern = arm.rsplit([',', '}']).next().unwrap_or_default().trim();
    pattern == "_" || (!pattern.is_empty() && pattern.chars().all(|letter| letter.is_lowercase()))
}

/// The patterns of the arms of a match.
fn arms(body: &str) -> Vec<&str> {
    let mut arms = Vec::new();
    let (mut depth, mut start, mut in_pattern) = (0, 1, true);
    for (at, letter) in body.char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 1 && in_pattern && body[at..].starts_with("=>") {
            arms.push(&body[start..at]);
            in_pattern = false;
        } else if depth == 1 && !in_pattern && (letter == ',' || letter == '}') {
            // An arm ends with a comma or with its block.
            start = at + 1;
            in_pattern = true;
        }
    }
    arms
}
