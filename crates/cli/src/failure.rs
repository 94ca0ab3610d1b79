//! Why a command could not do its work at all.

use std::io;
use std::path::Path;

/// Why a command could not do its work at all.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read our results has stopped reading. That is their right, and no error.
    ClosedPipe,
    /// Something the user can put right; the text says what.
    Wrong(String),
}

impl Failure {
    /// Something that the user can put right.
    pub(crate) fn wrong(text: impl Into<String>) -> Failure {
        Failure::Wrong(text.into())
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Wrong(format!("cannot {doing} {}: {}", path.display(), reason(error)))
    }
}

/// What went wrong, without the number that the operating system gives it.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

impl From<io::Error> for Failure {
    /// Of writing results to standard output.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Wrong(format!("cannot write the results: {}", reason(&error))),
        }
    }
}
