//! Comments on items say what a caller must know, or are absent.

use super::sources::{Source, Tree};

/// A comment of so many words repeats the name of its item.
const FEW_WORDS: usize = 3;

/// The texts of flags are shown to users: `Never` says enough there.
const SHOWN: &str = "crates/cli/src/flags/";

/// Comments on items that are too short to say anything.
pub fn check(tree: &Tree) -> Vec<String> {
    tree.code().filter(|file| !file.path.starts_with(SHOWN)).flat_map(short_comments).collect()
}

fn short_comments(file: &Source) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let comment = |at: usize| lines.get(at).and_then(|line| line.strip_prefix("/// "));
    let is_short = |text: &str| {
        // What stands in backquotes is an example of what the item stands for.
        !text.contains('`') && text.split_whitespace().count() <= FEW_WORDS
    };
    let alone = |at: usize| {
        at.checked_sub(1).is_none_or(|before| !lines[before].starts_with("///"))
            && !lines.get(at + 1).is_some_and(|after| after.starts_with("///"))
    };
    let short = |at: usize| comment(at).filter(|text| alone(at) && is_short(text));
    let problem = |at: usize| {
        let text = short(at)?;
        Some(format!("{}:{}: \"{text}\" tells nobody anything", file.path, at + 1))
    };
    (0..lines.len()).filter_map(problem).collect()
}
