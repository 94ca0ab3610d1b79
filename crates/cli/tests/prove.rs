//! Proofs for every number of processes.

mod orrery;

use orrery::{Folder, orrery, root};

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
    assert!(outcome.out.contains("P(1)  P(2)  id     clocks"), "{}", outcome.out);
    assert!(outcome.out.contains("wait  cs    #2     P(2).x>2"), "{}", outcome.out);
}

/// Quantifiers, loops, stored ids that are compared or used as an index: each with how many processes must be looked at.
#[test]
fn processes_may_look_at_each_other() {
    for (model, query, views, arity) in [
        ("lock/lock.xta", "1", 5, 2),
        ("lock/semaphore.xta", "1", 12, 3),
        ("lynch-shavit/lynch-shavit.xta", "1", 45, 2),
        ("cache/cache.xta", "1", 25, 2),
        ("fire-alarm/fire-alarm.xta", "1", 94, 2),
    ] {
        let path = format!("examples/{model}");
        let json = orrery(&["prove", &path, "--query", query, "--format", "json"]).json();
        let found = &json["queries"][0];
        assert_eq!(found["verdict"], "holds", "{model}: {found}");
        assert_eq!(found["views"]["count"], views, "{model}");
        assert_eq!(found["views"]["arity"], arity, "{model}");
        assert_eq!(found["views"]["checked"], true, "{model}");
    }
}

/// What breaks a proof that depends on everybody is found.
#[test]
fn looking_at_others_is_not_taken_for_granted() {
    let lock = std::fs::read_to_string(root().join("examples/lock/lock.xta")).expect("it is there");
    let exclusion =
        "A[] forall (i : id_t) forall (j : id_t) P(i).inside && P(j).inside imply i == j";
    for (from, to) in [
        ("guard nobody_else(pid);", "guard exists (j : id_t) !wants[j];"),
        ("j == me || !wants[j]", "j == me || wants[j]"),
        ("idle -> asking { assign wants[pid] = true; }", "idle -> asking { }"),
    ] {
        let query = prove(&lock.replace(from, to), &["-q", exclusion]);
        assert_eq!(query["verdict"], "fails", "{to}: {query}");
    }
}

/// A plain `int` that holds ids is found out, and what else it might hold is refused.
#[test]
fn plain_integers_may_hold_ids() {
    let plain = FISCHER.replace("int[0, N] id;", "int id;");
    let query = prove(&plain, &["-q", EXCLUSION]);
    assert_eq!((&query["verdict"], &query["views"]["count"]), (&"holds".into(), &28.into()));
    let query = prove(&plain.replace("id = 0;", "id = 2;"), &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
    let query = prove(&plain.replace("id = 0;", "id++;"), &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
}

#[test]
fn what_is_not_proved_shows_where_it_got_stuck() {
    let formula = "A[] forall (i : id_t) P(i).cs imply id == i";
    let query = prove(FISCHER, &["-q", formula, "--views", "1"]);
    assert_eq!(query["verdict"], "unknown", "{query}");
    assert_eq!(query["stuck"]["locations"], serde_json::json!([["P(1)", "cs"]]), "{query}");
    assert_eq!(query["stuck"]["values"], serde_json::json!([["id", "other"]]), "{query}");
    assert!(query["abstract_run"].as_array().is_some_and(|run| run.len() > 2), "{query}");
    assert!(query["reason"].as_str().is_some_and(|text| text.contains("--views 2")), "{query}");
    assert_eq!(prove(FISCHER, &["-q", formula])["verdict"], "holds");
}

#[test]
fn the_proof_is_on_the_page() {
    let folder = Folder::new();
    let model = folder.file("m.xta", FISCHER);
    let page = folder.at("proof.html");
    orrery(&["prove", &model, "-q", EXCLUSION, "--report", &page]).assert_status(0);
    let text = std::fs::read_to_string(&page).expect("it was written");
    assert!(text.contains("The proof: 28 views of 2 processes, checked a second time"), "{text}");
    assert!(text.contains("<th>P(1)</th><th>P(2)</th><th>id</th><th>clocks</th>"));
}

#[test]
fn check_says_that_more_might_be_proved() {
    let folder = Folder::new();
    let model = folder.file("m.xta", FISCHER);
    let outcome = orrery(&["check", &model, "-q", EXCLUSION]);
    assert!(outcome.err.contains("proved for N = 3; `orrery prove"), "{outcome:?}");
    let arithmetic = folder.file("n.xta", FISCHER.replace("id == pid;", "id == pid && N < 9;"));
    let outcome = orrery(&["check", &arithmetic, "-q", EXCLUSION]);
    assert!(!outcome.err.contains("orrery prove"), "{outcome:?}");
}

#[test]
fn processes_that_are_listed_are_explained() {
    let folder = Folder::new();
    let text = FISCHER
        .replace("const id_t pid", "const int pid")
        .replace("system P;", "P1 = P(1); P2 = P(2); P3 = P(3);\nsystem P1, P2, P3;");
    let model = folder.file("m.xta", text);
    let outcome = orrery(&["prove", &model, "-q", "A[] not (P1.cs && P2.cs)"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("P1, P2, P3 are P with numbers of their own"), "{outcome:?}");
    assert!(outcome.err.contains("const int N = 3"), "{outcome:?}");
}

/// Rounds of a loop that depend on their order, or count, and what would need somebody for everybody.
#[test]
fn what_needs_everybody_is_refused() {
    let base = "const int N = 3;
typedef int[1, N] id_t;
bool f[id_t];
int[0, N] next[id_t];
int[0, 9] v;
void loop() { for (i : id_t) BODY }
process P(const id_t pid) {
    state a, b;
    init a;
    trans a -> b { guard GUARD; assign f[pid] = true, loop(); };
}
system P;
";
    let plain = ("true", "f[i] = false;");
    for (guard, body, words) in [
        (plain.0, "if (f[i]) v++;", "the rounds of a loop over all ids depend on each other"),
        (plain.0, "if (f[i]) { f[i] = false; return; }", "the rounds of a loop"),
        ("forall (i : id_t) exists (j : id_t) i != j && f[j]", plain.1, "another one is asked for"),
        ("forall (i : id_t) next[i] == 0 || f[next[i]]", plain.1, "yet another one"),
        ("(sum (i : id_t) f[i]) == v", plain.1, "a sum over all ids that is not compared"),
    ] {
        let text = base.replace("GUARD", guard).replace("BODY", body);
        let query = prove(&text, &["-q", "A[] forall (i : id_t) P(i).b imply v < 9"]);
        assert_eq!(query["verdict"], "unsupported", "{guard} {body}: {query}");
        let reason = query["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(words) && reason.contains("m.xta:"), "{guard} {body}: {reason}");
    }
    let text = base.replace("GUARD", plain.0).replace("BODY", plain.1);
    assert_eq!(prove(&text, &["-q", "A[] v == 0"])["verdict"], "holds");
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
    assert!(outcome.out.contains("fails from N = 2 on, and for no smaller one"), "{outcome:?}");
    let json = orrery(&["prove", &model, "-q", EXCLUSION, "--format", "json"]).json();
    assert_eq!(json["queries"][0]["fails_from"], 2, "{json}");
}

/// All ways to write ids, and a value for nobody.
#[test]
fn ids_are_written_in_many_ways() {
    for (declarations, nobody) in [
        ("typedef int[0, N - 1] id_t; int[-1, N - 1] id = -1;", "-1"),
        ("typedef int[0, N - 1] id_t; int[0, N] id = N;", "N"),
        ("typedef int[5, N + 4] id_t; int[4, N + 4] id = 4;", "4"),
        ("typedef int[2, N + 1] id_t; int[2, N + 2] id = N + 2;", "N + 2"),
        ("typedef int[-3, N - 4] id_t; int[-4, N - 4] id = -4;", "-4"),
        ("typedef int[1, N - 1] id_t; int[0, N - 1] id;", "0"),
        ("typedef int[1, N] id_t; int[0, N + 1] id;", "0"),
        ("const int M = N - 1; typedef int[0, M] id_t; int[-1, M] id = -1;", "-1"),
        ("const int NIL = -1; typedef int[0, N - 1] id_t; int[NIL, N - 1] id = NIL;", "NIL"),
        ("const int NIL = N; typedef int[0, N - 1] id_t; int[0, NIL] id = NIL;", "NIL"),
        ("typedef int[0, N - 1] id_t; int id = -1;", "-1"),
        ("typedef int[0, N - 1] id_t; int[-1, N - 1] id = -1; bool f[N]; chan c[N];", "-1"),
    ] {
        let text = FISCHER
            .replace("typedef int[1, N] id_t;\nint[0, N] id;", declarations)
            .replace("id == 0", &format!("id == {nobody}"))
            .replace("id = 0", &format!("id = {nobody}"));
        let query = prove(&text, &["-q", EXCLUSION]);
        assert_eq!(query["verdict"], "holds", "{declarations}: {query}");
        assert_eq!(query["views"]["count"], 28, "{declarations}");
        assert_eq!(query["views"]["checked"], true, "{declarations}");
    }
    let text = FISCHER.replace("typedef int[1, N] id_t;", "typedef int[N, 2 * N] id_t;");
    let folder = Folder::new();
    let model = folder.file("m.xta", text.replace("int[0, N] id", "int[0, 2 * N] id"));
    let outcome = orrery(&["prove", &model, "-q", EXCLUSION]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("with N left open"), "{outcome:?}");
    assert!(outcome.err.contains("in another way than 1, 2, 3"), "{outcome:?}");
    assert!(outcome.err.contains("m.xta:15:"), "{outcome:?}");
    let pairs = FISCHER.replace("const id_t pid", "const id_t pid, const id_t you");
    let outcome = orrery(&["prove", &folder.file("pairs.xta", pairs), "-q", "A[] true"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("a process for each pair of ids"), "{outcome:?}");
    assert!(outcome.err.contains("pairs.xta:15:"), "{outcome:?}");
}

/// A counter without a range makes no end of views of one process; of two there are few.
#[test]
fn counters_may_need_more_processes() {
    let text = FISCHER
        .replace("int[0, N] id;", "int[0, N] id; int n;")
        .replace("id == pid; }", "id == pid; assign n++; }")
        .replace("assign id = 0;", "assign id = 0, n--;");
    let query = prove(&text, &["-q", "A[] n <= 1"]);
    assert_eq!(query["verdict"], "holds", "{query}");
    assert_eq!(query["views"]["arity"], 2, "{query}");
    assert_eq!(query["checked"], serde_json::json!([1, 2, 3, 4]), "{query}");
}

/// A counter that leaves its range proves nothing; the instance that shows it is named.
#[test]
fn counters_beyond_their_range_are_named() {
    let counting = "const int N = 3;
typedef int[1, N] id_t;
int[0, 2] count;
process P(const id_t me) {
    state idle, busy;
    init idle;
    trans idle -> busy { GUARD assign count++; }, busy -> idle { assign count--; };
}
system P;
";
    let query =
        prove(&counting.replace("GUARD", ""), &["-q", "A[] (sum (i : id_t) P(i).busy) <= 2"]);
    assert_eq!(query["verdict"], "unknown", "{query}");
    let reason = query["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("something invalid may be evaluated at"), "{reason}");
    assert!(reason.contains("m.xta:7:"), "{reason}");
    assert!(reason.contains("not decided: N = 3: "), "{reason}");
    let guarded = counting.replace("GUARD", "guard count < 2;");
    let query = prove(&guarded, &["-q", "A[] (sum (i : id_t) P(i).busy) <= 2"]);
    assert_eq!(query["verdict"], "holds", "{query}");
    // A queue of ids, and one that is as long as there are ids.
    let queue = "const int N = 3;
typedef int[0, N - 1] id_t;
id_t list[N + 1];
int[0, N] len;
process P(const id_t me) {
    state idle, w;
    init idle;
    trans idle -> w { assign list[len] = me, len = len + 1; };
}
system P;
";
    let query = prove(queue, &["-q", "A[] forall (i : id_t) not (P(i).w && P(i).idle)"]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
    assert!(query["reason"].as_str().is_some_and(|why| why.contains("m.xta:8:")), "{query}");
}

/// One sort of processes is left open; another keeps its number, and what a query says of it is written out.
#[test]
fn other_sorts_keep_their_number() {
    let text = "const int N = 3;
const int M = 2;
typedef int[1, N] id_t;
typedef int[1, M] jd_t;
bool busy;
process P(const id_t me) { state idle, cs; init idle;
    trans idle -> cs { guard !busy; assign busy = true; }, cs -> idle { assign busy = false; }; }
process Q(const jd_t me) { state idle, cs; init idle;
    trans idle -> cs { guard !busy; assign busy = true; }, cs -> idle { assign busy = false; }; }
system P, Q;
";
    let folder = Folder::new();
    let model = folder.file("m.xta", text);
    let outcome = orrery(&["prove", &model, "-q", "A[] true"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("depends on N and on M: say which"), "{outcome:?}");
    for (sort, formula, verdict, arity) in [
        ("N", "A[] forall (i : id_t) forall (j : jd_t) not (P(i).cs && Q(j).cs)", "holds", 2),
        ("M", "A[] forall (i : id_t) forall (j : jd_t) not (P(i).cs && Q(j).cs)", "holds", 2),
        // What refutes it: for each P, somebody else.
        (
            "M",
            "A[] exists (i : id_t) forall (j : jd_t) not (P(i).idle && Q(j).cs && !busy)",
            "holds",
            3,
        ),
        ("M", "A[] exists (i : id_t) forall (j : jd_t) not (P(i).cs && Q(j).idle)", "holds", 3),
    ] {
        let query = prove(text, &["-q", formula, "--for-all", sort]);
        assert_eq!(query["verdict"], verdict, "{sort} {formula}: {query}");
        assert_eq!(query["views"]["arity"], arity, "{sort} {formula}: {query}");
    }
    for (sort, formula) in [
        ("M", "E<> exists (i : id_t) exists (j : jd_t) P(i).idle && Q(j).cs"),
        ("M", "E<> forall (i : id_t) exists (j : jd_t) P(i).idle && Q(j).cs"),
    ] {
        let query = prove(text, &["-q", formula, "--for-all", sort]);
        assert_eq!(query["verdict"], "holds", "{sort} {formula}: {query}");
    }
}

/// Limits and interruptions end every phase; what is not known is `unknown`.
#[test]
fn limits_are_obeyed() {
    let text = FISCHER
        .replace("int[0, N] id;", "int[0, N] id; int n; int m;")
        .replace("id == 0; assign x = 0;", "id == 0; assign x = 0, n++, m = n * 3;");
    let folder = Folder::new();
    let model = folder.file("m.xta", text);
    let started = std::time::Instant::now();
    let flags = ["-q", "A[] n != -5 || m == 7", "--time-limit", "300ms", "--format", "json"];
    let outcome = orrery(&[&["prove", &model][..], &flags].concat());
    outcome.assert_status(3);
    let query = &outcome.json()["queries"][0];
    assert_eq!(query["verdict"], "unknown", "{query}");
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    // Views of many processes are put together in very many ways.
    let started = std::time::Instant::now();
    let flags = ["--query", "1", "--views", "4", "--time-limit", "500ms", "--format", "json"];
    let outcome = orrery(&[&["prove", "examples/cache/cache.xta"][..], &flags].concat());
    outcome.assert_status(3);
    let query = &outcome.json()["queries"][0];
    let reason = query["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("the time limit was reached"), "{query}");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

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

/// What is not a family is rejected with the line and the reason.
#[test]
fn rejections_name_the_line() {
    for (from, to, line, words) in [
        ("guard id == 0; assign", "guard id < 1; assign", 9, "an id is used as a number"),
        ("id == pid;", "id == pid && N < 9;", 12, "the open constant is used as a number"),
        ("x <= 2 }", "x <= N }", 6, "the open constant is used as a number"),
        ("assign id = 0", "assign id = 3", 13, "the number 3 is an id"),
        ("assign id = 0", "assign id = pid / 100", 13, "this is not an id, but used as one"),
        ("guard id == 0; assign", "guard id <= pid; assign", 9, "an id is used as a number"),
        (
            "assign id = 0;",
            "assign id = 0, list[n++] = pid;",
            13,
            "this is not an id, but used as one",
        ),
        (
            "int[0, N] id;",
            "int[0, N] id; int[0, N] hist[id_t] = { 1, 2, 3 };",
            3,
            "a list of initial values",
        ),
        ("assign id = 0;", "assign id = 0, n++;", 13, "counts: a counter needs a range of its own"),
        (
            "typedef",
            "int[0, 2 * N] many; typedef",
            2,
            "depends on the open constant in another way",
        ),
        (
            "guard id == 0; assign",
            "guard 1 + (sum (i : id_t) 1) < 9; assign",
            9,
            "a sum over all ids",
        ),
    ] {
        let text = FISCHER
            .replace(from, to)
            .replace("int[0, N] id;", "int[0, N] id; int[0, N] n; id_t list[N + 1];");
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

/// `E<>` is refuted for every value, found where others can stand by, or left undecided.
#[test]
fn possibilities_are_refuted_or_last() {
    let two = "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).cs && P(j).cs";
    let query = prove(FISCHER, &["-q", two]);
    assert_eq!((&query["verdict"], &query["fails_at"]), (&"fails".into(), &1.into()), "{query}");
    let query = prove(FISCHER, &["-q", "E<> exists (i : id_t) P(i).cs"]);
    assert_eq!(query["verdict"], "holds", "{query}");
    // Two are needed, and more would be heard: it does not hold for every number, whatever larger ones do.
    let asked =
        FISCHER.replace("A -> req {", "A -> req { guard forall (k : id_t) k == k; }, A -> req {");
    let both = "E<> exists (i : id_t) exists (j : id_t) i != j && P(i).wait && P(j).wait";
    let query = prove(&asked, &["-q", both]);
    assert_eq!((&query["verdict"], &query["fails_at"]), (&"fails".into(), &1.into()), "{query}");
    let reason = query["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("holds for N = 2, and is not decided for larger"), "{reason}");
    let all = "E<> forall (i : id_t) P(i).wait";
    assert_eq!(prove(FISCHER, &["-q", all])["verdict"], "unknown");
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
        (vec!["--for-all", "N", "--views", "1"], "mentions 2 processes at once"),
    ] {
        let outcome = orrery(&[&["prove", &model, "-q", EXCLUSION][..], &flags].concat());
        assert!(outcome.status == 2 || outcome.status == 3, "{outcome:?}");
        assert!(format!("{}{}", outcome.out, outcome.err).contains(words), "{outcome:?}");
    }
    // The size of a type may be left open where it is written as a number.
    let fixed = FISCHER.replace("int[1, N]", "int[1, 3]");
    let query = prove(&fixed.replace("int[0, N] id", "int id"), &["-q", EXCLUSION]);
    assert_eq!((&query["verdict"], &query["views"]["count"]), (&"holds".into(), &28.into()));
    assert_eq!(query["family"]["parameter"], "id_t");
    let query = prove(&fixed, &["-q", EXCLUSION]);
    assert_eq!(query["verdict"], "unsupported", "{query}");
    let none = folder.file("none.xta", "process P() { state a; init a; }\nsystem P;\n");
    let outcome = orrery(&["prove", &none, "-q", "A[] P.a"]);
    outcome.assert_status(2);
    assert!(outcome.err.contains("does not depend on a constant"), "{outcome:?}");
    let nothing = orrery(&["prove", &model]);
    nothing.assert_status(2);
}
