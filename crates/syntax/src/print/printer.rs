//! Text under construction, and what could not be said in it.

use std::fmt::{Display, Write};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

#[derive(Default)]
pub(super) struct Printer {
    text: String,
    indent: usize,
    problems: Vec<Diagnostic>,
}

impl Printer {
    pub(super) fn new() -> Printer {
        Printer::default()
    }

    /// Appends to the line.
    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a number or the like to the line.
    pub(super) fn put_value(&mut self, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
    }

    /// Starts a new line, unless nothing has been written yet.
    pub(super) fn line(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("    ", self.indent));
        }
    }

    /// Whether nothing has been written yet, or the line before is blank.
    pub(super) fn is_at_blank_line(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    /// Runs a printer one step further to the right.
    pub(super) fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// Prints things with something in between.
    pub(super) fn separated<T>(
        &mut self,
        things: impl IntoIterator<Item = T>,
        separator: &str,
        mut print: impl FnMut(&mut Self, T),
    ) {
        for (index, thing) in things.into_iter().enumerate() {
            if index > 0 {
                self.put(separator);
            }
            print(self, thing);
        }
    }

    /// Notes that something has no words in this format.
    pub(super) fn cannot_say(&mut self, what: impl Into<String>, span: Span) {
        self.problems.push(Diagnostic::new(Code::Unsayable, span, what));
    }

    /// How much has been written.
    pub(super) fn length(&self) -> usize {
        self.text.len()
    }

    /// What has been written since.
    pub(super) fn since(&self, start: usize) -> &str {
        &self.text[start..]
    }

    /// Puts something in between afterwards.
    pub(super) fn insert(&mut self, at: usize, text: &str) {
        self.text.insert_str(at, text);
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// The text, or what could not be said.
    pub(super) fn finish(self) -> Result<String, Vec<Diagnostic>> {
        if self.problems.is_empty() { Ok(self.text) } else { Err(self.problems) }
    }

    /// Takes over what another printer could not say.
    pub(super) fn adopt(&mut self, other: Printer) -> String {
        self.problems.extend(other.problems);
        other.text
    }
}
