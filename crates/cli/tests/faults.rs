//! Invalid evaluations: whatever the search, the run that leads to one is shown.

mod orrery;

use orrery::{Folder, orrery};

/// The run to the fault is shown by every search, and ends where it should.
#[track_caller]
fn shown(model: &str, formula: &str, edge: Option<&str>) {
    let folder = Folder::new();
    let model = folder.file("model.xta", model);
    let searches: &[&[&str]] = &[
        &[],
        &["--search", "bfs"],
        &["--search", "dfs"],
        &["--search", "random"],
        &["--threads", "1"],
        &["--threads", "3", "--search", "bfs"],
        &["--symmetry", "off"],
        &["--symmetry", "off", "--threads", "1"],
    ];
    for search in searches {
        let mut arguments = vec!["check", &model, "-q", formula, "--trace", "some"];
        arguments.extend(["--format", "json"].iter().chain(search.iter()));
        let outcome = orrery(&arguments);
        outcome.assert_status(2);
        let answer = &outcome.json()["queries"][0];
        assert_eq!(answer["verdict"], "error", "{search:?}: {answer}");
        assert_eq!(answer["trace_reason"], serde_json::Value::Null, "{search:?}: {answer}");
        let fault = &answer["trace"]["fault"];
        let target = &fault["moves"][0]["target"];
        assert!(fault["message"].is_string(), "{search:?}: {answer}");
        assert_eq!(target.as_str(), edge, "{search:?}: {answer}");
    }
}

#[test]
fn of_transitions_that_are_looked_at_for_deadlocks() {
    let model = "int[0,1] i;
process P() { state A, B; init A; trans A -> A { assign i = i + 1; }, A -> B { }, B -> A { }; }
system P;";
    shown(model, "A[] not deadlock", Some("A"));
}

const PARTNERS: &str = "int[0,3] n;
process P(const int[0,2] id) { state A, B; urgent A; init A; trans A -> B { assign n = n + 2; }; }
system P;";

#[test]
fn of_interchangeable_processes() {
    shown(PARTNERS, "E<> n == 3", Some("B"));
    shown(PARTNERS, "A<> n == 3", Some("B"));
    shown(PARTNERS, "E[] n != 3", Some("B"));
    shown(PARTNERS, "n == 0 --> n == 3", Some("B"));
    shown(PARTNERS, "n == 2 --> n == 3", Some("B"));
    shown(PARTNERS, "sup: n", Some("B"));
}

#[test]
fn of_queries_guards_and_starts() {
    let model = "int[0,1] a[2]; int[0,2] i;
process P() { state A; urgent A; init A; trans A -> A { guard i < 2; assign i = i + 1; }; }
system P;";
    shown(model, "E<> a[i] == 1", None);
    shown(model, "A<> a[i] == 1", None);
    shown(model, "sup: a[i]", None);
    let model = "int[0,2] i = 2;
process P() { state A, B; init A;
  trans A -> A { guard i > 0; assign i = i - 1; }, A -> B { guard 4 / i == 9; }; }
system P;";
    shown(model, "E<> P.B", None);
    shown(model, "A[] not deadlock", None);
    let model = "int i = 0; process P() { state A { 1 / i > 0 }; init A; } system P;";
    shown(model, "E<> P.A", None);
}

/// Beside a process that the query does not depend on, which is left out and comes back when the run is completed.
#[test]
fn of_the_query_itself() {
    let model = "int a[1]; int n;
process P() { state A, B; init A; trans A -> B { }; }
process Q() { state C; init C; trans C -> C { guard n < 3; assign n++; }; }
system P, Q;";
    shown(model, "A[] a[2] < 1", None);
    shown(model, "A[] P.A or a[2] < 1", None);
}

/// Waiting asks for urgent synchronisations only. Where there may be some, guards are evaluated before time passes, so time has to
/// pass before the run comes to one that is invalid.
#[test]
fn of_runs_that_end_where_a_guard_is_invalid() {
    let folder = Folder::new();
    let process = "clock x; const int t[2] = { 0, 2 };
process P() { state A, B, C; init A; trans A -> B { }, B -> C { guard t[t[1]] > 0; }; }
process Q() { state A, B; init A; trans A -> B { guard t[t[1]] > 0; }; }
";
    let run = |text: &str, formula: &str, symmetry: &str| {
        let model = folder.file("model.xta", text);
        let flags = ["--trace", "some", "--symmetry", symmetry, "--format", "json"];
        let outcome = orrery(&[&["check", &model, "-q", formula], &flags[..]].concat());
        outcome.assert_status(0);
        let answer = &outcome.json()["queries"][0];
        answer["trace"]["steps"].as_array().map(Vec::len)
    };
    for symmetry in ["auto", "off"] {
        for urgent in ["", "urgent chan c;"] {
            let text = format!("{urgent}{process}system P;");
            assert_eq!(run(&text, "E<> P.B and x > 2", symmetry), Some(1), "{text}");
        }
        let text = format!("{process}system Q;");
        assert_eq!(run(&text, "E<> Q.A and x == 1", symmetry), Some(0), "{text}");
    }
}
