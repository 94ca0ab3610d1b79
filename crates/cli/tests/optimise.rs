//! `orrery optimise`: the contract.

mod orrery;

use orrery::{COUNTERS, Folder, orrery};
use serde_json::Value;

const PRICED: &str = "clock x;
process P() { state A { x <= 5 && cost' == 2 }, B, C; init A;
  trans A -> B { guard x >= 3; assign cost += 4; }, B -> C { guard false; }; }
system P;
";

#[test]
fn the_cheapest_run_has_the_fields_of_the_contract() {
    let folder = Folder::new();
    let model = folder.file("m.xta", PRICED);
    let outcome = orrery(&["optimise", &model, "-q", "E<> P.B", "--format", "json"]);
    let json = outcome.assert_status(0).json();
    assert_eq!(json["schema"], "orrery.optimise/1");
    for field in ["tool", "model", "diagnostics"] {
        assert!(json.get(field).is_some(), "{field}");
    }
    let query = &json["queries"][0];
    assert_eq!(query["verdict"], "holds");
    assert_eq!((&query["value"], &query["bound"]), (&10.into(), &10.into()));
    assert_eq!((&query["optimal"], &query["attained"]), (&true.into(), &true.into()));
    assert_eq!(query["improvements"][0]["value"], 10);
    assert!(query["improvements"][0]["seconds"].is_number());
    assert_eq!(query["trace"]["steps"].as_array().map(Vec::len), Some(1));
    assert!(query["stats"]["explored"].is_number());
}

#[test]
fn the_objective_may_be_time() {
    let folder = Folder::new();
    let model = folder.file("m.xta", PRICED);
    let asked = ["optimise", &model, "-q", "E<> P.B", "--objective", "time", "--format", "json"];
    let json = orrery(&asked).assert_status(0).json();
    assert_eq!(
        (&json["queries"][0]["value"], &json["queries"][0]["objective"]),
        (&3.into(), &"time".into())
    );
}

/// The cheaper way is left out because of what `remaining` says of it: that is the price of believing it.
#[test]
fn remaining_is_believed_only_if_asked() {
    let folder = Folder::new();
    let text = "int[0,100] remaining;
process P() { state A, B, C, G; init A;
  trans A -> B { assign cost += 1, remaining = 50; }, B -> G { assign cost += 1, remaining = 0; },
    A -> C { assign cost += 5; }, C -> G { assign cost += 5; }; }
system P;
";
    let model = folder.file("m.xta", text);
    let asked = ["optimise", &model, "-q", "E<> P.G", "--no-run"];
    let outcome = orrery(&asked);
    assert!(outcome.out.contains("cost 2; no run has less"), "{outcome:?}");
    let outcome = orrery(&[&asked[..], &["--trust-remaining"]].concat());
    assert!(outcome.out.contains("cost 10; no run has less"), "{outcome:?}");
    assert!(outcome.out.contains("as --trust-remaining assumes"), "{outcome:?}");
}

#[test]
fn text_says_the_cost_and_shows_the_run() {
    let folder = Folder::new();
    let model = folder.file("m.xta", PRICED);
    let outcome = orrery(&["optimise", &model, "-q", "E<> P.B"]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("cost 10; no run has less"), "{outcome:?}");
    assert!(outcome.out.contains("at 3"), "{outcome:?}");
}

#[test]
fn the_status_says_how_it_went() {
    let folder = Folder::new();
    let model = folder.file("m.xta", PRICED);
    orrery(&["optimise", &model, "-q", "E<> P.C"]).assert_status(1);
    orrery(&["optimise", &model, "-q", "E<> P.D"]).assert_status(2);
    orrery(&["optimise", &model]).assert_status(2);
    orrery(&["optimise", &model, "-q", "A[] P.A"]).assert_status(3);
    let none = folder.file("none.xta", "process P() { state A; init A; } system P;");
    let outcome = orrery(&["optimise", &none, "-q", "E<> P.A"]);
    assert!(outcome.assert_status(2).out.contains("defines no costs"), "{outcome:?}");
}

#[test]
fn a_limit_leaves_the_bound() {
    let folder = Folder::new();
    let model = folder.file("m.xta", COUNTERS.replace("+ 1;", "+ 1, cost += 1;"));
    let goal = "E<> forall (i : int[0,11]) a[i] == 9 - i % 2";
    let limits = ["--search", "best", "--time-limit", "500ms", "--format", "json"];
    let asked = [&["optimise", &model, "-q", goal][..], &limits].concat();
    let json = orrery(&asked).assert_status(3).json();
    let query = &json["queries"][0];
    assert_eq!((&query["verdict"], &query["optimal"]), (&"unknown".into(), &false.into()));
    assert!(query["value"].is_null() && query["bound"].as_i64() >= Some(1), "{query}");
}

/// Two machines, three jobs of which each needs both: a beam finds a run, and all orders agree on the best.
const JOBS: &str = "int[0,1] m = 1; int[0,1] n = 1;
process J(const int[1,3] i) { clock x; state a, b, c, d, e; init a;
  trans a -> b { guard m > 0; assign m--, x = 0; }, b -> c { guard x >= i; assign m++; },
    c -> d { guard n > 0; assign n--, x = 0; }, d -> e { guard x >= 2; assign n++; }; }
system J;
";

#[test]
fn every_order_finds_the_best_and_estimates_only_save_work() {
    let folder = Folder::new();
    let model = folder.file("jobs.xta", JOBS);
    let goal = "E<> forall (i : int[1,3]) J(i).e";
    let asked = ["optimise", &model, "-q", goal, "--objective", "time", "--format", "json"];
    let mut explored = Vec::new();
    for estimates in ["off", "auto"] {
        for order in ["auto", "best", "depth", "beam"] {
            let flags = ["--search", order, "--estimates", estimates];
            let json = orrery(&[&asked[..], &flags].concat()).assert_status(0).json();
            let query = &json["queries"][0];
            assert_eq!(
                (&query["value"], &query["optimal"]),
                (&8.into(), &true.into()),
                "{flags:?}"
            );
            if order == "best" {
                explored.push(query["stats"]["explored"].as_u64().unwrap_or(0));
            }
            let notes = query["plan"]["reasons"].to_string();
            assert_eq!(notes.contains("shared resources m, n"), estimates == "auto", "{notes}");
        }
    }
    assert!(explored[1] < explored[0], "{explored:?}");
    let narrow =
        orrery(&[&asked[..], &["--search", "beam", "--width", "1", "--estimates", "off"]].concat());
    let query = &narrow.json()["queries"][0];
    assert!(query["value"].is_null() || query["value"].as_i64() >= Some(8), "{query}");
    assert_ne!(query["verdict"], "fails", "what a beam leaves out may be the goal");
}

#[test]
fn the_history_is_told_and_drawn() {
    let folder = Folder::new();
    let model = folder.file("jobs.xta", JOBS);
    let drawing = folder.at("history.svg");
    let goal = "E<> forall (i : int[1,3]) J(i).e";
    let asked = [
        "optimise",
        &model,
        "-q",
        goal,
        "--objective",
        "time",
        "--format",
        "json",
        "--history-out",
        &drawing,
    ];
    let json = orrery(&asked).assert_status(0).json();
    let bounds = json["queries"][0]["bounds"].as_array().cloned().unwrap_or_default();
    assert_eq!(bounds.last().map(|last| &last["bound"]), Some(&8.into()));
    assert_eq!(json["queries"][0]["improvements"][0]["bound"].as_i64(), Some(8));
    let drawn = std::fs::read_to_string(&drawing).expect("a drawing");
    assert!(drawn.starts_with("<svg") && drawn.contains("best run"), "{drawn}");
}

#[test]
fn results_wrap_unless_they_are_errors() {
    let folder = Folder::new();
    let text = "int i = 2000000000;
process P() { state A, B; init A; trans A -> B { assign i = i + i, cost += 3; }; }
system P;";
    let model = folder.file(
        "m.xta",
        text.replace("int i", "typedef int[-2147483648,2147483647] int32;\nint32 i"),
    );
    let outcome = orrery(&["optimise", &model, "-q", "E<> P.B && i < 0"]);
    assert!(outcome.assert_status(0).out.contains("cost 3; no run has less"), "{outcome:?}");
    assert_eq!(outcome.err.matches("warning[W0209]").count(), 1, "{outcome:?}");
    orrery(&["optimise", &model, "-q", "E<> P.B && i < 0", "--overflow", "error"]).assert_status(2);
    let text = "typedef int[-2147483648,2147483647] int32;
int32 i = 2000000000; clock x;
process P() { state A { x <= 2 }, B { x <= 2 }; init A; trans
  A -> B { guard x >= 1; assign i = i + i, x = 0; }, B -> B { guard x >= 1; assign cost += 1, x = 0; }; }
system P;";
    let model = folder.file("loop.xta", text);
    let arguments = ["optimise", &model, "-q", "E[] true", "--objective", "cost/time"];
    let outcome = orrery(&arguments);
    let told = "cost per time 1/2; no run has less";
    assert!(outcome.assert_status(0).out.contains(told), "{outcome:?}");
    assert_eq!(outcome.err.matches("warning[W0209]").count(), 1, "{outcome:?}");
    orrery(&[&arguments[..], &["--overflow", "error"]].concat()).assert_status(2);
}

#[test]
fn the_least_value_of_an_expression_at_the_goal_is_found() {
    let folder = Folder::new();
    let model = folder.file(
        "work.xta",
        "clock x; int late; int paid;
         process P() { state a { x <= 9 }, b, c; init a; trans
           a -> b { guard x >= 2; assign late = 3, paid = 1; }, a -> b { guard x >= 5; assign late = 1, paid = 4; },
           b -> c { guard x > 7; }; }
         system P;",
    );
    let least = |goal: &str, objective: &str| {
        let arguments =
            ["optimise", &model, "-q", goal, "--objective", objective, "--format", "json"];
        orrery(&arguments).assert_status(0).json()["queries"][0].clone()
    };
    let late = least("E<> P.b", "late");
    assert_eq!((&late["value"], &late["bound"]), (&Value::from(1), &Value::from(1)));
    assert_eq!((&late["optimal"], &late["objective"]), (&Value::from(true), &Value::from("late")));
    assert_eq!(late["run_cost"], "1");
    assert_eq!(late["trace"]["steps"].as_array().expect("a run").len(), 1);
    assert_eq!(least("E<> P.b", "late + 2 * paid")["value"], 5);
    assert_eq!(least("E<> P.b && late == 1", "x")["value"], 5);
    // A value that is only approached.
    let close = least("E<> P.c", "x");
    assert_eq!((&close["value"], &close["attained"]), (&Value::from(7), &Value::Null));
    assert!(close["trace"].is_object());
    let nowhere = ["optimise", &model, "-q", "E<> P.b && late == 2", "--objective", "late"];
    orrery(&nowhere).assert_status(1);
    let unreadable = ["optimise", &model, "-q", "E<> P.b", "--objective", "late +"];
    orrery(&unreadable).assert_status(2);
    let no_goal = ["optimise", &model, "-q", "A[] P.a", "--objective", "late"];
    orrery(&no_goal).assert_status(2);
}

#[test]
fn the_least_ratio_in_the_long_run_is_found() {
    let factory = example("factory/factory.xta");
    let least = |model: &str, objective: &str, more: &[&str]| {
        let mut arguments =
            vec!["optimise", model, "-q", "E[] true", "--objective", objective, "--format", "json"];
        arguments.extend(more);
        orrery(&arguments).assert_status(0).json()["queries"][0].clone()
    };
    let found = least(&factory, "cost/reward", &[]);
    let single = least(&factory, "cost/reward", &["--time-unit", "one"]);
    assert_eq!((&found["value"], &found["optimal"]), (&single["value"], &Value::from(true)));
    let stored = |found: &Value| found["stats"]["stored"].as_u64().expect("a number");
    assert!(stored(&found) * 10 < stored(&single), "{found}, {single}");
    assert!(found["trace"].is_object() && single["trace"].is_object());
    let folder = Folder::new();
    // Waiting for ever costs 3 for each time unit; going round costs 1 and 2 for 2 of them.
    let model = folder.file(
        "round.xta",
        "clock x; process P() { state a { cost' == 3 }, b { x <= 4 && cost' == 1 && reward' == 1 }; init a; trans
           a -> b { assign x = 0; }, b -> b { guard x == 2; assign x = 0, cost += 1; }; }
         system P;",
    );
    assert_eq!(least(&model, "cost/time", &[])["value"], "3/2");
    assert_eq!(least(&model, "time/reward", &[])["value"], 1);
    let waits = ["optimise", &model, "-q", "E[] P.a", "--objective", "cost/time", "--no-run"];
    let waits = orrery(&waits);
    let waits = waits.assert_status(0);
    assert!(waits.out.contains("cost per time 3; no run has less"), "{}", waits.out);
    // A strict bound that matters.
    let strict = ["optimise", &model, "-q", "E[] x < 2", "--objective", "cost/time"];
    orrery(&strict).assert_status(3);
    let unpaid = folder.file("unpaid.xta", "process P() { state a; init a; } system P;");
    let nothing = ["optimise", &unpaid, "-q", "E[] true", "--objective", "cost/time"];
    orrery(&nothing).assert_status(2);
}

/// A model of the examples.
fn example(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The best run so far is shown when the time is up.
#[test]
fn a_limit_leaves_the_best_run() {
    let folder = Folder::new();
    // Every path has its own cost, and nothing is dominated.
    let model = folder.file(
        "long.xta",
        "clock x; int[0, 100000000] n; int[0, 60] steps;
         process P() { state a { x <= 3 && cost' == 2 }, b; init a; trans
           a -> a { guard x >= 1 && steps < 60; assign n = (n * 7 + 3) % 99999989, steps++, x = 0, cost += n % 5; },
           a -> a { guard x >= 2 && steps < 60; assign n = (n * 5 + 1) % 99999989, steps++, x = 0, cost += n % 3; },
           a -> b { guard steps == 60; }; }
         system P;",
    );
    let asked = ["optimise", &model, "-q", "E<> P.b", "--time-limit", "1500ms", "--format", "json"];
    let found = orrery(&asked).assert_status(0).json()["queries"][0].clone();
    assert_eq!(found["optimal"], false);
    assert!(found["trace"].is_object(), "{}", found["trace_reason"]);
}
