//! Files and functions of a size one can read.

use std::collections::BTreeMap;

use super::exceptions::{FILES, FUNCTIONS};
use super::lexical::{closing, line_of, words};
use super::sources::{Source, Tree};

/// Lines of a file.
const FILE: usize = 500;
/// Lines of a crate, without tests.
const CRATE: usize = 13_000;
/// Lines of a function.
const FUNCTION: usize = 60;

/// Files and functions that are too long, and exceptions that are not needed any more.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    let mut long_files = Vec::new();
    let mut long_functions = Vec::new();
    for file in tree.code() {
        let lines = lines(file);
        if lines > FILE {
            long_files.push(file.path.clone());
            if !FILES.iter().any(|(path, _)| *path == file.path) {
                problems.push(format!("{}: {lines} lines, more than {FILE}", file.path));
            }
        }
        for (name, line, lines) in
            functions(file).into_iter().filter(|(.., lines)| *lines > FUNCTION)
        {
            let known =
                FUNCTIONS.iter().any(|(path, known, _)| *path == file.path && *known == name);
            if !known {
                let place = format!("{}:{line}", file.path);
                problems.push(format!("{place}: `{name}` has {lines} lines, more than {FUNCTION}"));
            }
            long_functions.push((file.path.clone(), name));
        }
    }
    for (path, _) in FILES.iter().filter(|(path, _)| !long_files.iter().any(|long| long == path)) {
        problems.push(format!("{path} is short enough: strike it from the exceptions"));
    }
    for (path, name, _) in FUNCTIONS {
        if !long_functions.iter().any(|(long, known)| long == path && known == name) {
            problems
                .push(format!("{path}: `{name}` is short enough: strike it from the exceptions"));
        }
    }
    problems.extend(large_crates(tree));
    problems
}

fn large_crates(tree: &Tree) -> Vec<String> {
    let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
    for file in tree.code() {
        *crates.entry(file.crate_name().unwrap_or("xtask")).or_default() += lines(file);
    }
    crates.retain(|_, lines| *lines > CRATE);
    let problem = |(name, lines)| format!("{name} has {lines} lines, more than {CRATE}");
    crates.into_iter().map(problem).collect()
}

/// The lines of a file without its test modules.
pub fn lines(file: &Source) -> usize {
    let mut tests = 0;
    let mut rest = 0;
    while let Some(found) = file.code[rest..].find("#[cfg(test)]") {
        let start = rest + found;
        let until = file.code[start..].find([';', '{']).map_or(file.code.len(), |at| start + at);
        let end =
            if file.code[until..].starts_with('{') { closing(&file.code, until) } else { until };
        if file.code[until..].starts_with('{') {
            tests += line_of(&file.code, end) - line_of(&file.code, start) + 1;
        }
        rest = end;
    }
    file.text.lines().count() - tests
}

/// The functions of a file: name, first line, number of lines.
pub fn functions(file: &Source) -> Vec<(String, usize, usize)> {
    let code = &file.code;
    let mut found = Vec::new();
    let mut words = words(code).peekable();
    while let Some((start, word)) = words.next() {
        if word != "fn" {
            continue;
        }
        let Some((after, name)) = words.peek().copied() else { break };
        // `fn(…)` is a type.
        if !code[start + 2..after].trim().is_empty() {
            continue;
        }
        let Some(body) = body(code, after) else { continue };
        let lines = line_of(code, closing(code, body) - 1) - line_of(code, start) + 1;
        found.push((name.to_owned(), line_of(code, start), lines));
    }
    found
}

/// Where the body starts; none if there is only a signature.
fn body(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in code[from..].char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ';' if depth == 0 => return None,
            '{' if depth == 0 => return Some(from + at),
            _ => {}
        }
    }
    None
}
