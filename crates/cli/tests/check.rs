//! `orrery check`: answers, exit status, files.

mod orrery;

use orrery::{Folder, crossing, orrery};

const TOGGLE: &str = "\
clock x;
process P() {
    state Off, On { x <= 5 };
    init Off;
    trans Off -> On { assign x = 0; }, On -> Off { guard x >= 2; };
}
system P;
";

#[test]
fn each_query_gets_a_line() {
    let outcome = orrery(&["check", &crossing()]);
    let expected = "\
1  holds    A[] (exists (i : id_t) Train(i).On) imply Barrier.Down
2  fails    A[] not (Train(0).On and Train(1).On)
            as expected
3  holds    Train(0).Near --> Barrier.Down
4  holds    sup: Barrier.trains
            Barrier.trains <= 2
5  holds    A[] not deadlock
5 queries: 4 hold, 1 fails; all as expected
";
    outcome.assert_status(0);
    assert_eq!(outcome.out, expected);
    assert_eq!(outcome.err, "");
}

#[test]
fn a_run_is_told_when_asked_for() {
    let outcome = orrery(&["check", &crossing(), "--query", "2", "--trace", "shortest"]);
    let expected = "\
2  fails    A[] not (Train(0).On and Train(1).On)
            as expected

Counterexample: 5 steps, 3 time units
   0  Train(0).Far Train(1).Far Barrier.Up
   1  at 0  approach
        Train(0)  Far → Near     approach!; x = 0
        Barrier   Up → Lowering  approach?; trains++, y = 0
        Barrier.trains : 0 → 1
";
    outcome.assert_status(0);
    assert!(outcome.out.starts_with(expected), "{}", outcome.out);
}

/// A discrete state that is reached again with another value of a `meta` variable is still the same one,
/// also when the way to it is looked for.
#[test]
fn a_run_is_told_although_meta_variables_differ() {
    let folder = Folder::new();
    let model = "\
clock x, y;
meta int m = 0;
process P() { state Here { x <= 1 }; init Here; trans Here -> Here { guard y >= 1; assign m = 7, y = 0; }; }
system P;
";
    let model = folder.file("meta.xta", model);
    for search in ["bfs", "dfs", "auto"] {
        for formula in ["E<> x > y", "E[] m >= 0"] {
            let arguments = ["check", &model, "-q", formula, "--trace", "some", "--search", search];
            let outcome = orrery(&arguments);
            outcome.assert_status(0);
            assert!(outcome.out.contains("Witness: 1 step, 1 time unit"), "{}", outcome.out);
        }
    }
}

/// Both ways into B are one discrete state for the search, so it leaves B with the value that only the other way brings:
/// no run does that. One that ends at C takes three steps.
#[test]
fn a_run_is_told_where_a_meta_value_came_another_way() {
    let folder = Folder::new();
    let model = "\
meta int[0, 3] m;
clock x;
process P() {
    state A, B, C, D, E;
    init A;
    trans A -> B { guard x >= 5; assign m = 2; }, A -> B { guard x <= 1; assign m = 1; },
        B -> C { guard m == 2 && x <= 3; }, A -> D { }, D -> E { }, E -> C { };
}
system P;
";
    let model = folder.file("meta.xta", model);
    for search in ["bfs", "dfs", "auto"] {
        let outcome =
            orrery(&["check", &model, "-q", "E<> P.C", "--trace", "some", "--search", search]);
        outcome.assert_status(0);
        assert!(outcome.out.contains("Witness: 3 steps"), "{}", outcome.out);
    }
    let text = std::fs::read_to_string(&model).expect("it was written");
    let alone = folder.file("alone.xta", text.replace("A -> D { }, ", ""));
    let outcome = orrery(&["check", &alone, "-q", "E<> P.C", "--trace", "some", "--search", "bfs"]);
    assert!(outcome.out.contains("depends on a `meta` value"), "{}", outcome.out);
}

#[test]
fn the_exit_status_tells_how_it_went() {
    let folder = Folder::new();
    let model = folder.file("toggle.xta", TOGGLE);
    let status = |formulas: &[&str]| {
        let mut arguments = vec!["check", &model];
        formulas.iter().for_each(|formula| arguments.extend(["-q", formula]));
        let outcome = orrery(&arguments);
        assert!(!outcome.err.contains("panicked"), "{outcome:?}");
        outcome.status
    };
    let (yes, no) = ("E<> P.On", "E<> P.On and x > 5");
    let (wrong, unsupported) = ("E<> P.Broken", "Pr[<=10](<> P.On)");
    assert_eq!(status(&[yes, "A[] x >= 0"]), 0);
    assert_eq!(status(&[yes, no]), 1);
    assert_eq!(status(&[yes, wrong]), 2);
    assert_eq!(status(&[yes, unsupported]), 3);
    assert_eq!(status(&[unsupported, no]), 1);
    assert_eq!(status(&[unsupported, no, wrong]), 2);
}

#[test]
fn a_broken_query_hides_no_other() {
    let outcome =
        orrery(&["check", &crossing(), "-q", "E<> Train(0).Onn", "-q", "A[] (", "-q", "E<> true"]);
    outcome.assert_status(2);
    let expected = "\
1  error    E<> Train(0).Onn
            `Train` has no location or variable `Onn`
2  error    A[] (
            expected an expression, found the end
3  holds    E<> true
3 queries: 1 holds, 2 in error
";
    assert_eq!(outcome.out, expected);
    assert!(outcome.err.contains("did you mean `On`?"), "{}", outcome.err);
    assert!(outcome.err.contains("E0401") && outcome.err.contains("E0213"), "{}", outcome.err);
}

#[test]
fn expectations_decide_the_status() {
    let folder = Folder::new();
    let model = folder.file("toggle.xta", TOGGLE);
    let as_expected = "E<> P.On\n/* EXPECT: T */\nE<> P.On and x > 5\n/* EXPECT: F */\n\
                       E<> P.Broken\n/* EXPECT: E */\n";
    let queries = folder.file("good.q", as_expected);
    let outcome = orrery(&["check", &model, &queries]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("all as expected"), "{}", outcome.out);
    let queries = folder.file("bad.q", "E<> P.On\n/* EXPECT: F */\n");
    let outcome = orrery(&["check", &model, &queries]);
    outcome.assert_status(1);
    assert!(outcome.out.contains("expected: fails"), "{}", outcome.out);
}

#[test]
fn queries_come_from_the_model_or_from_the_file_beside_it() {
    let folder = Folder::new();
    let model = folder.file("toggle.xta", TOGGLE);
    let none = orrery(&["check", &model]);
    none.assert_status(2);
    assert_eq!(none.out, "");
    assert!(none.err.contains("has no queries"), "{}", none.err);
    let allowed = orrery(&["check", &model, "--no-queries-ok"]);
    allowed.assert_status(0);
    assert!(allowed.err.contains("has no queries"), "{}", allowed.err);
    let empty = orrery(&["check", &model, "-q", " "]);
    empty.assert_status(2);
    assert!(empty.err.contains("given with -q is empty"), "{}", empty.err);
    folder.file("toggle.q", "// comment\nE<> P.On\n\nsup: x\n");
    let beside = orrery(&["check", &model]);
    beside.assert_status(0);
    assert!(beside.out.starts_with("1  holds    E<> P.On\n2  holds    sup: x\n"), "{}", beside.out);
    let second = orrery(&["check", &model, "--query", "2"]);
    assert!(second.out.starts_with("2  holds    sup: x\n"), "{}", second.out);
    let missing = orrery(&["check", &model, "--query", "3"]);
    missing.assert_status(2);
    assert!(missing.err.contains("numbered from 1 to 2"), "{}", missing.err);
}

#[test]
fn what_is_not_sound_is_refused_with_its_reason() {
    let outcome = orrery(&["check", &crossing(), "--query", "5", "--abstraction", "lu"]);
    outcome.assert_status(2);
    assert!(outcome.out.contains("--abstraction lu is not possible here"), "{}", outcome.out);
    assert!(outcome.out.contains("deadlocks"), "{}", outcome.out);
}

#[test]
fn an_undefined_evaluation_is_shown_with_the_run_to_it() {
    let folder = Folder::new();
    let text = "int[0,3] n;\nprocess P() { state S; init S; trans S -> S { assign n = n + 2; }; }\n\
                system P;\n";
    let model = folder.file("fault.xta", text);
    let outcome = orrery(&["check", &model, "-q", "A[] n <= 3"]);
    outcome.assert_status(2);
    assert!(outcome.out.contains("error    A[] n <= 3"), "{}", outcome.out);
    assert!(outcome.out.contains("4 is outside the range [0,3] of n"), "{}", outcome.out);
    assert!(outcome.out.contains("Run to the error: 1 step"), "{}", outcome.out);
}

#[test]
fn a_model_with_errors_is_not_checked() {
    let folder = Folder::new();
    let model = folder.file("wrong.xta", TOGGLE.replace("x = 0", "y = 0"));
    let outcome = orrery(&["check", &model, "-q", "E<> P.On"]);
    outcome.assert_status(2);
    assert_eq!(outcome.out, "");
    assert!(outcome.err.contains("E0201") && outcome.err.contains("cannot be used: 1 error"));
}

#[test]
fn a_missing_system_line_is_one_error_whatever_the_query_names() {
    let folder = Folder::new();
    let model = folder.file("parts.xta", TOGGLE.split("system").next().expect("its parts"));
    let outcome = orrery(&["check", &model, "-q", "E<> P.On"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("has no `system` line"), "{}", outcome.err);
    assert!(outcome.err.contains("cannot be used: 1 error"), "{}", outcome.err);
}

#[test]
fn runs_are_written_in_the_format_of_the_file() {
    let folder = Folder::new();
    for (name, start) in [
        ("run.txt", "Counterexample: 5 steps"),
        ("run.json", "{\n  \"schema\": \"orrery.run/1\""),
        ("run.svg", "<svg"),
        ("run.xtr", "0\n0\n0\n.\n"),
    ] {
        let path = folder.at(name);
        let arguments = ["check", &crossing(), "--query", "2", "--trace-out", &path];
        let outcome = orrery(&arguments);
        outcome.assert_status(0);
        assert!(folder.read(name).starts_with(start), "{name}: {}", folder.read(name));
    }
    let path = folder.at("all.json");
    orrery(&["check", &crossing(), "--trace-out", &path]).assert_status(0);
    assert!(folder.read("all-2.json").contains("orrery.run/1"));
    let outcome = orrery(&["check", &crossing(), "--trace-out", "run.docx"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains(".txt, .json, .xtr, .svg or .gantt.svg"), "{}", outcome.err);
}

#[test]
fn a_page_shows_everything() {
    let folder = Folder::new();
    let path = folder.at("page.html");
    orrery(&["check", &crossing(), "--trace", "some", "--report", &path]).assert_status(0);
    let page = folder.read("page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Barrier.Down"));
}

#[test]
fn junit_lists_the_queries_as_test_cases() {
    let outcome = orrery(&["check", &crossing(), "--format", "junit"]);
    outcome.assert_status(0);
    assert_eq!(outcome.out.matches("<testcase ").count(), 5, "{}", outcome.out);
    assert!(outcome.out.contains("failures=\"0\""));
}

#[test]
fn colours_are_a_matter_of_taste() {
    let coloured = orrery(&["check", &crossing(), "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[1;32mholds"), "{}", coloured.out);
    let plain = orrery(&["check", &crossing()]);
    assert!(!plain.out.contains('\u{1b}'));
}

#[test]
fn a_model_can_be_piped_in() {
    let outcome = orrery::orrery_reading(&["check", "-", "-q", "E<> P.On"], TOGGLE);
    outcome.assert_status(0);
    assert_eq!(outcome.out, "1  holds    E<> P.On\n");
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let stats = || {
        let arguments =
            ["check", &crossing(), "--search", "random", "--seed", "7", "--format", "json"];
        let json = orrery(&arguments).json();
        let queries = json["queries"].as_array().unwrap().clone();
        queries.iter().map(|query| query["stats"]["explored"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(stats(), stats());
}

#[test]
fn statistics_say_what_symmetry_did() {
    let outcome = orrery(&["check", &crossing(), "--query", "1", "--stats"]);
    assert!(outcome.out.contains("symmetry: "), "{}", outcome.out);
    assert!(outcome.out.contains(" orbits of 1."), "two trains at most: {}", outcome.out);
    let off = orrery(&["check", &crossing(), "--query", "1", "--stats", "--symmetry", "off"]);
    assert!(!off.out.contains("symmetry"), "{}", off.out);
    let json = orrery(&["check", &crossing(), "--query", "1", "--format", "json"]).json();
    let symmetry = &json["queries"][0]["stats"]["symmetry"];
    assert_eq!(symmetry["orbits"], json["queries"][0]["stats"]["stored"]);
    assert_eq!(symmetry["exhausted"], 0);
    let average = symmetry["average_orbit"].as_f64().expect("it is a number");
    assert!((1.0..=2.0).contains(&average), "{average}");
}

#[test]
fn one_search_answers_several_queries_unless_they_are_to_be_separate() {
    let queries = ["-q", "A[] P.Off or P.On", "-q", "E<> P.Off && P.On"];
    let check = |more: &[&str]| {
        let arguments = [&["check", "-", "--stats"], &queries[..], more].concat();
        orrery::orrery_reading(&arguments, TOGGLE).out
    };
    let shared = "; by the search of query 1\n";
    assert!(check(&[]).contains(shared), "{}", check(&[]));
    assert!(!check(&["--separate"]).contains(shared), "{}", check(&["--separate"]));
    let finder = |more: &[&str]| {
        let arguments = [&["check", "-", "--format", "json"], &queries[..], more].concat();
        orrery::orrery_reading(&arguments, TOGGLE).json()["queries"][1]["stats"]["found_by"].clone()
    };
    assert_eq!(finder(&[]), 1);
    assert!(finder(&["--separate"]).is_null());
}

#[test]
fn a_formula_in_the_place_of_a_file_is_pointed_to_its_flag() {
    let outcome = orrery(&["check", &crossing(), "A[] not deadlock"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("a query is given by -q 'A[] not deadlock'"), "{}", outcome.err);
    let missing = orrery(&["check", &crossing(), "missing.q"]);
    assert!(missing.err.contains("cannot read missing.q"), "{}", missing.err);
}

#[test]
fn an_unreadable_query_says_why() {
    for formula in ["A[] x implies y", "A[] x -> y", "A[] x;", "AG AX x"] {
        let outcome = orrery(&["check", &crossing(), "-q", formula]);
        let reason = outcome.out.lines().nth(1).unwrap_or("").trim();
        assert!(outcome.err.contains(reason) && reason.len() > 10, "{formula}: {}", outcome.out);
    }
}

#[test]
fn the_gantt_section_of_a_model_is_drawn() {
    let folder = Folder::new();
    let text =
        "process P() { clock x; state a { x <= 2 }, b; init a; trans a -> b { guard x == 2; }; }
         system P; gantt { Press: P.a -> 6, P.b -> 0; }";
    let (model, chart) = (folder.file("press.xta", text), folder.at("press.gantt.svg"));
    orrery(&["check", &model, "-q", "E<> P.b", "--trace-out", &chart]).assert_status(0);
    let drawn = folder.read("press.gantt.svg");
    assert!(drawn.contains("Press: P.a") && drawn.contains("class=\"hue6\""), "{drawn}");
    // A section that makes no sense is left out, and that is said.
    let broken = folder.file("broken.xta", text.replace("P.a -> 6", "P.z -> 6"));
    let told = orrery(&["check", &broken, "-q", "E<> P.b", "--trace-out", &chart]);
    told.assert_status(0);
    assert!(told.err.contains("the gantt section of the model is not used"), "{}", told.err);
    assert!(folder.read("press.gantt.svg").contains("P in a"));
}

#[test]
fn a_gantt_chart_is_asked_for_by_the_name_of_the_file() {
    let folder = Folder::new();
    let (one, many) = (folder.at("run.gantt.svg"), folder.at("runs.gantt.svg"));
    let flags = ["--query", "3", "--trace-out", &one];
    orrery(&[&["check", "examples/fischer/fischer.xta"], &flags[..]].concat());
    assert!(folder.read("run.gantt.svg").contains("Locations over time"));
    orrery(&["check", "examples/fischer/fischer.xta", "--trace-out", &many]);
    assert!(folder.read("runs-3.gantt.svg").contains("Locations over time"));
    let sequence = folder.at("run.svg");
    orrery(&["check", "examples/fischer/fischer.xta", "--query", "3", "--trace-out", &sequence]);
    assert!(!folder.read("run.svg").contains("Locations over time"));
}

/// Where clocks stand still, a run is shown to be shortest or fastest, or the bound is named that is known.
#[test]
fn runs_with_stopped_clocks_are_minimal_or_bounded() {
    let folder = Folder::new();
    let text = "clock x, s; int n;
process P() {
    state A { x <= 3 && s' == 0 }, B, C;
    init A;
    trans A -> B { guard x >= 1; assign n = 1; }, A -> A { guard x >= 2; assign x = 0; },
        B -> C { guard s >= 2; assign x = 0; }, C -> B { guard x >= 2; assign s = 0; };
}
system P;
";
    let late = "clock s, t;
process P() {
    state A { s' == 0 }, B { t' == 0 }, C, D;
    init A;
    trans A -> B { guard t >= 2; }, B -> A { guard s >= 1; }, B -> C { guard s >= 2 && t >= 3; },
        A -> C { guard s >= 3 && t >= 4; }, C -> D { guard t - s >= 1 && t <= 4; };
}
system P;
";
    let (text, late) = (folder.file("m.xta", text), folder.file("late.xta", late));
    for (model, formula, trace, steps, minimal) in [
        (&text, "E[] not P.C", "shortest", 1, true),
        (&text, "E[] not P.C", "fastest", 1, true),
        (&text, "P.B --> P.A", "shortest", 1, true),
        (&text, "A[] not P.C", "shortest", 2, true),
        (&text, "A[] not P.C", "fastest", 2, true),
        (&late, "E<> P.D", "shortest", 3, true),
        (&late, "E<> P.D", "fastest", 3, false),
    ] {
        let flags = ["-q", formula, "--trace", trace, "--format", "json"];
        let run =
            orrery(&[&["check", model][..], &flags].concat()).json()["queries"][0]["trace"].clone();
        assert_eq!(run["steps"].as_array().map(Vec::len), Some(steps), "{formula} {trace}: {run}");
        assert_eq!(run["minimal"], minimal, "{formula} {trace}: {run}");
        assert_eq!(run["at_least"].is_null(), minimal, "{formula} {trace}: {run}");
    }
}
