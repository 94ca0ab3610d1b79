//! What is wrong with a table.

use std::fmt;

/// What is wrong with a table, all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// Each with its place.
    pub reasons: Vec<String>,
}

impl TableError {
    pub(crate) fn one(reason: impl Into<String>) -> TableError {
        TableError { reasons: vec![reason.into()] }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reasons.join("\n"))
    }
}

impl std::error::Error for TableError {}
