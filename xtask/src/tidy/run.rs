//! The command.

use std::path::Path;
use std::process::ExitCode;

use super::{
    comments, cycles, fixtures, kinds, layers, links, names, paths, public, sizes, sources::Tree,
    spelling, style,
};

/// Lists what is wrong.
pub fn run() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = match Tree::read(&root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("cannot read the tree: {error}");
            return ExitCode::from(2);
        }
    };
    let checks: [fn(&Tree) -> Vec<String>; 11] = [
        layers::check,
        cycles::check,
        sizes::check,
        style::check,
        fixtures::check,
        paths::check,
        spelling::check,
        comments::check,
        kinds::check,
        names::check,
        public::check,
    ];
    let mut problems: Vec<String> = checks.iter().flat_map(|check| check(&tree)).collect();
    problems.extend(links::check(&tree, &|path| root.join(path).exists()));
    problems.iter().for_each(|problem| println!("{problem}"));
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
