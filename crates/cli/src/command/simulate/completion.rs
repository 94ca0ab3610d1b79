//! How a line that is being typed may go on.

use std::path::Path;

use super::input::WORDS;

/// Where the word begins that is being typed, and what it may become: a command, or a file where one is expected.
pub(super) fn completions(line: &str) -> (usize, Vec<String>) {
    match line.split_once(' ') {
        None => {
            let fitting = WORDS.iter().filter(|word| word.starts_with(line));
            (0, fitting.map(|word| (*word).to_owned()).collect())
        }
        Some(("save" | "replay", rest)) => {
            let start = line.len() - rest.trim_start().len();
            (start, files(&line[start..]))
        }
        Some(_) => (line.len(), Vec::new()),
    }
}

/// The files and folders whose path starts like this, in order.
fn files(start: &str) -> Vec<String> {
    let (folder, name) = match start.rfind('/') {
        Some(slash) => start.split_at(slash + 1),
        None => ("", start),
    };
    let listed = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let Ok(entries) = std::fs::read_dir(listed) else { return Vec::new() };
    let path = |entry: std::fs::DirEntry| {
        let found = entry.file_name().to_str()?.to_owned();
        let hidden = found.starts_with('.') && !name.starts_with('.');
        let end = if entry.path().is_dir() { "/" } else { "" };
        (found.starts_with(name) && !hidden).then(|| format!("{folder}{found}{end}"))
    };
    let mut paths: Vec<String> = entries.filter_map(|entry| path(entry.ok()?)).collect();
    paths.sort();
    paths
}

/// The longest start that all of these have in common.
pub(super) fn common_start(words: &[String]) -> &str {
    let Some((first, rest)) = words.split_first() else { return "" };
    let shared = |word: &String| {
        let same = first.chars().zip(word.chars()).take_while(|(one, other)| one == other);
        same.map(|(letter, _)| letter.len_utf8()).sum()
    };
    &first[..rest.iter().map(shared).min().unwrap_or(first.len())]
}

#[cfg(test)]
mod tests;
