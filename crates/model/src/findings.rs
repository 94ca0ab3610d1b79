//! Collects what is wrong with a document: everything, each thing once.

use rustc_hash::FxHashSet;
use syntax::{Code, Diagnostic, Severity, Span};

/// The most diagnostics that are kept.
const MOST_FINDINGS: usize = 1000;

/// The diagnostics so far.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    seen: FxHashSet<(Code, u32, u32, u32)>,
    errors: usize,
}

impl Findings {
    /// Adds a diagnostic, unless the same has been said about the same place: members of a process set
    /// share their text, and so would repeat its faults.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let Span { block, start, end } = diagnostic.span;
        if !self.seen.insert((diagnostic.code, block.0, start, end)) {
            return;
        }
        if diagnostic.severity() == Severity::Error {
            self.errors += 1;
        }
        if self.list.len() < MOST_FINDINGS {
            self.list.push(diagnostic);
        }
    }

    /// How many errors there are.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// The message of the latest error.
    pub(crate) fn latest_error(&self) -> Option<&Diagnostic> {
        self.list.iter().rev().find(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// All diagnostics in the order of the text. What is suspicious about something wrong is left out.
    pub(crate) fn into_sorted(mut self) -> Vec<Diagnostic> {
        let errors = self.list.iter().filter(|finding| finding.severity() == Severity::Error);
        let wrong: Vec<Span> = errors.map(|finding| finding.span).collect();
        let inside = |outer: &Span, inner: Span| {
            outer.block == inner.block && outer.start <= inner.start && inner.end <= outer.end
        };
        self.list.retain(|finding| {
            finding.severity() == Severity::Error
                || !wrong.iter().any(|error| inside(error, finding.span))
        });
        self.list.sort_by_key(|finding| {
            (finding.span.block, finding.span.start, finding.span.end, finding.code)
        });
        self.list
    }
}
