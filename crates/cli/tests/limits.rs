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

/// A goal that depth first search finds at once, and breadth first never.
const FULL: &str = "E<> forall (i : int[0,11]) a[i] == 9";

/// Asking for a run costs no answer: what answers fastest answers, and its run is shown.
#[test]
fn asking_for_a_run_costs_no_answer() {
    let folder = Folder::new();
    let model = folder.file("counters.xta", COUNTERS);
    let (page, run) = (folder.at("page.html"), folder.at("run.json"));
    for threads in ["1", "2"] {
        for wish in [["--trace", "some"], ["--report", &page], ["--trace-out", &run]] {
            let mut arguments = vec!["check", &model, "-q", FULL, "--symmetry", "off"];
            arguments.extend(["--time-limit", "20", "--format", "json", "--threads", threads]);
            arguments.extend(wish);
            let outcome = orrery(&arguments);
            outcome.assert_status(0);
            let answer = &outcome.json()["queries"][0];
            assert_eq!(answer["trace"]["steps"].as_array().map(Vec::len), Some(108), "{wish:?}");
        }
    }
}

/// The steps of the run that is shown for a goal.
fn steps(model: &str, formula: &str) -> Option<usize> {
    let folder = Folder::new();
    let model = folder.file("model.xta", model);
    let mut arguments = vec!["check", &model, "-q", formula, "--trace", "some"];
    arguments.extend(["--symmetry", "off", "--threads", "1", "--format", "json"]);
    let outcome = orrery(&arguments);
    outcome.json()["queries"][0]["trace"]["steps"].as_array().map(Vec::len)
}

/// Depth first, the goal is found after 52 steps. Nearer ones are looked for.
#[test]
fn a_near_goal_gets_a_short_run() {
    let model = "int[0,50] i; process P() { state S, A, C, G; init S;
        trans S -> A { }, A -> G { }, S -> C { },
              C -> C { guard i < 50; assign i = i + 1; }, C -> G { guard i == 50; }; }
        system P;";
    assert_eq!(steps(model, "E<> P.G"), Some(2));
}

/// Depth first, Q goes round while P counts, for which there is no need.
#[test]
fn detours_are_left_out() {
    let round = "clock z, w;
        process Q() { state U, V; init U;
        trans U -> V { guard z <= 5 && w <= 100; }, V -> U { guard z >= 1; assign z = 0; }; }
        system P, Q;";
    let model = COUNTERS.replace("system P;", round);
    assert_eq!(steps(&model, &format!("{FULL} && Q.U")), Some(108));
}

/// A run whose times take long to find: clock s stands still in every other location.
const STOPPING: &str = "clock s, t; int[0,1000] i;
process P() {
  state A, B { s' == 0 };
  init A;
  trans A -> B { guard s >= i && i < 1000; assign i = i + 1; },
        B -> A { guard t >= i; };
}
system P;";

/// A limit that is reached while the run is made leaves the answer as it is.
#[test]
fn a_run_that_takes_too_long_leaves_the_answer() {
    let folder = Folder::new();
    let model = folder.file("stopping.xta", STOPPING);
    let started = Instant::now();
    let mut arguments = vec!["check", &model, "-q", "E<> i == 1000"];
    arguments.extend(["--trace", "some", "--time-limit", "200ms", "--format", "json"]);
    let outcome = orrery(&arguments);
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    outcome.assert_status(0);
    let answer = &outcome.json()["queries"][0];
    assert_eq!(answer["verdict"], "holds");
    assert_eq!(answer["reason"], serde_json::Value::Null);
    assert_eq!(answer["trace"], serde_json::Value::Null);
    assert_eq!(answer["trace_reason"], "the time limit was reached while the run was made");
    assert!(answer["stats"]["run_seconds"].as_f64() > Some(0.02), "{answer}");
    let text = orrery(&arguments[..arguments.len() - 2]);
    let expected = "no run is shown: the time limit was reached while the run was made";
    assert!(text.out.contains(expected), "{}", text.out);
}

/// Saying which valuations of a single state are deadlocks takes exponentially many zones here: limits end that, too.
#[test]
fn time_is_limited_in_the_middle_of_a_state() {
    let count = 30;
    let names: Vec<String> = (0..count).map(|number| format!("P{number}")).collect();
    let clocks: Vec<String> = (0..count).map(|number| format!("x{number}")).collect();
    let parts = names.iter().zip(&clocks);
    let instances: String = parts.map(|(name, clock)| format!("{name} = P({clock});\n")).collect();
    let text = format!(
        "clock {}; process P(clock &x) {{ state A {{ x < 9 }}, B {{ x < 8 }}; init A;
trans A -> B {{ guard x >= 3; assign x = 0; }}, B -> A {{ guard x >= 1; assign x = 0; }}; }}\n{instances}system {};",
        clocks.join(", "),
        names.join(", ")
    );
    let folder = Folder::new();
    let model = folder.file("many.ta", &text);
    for formula in ["A[] not deadlock", "E<> deadlock"] {
        let started = Instant::now();
        let outcome = orrery(&["check", &model, "-q", formula, "--time-limit", "500ms"]);
        outcome.assert_status(3);
        let limit = "the time limit of 500 ms was reached";
        assert!(outcome.out.contains(limit), "{}", outcome.out);
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}
