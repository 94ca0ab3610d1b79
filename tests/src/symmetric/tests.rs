use network::generate::{generate, numbers};
use query::plan::SymmetryOption;

use super::planted::planted;
use super::shaped::shaped;
use super::trial::{Tally, judge, trial};
use crate::cases::load;
use crate::every_plan::one_plan;

#[test]
fn planted_symmetries_are_found_and_sound() {
    let mut tally = Tally::default();
    for seed in 0..100 {
        let model = planted(seed);
        match trial(&model, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("model {seed}: {problem}\n{}{:?}", model.text, model.queries),
        }
    }
    assert!(tally.counts > 100 && tally.renamings > 200, "{tally:?}");
    assert!(tally.starts > 50 && tally.images > 50, "{tally:?}");
}

#[test]
fn symmetries_of_graphs_and_nested_copies_are_found_and_sound() {
    let mut tally = Tally::default();
    // The last one has an exchange that moves more than it must.
    for seed in (0..60).chain([70555]) {
        let model = shaped(seed);
        match trial(&model, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("model {seed}: {problem}\n{}{:?}", model.text, model.queries),
        }
    }
    assert!(tally.counts > 30 && tally.renamings > 50, "{tally:?}");
}

#[test]
fn symmetries_of_random_copies_are_sound() {
    let profile = "+copies,-urgent-clock-guards".parse().expect("the features exist");
    let mut tally = Tally::default();
    for seed in 0..150 {
        let generated = generate(&profile, &mut numbers(seed));
        match judge(&generated.network, &generated.queries, seed) {
            Ok(more) => tally.add(&more),
            Err(problem) => panic!("network {seed}: {problem}"),
        }
    }
    assert!(tally.counts > 100 && tally.renamings > 100, "{tally:?}");
}

/// A model and its number of symmetries, as far as they are used.
fn order(model: &str) -> u64 {
    let (network, _) = load("model", model, &[]).expect("the model is right");
    judge(&network, &[], 0).expect("its symmetries are sound");
    super::trial::order(&network).expect("there is a plan")
}

/// Whether the one who answers belongs to the element of the one who asks makes a difference.
#[test]
fn elements_may_own_several_processes() {
    let model = "typedef int[0,1] S; typedef scalar[2] T; clock x[S]; clock y[T]; chan d;
        const int[0,2] D[S] = {2, 1};
        process P(const S i, const T h) {
          state L0 { x[i] <= 2 }, L1, L2;
          init L0;
          trans
            L0 -> L1 { sync d!; assign x[i] = 0, y[h] = 2; },
            L1 -> L2 { sync d?; },
            L1 -> L1 { guard x[i] <= 1; },
            L2 -> L1 { assign y[h] = 0, x[i] = 1; },
            L0 -> L2 { guard x[i] >= D[i]; };
        }
        system P;";
    assert!(order(model) > 1);
}

/// Receivers that copy a clock and then reset it depend on their order.
#[test]
fn receivers_that_read_a_clock_race() {
    let model = "typedef int[0,1] S; clock z; broadcast chan b;
        process P(const S i) {
          clock x; state A, B, C; init A;
          trans A -> B { sync b?; assign x = z, z = 0; }, B -> C { guard x > 1; };
        }
        process Q() { state A; init A; trans A -> A { sync b!; }; }
        system P, Q;";
    assert_eq!(order(model), 1);
}

/// Turning a ring of four by two exchanges two pairs; that is one symmetry, and turning by one another.
#[test]
fn rings_of_even_size_can_be_turned() {
    let model = "typedef int[1,4] S; int[0,2] a[S]; int[0,4] id = 0;
        process P(const S i) {
          state A, B; init A;
          trans A -> A { assign id = i, a[i % 4 + 1] = 2; }, A -> B { guard a[i] == 2; };
        }
        system P;";
    assert_eq!(order(model), 4);
}

/// Rings turn independently of each other, and of interchangeable processes next to them.
#[test]
fn several_rings_and_sets_are_used_together() {
    let model = "int[0,1] a[3]; int[0,1] b[4]; int[0,2] g;
        process P(const int[0,2] i) {
          state A; init A; trans A -> A { guard a[i] == 0; assign a[i] = 1, a[(i + 1) % 3] = 0; };
        }
        process Q(const int[0,3] j) {
          state A; init A; trans A -> A { guard b[j] < 1; assign b[j] = 1, b[(j + 1) % 4] = 0; };
        }
        process R(const int[0,2] k) {
          state A, B; init A; trans A -> B { guard g == 0; assign g = 1; }, B -> A { assign g = 0; };
        }
        system P, Q, R;";
    assert_eq!(order(model), 3 * 4 * 6);
    assert_eq!(order(&model.replace("b[j] = 1", "b[j] = 1, b[(j + 3) % 4] = 0")), 3 * 8 * 6);
}

/// Whoever is named stays, and the ring may still be reversed around it.
#[test]
fn a_query_about_one_member_of_a_ring_leaves_the_reversal_around_it() {
    let model = "int[0,2] a[5];
        process P(const int[0,4] i) {
          state A, B; init A;
          trans A -> B { guard a[(i + 1) % 5] == 0 && a[(i + 4) % 5] == 0; assign a[i] = 1; },
            B -> A { assign a[i] = 0; };
        }
        system P;";
    let queries = ["E[] not P(3).B".to_owned()];
    let (network, queries) = load("model", model, &queries).expect("the model is right");
    judge(&network, &queries, 0).expect("its symmetries are sound");
    let plan = query::plan::plan(&network, &queries[0], &unsliced());
    let group = plan.expect("there is a plan").symmetry.group.expect("there is a symmetry");
    assert_eq!(group.order().to_string(), "2");
}

/// Corners of a cube that talk to their neighbours: neither interchangeable nor a ring.
fn cube(edge: &str) -> String {
    let mut text = "chan c[8]; int[0,1] a[8];\n".to_owned();
    for corner in 0..8 {
        let next = [corner ^ 1, corner ^ 2, corner ^ 4];
        let sends =
            next.map(|other| format!("A -> B {{ guard a[{other}] == 0; sync c[{other}]!; }}"));
        text += &format!(
            "process P{corner}() {{ state A, B; init A; trans {}, A -> A {{ sync c[{corner}]?; }}, {edge}; }}\n",
            sends.join(", ")
        );
    }
    text + "system P0, P1, P2, P3, P4, P5, P6, P7;"
}

#[test]
fn the_symmetries_of_a_cube_are_found() {
    assert_eq!(order(&cube("B -> B { }")), 48);
}

/// Two rings of processes of one template: each may be turned, and they may be exchanged.
#[test]
fn rings_of_one_template_are_found() {
    let model = "int[0,1] a[6]; const int next[6] = {1, 2, 0, 4, 5, 3};
        process P(const int[0,5] i) {
          state A; init A; trans A -> A { guard a[i] == 0; assign a[i] = 1, a[next[i]] = 0; };
        }
        system P;";
    assert_eq!(order(model), 18);
}

/// Robots with arms, written by hand: arms of a robot are interchangeable, and so are robots with their arms.
#[test]
fn nested_copies_written_by_hand_are_found() {
    let mut text = "int[0,2] busy0, busy1; \n".to_owned();
    for (robot, arm) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
        text += &format!(
            "process A{robot}{arm}() {{ state I, W; init I;
               trans I -> W {{ guard busy{robot} < 2; assign busy{robot} = busy{robot} + 1; }},
                 W -> I {{ assign busy{robot} = busy{robot} - 1; }}; }}\n"
        );
    }
    for robot in [0, 1] {
        text += &format!(
            "process R{robot}() {{ state I, J; init I; trans I -> J {{ guard busy{robot} == 2; }}; }}\n"
        );
    }
    let models = ["R0, R1, A00, A01, A02, A10, A11, A12", "A00, A10, A01, A11, A02, A12, R1, R0"];
    for system in models {
        assert_eq!(order(&format!("{text}system {system};")), 6 * 6 * 2);
    }
}

/// Arms of robots with their entries in arrays over robots and arms.
const ARMS: &str = "typedef int[0,1] R; typedef int[0,2] H;
    int[0,1] x[R][H]; int[0,2] busy[R]; clock t[R][H]; chan go[R][H];
    process Arm(const R i, const H h) {
      state I, W { t[i][h] <= 2 }, E; init I;
      trans I -> W { guard x[i][h] == 0 && busy[i] < 2; sync go[i][h]?;
          assign x[i][h] = 1, busy[i] = busy[i] + 1, t[i][h] = 0; },
        W -> E { guard t[i][h] >= 1; assign x[i][h] = 0, busy[i] = busy[i] - 1; };
    }
    process Robot(const R i) {
      state I, J; init I;
      trans I -> I { sync go[i][0]!; }, I -> I { sync go[i][1]!; }, I -> I { sync go[i][2]!; },
        I -> J { guard busy[i] == 2; };
    }
    system Arm, Robot;";

/// Entries of an array may go different ways: arms of one robot are exchanged while those of the other stay.
#[test]
fn arms_are_interchangeable_although_arrays_hold_their_entries() {
    let asked = [
        "E<> Arm(0,1).W && Arm(0,2).W && x[1][0] == 1",
        "A[] not (Robot(1).J && t[1][2] > 1 && x[1][2] == 1)",
        "A[] forall (i : R) forall (h : H) x[i][h] == 1 imply Arm(i,h).W",
        "E[] x[0][1] == 0",
        "Arm(1,1).W --> Arm(1,1).E",
        "sup{Arm(0,2).W}: t[0][2], busy[0]",
        "E<> exists (i : R) x[i][busy[i]] == 1",
    ];
    let asked = asked.map(str::to_owned);
    let (network, queries) = load("model", ARMS, &asked).expect("the model is right");
    judge(&network, &queries, 0).expect("answers and runs are the same");
    assert_eq!(order(ARMS), 6 * 6 * 2);
    for (query, expected) in queries.iter().zip(["72", "72", "72", "12", "12", "72"]) {
        let plan = query::plan::plan(&network, query, &unsliced());
        let group = plan.expect("there is a plan").symmetry.group.expect("there is a symmetry");
        assert_eq!(group.order().to_string(), expected, "{}", query.text);
    }
    // Small enough for every state and every region to be looked at.
    let small = "typedef int[0,1] R; typedef int[0,1] H; int[0,1] x[R][H]; int[0,2] busy[R];
        process Arm(const R i, const H h) {
          state I, W, E; init I;
          trans I -> W { guard x[i][h] == 0 && busy[i] < 2; assign x[i][h] = 1, busy[i]++; },
            W -> E { assign x[i][h] = 0, busy[i]--; };
        }
        process Robot(const R i) { state I, J; init I; trans I -> J { guard busy[i] == 2; }; }
        system Arm, Robot;";
    let asked = ["E<> Arm(0,1).W && x[1][0] == 1".to_owned(), "E[] x[0][1] == 0".to_owned()];
    let (network, queries) = load("model", small, &asked).expect("the model is right");
    let tally = judge(&network, &queries, 1).expect("its symmetries are sound");
    assert!(tally.counts > 0 && tally.answers == 2, "{tally:?}");
    assert_eq!(order(small), 2 * 2 * 2);
    // What is declared moves rows and columns.
    let scalars =
        small.replace("int[0,1] R;", "scalar[2] R;").replace("int[0,1] H;", "scalar[2] H;");
    let (network, _) = load("model", &scalars, &[]).expect("the model is right");
    judge(&network, &[], 2).expect("its symmetries are sound");
    assert_eq!(super::trial::order_with(&network, SymmetryOption::Scalars), Ok(2 * 2));
    assert_eq!(order(&scalars), 2 * 2 * 2);
    // One arm that is told apart leaves the others of its robot, and those of the other robot.
    let model =
        ARMS.replace("W -> E { guard t[i][h] >= 1", "W -> E { guard t[i][h] >= 1 + x[1][2]");
    assert_eq!(order(&model), 6 * 2);
}

/// A query that names some of many alike is asked of all at once, and its run is about those it names.
#[test]
fn queries_about_named_processes_keep_the_symmetries() {
    let model = "int[0,4] id; typedef int[1,4] S;
        process P(const S i) {
          clock x; state A, B { x <= 2 }, C, D; init A;
          trans A -> B { guard id == 0; assign x = 0; }, B -> C { assign id = i, x = 0; },
            C -> D { guard id == i && x >= 1; }, C -> B { guard id == 0; assign x = 0; },
            D -> A { assign id = 0; };
        }
        system P;";
    let asked = [
        "E<> P(1).D && P(3).D",
        "A[] not (P(2).D && P(4).C && id == 4)",
        "E<> P(2).D",
        "sup{P(2).B && P(1).C}: P(2).x, P(1).x",
        "bounds{P(3).C || id == 0}: P(3).x",
    ];
    let asked = asked.map(str::to_owned);
    let (network, queries) = load("model", model, &asked).expect("the model is right");
    judge(&network, &queries, 0).expect("answers and runs are the same");
    for (query, count) in queries.iter().zip([6, 12, 4, 12, 4]) {
        let plan = query::plan::plan(&network, query, &unsliced());
        let symmetry = plan.expect("there is a plan").symmetry;
        assert_eq!(symmetry.group.expect("there is a symmetry").order().to_string(), "24");
        assert_eq!(symmetry.closure.expect("the query names processes").images.len(), count);
    }
    // A start that singles one out leaves only what the query leaves.
    let model = model.replace("int[0,4] id;", "int[0,4] id = 3;");
    let (network, queries) = load("model", &model, &asked).expect("the model is right");
    judge(&network, &queries, 0).expect("answers and runs are the same");
}

/// Where runs start is found with all symmetries, and what runs do from there is judged without any.
#[test]
fn queries_about_runs_of_named_processes_agree_with_region_graphs() {
    let (mut judged, mut starts) = (0, 0);
    for seed in 0..150 {
        let model = planted(seed);
        let (network, queries) =
            load("model", &model.text, &model.queries).expect("the model is right");
        let about_runs =
            |query: &&network::Query| query.kind.scope() == network::Scope::MaximalRuns;
        let queries: Vec<_> = queries.iter().filter(about_runs).cloned().collect();
        let Ok(answers) = crate::answers::answers(&network, &queries, 600) else { continue };
        for (query, expected) in queries.iter().zip(&answers.expected) {
            let plan = query::plan::plan(&network, query, &unsliced()).expect("there is a plan");
            starts += u64::from(plan.symmetry.starts.is_some());
            judged += 1;
            let mut tally = crate::tally::Tally::default();
            one_plan(&network, query, expected, answers.size, plan, &mut tally)
                .unwrap_or_else(|problem| panic!("model {seed}, {}: {problem}", query.text));
        }
    }
    assert!(judged > 200 && starts > 20, "{judged} {starts}");
}

/// How many symmetries a model has, which need not be small enough to be judged.
fn count(model: &str) -> u64 {
    let (network, _) = load("model", model, &[]).expect("the model is right");
    super::trial::order(&network).expect("there is a plan")
}

/// What `meta` variables carry from one transition to the next is not part of the state, wherever it is read.
#[test]
fn meta_variables_that_are_carried_leave_no_symmetry() {
    let model = |declared: &str, invariant: &str, labels: &str| {
        format!(
            "typedef int[0,2] S; meta S m; int[0,2] n; int[0,2] a[S]; chan c[S]; {declared}
             process P(const S i) {{
               state A, B {{ {invariant} }}; init A;
               trans A -> B {{ assign m = i, a[m] = 1; }}, B -> A {{ {labels} }}, A -> A {{ sync c[i]?; }};
             }}
             system P;"
        )
    };
    assert_eq!(count(&model("", "true", "assign a[i] = 0;")), 6);
    assert_eq!(count(&model("after_update { a[0] = 0 }", "true", "assign m = i;")), 2);
    for (declared, invariant, labels) in [
        ("", "true", "assign a[m] = 0;"),
        ("", "true", "guard m != i;"),
        ("", "true", "sync c[m]!;"),
        ("", "a[m] < 2", ""),
        ("after_update { a[m] = 0 }", "true", ""),
        ("before_update { a[m] = 0 }", "true", "assign m = i;"),
        ("void f() { if (n == 0) { return; } m = 0; }", "true", "assign f(), a[m] = 0;"),
    ] {
        assert_eq!(
            count(&model(declared, invariant, labels)),
            1,
            "{declared} {invariant} {labels}"
        );
    }
    let quiet = model("", "true", "assign a[i] = 0;");
    let asked = ["E<> a[m] == 0".to_owned()];
    let (network, queries) = load("model", &quiet, &asked).expect("the model is right");
    let plan = query::plan::plan(&network, &queries[0], &unsliced());
    assert!(plan.expect("there is a plan").symmetry.group.is_none());
}

/// An update of receivers, with cells of members that range from -1 to 1.
fn receivers(declared: &str, update: &str) -> String {
    format!(
        "typedef int[0,2] S; int[-1,1] a[S]; int[0,1] u[S]; int[0,9] v; broadcast chan b; {declared}
         process P(const S i) {{
           state A; init A;
           trans A -> A {{ sync b?; assign {update}; }}, A -> A {{ assign a[i] = 1, u[i] = 1; }},
             A -> A {{ assign a[i] = -1; }};
         }}
         process Q() {{ state A; init A; trans A -> A {{ sync b!; }}; }}
         system P, Q;"
    )
}

/// A sum is out of range in any order or in none only if it goes one way.
#[test]
fn receivers_that_add_are_interchangeable_if_all_go_one_way() {
    for update in ["v = v + 1", "v = v + u[i]", "v = v - u[i]", "v++, u[i] = 0", "u[i] = 7"] {
        assert_eq!(count(&receivers("", update)), 6, "{update}");
    }
    for update in ["v = v + a[i]", "v = v - a[i]", "v = v + u[i], v = v - 1"] {
        assert_eq!(count(&receivers("", update)), 1, "{update}");
    }
    // A loop over the members does the same as receivers one after the other.
    let looped = |amount: &str| {
        let declared = format!("void f() {{ for (q : S) {{ v = v + {amount}; }} }}");
        count(&receivers(&declared, "u[i] = 0").replace("sync b!;", "sync b!; assign f();"))
    };
    assert_eq!((looped("u[q]"), looped("a[q]")), (6, 1));
}

/// The order of operands and instances may only change where none can be invalid.
#[test]
fn what_may_be_invalid_keeps_its_order() {
    let guarded = |guard: &str| {
        format!(
            "typedef int[0,2] S; int[-1,2] own = -1; int[0,2] a[S]; int[0,2] w[4];
             bool holds(S q) {{ return a[q] == 0; }}
             bool divides(S q) {{ return 4 / a[q] == 2; }}
             process P(const S i) {{
               state A, B; init A;
               trans A -> B {{ guard {guard}; assign own = i; }}, B -> A {{ assign a[i] = 2, own = -1; }};
             }}
             system P;"
        )
    };
    for guard in [
        "(exists (q : S) a[q] == 1)",
        "(forall (q : S) 4 / (a[q] + 1) == 2)",
        "(forall (q : S) a[q] == 0 || 4 / a[q] == 2)",
        "(exists (q : S) own != -1 && a[own] == 1 && q != own)",
        "(exists (q : S) w[a[q] + 1] == 1)",
        "(exists (q : S) holds(q))",
        "(sum (q : S) 4 / a[q]) == 2",
        "(a[0] == 0 || a[1] == 0 || a[2] == 0)",
        "own == -1 && (a[0] == 0 || a[1] == 0 || a[2] == 0)",
        "own != -1 && a[own] == 0 && (a[0] == 0 || a[1] == 0 || a[2] == 0)",
    ] {
        assert_eq!(count(&guarded(guard)), 6, "{guard}");
    }
    for guard in [
        "(exists (q : S) 4 / a[q] == 2)",
        "(forall (q : S) 4 / a[q] == 2)",
        "(exists (q : S) a[own] == 1 && q != own)",
        "(exists (q : S) own != 1 && a[own] == 1 && q != own)",
        "(exists (q : S) w[a[q] + 2] == 1)",
        "(exists (q : S) divides(q))",
        "(sum (q : S) a[q] * 1000000000) == 2",
        "(4 / a[0] == 2 || 4 / a[1] == 2 || 4 / a[2] == 2)",
    ] {
        assert_eq!(count(&guarded(guard)), 1, "{guard}");
    }
    // The same for clock constraints: their indices may be invalid.
    let timed = |clocks: usize| {
        let guard = "t[a[0] + 1] > 0 && t[a[1] + 1] > 0 && t[a[2] + 1] > 0";
        let declared = format!("clock t[{clocks}]; typedef int[0,2] S;");
        count(&guarded(guard).replace("typedef int[0,2] S;", &declared))
    };
    assert_eq!((timed(4), timed(3)), (6, 1));
    // In the same order they may stand: only the first and the last are alike.
    assert_eq!(count(&guarded("(a[0] == 0 || a[2] == 0) && 4 / a[1] == 2")), 2);
    assert_eq!(count(&guarded("a[0] == 0 && 4 / a[1] == 2 && a[2] == 0")), 1);
}

/// A query whose alternatives may be invalid leaves the symmetries, as long as what is found does not depend on their order.
#[test]
fn alternatives_that_end_the_search_are_interchangeable() {
    let model = "typedef int[0,2] S; int[0,2] a[S]; int[0,1] done;
        process P(const S i) { state A, B; init A; trans A -> B { assign a[i] = 1; }; }
        system P;";
    let asked = [
        "A[] forall (q : S) P(q).B imply 4 / a[q] == 4",
        "A[] done == 0 imply (forall (q : S) P(q).B imply 4 / a[q] == 4)",
        "E<> forall (q : S) P(q).B && 4 / a[q] == 4",
        "E<> (exists (q : S) 4 / a[q] == 2) + done == 2",
        "sup: sum (q : S) a[q] * 1000000000",
    ];
    let asked = asked.map(str::to_owned);
    let (network, queries) = load("model", model, &asked).expect("the model is right");
    judge(&network, &queries, 0).expect("answers are the same");
    for (query, expected) in queries.iter().zip([Some("6"), Some("6"), None, None, None]) {
        let plan = query::plan::plan(&network, query, &unsliced());
        let symmetry = plan.expect("there is a plan").symmetry;
        let order = symmetry
            .group
            .filter(|_| symmetry.closure.is_none())
            .map(|group| group.order().to_string());
        assert_eq!(order.as_deref(), expected, "{}", query.text);
    }
}

/// The default, for the whole network.
fn unsliced() -> query::plan::Options {
    query::plan::Options {
        slice: false,
        fuse_loops: query::plan::FuseOption::Off,
        ..query::plan::Options::default()
    }
}
