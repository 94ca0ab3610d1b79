//! Writing files.

use std::path::Path;

use crate::failure::Failure;

/// Writes a file.
pub(super) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    std::fs::write(path, content).map_err(|error| Failure::file("write", path, &error))
}
