//! What is written to files and devices, and what becomes of it when there is no room.
#![cfg(unix)]

mod orrery;

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use orrery::{Folder, Outcome, command, crossing, orrery, root};

/// Runs the binary where no file may become longer than a few kilobytes.
fn cramped(arguments: &[&str]) -> Outcome {
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_orrery")]).args(arguments);
    shell.current_dir(root()).stdin(Stdio::null()).output().expect("the shell starts").into()
}

/// The names in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.at("")).expect("it is there");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("it is there"))).collect();
    names.sort();
    names
}

#[test]
fn a_file_that_cannot_be_written_is_left_as_it_was() {
    let folder = Folder::new();
    let page = folder.file("page.html", "old");
    let outcome = cramped(&["check", &crossing(), "--report", &page]);
    outcome.assert_status(2);
    assert!(outcome.err.contains(&format!("cannot write {page}: File too large")), "{outcome:?}");
    assert_eq!(folder.read("page.html"), "old");
    let picture = folder.file("model.svg", "old");
    cramped(&["view", &crossing(), "-o", &picture]).assert_status(2);
    assert_eq!(folder.read("model.svg"), "old");
    let model = folder.file("model.xml", "old");
    cramped(&["convert", &crossing(), "-o", &model]).assert_status(2);
    assert_eq!(folder.read("model.xml"), "old");
    let run = folder.file("run.json", "old");
    cramped(&["check", &crossing(), "--query", "2", "--trace-out", &run]).assert_status(2);
    assert_eq!(folder.read("run.json"), "old");
    let manual = folder.file("orrery-check.1", "old");
    cramped(&["man", &folder.at("")]).assert_status(2);
    assert_eq!(fs::read_to_string(manual).expect("it is there"), "old");
    assert!(names(&folder).iter().all(|name| !name.starts_with('.')), "{:?}", names(&folder));
}

#[test]
fn a_file_is_replaced_where_links_lead_to() {
    let folder = Folder::new();
    let (old, link) = (folder.file("old.svg", "old"), folder.at("link.svg"));
    symlink(&old, &link).expect("links can be made");
    orrery(&["view", &crossing(), "-o", &link]).assert_status(0);
    assert!(folder.read("old.svg").starts_with("<svg"), "the file is the picture");
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink(), "the link stays");
    assert_eq!(names(&folder), ["link.svg", "old.svg"]);
}

#[test]
fn devices_are_written_to_directly() {
    let outcome = orrery(&["check", &crossing(), "--query", "1", "--report", "/dev/stdout"]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("<html"), "{outcome:?}");
    let outcome = orrery(&["check", &crossing(), "--query", "1", "--report", "/dev/full"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("cannot write /dev/full: No space left"), "{outcome:?}");
}

#[test]
fn text_that_cannot_be_printed_is_an_error() {
    for arguments in [
        vec!["--help"],
        vec!["--version"],
        vec!["check", "--help"],
        vec!["verifyta", "--help"],
        vec!["man"],
        vec!["completions", "bash"],
        vec!["explain", "examples/first/crossing.xml"],
        vec!["view", "examples/first/crossing.xml"],
        vec!["check", "examples/first/crossing.xml", "--query", "1"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let outcome: Outcome = command(&arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("the binary starts")
            .into();
        outcome.assert_status(2);
        let expected = "cannot write the results: No space left on device";
        assert!(outcome.err.contains(expected), "{arguments:?}: {outcome:?}");
    }
}
