//! Links of Markdown files lead somewhere.

use std::collections::BTreeSet;

use super::sources::{Source, Tree};

/// Links to files that are not there, and to headings that are not there.
pub fn check(tree: &Tree, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (number, target) in links(&file.text) {
            if let Some(problem) = problem(tree, file, &target, exists) {
                problems.push(format!("{}:{number}: {problem}", file.path));
            }
        }
    }
    problems
}

fn problem(
    tree: &Tree,
    file: &Source,
    target: &str,
    exists: &dyn Fn(&str) -> bool,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { file.path.clone() } else { joined(&file.path, path) };
    if !exists(&path) {
        return Some(format!("`{target}` leads to no file"));
    }
    let page = tree.files.iter().find(|file| file.path == path);
    match page.filter(|page| !anchor.is_empty() && page.path.ends_with(".md")) {
        Some(page) if !anchors(&page.text).contains(anchor) => {
            Some(format!("`{target}` leads to no heading"))
        }
        _ => None,
    }
}

/// The targets of inline links, with their lines; code is left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        // Every second piece between backquotes is code.
        for piece in line.split('`').step_by(2) {
            for start in piece.match_indices("](").map(|(at, _)| at + 2) {
                let end = piece[start..].find([')', ' ']).map(|end| start + end);
                found.extend(end.map(|end| (number, piece[start..end].to_owned())));
            }
            // A link whose text is code: the target stands in the next piece, after the bracket.
            if let Some(rest) = piece.strip_prefix("](") {
                let end = rest.find(')').unwrap_or(rest.len());
                let target = (number, rest[..end].to_owned());
                if !found.contains(&target) {
                    found.push(target);
                }
            }
        }
    }
    found
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) else { continue };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let letter = |letter: char| match letter {
            ' ' => Some('-'),
            '-' | '_' => Some(letter),
            _ => letter.is_alphanumeric().then_some(letter),
        };
        let anchor: String = heading.chars().filter_map(letter).collect();
        let mut name = anchor.clone();
        let mut number = 0;
        while !anchors.insert(name.clone()) {
            number += 1;
            name = format!("{anchor}-{number}");
        }
    }
    anchors
}

/// A path from a file.
fn joined(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
