//! `orrery synth`: policies, and formulas of branching time that say the same.

mod orrery;

use orrery::{Folder, orrery};
use serde_json::Value;

const SCANNER: &str = "examples/wafer-scanner/wafer-scanner.xta";
const EMPTY: &str = "forall (h : half_t) forall (i : which_t) \
                     lock[h][i] == EMPTY && arm[h][i] == EMPTY && chuck[i] == EMPTY";

/// Asks for a policy, in JSON.
fn synth(model: &str, keep: &str, flags: &[&str], status: i32) -> Value {
    let mut arguments = vec!["synth", model, "--keep", keep, "--format", "json"];
    arguments.extend(flags);
    let json = orrery(&arguments).assert_status(status).json();
    assert_eq!(json["schema"], "orrery.synth/1");
    json["queries"][0].clone()
}

/// Asks a question; the verdict.
fn verdict(model: &str, formula: &str, flags: &[&str]) -> String {
    let mut arguments = vec!["check", model, "-q", formula, "--format", "json"];
    arguments.extend(flags);
    let json = orrery(&arguments).json();
    json["queries"][0]["verdict"].as_str().expect("a verdict").to_owned()
}

fn states(found: &Value) -> Vec<u64> {
    let policy = found["policy"].as_array().expect("a policy");
    policy.iter().filter_map(|each| each["states"].as_u64()).collect()
}

#[test]
fn the_unsafe_states_of_the_wafer_scanner_are_those_of_the_thesis() {
    let found = synth(SCANNER, &format!("E<> {EMPTY}"), &[], 0);
    assert_eq!(found["verdict"], "holds");
    assert_eq!(found["verified"], true);
    let figures = ["reachable", "safe", "unsafe", "dead_ends"].map(|name| found[name].as_u64());
    assert_eq!(figures, [57_116, 55_369, 1_747, 18].map(Some));
    assert_eq!(found["symmetries"], "64");
    assert_eq!(found["stats"]["stored"], 3_696);
    assert_eq!(states(&found), [1_347, 256, 128, 16]);
    let images = found["policy"].as_array().expect("a policy").iter();
    let images: Vec<usize> =
        images.filter_map(|each| Some(each["images"].as_array()?.len())).collect();
    assert_eq!(images, [2, 1, 2, 1]);
}

#[test]
fn without_symmetry_the_same_states_are_forbidden() {
    let found = synth(SCANNER, &format!("E<> {EMPTY}"), &["--symmetry", "off"], 0);
    assert_eq!(found["symmetries"], "1");
    assert_eq!(found["unsafe"], 1_747);
    assert_eq!(states(&found).len(), 6);
    assert_eq!(states(&found).iter().sum::<u64>(), 1_747);
}

#[test]
fn with_one_arm_each_more_states_are_unsafe_than_jammed() {
    let empty = EMPTY.replace("arm[h][i]", "arm[h][0]");
    let model = "examples/wafer-scanner/one-armed.xta";
    let found = synth(model, &format!("E<> {empty}"), &[], 0);
    assert_eq!((&found["reachable"], &found["unsafe"]), (&5_680.into(), &711.into()));
    assert_eq!(found["verified"], true);
}

#[test]
fn predicates_say_in_a_query_what_they_say_in_the_policy() {
    let found = synth(SCANNER, &format!("E<> {EMPTY}"), &[], 0);
    let images = found["policy"].as_array().expect("a policy").iter();
    let parts: Vec<String> = images
        .flat_map(|each| each["images"].as_array().expect("images").clone())
        .map(|image| format!("({})", image.as_str().expect("a text")))
        .collect();
    let all = parts.join(" || ");
    assert_eq!(verdict(SCANNER, &format!("A[] ((E<> {EMPTY}) == !({all}))"), &[]), "holds");
    let most = parts[1..].join(" || ");
    assert_eq!(verdict(SCANNER, &format!("A[] ((E<> {EMPTY}) == !({most}))"), &[]), "fails");
}

#[test]
fn the_guarded_model_keeps_the_goal_possible_and_loses_no_safe_state() {
    let folder = Folder::new();
    let (text, picture) = (folder.at("guarded.xta"), folder.at("guarded.xml"));
    for guarded in [&text, &picture] {
        synth(SCANNER, &format!("E<> {EMPTY}"), &["-o", guarded], 0);
        let query = format!("A[] E<> {EMPTY}");
        assert_eq!(verdict(SCANNER, &query, &[]), "fails");
        let flags = ["check", guarded, "-q", &query, "--symmetry", "off", "--format", "json"];
        let json = orrery(&flags).assert_status(0).json();
        assert_eq!(json["queries"][0]["stats"]["stored"], 55_369);
    }
}

/// A counter that must not reach 2 if it is to come back to 0.
const STEPS: &str = "int[0,3] n; process P() { state a, b; init a; trans
    a -> a { guard n == 0; assign n = 1; }, a -> a { guard n == 1; assign n = 0; },
    a -> b { guard n == 1; assign n = 2; }, b -> b { guard n == 2; assign n = 3; }; } system P;";

#[test]
fn a_goal_that_is_out_of_reach_has_no_policy() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    let found = synth(&model, "E<> P.b && n == 0", &[], 1);
    assert_eq!(found["verdict"], "fails");
    assert_eq!(found["policy"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_goal_that_is_never_lost_needs_no_policy() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    let found = synth(&model, "E<> n == 3", &[], 0);
    assert_eq!((&found["unsafe"], &found["verified"]), (&0.into(), &true.into()));
    assert_eq!(found["policy"].as_array().map(Vec::len), Some(0));
}

#[test]
fn what_cannot_be_answered_says_why() {
    let folder = Folder::new();
    let steps = folder.file("steps.xta", STEPS);
    let timed = folder.file("timed.xta", format!("clock x; {STEPS}"));
    let found = synth(&timed, "E<> n == 0", &[], 3);
    assert_eq!(found["verdict"], "unsupported");
    assert!(found["reason"].as_str().is_some_and(|reason| reason.contains("clocks")));
    let found = synth(&steps, "A[] n == 0", &[], 2);
    assert!(found["reason"].as_str().is_some_and(|reason| reason.contains("E<> goal")));
    let broken = orrery(&["synth", &steps, "--keep", "E<> m == 0"]);
    broken.assert_status(2);
    assert!(broken.err.contains("`m`"), "{}", broken.err);
    let strange = orrery(&["synth", &steps, "--keep", "E<> n == 0", "-o", "model.doc"]);
    strange.assert_status(2);
    let limited = ["--time-limit", "0"];
    assert_eq!(synth(SCANNER, &format!("E<> {EMPTY}"), &limited, 3)["verdict"], "unknown");
}

#[test]
fn a_fault_of_the_model_is_an_error_with_its_run() {
    let folder = Folder::new();
    let model = folder.file("fault.xta", STEPS.replace("int[0,3]", "int[0,2]"));
    let found = synth(&model, "E<> n == 0", &[], 2);
    assert_eq!(found["verdict"], "error");
    assert!(!found["trace"].is_null());
}

#[test]
fn a_policy_about_locations_is_told_but_not_written() {
    let folder = Folder::new();
    let text = "process P() { state a, b, c; init a; trans a -> b { }, b -> a { }, b -> c { }; } system P;";
    let model = folder.file("places.xta", text);
    let found = synth(&model, "E<> P.a", &[], 0);
    assert_eq!(found["policy"][0]["predicate"], "P.c");
    let output = folder.at("guarded.xta");
    let refused = orrery(&["synth", &model, "--keep", "E<> P.a", "-o", &output]);
    refused.assert_status(2);
    assert!(refused.err.contains("locations"), "{}", refused.err);
}

#[test]
fn nested_quantifiers_and_letters_say_the_same() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    for (formula, expected) in [
        ("A[] E<> n == 0", "fails"),
        ("AG EF n == 0", "fails"),
        ("AG(EF(n == 0))", "fails"),
        ("A[] (P.a imply E<> n == 0)", "holds"),
        ("E<> (n == 1 && A[] n != 0)", "fails"),
        ("E<> (n == 2 && A[] n != 0)", "holds"),
        ("EF n == 2 and EF n == 3", "holds"),
        ("E[n < 2 U n == 2]", "holds"),
        ("E[n < 1 U n == 2]", "fails"),
        ("A[n < 2 U n == 2]", "fails"),
        ("A[] A[n < 3 U P.a]", "fails"),
        ("define home = n == 0; define safe = E<> home; A[] (safe == P.a)", "holds"),
        ("define home = n == 0; A[] E<> home", "fails"),
        ("n == 2 --> E<> n == 0", "fails"),
        ("(E<> n == 1) --> E<> n == 0", "holds"),
        ("AG n <= 3", "holds"),
        ("EF n == 3", "holds"),
        ("E<> E[] deadlock", "holds"),
        ("forall (i : int[0,3]) E<> n == i", "holds"),
        ("exists (i : int[0,3]) A[] E<> n == i", "holds"),
        ("not A[] E<> n == 0", "holds"),
    ] {
        assert_eq!(verdict(&model, formula, &[]), expected, "{formula}");
        assert_eq!(verdict(&model, formula, &["--symmetry", "off"]), expected, "{formula}");
    }
}

#[test]
fn a_path_may_end_where_it_may_stay() {
    // In an urgent location time stands still, so that a path must go on.
    let text = "int[0,2] n; process P() { state a, b, c; urgent a, b; init a; trans
        a -> b { assign n = 1; }, b -> c { assign n = 2; }; } system P;";
    let folder = Folder::new();
    let model = folder.file("urgent.xta", text);
    for (formula, plain, stuttering) in [
        ("A<> n == 2", "holds", "fails"),
        ("E[] n == 0", "fails", "holds"),
        ("n == 1 --> n == 2", "holds", "fails"),
        ("A[] A<> n == 2", "holds", "fails"),
        ("E<> E[] n == 1", "fails", "holds"),
        ("A[n < 2 U n == 2]", "holds", "fails"),
        ("A[] E<> n == 2", "holds", "holds"),
        ("E<> n == 2", "holds", "holds"),
    ] {
        assert_eq!(verdict(&model, formula, &[]), plain, "{formula}");
        assert_eq!(verdict(&model, formula, &["--stutter"]), stuttering, "{formula}");
    }
}

#[test]
fn a_run_leads_to_where_the_goal_is_lost() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    let flags = ["--trace", "shortest", "--format", "json"];
    let json = orrery(&[&["check", &model, "-q", "A[] E<> n == 0"], &flags[..]].concat()).json();
    let steps = json["queries"][0]["trace"]["steps"].as_array().expect("a run");
    assert_eq!(steps.len(), 2, "{json}");
    let json = orrery(&[&["check", &model, "-q", "E<> A[] n == 3"], &flags[..]].concat()).json();
    let steps = json["queries"][0]["trace"]["steps"].as_array().expect("a run");
    assert_eq!(steps.len(), 3, "{json}");
}

#[test]
fn with_clocks_the_end_of_the_run_is_explained() {
    let text =
        "clock x; process P() { state a, b; init a; trans a -> b { guard x <= 5; }; } system P;";
    let folder = Folder::new();
    let model = folder.file("late.xta", text);
    let query = "A[] (P.a imply E<> P.b)";
    let json =
        orrery(&["check", &model, "-q", query, "--trace", "some", "--format", "json"]).json();
    let claims = json["queries"][0]["claims"].as_array().expect("claims");
    let texts: Vec<_> = claims.iter().filter_map(|claim| claim["text"].as_str()).collect();
    assert_eq!(texts, ["`!P.a` does not hold here", "no path from here leads to `P.b`"]);
}

#[test]
fn a_path_may_stay_for_ever_where_nothing_need_come() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    assert_eq!(verdict(&model, "E[n < 2 W n == 3]", &[]), "holds");
    assert_eq!(verdict(&model, "E[n < 2 U n == 3]", &[]), "fails");
    // Without any state, what is said of every path is true.
    let nowhere =
        folder.file("nowhere.xta", "int n; process P() { state a { n > 0 }; init a; } system P;");
    assert_eq!(verdict(&nowhere, "A[] E<> n == 1", &[]), "holds");
    assert_eq!(verdict(&nowhere, "E<> A[] n == 0", &[]), "fails");
}

#[test]
fn symmetries_that_move_the_start_count_no_states() {
    let text = "int[0,2] v[2] = { 0, 1 }; process P(const int[0,1] i) { state a; init a; trans
        a -> a { guard v[i] < 2; assign v[i]++; }; } system P;";
    let folder = Folder::new();
    let model = folder.file("apart.xta", text);
    let goal = "E<> v[0] + v[1] == 2";
    let (with, without) =
        (synth(&model, goal, &[], 0), synth(&model, goal, &["--symmetry", "off"], 0));
    assert_eq!(with["reachable"], 6);
    assert_eq!((&with["reachable"], &with["unsafe"]), (&without["reachable"], &without["unsafe"]));
}

#[test]
fn what_a_run_shows_is_said() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    let asked = |formula: &str| {
        let outcome = orrery(&["check", &model, "-q", formula, "--trace", "some"]);
        let is_claim = |line: &&str| line.contains("here") || line.contains("at the start");
        outcome.out.lines().map(str::trim).filter(is_claim).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        asked("A[] E<> n == 0"),
        "at the end of the run: no path from here leads to `n == 0`"
    );
    let nested = "E<> (n == 1 && E<> (n == 2 && A[] n >= 2))";
    let said = asked(nested);
    for claim in [
        "after 1 transition: `n == 1` holds here",
        "after 1 transition: some path from here leads to `n == 2 && (A[] n >= 2)`",
        "at the end of the run: `n == 2` holds here",
        "at the end of the run: every path from here stays in `n >= 2`",
    ] {
        assert!(said.contains(claim), "{claim}: {said}");
    }
    let json =
        orrery(&["check", &model, "-q", nested, "--trace", "some", "--format", "json"]).json();
    let claims = json["queries"][0]["claims"].as_array().expect("claims");
    assert_eq!((&claims[0]["after"], &claims[0]["part"]), (&1.into(), &"n == 1".into()));
    // With --trace shortest the run is no longer than what it is a shortest one to.
    let shortest =
        orrery(&["check", &model, "-q", nested, "--trace", "shortest", "--format", "json"]);
    let steps = shortest.json()["queries"][0]["trace"]["steps"].clone();
    assert_eq!(steps.as_array().map(Vec::len), Some(1));
}

#[test]
fn names_of_the_model_come_before_the_letters() {
    // A function of that name is called, and a formula without quantifiers over paths is no query.
    let text = format!("bool AG(int i) {{ return i > 0; }} {STEPS}");
    let folder = Folder::new();
    let model = folder.file("named.xta", text);
    assert_eq!(verdict(&model, "E<> AG(n)", &[]), "holds");
    assert_eq!(verdict(&model, "A[] AG(n)", &[]), "fails");
    assert_eq!(verdict(&model, "AG(n)", &[]), "error");
}

#[test]
fn definitions_that_cannot_be_meant_are_errors() {
    let folder = Folder::new();
    let model = folder.file("steps.xta", STEPS);
    for formula in [
        "define p = n == 0",
        "define p n == 0; E<> p",
        "define p = n == i; E<> exists (i : int[0,3]) p",
        "EF (n) == 0",
        "A[] (EF n == 0) + 1 == 2",
        "sup{EF n == 0}: n",
        "A[n == 0 U]",
        "E<> (E<> n)) == 0",
    ] {
        let outcome = orrery(&["check", &model, "-q", formula]);
        outcome.assert_status(2);
    }
    let mut doubling = "define p0 = n == 0 && n == 0; ".to_owned();
    for each in 1..40 {
        doubling.push_str(&format!("define p{each} = p{0} && p{0}; ", each - 1));
    }
    let outcome = orrery(&["check", &model, "-q", &format!("{doubling} E<> p39")]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("too large"), "{}", outcome.err);
}
