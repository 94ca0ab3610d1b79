//! Words that are often misspelt, and British spelling throughout.
//!
//! A list of wrong words instead of one of right ones: it never complains about a name.

use std::collections::BTreeMap;

use super::sources::Tree;

/// A wrong word and the right one on each line.
const WORDS: &str = include_str!("misspellings.txt");

/// The wrong words with the right ones.
pub fn words() -> BTreeMap<&'static str, &'static str> {
    let lines =
        WORDS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
}

/// Misspelt words in prose and in comments and messages of the program.
pub fn check(tree: &Tree) -> Vec<String> {
    let words = words();
    let mut problems = Vec::new();
    let prose = |path: &str| path.ends_with(".md") || path.ends_with(".rs");
    for file in tree.files.iter().filter(|file| prose(&file.path)) {
        for (number, line) in (1..).zip(file.text.lines()) {
            for word in line.split(|letter: char| !letter.is_ascii_alphabetic()) {
                if let Some(right) = words.get(word.to_ascii_lowercase().as_str()) {
                    problems.push(format!("{}:{number}: {word}, should be {right}", file.path));
                }
            }
        }
    }
    problems
}
