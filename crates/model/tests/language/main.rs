//! Runs the cases in `tests/language/*.md` at the root of the repository: prose, a model, and what is
//! expected of it. `case.rs` says which expectations there are.

#![allow(clippy::unwrap_used, reason = "tests")]

mod case;
mod judge;
mod show;

use std::path::Path;

#[test]
fn cases_hold() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are no cases in {}", directory.display());
    let mut failures = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for case in case::cases(&text) {
            count += 1;
            for failure in judge::judge(&case) {
                failures.push(format!("{name}:{} {}\n    {failure}", case.line, case.title));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} cases:\n{}", failures.len(), failures.join("\n"));
}
