//! Files of queries: one per line, with comments that say something.

use super::query::parse_query_range;
use crate::diagnostic::{Code, Diagnostic};
use crate::kept::Kept;
use crate::lex::{Comment, Kind, Mode, Token, lex};
use crate::source::{BlockId, Span};
use crate::tree::{Expect, Formula, Query, QueryFile};

/// Parses a query file that is one block. The lines are left for the caller to fill in.
pub(crate) fn parse_query_file(text: &str, block: BlockId) -> (QueryFile, Vec<Diagnostic>) {
    let lexed = lex(text, 0..text.len(), Mode::QueryLines);
    let mut diagnostics = Kept::default();
    let mut definitions = Vec::new();
    let mut reader =
        QueryFileReader { text, queries: Vec::new(), block_comment: None, lines: Lines::default() };
    let mut comments = lexed.comments.iter().copied().peekable();
    for line in lexed.tokens.split(|token| matches!(token.kind, Kind::Newline | Kind::End)) {
        let Some((start, end)) = extent(line) else { continue };
        while let Some(comment) = comments.next_if(|comment| (comment.start as usize) < start) {
            reader.comment(comment);
        }
        let (query, found) = parse_query_range(text, start..end, block, &mut definitions);
        diagnostics.extend(found);
        // A line of definitions asks nothing itself.
        if query.formula != Formula::Empty {
            reader.query(query, start);
        }
    }
    for comment in comments {
        reader.comment(comment);
    }
    if let Some(open) = lexed.comments.last().filter(|comment| !comment.closed) {
        let span = Span { block, start: open.start, end: open.start + 2 };
        diagnostics.push(Diagnostic::new(Code::Syntax, span, "this comment is never closed"));
    }
    (QueryFile { queries: reader.queries }, diagnostics.into_list())
}

fn extent(line: &[Token]) -> Option<(usize, usize)> {
    let (first, last) = (line.first()?, line.last()?);
    Some((first.start as usize, last.end as usize))
}

struct QueryFileReader<'s> {
    text: &'s str,
    queries: Vec<Query>,
    /// The last `/* … */` since the last query.
    block_comment: Option<String>,
    lines: Lines,
}

/// `//` comments on consecutive lines.
#[derive(Default)]
struct Lines {
    text: Vec<String>,
    end: usize,
}

impl QueryFileReader<'_> {
    fn comment(&mut self, comment: Comment) {
        let (start, end) = (comment.start as usize, comment.end as usize);
        let Some(text) = self.text.get(start + 2..end) else { return };
        if !comment.block {
            return self.line_comment(text.trim(), start, end);
        }
        let text = text.strip_suffix("*/").unwrap_or(text);
        match (text.contains("EXPECT:"), self.queries.last_mut()) {
            (true, Some(query)) => {
                query.expect = expectation(text).or(query.expect.take());
            }
            _ => self.block_comment = Some(text.trim().replace("\r\n", "\n")),
        }
        self.lines = Lines::default();
    }

    fn line_comment(&mut self, text: &str, start: usize, end: usize) {
        if !self.lines.text.is_empty() && self.has_blank_line(self.lines.end, start) {
            self.lines = Lines::default();
        }
        if !text.starts_with("This file was generated from") {
            self.lines.text.push(text.trim_start_matches('/').trim().to_owned());
        }
        self.lines.end = end;
    }

    fn has_blank_line(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_some_and(|gap| gap.matches('\n').count() > 1)
    }

    /// A query takes the comment block before it, or else the line comments right above it.
    fn query(&mut self, mut query: Query, start: usize) {
        let block = self.block_comment.take().filter(|text| !text.is_empty());
        let lines = std::mem::take(&mut self.lines);
        query.comment = match block {
            Some(text) => text,
            None if lines.text.is_empty() || self.has_blank_line(lines.end, start) => String::new(),
            None => lines.text.join("\n").trim().to_owned(),
        };
        self.queries.push(query);
    }
}

/// What a comment with `EXPECT:` says.
pub(super) fn expectation(comment: &str) -> Option<Expect> {
    let (_, expected) = comment.split_once("EXPECT:")?;
    parse_expect(expected.split_whitespace().next().unwrap_or(""))
}

/// Comma-separated words: an outcome, a value, resources.
fn parse_expect(text: &str) -> Option<Expect> {
    let mut expect = Expect { outcome: None, kind: None, value: None, resources: Vec::new() };
    for word in text.split(',') {
        let outcome = match word.to_ascii_uppercase().as_str() {
            "T" | "SAT" | "SATISFIED" | "TRUE" => "success",
            "F" | "UNSAT" | "UNSATISFIED" | "FALSE" => "failure",
            "MT" | "MSAT" | "MAYBE_SATISFIED" | "MAYBE_TRUE" => "maybe_success",
            "MF" | "MUNSAT" | "MAYBE_UNSATISFIED" | "MAYBE_FALSE" => "maybe_failure",
            "E" | "ERR" | "ERROR" => "error",
            number => {
                parse_quantity(number, &mut expect);
                continue;
            }
        };
        expect.outcome = Some(outcome.to_owned());
        expect.kind = Some("quality".to_owned());
    }
    let says_something =
        expect.outcome.is_some() || expect.value.is_some() || !expect.resources.is_empty();
    says_something.then_some(expect)
}

/// A value, or a number with a unit of memory or time. Anything else is ignored, as it is in
/// UPPAAL.
fn parse_quantity(word: &str, expect: &mut Expect) {
    let digits = word.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'));
    let (number, unit) = word.split_at(digits.unwrap_or(word.len()));
    if number.parse::<f64>().is_err() {
        return;
    }
    let resource = match unit {
        "" => {
            expect.value = Some(number.to_owned());
            expect.kind = Some("quantity".to_owned());
            return;
        }
        "B" | "KB" | "MB" | "GB" | "TB" => "virtual-memory",
        "MS" | "S" | "M" | "H" | "D" => "elapsed-time",
        _ => return,
    };
    expect.resources.push((resource.to_owned(), number.to_owned(), Some(unit.to_owned())));
}
