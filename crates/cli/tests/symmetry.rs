//! `orrery symmetry`: what is symmetric, what is not, and which line breaks it.

mod orrery;

use orrery::{Folder, crossing, orrery, root};

/// Asks about a model written in XTA.
fn told(model: &str, more: &[&str]) -> String {
    let folder = Folder::new();
    let path = folder.file("m.xta", model);
    let outcome = orrery(&[&["symmetry", &path], more].concat());
    outcome.assert_status(0);
    outcome.out.replace(&path, "m.xta")
}

const LOCK: &str = "\
typedef int[0,4] id_t;
int[0,5] lock = 5;
process P(const id_t i) {
    clock x;
    state idle, wait, cs;
    init idle;
    trans idle -> wait { guard lock == 5; assign x = 0; },
          wait -> cs { guard i != 2 && x > 1; assign lock = i; },
          cs -> idle { assign lock = 5; };
}
system P;
";

#[test]
fn an_element_that_a_guard_singles_out_is_special() {
    let expected = "\
P(0..1) and P(3..4) are interchangeable; lock holds their ids
    P(0) has the clock P(0).x; the others alike
P(2) is special because of the guard `i != 2 && x > 1`
    at m.xta:8:11, template P, edge wait -> cs
the model has 24 symmetries
";
    assert_eq!(told(LOCK, &[]), expected);
}

#[test]
fn a_query_leaves_what_it_does_not_name() {
    let asked = ["A<> P(3).cs", "E<> lock == 2", "E<> lock < 2", "E<> P(3).cs"];
    let text = told(LOCK, &asked.map(|query| ["-q", query]).concat());
    let (_, queries) = text.split_once("\n\n").expect("there are queries");
    let expected = "\
query 1  A<> P(3).cs
    6 symmetries: the query singles out P(3); P(0..1) and P(4) remain interchangeable

query 2  E<> lock == 2
    24 symmetries: all symmetries of the model

query 3  E<> lock < 2
    no symmetries are left: the query compares their ids by order, so P(0..1) and P(3..4) are not interchangeable

query 4  E<> P(3).cs
    24 symmetries: the query is one of 4 that differ in names alone; all are searched for at once
";
    assert_eq!(queries, expected);
}

#[test]
fn nested_copies_and_graphs_are_told() {
    let arm = |robot: u32, arm: u32| {
        format!(
            "process A{robot}{arm}() {{ state I, W; init I; trans I -> W {{ guard b{robot} < 1;
             assign b{robot} = b{robot} + 1; }}, W -> I {{ assign b{robot} = b{robot} - 1; }}; }}\n"
        )
    };
    let arms: String = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, a)| arm(r, a)).concat();
    let text = told(&format!("int[0,2] b0, b1;\n{arms}system A00, A01, A10, A11;\n"), &[]);
    let expected = "\
A00 and A01 are interchangeable
A10..A11 are interchangeable
A00, A01 and A10..A11 can be mapped to each other in 2 ways
the model has 8 symmetries
";
    assert_eq!(text, expected);
}

#[test]
fn arrays_over_robots_and_arms_leave_arms_interchangeable() {
    let model = "\
typedef int[0,1] R;
typedef int[0,2] H;
int[0,1] x[R][H];
int[0,2] busy[R];
process Arm(const R i, const H h) {
    state I, W;
    init I;
    trans I -> W { guard x[i][h] == 0 && busy[i] < 2; assign x[i][h] = 1, busy[i]++; },
          W -> I { assign x[i][h] = 0, busy[i]--; };
}
system Arm;
";
    let expected = "\
Arm(0,0)..Arm(0,2) are interchangeable
    Arm(0,0) has the variable x[0][0]; the others alike
Arm(1,0)..Arm(1,2) are interchangeable
    Arm(1,0) has the variable x[1][0]; the others alike
Arm(0,0)..Arm(0,2) and Arm(1,0)..Arm(1,2) can be mapped to each other in 2 ways
the model has 72 symmetries
";
    assert_eq!(told(model, &[]), expected);
}

/// Locks of a half are chosen by a `select`, so that their index is no constant. Each half has exchanges of its own all the
/// same, and the orbits and runs that belong to them.
#[test]
fn selected_indices_leave_the_locks_of_each_half_interchangeable() {
    let model = "\
typedef int[0,1] half_t;
typedef int[0,1] which_t;
typedef int[0,2] colour_t;
colour_t lock[half_t][which_t];
colour_t arm[half_t][which_t];
colour_t chuck[which_t];
process Lock(const half_t h, const which_t i) {
    state s; init s;
    trans s -> s { guard lock[h][i] == 0; assign lock[h][i] = 1; },
          s -> s { guard lock[h][i] == 2; assign lock[h][i] = 0; };
}
process Arm(const half_t h, const which_t j) {
    state s; init s;
    trans s -> s { select i : which_t; guard lock[h][i] == 1 && arm[h][j] == 0;
                   assign lock[h][i] = 0, arm[h][j] = 1; },
          s -> s { select i : which_t; guard lock[h][i] == 0 && arm[h][j] == 2;
                   assign lock[h][i] = 2, arm[h][j] = 0; },
          s -> s { select k : which_t; guard arm[h][j] == 1 && chuck[k] == 0;
                   assign arm[h][j] = 0, chuck[k] = 1; },
          s -> s { select k : which_t; guard arm[h][j] == 0 && chuck[k] == 2;
                   assign arm[h][j] = 2, chuck[k] = 0; };
}
process Chuck(const which_t k) {
    state s; init s;
    trans s -> s { guard chuck[k] == 1; assign chuck[k] = 2; };
}
system Lock, Arm, Chuck;
";
    let text = told(model, &[]);
    assert!(text.ends_with("the model has 64 symmetries\n"), "{text}");
    let folder = Folder::new();
    let file = folder.file("select.xta", model);
    let stored = |flags: &[&str]| {
        let all =
            [&["check", &file, "-q", "A[] true", "--slice", "off", "--format", "json"], flags];
        orrery(&all.concat()).json()["queries"][0]["stats"]["stored"].clone()
    };
    assert_eq!(stored(&[]), 3696);
    assert_eq!(stored(&["--symmetry", "off"]), 57116);
    // Runs are unfolded to real locks and arms, and replayed.
    let jammed = "E<> deadlock && lock[1][0] == 1 && arm[1][1] == 2 && arm[0][0] == 1";
    let run = orrery(&["check", &file, "-q", jammed, "--trace", "some", "--format", "json"]).json();
    assert_eq!(run["queries"][0]["verdict"], "holds");
    assert!(run["queries"][0]["trace"]["steps"].as_array().is_some_and(|steps| steps.len() > 10));
    // Coverage speaks of the edges as they are written.
    let covered = orrery(&["coverage", &file]);
    covered.assert_status(0);
}

/// Where an update or a priority is to blame, it is named too.
#[test]
fn what_else_breaks_symmetry_is_named() {
    let counting = LOCK.replace("int[0,5] lock = 5;", "int[0,5] lock = 5; int n;");
    let counting = counting.replace("assign lock = i;", "assign lock = i, n = n + i;");
    let text = told(&counting, &[]);
    assert!(text.contains("`n = n + i` tells them apart"), "{text}");
    assert!(text.contains("at m.xta:8:64, template P, edge wait -> cs\n"), "{text}");
    let ranked = LOCK.replace("i != 2 &&", "");
    let ranked = ranked.replace("system P;", "A = P(0); B = P(1); C = P(2); system A < B, C;");
    let text = told(&ranked, &[]);
    assert!(text.contains("A is special: they have different priorities\n"), "{text}");
}

#[test]
fn counting_members_pins_none_of_them() {
    let text = told(LOCK, &["-q", "A[] sum (i : id_t) P(i).cs <= 4"]);
    assert!(text.contains("24 symmetries: all symmetries of the model"), "{text}");
}

#[test]
fn the_line_that_compares_ids_by_order_is_named() {
    let model = "\
typedef int[0,3] id_t;
chan go[id_t];
process T(const id_t id) { state a, b; init a; trans a -> b { sync go[id]!; }; }
process G() {
    id_t list[4];
    int[0,4] len;
    void push(id_t e) {
        if (len == 0 || list[len-1] < e) { list[len] = e; len++; }
    }
    state s;
    init s;
    trans s -> s { select e : id_t; guard len < 4; sync go[e]?; assign push(e); };
}
system T, G;
";
    let expected = "\
T(0..3) are not interchangeable: `list[len-1] < e` compares ids by order
    at m.xta:8:13, function G.push
the model has no symmetries
";
    assert_eq!(told(model, &[]), expected);
}

#[test]
fn a_ring_can_be_turned() {
    for size in [3, 4, 6, 7] {
        let model = format!(
            "const int N = {size};
             chan token[N];
             process St(const int[0,N-1] i) {{
                 clock x;
                 state idle, busy {{ x <= 3 }};
                 init idle;
                 trans idle -> busy {{ sync token[i]?; assign x = 0; }},
                       busy -> idle {{ guard x >= 1; sync token[(i+1)%N]!; }};
             }}
             system St;"
        );
        let last = size - 1;
        let expected = format!(
            "the ring St(0..{last}) can be turned in {size} ways\nthe model has {size} symmetries\n"
        );
        assert_eq!(told(&model, &[]), expected);
    }
}

#[test]
fn scripts_get_all_of_it() {
    let outcome = orrery(&["symmetry", &crossing(), "--format", "json"]);
    outcome.assert_status(0);
    let json = outcome.json();
    assert_eq!(json["schema"], "orrery.symmetry/1");
    assert_eq!(json["order"], "2");
    let sort = &json["sorts"][0];
    assert_eq!(sort["text"], "Train(0..1) are interchangeable");
    assert_eq!(sort["elements"][1]["name"], "Train(1)");
    assert_eq!(sort["elements"][1]["clocks"][0], "Train(1).x");
    assert_eq!(json["queries"][2]["order"], "1");
    assert_eq!(json["queries"][2]["pinned"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_model_with_errors_has_no_symmetries_to_speak_of() {
    let folder = Folder::new();
    let path = folder.file("wrong.xta", "int x = y; system P;");
    let outcome = orrery(&["symmetry", &path]);
    outcome.assert_status(2);
    assert!(outcome.out.is_empty(), "{}", outcome.out);
}

/// Comparing `y` with `id` makes it hold an id, so the symmetries of that query do more than those of the other, although
/// they are called the same: one search must not answer both.
#[test]
fn queries_with_symmetries_of_their_own_are_searched_for_on_their_own() {
    let folder = Folder::new();
    let model = "\
typedef int[1,3] id_t;
int[0,3] id;
int[0,3] y = 1;
process P(const id_t i) {
    state A, B;
    init A;
    trans A -> B { guard id == 0 && y != 0; assign id = i; }, B -> B { guard id == i && y != 0; };
}
system P;
";
    let path = folder.file("m.xta", model);
    let asked = ["-q", "E<> id == 0 && y == 0", "-q", "E<> id == y", "-q", "E<> id == 3 && y == 3"];
    let outcome = orrery(&[&["check", &path], asked.as_slice()].concat());
    outcome.assert_status(1);
    let verdicts: Vec<&str> =
        outcome.out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(verdicts[..3], ["fails", "holds", "fails"], "{}", outcome.out);
}

/// What the processes make of `id` is a number, the same for both; were it taken for an id, the one would have to make the
/// opposite of what the other makes.
#[test]
fn functions_of_ids_that_differ_are_not_alike_because_their_parts_are() {
    let folder = Folder::new();
    let process = |number: u32| {
        format!(
            "process P{number}() {{ state A; init A; trans A -> A {{ assign j = (id != {number}) % 2; }}; }}\n"
        )
    };
    let model =
        format!("int[-1,1] id = 0;\nint[0,1] j = 0;\n{}{}system P0, P1;\n", process(0), process(1));
    let path = folder.file("m.xta", &model);
    let outcome = orrery(&["symmetry", &path, "-q", "E<> false"]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("the model has no symmetries"), "{}", outcome.out);
}

/// Where clock differences are compared, a state is stored in parts. Each must be renamed from the state
/// as it was, and not from what renaming the part before has left.
#[test]
fn every_part_of_a_state_is_renamed_from_the_start() {
    let model = "\
int[0,1] id = 0;
clock x[2];
process P(const int[0,1] n) {
    state L0, L1 { x[id] - x[n] <= -2 }, L2 { x[id] <= 2 };
    init L0;
    trans L0 -> L2 { guard x[id] >= 1; assign x[id] = 0; },
          L0 -> L2 { guard x[n] <= 0; assign x[n] = 0; },
          L1 -> L1 { guard x[id] - x[n] <= 3; },
          L2 -> L1 { assign x[id] = 0; };
}
system P;
";
    let folder = Folder::new();
    let path = folder.file("m.xta", model);
    let query = "A[] not (deadlock and not (P(0).L0 or P(1).L0))";
    for symmetry in ["off", "auto"] {
        let outcome = orrery(&["check", &path, "-q", query, "--symmetry", symmetry]);
        outcome.assert_status(0);
        assert_eq!(outcome.out, format!("1  holds    {query}\n"), "{symmetry}");
    }
}

/// Models that number processes from 1 compare `i + 1` with `id + 1`.
#[test]
fn ids_that_are_shifted_on_both_sides_are_ids() {
    for guard in ["i + 1 == id + 1", "1 + i == id + 1", "i - 2 == id - 2", "i == id"] {
        let model = format!(
            "typedef int[0,3] id_t;
             int[0,4] held;
             process P(const id_t id) {{
                 clock x;
                 state A, B {{ x <= 3 }}, C;
                 init A;
                 trans A -> B {{ guard held == 0; assign x = 0; }},
                       B -> C {{ select i : id_t; guard {guard} && x >= 1; assign held = id + 1; }},
                       C -> A {{ guard held - 1 == id; assign held = 0; }};
             }}
             system P;"
        );
        let told = told(&model, &[]);
        assert!(told.contains("the model has 24 symmetries"), "{guard}: {told}");
    }
}

/// Three processes that are found as a ring need hardly more states than if they are found by exchanging them.
#[test]
fn a_ring_covers_nearly_as_much_as_its_exchanges() {
    let model = |others: &str, both: &str| {
        let one = |test: &str| format!("told[(id + 1) % 3] {test} && told[(id + 2) % 3] {test}");
        let all = |test: &str| format!("(forall (j : id_t) j == id || told[j] {test})");
        let at = |test: &str| if others == "ring" { one(test) } else { all(test) };
        format!(
            "typedef int[0,2] id_t;
             int[0,2] told[id_t];
             process P(const id_t id) {{
                 clock x;
                 state A {{ x <= 4 }}, B {{ x <= 3 }}, C {{ x <= 5 }};
                 init A;
                 trans A -> B {{ guard x >= 1 && {}; assign x = 0, told[id] = 1; }},
                       B -> C {{ guard x >= 2; assign told[id] = 2; }},
                       C -> A {{ guard x >= 3 && {}; assign told[id] = 0{both}; }},
                       A -> A {{ guard x >= 2; assign x = 0; }};
             }}
             system P;",
            at("== 0"),
            at("!= 1"),
        )
    };
    let folder = Folder::new();
    for both in [", x = 0", ""] {
        let stored = |others: &str| {
            let path = folder.file("m.xta", model(others, both));
            let flags = ["--threads", "1", "--search", "bfs", "--format", "json"];
            let outcome = orrery(&[&["check", &path, "-q", "A[] true"][..], &flags].concat());
            let answer = outcome.assert_status(0).json()["queries"][0].clone();
            assert_eq!(answer["plan"]["symmetry"]["orbit_bound"], "6", "{others}");
            answer["stats"]["stored"].as_u64().expect("a number")
        };
        let (ring, exchanges) = (stored("ring"), stored("exchanges"));
        assert!(ring * 10 <= exchanges * 11, "{both}: {ring} and {exchanges}");
    }
}

/// 24 messages have more than 128 pairs; all must be tried for the group to be complete.
#[test]
fn large_nested_groups_are_complete() {
    let model = root().join("examples/agreement/messages.xta").display().to_string();
    let outcome = orrery(&["symmetry", &model, "-D", "d=3", "--query", "1"]);
    outcome.assert_status(0);
    assert!(outcome.out.contains("the model has (6!)^4 × 2 symmetries"), "{}", outcome.out);
    assert!(!outcome.out.contains("in 1 ways"), "{}", outcome.out);
}
