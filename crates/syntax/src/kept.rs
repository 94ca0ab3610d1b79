//! Diagnostics as they come in, so many as anybody may want to read.

use crate::diagnostic::{Diagnostic, Severity};

/// The most errors, and the most warnings, that are kept of one file or block.
const MAX_KEPT: usize = 1000;

/// A list of diagnostics that does not grow without bound. Warnings never crowd out errors.
#[derive(Default, Debug)]
pub(crate) struct Kept {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Kept {
    /// Adds a diagnostic, unless there are enough of its kind.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        if *count < MAX_KEPT {
            *count += 1;
            self.list.push(diagnostic);
        }
    }

    pub(crate) fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Whether there are so many errors that it makes no sense to go on.
    pub(crate) fn is_full(&self) -> bool {
        self.errors >= MAX_KEPT
    }

    /// Whether nothing has been added.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in the order they came.
    pub(crate) fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// The diagnostics in the order they came.
    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
