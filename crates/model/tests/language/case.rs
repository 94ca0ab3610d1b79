//! Markdown to cases.
//!
//! A case is a heading, a fenced block (`xta`, `xml` or `tck`), and a list of expectations:
//!
//! ```text
//! - ok                                     there are no errors
//! - error `E0203` on line 4: some words    exactly these errors, in any order; words of the message
//! - warning `W0204` on line 3              exactly these warnings
//! - `a + 1` = 3                            the value in the initial state
//! - after `P` 2: `a` = 3                   the value after the update of P's second edge
//! - after `P` 2 with 1, 0: `a` = 3         the same with values for its select variables
//! - after `P` 2: fault some words          the update cannot be carried out
//! - guard of `P` 2: `text`                 the lowered guard, as `show.rs` writes it
//! - update of `P` 2: `text`
//! - invariant of `P.loc`: `text`
//! - query `A[] p`: ok                      or: unsupported some words, or: error `E0402` some words
//! - goal of `A[] p`: `text`
//! - 4 processes                            or clocks, channels, cells, edges, functions
//! - limitation some words
//! ```

pub(crate) struct Case {
    pub(crate) title: String,
    /// The line of its heading.
    pub(crate) line: usize,
    /// The format of the model: `xta`, `xml` or `tck`.
    pub(crate) format: String,
    pub(crate) model: String,
    pub(crate) expectations: Vec<Expectation>,
}

/// What is expected of a model.
#[derive(Debug)]
pub(crate) enum Expectation {
    Ok,
    Diagnostic { code: String, line: u32, words: String },
    Value { after: Option<Edge>, expr: String, value: i64 },
    Fault { after: Edge, words: String },
    Guard(Edge, String),
    Update(Edge, String),
    Invariant { process: String, location: String, text: String },
    Query { text: String, outcome: Outcome },
    Goal { text: String, goal: String },
    Count(usize, String),
    Limitation(String),
}

/// An edge of a process, from 1, with values for its select variables.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) process: String,
    pub(crate) number: usize,
    pub(crate) selects: Vec<i32>,
}

/// What a query becomes.
#[derive(Debug)]
pub(crate) enum Outcome {
    Ok,
    Unsupported(String),
    Error(String, String),
}

/// The cases of a file.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if let (false, Some(title)) = (inside, line.strip_prefix("## ")) {
            cases.push(Case {
                title: title.to_owned(),
                line: number + 1,
                format: String::new(),
                model: String::new(),
                expectations: Vec::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(language) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                language.clone_into(&mut case.format);
            }
        } else if inside {
            case.model.push_str(line);
            case.model.push('\n');
        } else if let Some(item) = line.strip_prefix("- ") {
            let expectation = expectation(item);
            case.expectations.push(
                expectation
                    .unwrap_or_else(|| panic!("line {}: not understood: {item}", number + 1)),
            );
        }
    }
    for case in &cases {
        let sound = !case.model.is_empty() && !case.expectations.is_empty();
        assert!(sound, "line {}: a case without model or expectation", case.line);
    }
    cases
}

fn expectation(item: &str) -> Option<Expectation> {
    if item == "ok" {
        return Some(Expectation::Ok);
    }
    if let Some(rest) = item.strip_prefix("error ").or_else(|| item.strip_prefix("warning ")) {
        return diagnostic(rest);
    }
    if let Some(rest) = item.strip_prefix("after ") {
        let (edge, rest) = edge(rest)?;
        if let Some(words) = rest.strip_prefix("fault ") {
            return Some(Expectation::Fault { after: edge, words: words.to_owned() });
        }
        let (expr, value) = value(rest)?;
        return Some(Expectation::Value { after: Some(edge), expr, value });
    }
    if let Some(rest) = item.strip_prefix("query ") {
        return query(rest);
    }
    if let Some(words) = item.strip_prefix("limitation ") {
        return Some(Expectation::Limitation(words.to_owned()));
    }
    if item.starts_with('`') {
        let (expr, value) = value(item)?;
        return Some(Expectation::Value { after: None, expr, value });
    }
    if let Some((what, rest)) = item.split_once(" of ") {
        return lowered(what, rest);
    }
    let (count, what) = item.split_once(' ')?;
    Some(Expectation::Count(count.parse().ok()?, what.to_owned()))
}

/// `` `E0203` on line 4: words ``
fn diagnostic(text: &str) -> Option<Expectation> {
    let (code, rest) = quoted(text)?;
    let (line, words) = rest.split_once(": ").unwrap_or((rest, ""));
    let line = line.trim().strip_prefix("on line ")?.parse().ok()?;
    Some(Expectation::Diagnostic { code, line, words: words.to_owned() })
}

/// `` `A[] p`: outcome ``
fn query(text: &str) -> Option<Expectation> {
    let (text, rest) = quoted(text)?;
    let rest = rest.strip_prefix(": ")?;
    let outcome = if rest == "ok" {
        Outcome::Ok
    } else if let Some(words) = rest.strip_prefix("unsupported") {
        Outcome::Unsupported(words.trim().to_owned())
    } else {
        let (code, words) = quoted(rest.strip_prefix("error ")?)?;
        Outcome::Error(code, words.trim().to_owned())
    };
    Some(Expectation::Query { text, outcome })
}

/// ``guard of `P` 2: `text` `` and its kin.
fn lowered(what: &str, rest: &str) -> Option<Expectation> {
    match what {
        "guard" | "update" => {
            let (edge, rest) = edge(rest)?;
            let text = quoted(rest)?.0;
            let guard = what == "guard";
            Some(if guard {
                Expectation::Guard(edge, text)
            } else {
                Expectation::Update(edge, text)
            })
        }
        "invariant" => {
            let (place, rest) = quoted(rest)?;
            let (process, location) = place.rsplit_once('.')?;
            let (process, location) = (process.to_owned(), location.to_owned());
            let text = quoted(rest.strip_prefix(": ")?)?.0;
            Some(Expectation::Invariant { process, location, text })
        }
        "goal" => {
            let (text, rest) = quoted(rest)?;
            Some(Expectation::Goal { text, goal: quoted(rest.strip_prefix(": ")?)?.0 })
        }
        _ => None,
    }
}

/// `` `expr` = 3 ``
fn value(text: &str) -> Option<(String, i64)> {
    let (expr, rest) = quoted(text)?;
    Some((expr, rest.trim().strip_prefix("= ")?.parse().ok()?))
}

/// `` `P` 2 with 1, 0: `` and what follows.
fn edge(text: &str) -> Option<(Edge, &str)> {
    let (process, rest) = quoted(text)?;
    let (edge, rest) = rest.split_once(": ")?;
    let (number, selects) = match edge.trim().split_once(" with ") {
        Some((number, selects)) => (number, selects),
        None => (edge.trim(), ""),
    };
    let selects = selects.split(", ").filter(|value| !value.is_empty());
    let selects: Option<Vec<i32>> = selects.map(|value| value.parse().ok()).collect();
    let number = number.parse().ok()?;
    Some((Edge { process, number, selects: selects? }, rest))
}

/// The text between backquotes at the start, and what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let (inside, rest) = text.trim_start().strip_prefix('`')?.split_once('`')?;
    Some((inside.to_owned(), rest))
}
