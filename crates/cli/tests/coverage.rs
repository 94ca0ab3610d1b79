//! What is never reached or taken.

mod orrery;

use orrery::{COUNTERS, Folder, crossing, orrery};

/// `c` cannot be reached, the second edge never fires, and only one of two processes gets to `b`.
const DEAD: &str = "\
typedef int[0, 1] id_t;
int n;
process P(const id_t id) {
    state a, b, c;
    init a;
    trans
        a -> b { guard id == 1; assign n = 1; },
        a -> c { guard n == 7; },
        b -> a { };
}
system P;
";

#[test]
fn dead_parts_are_told_with_their_places() {
    let folder = Folder::new();
    let model = folder.file("dead.xta", DEAD);
    let done = orrery(&["coverage", &model]);
    done.assert_status(1);
    let lines: Vec<&str> = done.out.lines().map(str::trim).collect();
    assert_eq!(lines[0], "P (2 processes): 2 of 3 locations reached, 2 of 3 edges taken");
    assert!(
        lines[1].starts_with("never reached: c") && lines[1].contains("dead.xta:4"),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("never taken: a -> c { n == 7 }"), "{lines:?}");
    assert!(lines.contains(&"b is reached by 1 of 2 processes"), "{lines:?}");
    assert!(lines.contains(&"a -> b is taken by 1 of 2 processes"), "{lines:?}");
    let json = orrery(&["coverage", &model, "--format", "json"]).assert_status(1).json();
    assert_eq!((&json["schema"], &json["complete"]), (&"orrery.coverage/1".into(), &true.into()));
    assert_eq!(json["templates"][0]["edges"][1]["taken_by"], 0);
    assert_eq!(json["templates"][0]["locations"][1]["reached_by"], 1);
}

#[test]
fn pictures_show_dead_parts_in_grey() {
    let folder = Folder::new();
    let model = folder.file("dead.xta", DEAD);
    let picture = folder.at("dead.svg");
    orrery(&["coverage", &model, "-o", &picture]).assert_status(1);
    assert!(folder.read("dead.svg").contains("#c9c9c9"));
    orrery(&["coverage", &crossing(), "-o", &picture]).assert_status(0);
    assert!(!folder.read("dead.svg").contains("#c9c9c9"));
    orrery(&["coverage", &model, "-o", &folder.at("x.dot")]).assert_status(2);
}

#[test]
fn what_was_not_seen_in_time_is_undecided() {
    let folder = Folder::new();
    let text = COUNTERS
        .replace("state S;", "state S, T;")
        .replace("trans ", "trans S -> T { guard a[0] + a[1] == 19; }, ");
    let model = folder.file("counters.xta", text);
    let done = orrery(&["coverage", &model, "--time-limit", "100ms"]);
    done.assert_status(3);
    assert!(
        done.out.contains("not yet reached: T") && done.out.contains("time limit"),
        "{}",
        done.out
    );
}

/// A run that ends in an invalid evaluation ends there, and so does what is known.
#[test]
fn invalid_evaluations_are_told() {
    let folder = Folder::new();
    let text =
        "int n; process P() { state a, b; init a; trans a -> b { guard 1 / n > 0; }; } system P;";
    let done = orrery(&["coverage", &folder.file("fault.xta", text)]);
    done.assert_status(3);
    assert!(done.out.contains("an evaluation is invalid"), "{}", done.out);
}

/// Committed locations are passed in no time, but they are reached.
#[test]
fn committed_locations_are_reached() {
    let folder = Folder::new();
    let text = "clock x; process P() { state a, b, c; commit b; init a; trans a -> b { guard x > 1; }, b -> c { assign x = 0; }; } system P;";
    orrery(&["coverage", &folder.file("commit.xta", text)]).assert_status(0);
}
