//! One file for each command.

mod answer;
pub(crate) mod check;
mod trace_file;

use std::path::Path;

use crate::failure::Failure;

/// Writes a file.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}
