//! Writing files: whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file. What was there before stays if that fails: the content goes to another file in the same folder first,
/// which then takes the place of the old one. To devices and pipes it goes directly.
pub(crate) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let content = content.as_ref();
    let written = match fs::metadata(path) {
        Ok(known) if !known.is_file() => write_directly(path, content),
        // A link stays a link: what it leads to is replaced.
        Ok(known) => fs::canonicalize(path)
            .and_then(|path| replace(&path, content, Some(known.permissions()))),
        Err(_) => replace(path, content, None),
    };
    written.map_err(|error| Failure::file("write", path, &error))
}

/// Fails at once where a file can certainly not be written later: nobody wants to hear that after an hour.
pub(crate) fn expect_folders<'p>(
    files: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), Failure> {
    for path in files {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let problem = if path.is_dir() {
            "it is a folder"
        } else if folder.is_some_and(|folder| !folder.is_dir()) {
            "there is no such folder"
        } else {
            continue;
        };
        return Err(Failure::wrong(format!("cannot write {}: {problem}", path.display())));
    }
    Ok(())
}

fn write_directly(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.write_all(content)
}

fn replace(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let (beside, mut file) = create_beside(path)?;
    let done = file
        .write_all(content)
        .and_then(|()| permissions.map_or(Ok(()), |same| file.set_permissions(same)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, path));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

/// Other programs may do the same at the same time: a name that is taken is not used.
const MOST_NAMES: u32 = 100;

/// A new file in the same folder.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let mut problem = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..MOST_NAMES {
        let beside = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => problem = error,
            Err(error) => return Err(error),
        }
    }
    Err(problem)
}
