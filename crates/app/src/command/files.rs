//! Writing files.

use std::path::Path;

use crate::failure::Failure;

/// Writes a file.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}
