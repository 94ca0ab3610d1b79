//! Several models, sweeps, and checking again.

mod orrery;

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use orrery::{COUNTED, COUNTERS, Folder, command, crossing, orrery};

const LAMP: &str = "\
const int N = 3;
int[0, N] n;
process Lamp() { state Off; init Off; trans Off -> Off { guard n < N; assign n++; }; }
system Lamp;
";

#[test]
fn several_models_are_checked_and_summed_up() {
    let folder = Folder::new();
    let lamp = folder.file("lamp.xta", LAMP);
    folder.file("lamp.q", "E<> n == N\n");
    let done = orrery(&["check", &crossing(), &lamp]);
    done.assert_status(0);
    assert!(done.out.contains("ok  examples/first/crossing.xml"), "{}", done.out);
    assert!(done.out.ends_with("2 models, 2 ok\n"), "{}", done.out);
    // The queries of the second are named after it, and one fails.
    let other = folder.file("other.q", "A[] n == 0\n");
    let done = orrery(&["check", &crossing(), &lamp, &other]);
    done.assert_status(1);
    assert!(done.out.contains(&format!("fails  {lamp}")), "{}", done.out);
}

#[test]
fn a_folder_is_searched_for_models() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.at("deep/.hidden")).expect("there is room");
    folder.file("deep/lamp.xta", LAMP);
    folder.file("deep/lamp.q", "E<> n == N\n");
    folder.file("deep/.hidden/x.xta", "nonsense");
    folder.file("readme.txt", "no model");
    let done = orrery(&["check", &folder.at(""), "--format", "json"]);
    let json = done.assert_status(0).json();
    assert_eq!(json["schema"], "orrery.batch/1");
    assert_eq!(json["models"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["models"][0]["schema"], "orrery.check/1");
    assert_eq!((&json["summary"]["holds"], &json["summary"]["queries"]), (&1.into(), &1.into()));
    let empty = Folder::new();
    let done = orrery(&["check", &empty.at("")]);
    done.assert_status(2);
    assert!(done.err.contains("has no models"), "{}", done.err);
}

/// One that cannot be read or is wrong does not keep the others from being checked.
#[test]
fn an_unreadable_model_is_one_of_many() {
    let folder = Folder::new();
    let lamp = folder.file("lamp.xta", LAMP);
    let wrong = folder.file("wrong.xta", "process");
    let gone = folder.at("gone.xml");
    let done = orrery(&["check", &gone, &wrong, &lamp, "-q", "E<> n == 1"]);
    done.assert_status(2);
    assert!(done.out.contains("1  holds    E<> n == 1"), "{}", done.out);
    assert!(done.out.ends_with("3 models, 1 ok\n"), "{}", done.out);
    let done = orrery(&["check", &gone, &lamp, "-q", "E<> n == 1", "--format", "junit"]);
    assert_eq!(done.assert_status(2).out.matches("<testsuite ").count(), 2);
}

#[test]
fn each_model_gets_its_own_files() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.xta", LAMP), folder.file("two.xta", LAMP));
    let (report, run) = (folder.at("report.html"), folder.at("run.gantt.svg"));
    orrery(&["check", &one, &two, "-q", "E<> n == 2", "--report", &report, "--trace-out", &run])
        .assert_status(0);
    for name in ["report-one.html", "report-two.html", "run-one.gantt.svg", "run-two.gantt.svg"] {
        assert!(!folder.read(name).is_empty(), "{name}");
    }
}

#[test]
fn what_is_no_model_and_no_query_is_refused() {
    let done = orrery(&["check", &crossing(), "notes.txt", &crossing()]);
    done.assert_status(2);
    assert!(done.err.contains("cannot tell what notes.txt is"), "{}", done.err);
}

#[test]
fn a_sweep_prints_a_table_and_writes_files() {
    let folder = Folder::new();
    let lamp = folder.file("lamp.xta", LAMP);
    let (csv, svg, json) = (folder.at("s.csv"), folder.at("s.svg"), folder.at("s.json"));
    let mut arguments = vec!["check", &lamp, "-q", "A[] n <= 3", "-q", "sup: n"];
    arguments.extend(["--sweep", "N=2..5", "--threads", "1"]);
    for file in [&csv, &svg, &json] {
        arguments.extend(["--sweep-out", file]);
    }
    let done = orrery(&arguments);
    done.assert_status(1);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines.len(), 8, "two formulas, a blank, a heading, four values: {}", done.out);
    assert!(
        lines[5].starts_with("     3  holds") && lines[6].starts_with("     4  fails"),
        "{lines:?}"
    );
    let table = folder.read("s.csv");
    assert!(table.starts_with("N,query,formula,verdict,value,stored,"), "{table}");
    assert_eq!(table.lines().count(), 9);
    assert!(folder.read("s.svg").matches("<circle").count() == 16, "8 answers, states and seconds");
    let json: serde_json::Value = serde_json::from_str(&folder.read("s.json")).expect("JSON");
    assert_eq!(json["schema"], "orrery.sweep/1");
    assert_eq!((&json["constant"], &json["points"][3]["value"]), (&"N".into(), &5.into()));
    assert_eq!(json["points"][2]["queries"][0]["verdict"], "fails");
}

#[test]
fn a_sweep_ends_where_a_limit_is_reached() {
    let folder = Folder::new();
    let text = format!("const int N = 1;\n{COUNTERS}");
    let model = folder.file("counters.xta", text);
    let done = orrery(&[
        "check",
        &model,
        "-q",
        COUNTED,
        "--sweep",
        "N=1..9",
        "--time-limit",
        "50ms",
        "--format",
        "json",
    ]);
    let json = done.assert_status(3).json();
    assert_eq!(json["points"].as_array().map(Vec::len), Some(1));
    assert!(json["stopped"].as_str().is_some_and(|why| why.contains("time limit")), "{json}");
}

#[test]
fn wrong_sweeps_are_refused_before_anything_is_searched() {
    let folder = Folder::new();
    let lamp = folder.file("lamp.xta", LAMP);
    let checks: [(&[&str], &str); 5] = [
        (&["--sweep", "N=5..2"], "5 is more than 2"),
        (&["--sweep", "N=2..5", "--sweep-out", "x.png"], ".csv, .svg or .json"),
        (&["--sweep", "N=2..5", "--format", "junit"], "no JUnit format"),
        (&["--sweep", "M=2..5"], "M"),
        (&["--sweep-out", "x.csv"], "--sweep"),
    ];
    for (flags, why) in checks {
        let mut arguments = vec!["check", &lamp, "-q", "E<> n == 2"];
        arguments.extend(flags);
        let done = orrery(&arguments);
        done.assert_status(2);
        assert!(done.err.contains(why), "{flags:?}: {}", done.err);
    }
}

/// The model is saved with a mistake and then put right; each time it is checked again. Killed, as a user would by
/// closing the terminal.
#[test]
fn a_model_that_changes_is_checked_again() {
    let folder = Folder::new();
    let lamp = folder.file("lamp.xta", LAMP);
    let mut child = command(&["check", &lamp, "-q", "A[] n <= 3", "--watch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    let mut next = |start: &str| {
        lines.by_ref().map_while(Result::ok).find(|line| line.starts_with(start)).is_some()
    };
    assert!(next("1  holds"));
    folder.file("lamp.xta", LAMP.replace("N = 3", "N = 44"));
    assert!(next("1  fails"));
    folder.file("lamp.xta", "proc");
    folder.file("lamp.xta", LAMP.replace("N = 3", "N =   2"));
    assert!(next("1  holds"));
    child.kill().and_then(|()| child.wait()).expect("it was ours");
}
