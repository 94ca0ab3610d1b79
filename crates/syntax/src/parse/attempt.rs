//! Which of the two syntaxes a model is in.

use crate::diagnostic::{Diagnostic, Severity};
use crate::tree::{Document, SyntaxVersion};

/// A model as one grammar reads it.
pub(crate) struct Attempt {
    pub(crate) document: Document,
    /// What is wrong with it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How often something was seen that only this grammar knows.
    pub(crate) evidence: usize,
}

/// Reads a model as new and, if that fails, as old syntax. A text that only one of them accepts is
/// in that one; a text that neither accepts is in the one it shows more signs of.
pub(crate) fn best_syntax(read: impl Fn(SyntaxVersion) -> Attempt) -> Attempt {
    let new = read(SyntaxVersion::New);
    if errors(&new.diagnostics) == 0 {
        return new;
    }
    let old = read(SyntaxVersion::Old);
    if errors(&old.diagnostics) == 0 || old.evidence > new.evidence { old } else { new }
}

/// How many errors there are outside queries.
pub(crate) fn errors(diagnostics: &[Diagnostic]) -> usize {
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code);
    codes.filter(|code| code.severity() == Severity::Error && !code.is_about_query()).count()
}
