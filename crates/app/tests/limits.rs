//! Time, memory, Ctrl-C, progress, closed pipes.

mod orrery;

use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use orrery::{COUNTED, COUNTERS, Folder, command, crossing, orrery};

#[test]
fn time_is_limited() {
    let folder = Folder::new();
    let model = folder.file("counters.xta", COUNTERS);
    let started = Instant::now();
    let outcome =
        orrery(&["check", &model, "-q", COUNTED, "--symmetry", "off", "--time-limit", "300ms"]);
    outcome.assert_status(3);
    assert!(outcome.out.contains("unknown"), "{}", outcome.out);
    assert!(outcome.out.contains("the time limit of 300 ms was reached"), "{}", outcome.out);
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// The peak of a search that stops at 100 MiB.
fn peak_of_limited(threads: &str) -> u64 {
    let folder = Folder::new();
    let model = folder.file("counters.xta", COUNTERS);
    let mut arguments = vec!["check", &model, "-q", COUNTED, "--symmetry", "off"];
    arguments.extend(["--memory-limit", "100MiB", "--format", "json", "--threads", threads]);
    let outcome = orrery(&arguments);
    outcome.assert_status(3);
    let json = outcome.json();
    let query = &json["queries"][0];
    assert_eq!(query["reason"], "the memory limit of 100.0 MiB was reached");
    query["stats"]["peak_bytes"].as_u64().expect("a number of bytes")
}

#[test]
fn memory_is_limited_within_a_tenth() {
    let limit = 100 << 20;
    let peak = peak_of_limited("1");
    assert!(peak > limit && peak < limit + limit / 10, "{peak}");
    // The tables of several threads grow at about the same time, so they stop a step earlier.
    let peak = peak_of_limited("2");
    assert!(peak > limit / 2 && peak < limit + limit / 10, "{peak}");
}

#[test]
fn the_first_signal_stops_with_figures() {
    let folder = Folder::new();
    let model = folder.file("counters.xta", COUNTERS);
    let arguments =
        ["check", &model, "-q", COUNTED, "-q", "E<> true", "--stats", "--symmetry", "off"];
    let mut command = command(&arguments);
    command.args(["--progress", "always"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The progress line says that the search is running.
    let mut first = [0; 1];
    child.stderr.as_mut().unwrap().read_exact(&mut first).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let outcome = orrery::Outcome::from(child.wait_with_output().unwrap());
    outcome.assert_status(3);
    assert!(outcome.out.contains("1  unknown"), "{}", outcome.out);
    assert!(outcome.out.contains("interrupted"), "{}", outcome.out);
    assert!(outcome.out.contains("2  unknown  E<> true"), "{}", outcome.out);
    assert!(outcome.out.contains("explored"), "{}", outcome.out);
    assert!(outcome.err.contains("query 1") && outcome.err.contains("stored"), "{}", outcome.err);
}

#[test]
fn progress_stays_away_from_files() {
    let folder = Folder::new();
    let model = folder.file("counters.xta", COUNTERS);
    let arguments = ["check", &model, "-q", COUNTED, "--symmetry", "off", "--time-limit", "700ms"];
    let outcome = orrery(&arguments);
    outcome.assert_status(3);
    assert_eq!(outcome.err, "");
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        vec!["check".to_owned(), crossing()],
        vec!["check".to_owned(), crossing(), "--format".to_owned(), "json".to_owned()],
        vec!["view".to_owned(), crossing()],
        vec!["man".to_owned()],
    ] {
        let mut command = command(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let outcome = orrery::Outcome::from(child.wait_with_output().unwrap());
        outcome.assert_status(0);
        assert_eq!(outcome.err, "", "{arguments:?}");
    }
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (flag, value, hint) in [
        ("--memory-limit", "8", "8GiB"),
        ("--memory-limit", "lots", "number"),
        ("--time-limit", "soon", "number"),
        ("--threads", "0", "0"),
    ] {
        let outcome = orrery(&["check", &crossing(), flag, value]);
        outcome.assert_status(2);
        assert!(outcome.err.contains(hint), "{}", outcome.err);
    }
}
