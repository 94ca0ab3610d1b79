//! Messages about texts: `FILE::LINE: [error] message`.

use orrery::Loaded;
use orrery::syntax::{Code, Severity};

use crate::console::message;

/// Shows the errors, and the one warning that UPPAAL knows too: wrappers take every other line for an error.
pub(super) fn show(loaded: &Loaded, warnings: bool) {
    for found in loaded.diagnostics() {
        let place = loaded.sources().place(found.span);
        let (file, line) = (place.file, place.line);
        if found.severity() == Severity::Error {
            message(&format!("{file}::{line}: [error] {}\n", found.message));
        } else if warnings && found.code == Code::StrictInvariant {
            message(&format!("{file}::{line}: [warning] Strict invariant.\n"));
        }
    }
}
