//! Proofs for every number of processes.

mod orrery;

use orrery::{Folder, orrery};

/// Fischer's protocol, with holes for what variants change.
const FISCHER: &str = "const int N = 3;
typedef int[1, N] id_t;
int[0, N] id;
process P(const id_t pid) {
    clock x;
    state A, req { x <= 2 }, wait, cs;
    init A;
    trans
        A -> req { guard id == 0; assign x = 0; },
        req -> wait { guard x <= 2; assign x = 0, id = pid; },
        wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard x > 2 && id == pid; },
        cs -> A { assign id = 0; };
}
system P;
";

const EXCLUSION: &str = "A[] forall (i : id_t) forall (j : id_t) P(i).cs && P(j).cs imply i == j";

fn prove(text: &str, more: &[&str]) -> serde_json::Value {
    let folder = Folder::new();
    let model = folder.file("m.xta", text);
    let outcome = orrery(&[&["prove", &model, "--format", "json"][..], more].concat());
    assert!(!outcome.err.contains("panicked"), "{outcome:?}");
    outcome.json()["queries"][0].clone()
}

#[test]
fn the_examples_are_proved() {
    for (model, views) in [
        ("examples/fischer/demo.xta", 28),
        ("examples/fischer/fischer.xta", 37),
        ("examples/csma-cd/csma-cd.xta", 26),
    ] {
        let outcome = orrery(&["prove", model, "--query", "1", "--format", "json"]);
        outcome.assert_status(0);
        let json = outcome.json();
        assert_eq!(json["schema"], "orrery.prove/1");
        let query = &json["queries"][0];
        assert_eq!(query["verdict"], "holds", "{query}");
        assert_eq!(query["family"]["parameter"], "N");
        assert_eq!(query["family"]["least"], 1);
        assert_eq!(query["views"]["arity"], 2);
        assert_eq!(query["views"]["count"], views, "{model}");
        assert_eq!(query["views"]["checked"], true, "{model}");
        assert!(query["fails_at"].is_null());
        assert_eq!(query["checked"], serde_json::json!([1]));
    }
    let outcome =
        orrery(&["prove", "examples/fischer/demo.xta", "--query", "1", "--show", "views"]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("P(1).wait P(2).cs    id=#2"), "{}", outcome.out);
}

/// Each change of a character that breaks the protocol is found, with the run of an instance.
#[test]
fn broken_variants_are_refuted() {
    let query = prove(FISCHER, &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "holds", "{query}");
    for (from, to) in [
        ("x > 2 && id == pid", "x >= 2 && id == pid"),
        ("x > 2 && id == pid", "x > 1 && id == pid"),
        ("x > 2 && id == pid", "x > 2"),
        ("wait -> req { guard id == 0", "wait -> req { guard id != pid"),
        ("A -> req { guard id == 0;", "A -> req { "),
    ] {
        let query = prove(&FISCHER.replace(from, to), &["-q", EXCLUSION]);
        assert_eq!((&query["verdict"], &query["fails_at"]), (&"fails".into(), &2.into()), "{to}");
        assert!(query["trace"]["steps"].as_array().is_some_and(|steps| steps.len() > 3), "{to}");
    }
    let folder = Folder::new();
    let model = folder.file("m.xta", FISCHER.replace("x > 2 &&", "x >= 2 &&"));
    let outcome = orrery(&["prove", &model, "-q", EXCLUSION, "--show", "run"]);
    outcome.assert_status(1);
    assert!(outcome.out.contains("fails for N = 2"), "{outcome:?}");
}

/// What is not a family is rejected with the line and the reason.
/// "At most one" as UPPAAL's demo says it: so many processes are looked at as would refute it.
#[test]
fn processes_are_counted() {
    let waiting_twice = FISCHER.replace("x > 2 && id == pid", "x > 1 && id == pid");
    for (text, formula, verdict, arity) in [
        (FISCHER, "A[] (sum (i : id_t) P(i).cs) <= 1", "holds", 2),
        (FISCHER, "A[] 2 > sum (i : id_t) P(i).cs", "holds", 2),
        (FISCHER, "E<> (sum (i : id_t) P(i).cs) > 1", "fails", 2),
    ] {
        let query = prove(text, &["-q", formula]);
        assert_eq!(query["verdict"], verdict, "{formula}: {query}");
        assert_eq!(query["views"]["arity"], arity, "{formula}: {query}");
    }
    for (text, formula, at) in [
        (FISCHER, "A[] (sum (i : id_t) P(i).cs) < 1", 1),
        (&waiting_twice, "A[] (sum (i : id_t) P(i).cs) <= 1", 2),
        (FISCHER, "A[] (sum (i : id_t) P(i).wait) <= 2", 3),
    ] {
        let query = prove(text, &["-q", formula]);
        assert_eq!(query["verdict"], "fails", "{formula}: {query}");
        assert_eq!(query["fails_at"], at, "{formula}: {query}");
    }
    for formula in [
        "A[] (sum (i : id_t) P(i).cs) != 2",
        "A[] (sum (i : id_t) (P(i).cs ? 2 : 0)) <= 3",
        "E<> sum (i : id_t) P(i).cs > 1",
    ] {
        assert_eq!(prove(FISCHER, &["-q", formula])["verdict"], "unsupported", "{formula}");
    }
}

#[test]
fn rejections_name_the_line() {
    for (from, to, line, words) in [
        ("guard id == 0; assign", "guard id < 1; assign", 9, "an id is used as a number"),
        ("id == pid;", "id == pid && N < 9;", 12, "the open constant is used as a number"),
        ("x <= 2 }", "x <= N }", 6, "the open constant is used as a number"),
        ("assign id = 0", "assign id = 3", 13, "the number 3 is an id"),
        ("assign id = 0", "assign id = pid / 100", 13, "this is not an id, but used as one"),
        ("assign id = 0;", "assign id = 0, n++;", 13, "an id is used as a number"),
        (
            "typedef",
            "int[0, 2 * N] many; typedef",
            2,
            "depends on the open constant in another way",
        ),
        ("guard id == 0; assign", "guard (sum (i : id_t) 1) < 9; assign", 9, "a sum over all ids"),
    ] {
        let text = FISCHER.replace(from, to).replace("int[0, N] id;", "int[0, N] id; int[0, N] n;");
        let query = prove(&text, &["-q", "A[] forall (i : id_t) P(i).x >= 0"]);
        assert_eq!(query["verdict"], "unsupported", "{to}: {query}");
        let reason = query["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(words), "{to}: {reason}");
        assert!(reason.contains(&format!("m.xta:{line}:")), "{to}: {reason}");
    }
}

/// A constant that matters only for many processes: no instance that is small shows it.
#[test]
fn what_only_large_instances_do_is_not_proved() {
    let large = FISCHER.replace("x > 2 && id == pid", "x > 2 && (id == pid || pid / 50 == 1)");
    let query = prove(&large, &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
    let named = FISCHER.replace("x > 2 && id == pid", "x > 2 && (id == pid || id == 40)");
    let query = prove(&named, &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
}

/// `E<>` is refuted for every value, or left undecided.
#[test]
fn possibilities_are_refuted_only() {
    let two = "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).cs && P(j).cs";
    let query = prove(FISCHER, &["-q", two]);
    assert_eq!((&query["verdict"], &query["fails_at"]), (&"fails".into(), &1.into()), "{query}");
    let query = prove(FISCHER, &["-q", "E<> exists (i : id_t) P(i).cs"]);
    assert_eq!(query["verdict"], "unknown", "{query}");
    for formula in ["A<> P(1).cs", "A[] not deadlock", "P(1).req --> P(1).wait"] {
        let query = prove(FISCHER, &["-q", formula]);
        assert_eq!(query["verdict"], "unsupported", "{query}");
    }
}

#[test]
fn the_constant_is_found_or_asked_for() {
    let folder = Folder::new();
    let model = folder.file("m.xta", FISCHER);
    for (flags, words) in [
        (vec!["--for-all", "M"], "there is no constant `M`; it depends on N"),
        (vec!["--for-all", "N", "--views", "1"], "speaks of 2 processes at once"),
    ] {
        let outcome = orrery(&[&["prove", &model, "-q", EXCLUSION][..], &flags].concat());
        assert!(outcome.status == 2 || outcome.status == 3, "{outcome:?}");
        assert!(format!("{}{}", outcome.out, outcome.err).contains(words), "{outcome:?}");
    }
    let fixed = folder.file("fixed.xta", FISCHER.replace("int[1, N]", "int[1, 3]"));
    let outcome = orrery(&["prove", &fixed, "-q", EXCLUSION]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("does not depend on a constant"), "{outcome:?}");
    let nothing = orrery(&["prove", &model]);
    nothing.assert_status(2);
}
