//! No file knows the machine it was written on.

use super::sources::Tree;

/// Folders of some machine, in pieces so that this file does not name them.
const FOLDERS: [(&str, &str); 5] =
    [("/wo", "rk/"), ("/tm", "p/"), ("/ho", "me/"), ("/Us", "ers/"), ("/ro", "ot/")];

/// Files that name a folder of some machine.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in &tree.files {
        for (number, line) in (1..).zip(file.text.lines()) {
            if FOLDERS.iter().any(|(start, end)| line.contains(&format!("{start}{end}"))) {
                problems.push(format!("{}:{number}: names a folder of some machine", file.path));
            }
        }
    }
    problems
}
