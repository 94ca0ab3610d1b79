//! What is written as its author wrote it: declarations, labels and comments.
//!
//! A text is only repeated if reading it in today's syntax gives the tree that it belongs to. So it does
//! not matter whether the tree has been changed since, or the text is in the syntax of UPPAAL 3: then the
//! tree is printed, after the comments of the text.

use super::printer::Printer;
use super::template::LabelParser;
use crate::diagnostic::{Diagnostic, Severity};
use crate::parse::{
    Grammar, Parser, comments_as_written, comments_of, core_and_comments, parse_query,
};
use crate::source::{BlockId, Span};
use crate::tree::{Declaration, Label, Parameter, Query, Written};

const NOWHERE: BlockId = BlockId(0);

fn parser(text: &str) -> Parser<'_> {
    Parser::new(text, NOWHERE, Grammar::New)
}

/// The text of a declaration, if it still says the same.
pub(super) fn declaration(declaration: &Declaration) -> Option<&str> {
    let text = declaration.text.0.trim();
    let mut parser = parser(text);
    let read = parser.declarations();
    let clean = parser.finish().is_empty();
    (clean && read.len() == 1 && read[0] == *declaration).then_some(text)
}

/// The text of a label, if it still says the same.
pub(super) fn label<'l, T: PartialEq>(
    label: &'l Label<T>,
    parse: LabelParser<'l, T>,
) -> Option<&'l str> {
    let text = label.text.trim();
    let mut parser = parser(text);
    let read = parser.whole_label("the label", parse, |_: Span| None);
    let clean = parser.finish().is_empty();
    (clean && read.is_some_and(|read| read.tree == label.tree)).then_some(text)
}

/// The text of parameters, if it still says the same.
pub(super) fn parameters<'t>(parameters: &[Parameter], text: &'t str) -> Option<&'t str> {
    let mut parser = parser(text);
    let read = if parser.is_blank() { Vec::new() } else { parser.parameter_list() };
    parser.expect_end("the parameters");
    (parser.finish().is_empty() && read == parameters).then_some(text)
}

/// The text of a formula, with its comments if it has any, if it still says the same.
pub(super) fn formula(query: &Query) -> Option<&str> {
    let commented = query.written.0.as_str();
    let text = if commented.is_empty() { query.text.as_str() } else { commented };
    if text.is_empty() {
        return None;
    }
    let (read, found): (Query, Vec<Diagnostic>) = parse_query(text, NOWHERE);
    let clean = found.iter().all(|one| one.severity() == Severity::Warning);
    (clean && read.formula == query.formula).then_some(text)
}

/// The part of a label between its comments, and what these say. XTA has no place for comments around a
/// label but before the edge or location.
pub(super) fn without_comments(text: &str) -> (String, Vec<String>) {
    core_and_comments(text)
}

impl Printer {
    /// Lines as written, each as far to the right as this one.
    pub(super) fn put_lines(&mut self, text: &str) {
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                if line.trim().is_empty() { self.put("\n") } else { self.line() }
            }
            self.put(line.trim_end());
        }
    }

    /// Comments as written, on lines of their own.
    pub(super) fn remarks(&mut self, remarks: &Written) {
        if !remarks.is_empty() {
            self.line();
            self.put_lines(&remarks.0);
        }
    }

    /// What comments say, each line of it as a comment of its own: so it may contain anything.
    pub(super) fn comment_lines<'c>(&mut self, comments: impl IntoIterator<Item = &'c str>) {
        for comment in comments {
            for line in comment.lines() {
                self.line();
                self.put(if line.is_empty() { "//" } else { "// " });
                self.put(line.trim_end());
            }
        }
    }

    /// The comments of a text that is not itself written.
    pub(super) fn comments_within(&mut self, text: &str) {
        let comments = comments_as_written(text);
        if !comments.is_empty() {
            self.put_lines(&comments);
            self.line();
        }
    }
}

/// What the comments in a text say.
pub(super) fn comments(text: &str) -> Vec<String> {
    comments_of(text)
}

/// What the comments in a formula say.
pub(super) fn comments_in_formula(query: &Query) -> Vec<String> {
    comments_of(&query.written.0)
}
