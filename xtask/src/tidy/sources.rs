//! The files of the project.

use std::fs;
use std::io;
use std::path::Path;

use super::lexical::blanked;

pub struct Source {
    /// Its path from the root, with `/` between folders.
    pub path: String,
    pub text: String,
    /// The same with the contents of comments and strings blanked out, if it is Rust.
    pub code: String,
}

impl Source {
    /// A file for tests.
    #[cfg(test)]
    pub fn new(path: &str, text: &str) -> Source {
        let code = if path.ends_with(".rs") { blanked(text) } else { String::new() };
        Source { path: path.to_owned(), text: text.to_owned(), code }
    }

    /// Its name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Does it hold only tests? Then it may be as long as it likes.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.contains("/tests/")
            || self.name() == "tests.rs"
            || self.path.starts_with("fuzz/")
    }

    /// The name of the crate, if it belongs to one under `crates/`.
    pub fn crate_name(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }
}

pub struct Tree {
    /// In the order of their paths.
    pub files: Vec<Source>,
}

/// Folders (and, in a linked work tree, a file) that do not belong to the project.
const FOREIGN: [&str; 4] = ["target", ".git", "node_modules", ".cargo"];

impl Tree {
    /// Reads all text files below a folder.
    pub fn read(root: &Path) -> io::Result<Tree> {
        let mut files = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path =
                    if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                let kind = entry.file_type()?;
                if FOREIGN.contains(&name.as_str()) {
                    continue;
                }
                if kind.is_dir() {
                    folders.push(path);
                } else if kind.is_file()
                    && let Ok(text) = fs::read_to_string(entry.path())
                {
                    let code = if path.ends_with(".rs") { blanked(&text) } else { String::new() };
                    files.push(Source { path, text, code });
                }
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// The Rust files of the crates and of this one, without tests.
    pub fn code(&self) -> impl Iterator<Item = &Source> {
        let ours =
            |file: &&Source| file.path.starts_with("crates/") || file.path.starts_with("xtask/");
        self.files.iter().filter(|file| file.is_rust() && !file.is_test()).filter(ours)
    }
}
