//! Estimates never say too much. In each model a way that seems dear, if something is overlooked, is the cheapest; another goal is found before.

use model::load;
use network::{Network, Objective, Query, QueryKind};
use orrery_query::optimise::{SearchOrder, Settings, cheapest};
use orrery_query::plan::Options;
use syntax::SourceMap;

fn loaded(model: &str, query: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let tree = syntax::parse_query_text(&mut sources, "query", query).tree;
    let mut loaded = load(&parsed.tree, &[tree]);
    let query = loaded.queries.remove(0);
    (loaded.network.take().expect("the model has no errors"), query)
}

/// The least value, with estimates and without, which must be the same.
fn least(model: &str, goal: &str, objective: Objective) -> Option<i64> {
    let (network, mut query) = loaded(model, &format!("E<> {goal}"));
    let QueryKind::Reachable(goal) = query.kind else { panic!("{:?}", query.kind) };
    query.kind = QueryKind::Cheapest { goal, objective };
    let value = |estimates| {
        let settings = Settings { order: SearchOrder::Best, estimates, ..Settings::default() };
        let how = (&Options::default(), settings);
        let found = cheapest(&network, &query, how, &mut ()).expect("a plan");
        assert!(found.verdict.is_ok(), "{:?}", found.verdict);
        assert_eq!(found.value.is_some(), found.is_optimal(), "{found:?}");
        let value = found.value.map(|value| value.floor());
        // What was proved before a run was found.
        let proved = found.improvements.iter().map(|each| each.bound).max();
        assert!(proved <= value.or(Some(0)), "{found:?}");
        value
    };
    let with = value(true);
    assert_eq!(with, value(false), "{model}");
    with
}

/// The goal is met at once for 5, and by way of M for 1.
fn by_a_detour(goal: &str) -> Option<i64> {
    let model = "int[0,2] n;
         process P() { state A, M, C, D; init A;
         trans A -> C { assign cost += 5; }, A -> M { }, M -> C { assign cost += 1, n = 1; }, C -> D { assign cost += 9; }; }
         system P;";
    least(model, goal, Objective::Cost)
}

#[test]
fn goals_are_understood() {
    for goal in [
        "P.C",
        "(P.C || P.D)",
        "!(P.A || P.M)",
        "(!P.A && !P.M)",
        "!(P.A || (P.M && n == 0))",
        "(P.C && n <= 1)",
        "((P.C || n == 2) && !(n == 2))",
        "(n == 1)",
        "exists (i : int[0,1]) (P.C && n == i)",
    ] {
        assert_eq!(by_a_detour(goal), Some(1), "{goal}");
    }
}

/// By itself P would wait for 3 at B, which is more than the way by D. But somebody else sets the clock.
fn others_set(clock: &str, declared: &str, how: &str) -> Option<i64> {
    let model = format!(
        "clock y; int[0,1] k = 1; clock {declared};
         void jump() {{ {clock} = 3; }}
         process P() {{ state A {{ cost' == 1 }}, B {{ cost' == 1 }}, D {{ cost' == 1 }}, C; init A;
         trans A -> B {{ assign {clock} = 0; }}, B -> C {{ guard {clock} >= 3; }},
           A -> D {{ assign y = 0; }}, D -> C {{ guard y >= 1; }}; }}
         process Q() {{ state A, B; init A; trans A -> B {{ assign {how}; }}; }}
         system P, Q;"
    );
    least(&model, "P.C", Objective::Cost)
}

#[test]
fn whoever_sets_a_clock_is_known() {
    assert_eq!(others_set("g", "g", "g = 3"), Some(0));
    assert_eq!(others_set("g", "g", "jump()"), Some(0));
    assert_eq!(others_set("g[1]", "g[2]", "g[k] = 3"), Some(0));
    assert_eq!(others_set("g[1]", "g[2]", "g[1] = 3"), Some(0));
    // Another clock of the array is another clock.
    assert_eq!(others_set("g[1]", "g[2]", "g[0] = 3"), Some(1));
}

/// Three time units pass where it costs nothing; then P is through at once.
#[test]
fn clocks_of_an_array_are_told_apart() {
    let model = "clock y, g[2][2];
         process P() { state A, B { cost' == 1 }, D { cost' == 1 }, C; init A;
         trans A -> B { assign g[1][0] = 0; }, B -> C { guard g[0][0] >= 3; },
           A -> D { assign y = 0; }, D -> C { guard y >= 1; }; }
         system P;";
    assert_eq!(least(model, "P.C", Objective::Cost), Some(0));
}

/// A clock that is not set on the way may have any value.
#[test]
fn a_clock_that_was_not_set_may_be_large() {
    let model = "process P() { clock x, y; state A, B { cost' == 1 }, D { cost' == 1 }, C; init A;
         trans A -> B { assign y = 0; }, B -> C { guard x >= 3; }, A -> D { assign y = 0; }, D -> C { guard y >= 1; }; }
         system P;";
    assert_eq!(least(model, "P.C", Objective::Cost), Some(0));
}

/// What depends on a variable counts with its least value.
#[test]
fn what_depends_on_variables_counts_with_its_least_value() {
    let model = |stay: &str, guard: &str, price: &str| {
        format!(
            "int[0,9] n = 9; clock y;
             process P() {{ clock x; state A, B {{ {stay} }}, D {{ cost' == 1 }}, C; init A;
             trans A -> B {{ assign x = 0, n = 0; }}, B -> C {{ guard {guard}; assign {price}; }},
               A -> D {{ assign y = 0; }}, D -> C {{ guard y >= 1; }}; }}
             system P;"
        )
    };
    let dear = model("cost' == n", "x >= 2", "n = 1");
    assert_eq!(least(&dear, "P.C", Objective::Cost), Some(0));
    let long = model("cost' == 1", "x >= n", "n = 1");
    assert_eq!(least(&long, "P.C", Objective::Cost), Some(0));
    let either = model("cost' == 1", "(n == 0 || x >= 3)", "n = 1");
    assert_eq!(least(&either, "P.C", Objective::Cost), Some(0));
    let priced = model("cost' == 0", "x >= 0", "cost += n");
    assert_eq!(least(&priced, "P.C", Objective::Cost), Some(0));
    let set = model("cost' == 1", "x >= 3", "n = 1").replace("x = 0, n = 0", "n = 3, x = n");
    assert_eq!(least(&set, "P.C", Objective::Cost), Some(0));
}

/// Two jobs need a resource for 3 each. By way of `a` they could do so together, if only the counter did not stand for a resource; by way of `b`
/// the first needs it for 1, and is done after 4.
fn together(declared: &str, other: &str) -> Option<i64> {
    let model = format!(
        "int[0,1] r = 1; {declared}
         process P() {{ clock x; state s, a, ua, b, ub, w, done; init s;
         trans s -> a {{ }}, a -> ua {{ guard r > 0; assign r--, x = 0; }}, ua -> done {{ guard x >= 3 && r == 0; assign r++; }},
           s -> b {{ }}, b -> ub {{ guard r > 0; assign r--, x = 0; }}, ub -> w {{ guard x >= 1 && r == 0; assign r++, x = 0; }},
           w -> done {{ guard x >= 3; }}; }}
         process Q() {{ clock x; state a, u, done; init a;
         trans a -> u {{ guard r > 0; assign r--, x = 0; }}, u -> done {{ guard x >= 3 && r == 0; assign r++; }}; }}
         process Z() {{ state A; init A; trans A -> A {{ {other} }}; }}
         system P, Q, Z;"
    );
    least(&model, "P.done && Q.done", Objective::Time)
}

#[test]
fn whoever_writes_a_counter_is_known() {
    assert_eq!(together("", "guard r == 3;"), Some(4));
    assert_eq!(together("", "assign r = 1 - r;"), Some(3));
    assert_eq!(together("void turn() { r = 1 - r; }", "assign turn();"), Some(3));
    assert_eq!(together("void turn(int[0,1] &c) { c = 1 - c; }", "assign turn(r);"), Some(3));
}

/// P may be at M with the resource or without.
#[test]
fn what_depends_on_the_way_is_no_resource() {
    let model = "int[0,1] r = 1;
         process P() { clock x; state A, M, L, N, done; init A;
         trans A -> M { guard r > 0; assign r--, x = 0; }, A -> M { assign x = 0; }, M -> done { guard x >= 3; },
           A -> L { guard r > 0; assign r--, x = 0; }, L -> N { guard x >= 1; assign r++, x = 0; }, N -> done { guard x >= 3; }; }
         process Q() { clock x; state a, u, done; init a;
         trans a -> u { guard r > 0; assign r--, x = 0; }, u -> done { guard x >= 3; assign r++; }; }
         system P, Q;";
    assert_eq!(least(model, "P.done && Q.done", Objective::Time), Some(3));
}

/// Two of a resource, for three jobs: one needs it for 3, one for 1, and one for 3 or, by another way, for 1 and is then busy for 4.
fn counted(declared: &str, take: &str, give: &str) -> Option<i64> {
    let model = format!(
        "int[0,2] {declared};
         process P() {{ clock x; state s, a, ua, b, ub, w, done; init s;
         trans s -> a {{ }}, a -> ua {{ {take}, x = 0; }}, ua -> done {{ guard x >= 3; assign {give}; }},
           s -> b {{ }}, b -> ub {{ {take}, x = 0; }}, ub -> w {{ guard x >= 1; assign {give}, x = 0; }}, w -> done {{ guard x >= 4; }}; }}
         process Q(const int d) {{ clock x; state a, u, done; init a;
         trans a -> u {{ {take}, x = 0; }}, u -> done {{ guard x >= d; assign {give}; }}; }}
         Q1 = Q(3); Q2 = Q(1);
         system P, Q1, Q2;"
    );
    least(&model, "P.done && Q1.done && Q2.done", Objective::Time)
}

#[test]
fn all_of_a_resource_counts() {
    assert_eq!(counted("r = 2", "guard r > 0; assign r--", "r++"), Some(4));
    assert_eq!(counted("r = 0", "guard r < 2; assign r++", "r--"), Some(4));
    assert_eq!(counted("r = 0", "guard r < 2; assign r = 1 + r", "r = r - 1"), Some(4));
}

/// Q begins with the resource, gives it back, and never needs it again: what is given back first was taken before.
#[test]
fn what_is_had_at_the_start_counts() {
    let model = "int[0,1] r = 0;
         process Q() { clock x; state h, done; init h; trans h -> done { guard x >= 1; assign r++; }; }
         process P() { clock x; state s, a, ua, b, ub, w, done; init s;
         trans s -> a { }, a -> ua { guard r > 0; assign r--, x = 0; }, ua -> done { guard x >= 2; assign r++; },
           s -> b { }, b -> ub { guard r > 0; assign r--, x = 0; }, ub -> w { guard x >= 1; assign r++, x = 0; }, w -> done { guard x >= 2; }; }
         system Q, P;";
    assert_eq!(least(model, "P.done", Objective::Time), Some(3));
}

/// A step that waits for a resource waits until somebody can give it back, and no longer: here it is given back by one who leaves at once.
#[test]
fn a_resource_may_be_given_back_at_once() {
    let model = "int[0,1] r = 1;
         process Q() { clock x; state a, h, done; init a;
         trans a -> h { guard r > 0; assign r--, x = 0; }, h -> done { guard x >= 9; assign r++; }, h -> a { assign r++; }; }
         process P() { clock x; state a, u, done; init a;
         trans a -> u { guard r > 0; assign r--, x = 0; }, u -> done { guard x >= 2; assign r++; }; }
         system Q, P;";
    assert_eq!(least(model, "P.done", Objective::Time), Some(2));
    assert_eq!(least(model, "(P.done && Q.h)", Objective::Time), Some(2));
    assert_eq!(least(model, "(P.done && Q.done)", Objective::Time), Some(11));
}

#[test]
fn nothing_is_proved_of_what_cannot_be_reached() {
    let model = "process P() { state A { cost' == 1 }, B, C; init A; trans C -> B { }; } system P;";
    assert_eq!(least(model, "P.B", Objective::Cost), None);
}

/// Each process alone needs 2; together they need no longer.
#[test]
fn times_of_processes_are_the_same_time() {
    let model = "process P() { clock x; state A { cost' == 1 }, B; init A; trans A -> B { guard x >= 2; assign cost += 3; }; }
         process Q() { clock x; state A { cost' == 2 }, B { cost' == 1 }; init A; trans A -> B { guard x >= 2; }; }
         system P, Q;";
    assert_eq!(least(model, "P.B && Q.B", Objective::Time), Some(2));
    assert_eq!(least(model, "P.B && Q.B", Objective::Cost), Some(2 + 3 + 4));
}

/// One unit of two is used for 3 by three jobs: the third must wait. What they do afterwards takes 4.
#[test]
fn heads_and_tails_are_in_the_same_unit() {
    let model = "int[0,2] r = 2;
         process Q(const int d) { clock x; state n, a, u, w, done; init n;
         trans n -> a { guard x >= d; }, a -> u { guard r > 0; assign r--, x = 0; }, u -> w { guard x >= 3; assign r++, x = 0; },
           w -> done { guard x >= 4; }; }
         Q1 = Q(1); Q2 = Q(2); Q3 = Q(2);
         system Q1, Q2, Q3;";
    assert_eq!(least(model, "Q1.done && Q2.done && Q3.done", Objective::Time), Some(1 + 3 + 3 + 4));
}

/// P may end while it has the resource, once Q has used it.
#[test]
fn a_use_may_be_the_end() {
    let model = "int[0,1] r = 1;
         process P() { clock x; state a, u, v, w, done; init a;
         trans a -> u { guard r > 0; assign r--, x = 0; }, u -> v { guard x >= 3; }, v -> w { assign r++, x = 0; },
           w -> done { guard x >= 4; }; }
         process Q() { clock x; state a, u, done; init a;
         trans a -> u { guard r > 0; assign r--, x = 0; }, u -> done { guard x >= 1; assign r++; }; }
         system P, Q;";
    assert_eq!(least(model, "((P.v || P.done) && Q.done)", Objective::Time), Some(4));
}

/// P can do without the resource, which it could not use before 5.
#[test]
fn who_can_do_without_does_not_wait() {
    let model = "int[0,1] r = 1;
         process P() { clock x; state a, u, done; init a;
         trans a -> done { guard x >= 1; }, a -> u { guard r > 0 && x >= 5; assign r--, x = 0; }, u -> done { guard x >= 2; assign r++; }; }
         process Q() { clock x; state a, u, done; init a;
         trans a -> u { guard r > 0; assign r--, x = 0; }, u -> done { guard x >= 2; assign r++; }; }
         R = Q();
         system P, Q, R;";
    assert_eq!(least(model, "P.done && Q.done", Objective::Time), Some(2));
}
