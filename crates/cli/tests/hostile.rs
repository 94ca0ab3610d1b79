//! Inputs that nobody should give to a program, and that somebody will.

mod orrery;

use orrery::{Folder, crossing, orrery};

/// Every command that reads a model says what is wrong, and nothing more.
#[track_caller]
fn refused(model: &str, hint: &str) {
    let folder = Folder::new();
    let (picture, other) = (folder.at("out.svg"), folder.at("out.xta"));
    for arguments in [
        vec!["check", model, "-q", "E<> true"],
        vec!["check", model, "--format", "json", "-q", "E<> true"],
        vec!["explain", model],
        vec!["convert", model, "-o", &other],
        vec!["simulate", model],
    ] {
        let outcome = orrery(&arguments);
        outcome.assert_status(2);
        assert!(outcome.err.contains(hint), "{arguments:?}: {}", outcome.err);
    }
    orrery(&["view", model, "-o", &picture]).assert_status(2);
    let outcome = orrery(&["verifyta", model]);
    assert!(!outcome.err.contains("panicked") && outcome.status != 0, "{outcome:?}");
}

#[test]
fn files_that_are_not_there() {
    refused("no/such/model.xml", "cannot read no/such/model.xml: No such file or directory");
}

/// `check` takes a folder for all the models in it; nothing else does.
#[test]
fn folders() {
    for arguments in [vec!["explain", "examples"], vec!["simulate", "examples"]] {
        let outcome = orrery(&arguments);
        let hint = "cannot read examples: Is a directory";
        assert!(outcome.assert_status(2).err.contains(hint), "{arguments:?}: {}", outcome.err);
    }
    let folder = Folder::new();
    folder.file("notes.txt", "no model");
    let nothing = orrery(&["check", &folder.at(""), "-q", "E<> true"]);
    nothing.assert_status(2);
}

#[test]
fn empty_files() {
    let folder = Folder::new();
    refused(&folder.file("empty.xml", ""), "E0102");
    refused(&folder.file("empty.xta", ""), "E0101");
    refused(&folder.file("empty.tck", ""), "error");
}

#[test]
fn binary_junk() {
    let folder = Folder::new();
    let junk: Vec<u8> =
        (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for name in ["junk.xml", "junk.xta", "junk.tck", "junk"] {
        refused(&folder.file(name, &junk), "error");
    }
}

#[test]
fn text_that_is_not_utf_8() {
    let folder = Folder::new();
    // Latin-1 is read, with a warning.
    let text = b"// caf\xE9\nprocess P() { state A; init A; }\nsystem P;\n";
    let model = folder.file("latin.xta", text);
    let outcome = orrery(&["check", &model, "-q", "E<> P.A"]);
    outcome.assert_status(0);
    assert!(outcome.err.contains("W0101"), "{}", outcome.err);
}

#[test]
fn nesting_without_end() {
    let folder = Folder::new();
    let deep = "(".repeat(100_000);
    refused(&folder.file("deep.xta", format!("int x = {deep}1;\nsystem P;\n")), "E0103");
    let elements = "<a>".repeat(100_000);
    refused(&folder.file("deep.xml", format!("<nta>{elements}")), "error");
    let model = folder.file("p.xta", "process P() { state A; init A; }\nsystem P;\n");
    let outcome = orrery(&["check", &model, "-q", &format!("E<> {deep}true")]);
    outcome.assert_status(2);
}

#[test]
fn a_billion_processes_or_cells() {
    let folder = Folder::new();
    let process = "process P(const int[1,1000000000] id) { state A; init A; }\nsystem P;\n";
    refused(&folder.file("processes.xta", process), "1000000000");
    let cells = "int x[1000000000];\nprocess P() { state A; init A; }\nsystem P;\n";
    refused(&folder.file("cells.xta", cells), "1000000000");
}

#[test]
fn names_that_speak_to_the_terminal() {
    let folder = Folder::new();
    let model = folder.file("p.xta", "process P() { state A; init A; }\nsystem P;\n");
    let outcome = orrery(&["check", &model, "-q", "E<> \u{1b}[2J\u{7}P.A"]);
    outcome.assert_status(2);
    assert!(!outcome.out.contains('\u{1b}') && !outcome.err.contains('\u{1b}'), "{outcome:?}");
}

#[test]
fn flags_that_make_no_sense() {
    for arguments in [
        vec!["check"],
        vec!["check", "a.xml", "b.q", "c.q"],
        vec!["check", "a.xml", "--search", "sideways"],
        vec!["conjure", "a.xml"],
        vec!["convert", "examples/first/crossing.xml", "-o", "a.docx"],
        vec!["view", "examples/first/crossing.xml", "-t", "Plane"],
        vec!["verifyta", "--bogus", "a.xml"],
        vec!["verifyta"],
    ] {
        orrery(&arguments).assert_status(2);
    }
}

#[test]
fn files_that_cannot_be_written() {
    for arguments in [
        vec!["view", "examples/first/crossing.xml", "-o", "no/such/folder/a.svg"],
        vec!["convert", "examples/first/crossing.xml", "-o", "no/such/folder/a.xta"],
        vec!["check", "examples/first/crossing.xml", "--report", "no/such/folder/a.html"],
    ] {
        let outcome = orrery(&arguments);
        outcome.assert_status(2);
        assert!(outcome.err.contains("cannot write no/such/folder"), "{}", outcome.err);
    }
}

#[test]
fn a_query_with_thousands_of_conjuncts_is_answered() {
    let formula = format!("A[] {} and not deadlock", vec!["Train(0).x >= 0"; 5_000].join(" and "));
    let outcome = orrery(&["check", &crossing(), "-q", &formula]);
    outcome.assert_status(0);
    assert!(outcome.out.starts_with("1  holds"), "{}", &outcome.out[..40]);
    let nested = format!("E<> {}true{}", "(".repeat(5_000), ")".repeat(5_000));
    let refused = orrery(&["check", &crossing(), "-q", &nested]);
    refused.assert_status(2);
    assert!(refused.err.contains("nested too deeply"), "{}", refused.err);
}
