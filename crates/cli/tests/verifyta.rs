//! `orrery verifyta`: what scripts for UPPAAL's tool rely on.

mod orrery;

use std::process::Command;

use orrery::{Folder, Outcome, crossing, orrery, root};

#[test]
fn the_lines_that_scripts_look_for_are_there() {
    let outcome = orrery(&["verifyta", "-u", &crossing()]);
    outcome.assert_status(0);
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(lines[0], "Options for the verification:");
    for expected in [
        "  Generating no trace",
        "  Search order is breadth first",
        "  Using conservative space optimisation",
        "  State space representation uses minimal constraint systems",
        "Verifying formula 1 at /nta/queries/query[1]/formula",
        "\u{1b}[2K -- Formula is satisfied.",
        "\u{1b}[2K -- Formula is NOT satisfied.",
        " -- Result: Barrier.trains <= 2",
    ] {
        assert!(lines.contains(&expected), "{expected}: {}", outcome.out);
    }
    for start in [" -- States stored : ", " -- States explored : ", " -- CPU user time used : "] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(start)).count(), 5, "{start}");
    }
    assert_eq!(outcome.err, "");
}

#[test]
fn flags_quieten_it() {
    let outcome = orrery(&["verifyta", "-sq", "--query-index", "2", &crossing()]);
    outcome.assert_status(0);
    let expected =
        "\nVerifying formula 2 at /nta/queries/query[2]/formula\n -- Formula is NOT satisfied.\n";
    assert_eq!(outcome.out, expected);
}

#[test]
fn runs_go_to_standard_error_or_to_files() {
    let folder = Folder::new();
    let shown = orrery(&["verifyta", "-t1", "-sq", &crossing()]);
    assert!(shown.out.contains("Showing counter example."), "{}", shown.out);
    assert!(
        shown.err.contains("State:\n( Train(0).Far Train(1).Far Barrier.Up )\n"),
        "{}",
        shown.err
    );
    assert!(
        shown.err.contains("Transitions:\n  Train(0).Far->Train(0).Near { 1, approach!, x = 0 }")
    );
    let prefix = folder.at("run");
    let filed = orrery(&["verifyta", "-t", "0", "-f", &prefix, "-X", &prefix, &crossing()]);
    filed.assert_status(0);
    assert_eq!(filed.err, format!("Writing counter example to {prefix}-2.xtr\n"));
    assert!(
        filed.out.contains(&format!("XMLTrace outputted to: {prefix}2.xml\n")),
        "{}",
        filed.out
    );
    assert!(folder.read("run-2.xtr").ends_with(".\n.\n"));
    assert!(folder.read("run2.xml").contains("<transition from=\"State1\" to=\"State2\""));
}

#[test]
fn queries_of_a_file_are_named_by_line() {
    let folder = Folder::new();
    let queries = folder.file("some.q", "// one\nE<> Train(0).On\n\nA[] false\n");
    let outcome = orrery(&["verifyta", "-s", &crossing(), &queries]);
    outcome.assert_status(0);
    assert!(
        outcome.out.contains(&format!("Verifying formula 1 at {queries}:2\n")),
        "{}",
        outcome.out
    );
    assert!(
        outcome.out.contains(&format!("Verifying formula 2 at {queries}:4\n")),
        "{}",
        outcome.out
    );
}

#[test]
fn errors_have_uppaals_form_and_status() {
    let folder = Folder::new();
    let queries = folder.file("bad.q", "E<> Train(0).Nowhere\nE<> Train(0).On\n");
    let outcome = orrery(&["verifyta", "-s", &crossing(), &queries]);
    outcome.assert_status(1);
    assert!(outcome.err.contains(&format!("{queries}::1: [error] ")), "{}", outcome.err);
    assert!(outcome.out.contains(" -- Formula is satisfied."), "{}", outcome.out);
    let broken = folder.file(
        "broken.xml",
        "<nta><declaration>int x = y;</declaration><system>system P;</system></nta>",
    );
    orrery(&["verifyta", &broken]).assert_status(1);
}

#[test]
fn flags_of_other_versions_are_accepted() {
    let arguments = [
        "verifyta",
        "-C",
        "-S2",
        "-H",
        "27",
        "-T",
        "-n",
        "4",
        "-o1",
        "-r",
        "42",
        "-W",
        "-U",
        "-b",
        "--discrete-representation",
        "1",
        "-sq",
        "-t2",
        &crossing(),
    ];
    let outcome = orrery(&arguments);
    outcome.assert_status(0);
    assert_eq!(outcome.out.matches(" -- Formula is").count(), 5, "{}", outcome.out);
}

#[cfg(unix)]
#[test]
fn the_name_of_the_program_is_enough() {
    let folder = Folder::new();
    let link = folder.at("verifyta");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_orrery"), &link).unwrap();
    let output =
        Command::new(&link).args(["-s", &crossing()]).current_dir(root()).output().unwrap();
    let outcome = orrery::Outcome::from(output);
    outcome.assert_status(0);
    assert!(outcome.out.starts_with("Options for the verification:\n"), "{}", outcome.out);
    let version = Command::new(&link).arg("-v").output().unwrap();
    assert!(String::from_utf8(version.stdout).unwrap().contains("UPPAAL 4."));
}

/// What pyuppaal 1.2 (from the Python registry) does with the tool, and what it makes of the output. It was
/// tried with that program; this keeps what it relies on.
#[cfg(unix)]
#[test]
fn a_python_wrapper_finds_what_it_looks_for() {
    use std::os::unix::process::CommandExt as _;
    let called = |arguments: &[&str]| -> Outcome {
        let mut command = orrery::command(arguments);
        command.arg0("verifyta").env("UPPAAL_COMPILE_ONLY", "");
        command.output().expect("the binary starts").into()
    };
    // The number after the word UPPAAL is the version.
    let version = called(&["-v"]);
    let words: Vec<&str> = version.out.split(' ').collect();
    let at = words.iter().position(|word| *word == "UPPAAL").expect("it is UPPAAL, more or less");
    assert!(words[at + 1].split('.').next().is_some_and(|major| major.parse::<u32>().is_ok()));
    // Any message that is not about a trace is taken for a failure.
    let folder = Folder::new();
    let trace = folder.at("trace");
    let outcome = called(&[&crossing(), "-f", &trace, "-t", "1"]);
    outcome.assert_status(0);
    assert!(outcome.err.contains("Writing counter example"), "{}", outcome.err);
    assert!(outcome.out.contains(" -- Formula is satisfied."), "{}", outcome.out);
    assert!(outcome.out.contains(" -- Formula is NOT satisfied."), "{}", outcome.out);
    assert!(!folder.read("trace-2.xtr").is_empty());
    let quiet = called(&[&crossing(), "--query-index", "1"]);
    assert_eq!(quiet.err, "");
    // With this it asks for another format.
    let mut command = orrery::command(&["verifyta", &crossing()]);
    let compiled: Outcome =
        command.env("UPPAAL_COMPILE_ONLY", "1").output().expect("the binary starts").into();
    compiled.assert_status(0);
    assert!(compiled.out.starts_with("layout\n"), "{}", compiled.out);
}
