//! Messages about texts: `FILE::LINE: [error] message`.

use syntax::{Code, Severity};

use crate::console::message;
use crate::load::Input;

/// Shows the errors, and the one warning that UPPAAL knows too: wrappers take every other line for an error.
pub(super) fn show(input: &Input, warnings: bool) {
    for found in &input.diagnostics {
        let place = input.sources.place(found.span);
        let (file, line) = (place.file, place.line);
        if found.severity() == Severity::Error {
            message(&format!("{file}::{line}: [error] {}\n", found.message));
        } else if warnings && found.code == Code::StrictInvariant {
            message(&format!("{file}::{line}: [warning] Strict invariant.\n"));
        }
    }
}
