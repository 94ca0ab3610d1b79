//! No file lies in a test folder that no test reads.

use super::sources::{Source, Tree};

/// Fixtures that no Rust file names, by their own name or by that of a folder they are in.
pub fn check(tree: &Tree) -> Vec<String> {
    let rust: Vec<&Source> = tree.files.iter().filter(|file| file.is_rust()).collect();
    let fixtures = tree.files.iter().filter(|file| is_fixture(file));
    let unused = fixtures.filter(|fixture| {
        let names = names(&fixture.path);
        !rust.iter().any(|file| names.iter().any(|name| file.text.contains(name.as_str())))
    });
    unused.map(|fixture| format!("{}: no test names it", fixture.path)).collect()
}

fn is_fixture(file: &Source) -> bool {
    let inside = file.path.starts_with("tests/") || file.path.contains("/tests/");
    inside && !file.is_rust() && file.name() != "Cargo.toml"
}

/// What a test may call a fixture: its name, its stem in quotes, a folder below `tests` in quotes.
fn names(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let mut names = vec![name.to_owned(), format!("\"{stem}\"")];
    let inside = path.split("tests/").last().unwrap_or("");
    let folders: Vec<&str> = inside.split('/').collect();
    for folder in &folders[..folders.len() - 1] {
        names.push(format!("/{folder}\""));
        names.push(format!("\"{folder}\""));
        names.push(format!("\"{folder}/"));
        names.push(format!("/{folder}/"));
    }
    names
}
