//! Cheapest runs of small models, with costs that can be found by hand.

use model::load;
use network::{Network, Objective, Query, QueryKind};
use orrery_query::check;
use orrery_query::optimise::{Cheapest, Settings, cheapest};
use orrery_query::plan::{AbstractionOption, Options, PlanError, SymmetryOption};
use orrery_query::verdict::Verdict;
use reference::Rational;
use syntax::SourceMap;

fn loaded(model: &str, query: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let tree = syntax::parse_query_text(&mut sources, "query", query).tree;
    let mut loaded = load(&parsed.tree, &[tree]);
    let query = loaded.queries.remove(0);
    (loaded.network.take().expect("the model has no errors"), query)
}

fn asked(mut query: Query, objective: Objective) -> Query {
    if let QueryKind::Reachable(goal) = query.kind {
        query.kind = QueryKind::Cheapest { goal, objective };
    }
    query
}

fn answer(model: &str, goal: &str, options: &Options) -> Result<Cheapest, PlanError> {
    let (network, query) = loaded(model, &format!("E<> {goal}"));
    let query = asked(query, Objective::Cost);
    cheapest(&network, &query, (options, Settings::default()), &mut ())
}

/// The value with and without symmetry and abstraction, which must be the same, and be what the run costs.
fn value(model: &str, goal: &str) -> Option<i64> {
    let mut values = Vec::new();
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
        for abstraction in [AbstractionOption::Auto, AbstractionOption::None] {
            let options = Options { symmetry, abstraction, ..Options::default() };
            let found = answer(model, goal, &options).expect("a plan");
            assert!(found.verdict.is_ok(), "{:?}", found.verdict);
            assert_eq!(found.value.is_some(), found.is_optimal(), "{found:?}");
            assert_eq!(found.is_attained(), found.value.map(|_| true), "{found:?}");
            values.push(found.value.map(|value| value.floor()));
        }
    }
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    values[0]
}

#[test]
fn prices_and_rates_add_up() {
    let model = "clock x;
         process P() { state A { x <= 5 && cost' == 2 }, B; init A;
         trans A -> B { guard x >= 3; assign cost += 4; }; }
         process Q() { state A { cost' == 1 }; init A; }
         system P, Q;";
    assert_eq!(value(model, "P.B"), Some(13));
}

#[test]
fn waiting_where_it_is_cheap_costs_less() {
    // Five time units must pass. One time unit costs 3 at first, and 1 after paying 4.
    let model = "clock x;
         process P() { state A { cost' == 3 }, B { cost' == 1 }, C; init A;
         trans A -> B { assign cost += 4; }, A -> C { guard x >= 5; }, B -> C { guard x >= 5; }; }
         system P;";
    assert_eq!(value(model, "P.C"), Some(9));
}

#[test]
fn a_clock_that_is_reset_keeps_its_price() {
    // The cheap location must be left by 2; afterwards y must be 3 at once where it costs 5.
    let model = "clock x, y;
         process P() { state A { x <= 2 && cost' == 1 }, B { cost' == 5 }, C; init A;
         trans A -> B { assign x = 0; }, B -> C { guard x >= 1 && y >= 3; }; }
         system P;";
    assert_eq!(value(model, "P.C"), Some(2 + 5));
}

#[test]
fn clocks_that_are_forgotten_together_keep_their_price() {
    // The cost depends on b, and when that is forgotten on a, which is forgotten with it (found by the random models).
    let model = "clock a, b, x;
         process P() { state A, B, C, D { x <= 2 }; init A;
         trans A -> B { guard b >= 3; assign b = 0; }, B -> C { guard a >= 3; assign a = 0; },
         C -> D { guard x >= 4 && a >= 1 && b >= 1; assign x = 1; }; }
         process Q() { state A { cost' == 1 }; init A; }
         system P, Q;";
    assert_eq!(value(model, "P.D"), Some(4));
}

#[test]
fn nothing_is_paid_for_what_cannot_be_reached() {
    let model = "process P() { state A { cost' == 1 }, B; init A;
         trans A -> B { guard false; }; } system P;";
    assert_eq!(value(model, "P.B"), None);
}

#[test]
fn goals_may_be_about_clocks() {
    let model = "clock x;
         process P() { state A { cost' == 2 }, B { cost' == 1 }; init A;
         trans A -> B { assign cost += 3; }; }
         system P;";
    assert_eq!(value(model, "P.A && x >= 4"), Some(8));
    assert_eq!(value(model, "x >= 4"), Some(7));
    assert_eq!(value(model, "x >= 2 && x <= 3 || x >= 9"), Some(4));
}

#[test]
fn an_infimum_that_no_run_costs_is_told_as_such() {
    let model = "clock x;
         process P() { state A { cost' == 2 }, B; init A; trans A -> B { guard x > 3; }; }
         system P;";
    let found = answer(model, "P.B", &Options::default()).expect("a plan");
    assert_eq!((found.value, found.is_attained()), (Some(6.into()), Some(false)));
    let cost = found.run_cost.expect("a run that comes close");
    assert!(Rational::from(6) < cost && cost < Rational::from(8), "{cost:?}");
}

#[test]
fn a_loop_comes_to_an_end_although_a_clock_grows() {
    // Only modulo clock bounds; otherwise every round gives a new zone.
    for (guard, expected) in [("y >= 100 && x == 0", Some(7)), ("y < 0", None)] {
        let model = format!(
            "clock x, y;
             process P() {{ state A {{ x <= 1 }}, B; init A;
             trans A -> A {{ guard x >= 1; assign x = 0; }},
             A -> B {{ guard {guard}; assign cost += 7; }}; }}
             system P;"
        );
        for abstraction in [AbstractionOption::Auto, AbstractionOption::M] {
            let options = Options { abstraction, ..Options::default() };
            let found = answer(&model, "P.B", &options).expect("a plan");
            assert_eq!(found.value, expected.map(Rational::from));
        }
    }
}

#[test]
fn symmetric_processes_have_one_price() {
    let model = "typedef int[0,3] id; int[0,4] done; int[0,1] busy;
         process P(const id i) { clock x; state A { cost' == 1 }, B { x <= 2 && cost' == 3 }, C; init A;
         trans A -> B { guard busy == 0; assign x = 0, busy = 1; },
         B -> C { guard x >= 2; assign busy = 0, done = done + 1, cost += 5; }; }
         system P;";
    // One after the other: 2 * (3 + 3) + 2 * (3 + 2) + 2 * (3 + 1) + 2 * 3, and 5 each.
    assert_eq!(value(model, "done == 4"), Some(12 + 10 + 8 + 6 + 20));
    let options = Options::default();
    let found = answer(model, "done == 4", &options).expect("a plan");
    let plain = Options { symmetry: SymmetryOption::Off, ..options };
    let other = answer(model, "done == 4", &plain).expect("a plan");
    assert!(found.stats.progress.stored < other.stats.progress.stored);
}

#[test]
fn what_costs_differently_is_not_interchangeable() {
    let model = "typedef int[0,2] id; int[0,3] done;
         process P(const id i) { state A { cost' == 1 }, B; init A;
         trans A -> B { guard done == 0; assign done = 1, cost += 3 - i; }; }
         system P;";
    assert_eq!(value(model, "done == 1"), Some(1));
    let rates = "typedef int[0,2] id; int[0,3] done; clock x;
         process P(const id i) { state A, B { cost' == 3 - i }, C; init A;
         trans A -> B { guard done == 0; assign done = 1, x = 0; },
         B -> C { guard x >= 2; assign done = 2; }; }
         system P;";
    assert_eq!(value(rates, "done == 2"), Some(2));
}

#[test]
fn the_least_cost_is_a_query_too() {
    let model = "clock x;
         process P() { state A { cost' == 2 }, B, C; init A;
         trans A -> B { guard x >= 3; assign cost += 4; }, B -> C { guard false; }; }
         system P;";
    let (network, query) = loaded(model, "inf{P.B}: cost");
    let found = check(&network, &query, &Options::default(), &mut ()).expect("a plan");
    assert!(matches!(found.verdict, Ok(Verdict::Holds)));
    assert_eq!(found.values[0].ranges[0].lower, Some((10, false)));
    let (network, query) = loaded(model, "inf{P.C}: cost");
    let found = check(&network, &query, &Options::default(), &mut ()).expect("a plan");
    assert!(found.values[0].ranges.is_empty());
}

#[test]
fn time_is_a_cost() {
    let model = "clock x;
         process P() { state A, B; init A; trans A -> B { guard x >= 3; assign cost += 4; }; }
         system P;";
    let (network, query) = loaded(model, "E<> P.B");
    let query = asked(query, Objective::Time);
    let asked = (&Options::default(), Settings::default());
    let found = cheapest(&network, &query, asked, &mut ()).expect("a plan");
    assert_eq!((found.value, found.is_optimal()), (Some(3.into()), true));
}

#[test]
fn what_is_invalid_is_an_error_with_its_run() {
    let model = "int i; clock x;
         process P() { state A, B { cost' == i }, C; init A;
         trans A -> B { guard x >= 1; assign i = -3; }, B -> C { }; }
         system P;";
    let found = answer(model, "P.C", &Options::default()).expect("a plan");
    assert!(found.verdict.is_err());
    assert_eq!(found.value, None);
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let models = [
        "clock x; process P() { state A { x' == 0 && cost' == 1 }; init A; } system P;",
        "clock x, y; process P() { state A { cost' == 1 }, B; init A; trans A -> B { assign x = y; }; } system P;",
    ];
    for model in models {
        let found = answer(model, "P.A", &Options::default());
        assert!(matches!(found, Err(PlanError::Unsupported(_))), "{found:?}");
    }
    let none = "process P() { state A; init A; } system P;";
    assert!(matches!(answer(none, "P.A", &Options::default()), Err(PlanError::Wrong(_))));
}

#[test]
fn estimates_know_that_others_set_a_clock() {
    // By itself P would wait for 3 at B, which is more than the way by D. But Q sets the clock.
    let model = "clock g, y;
         process P() { state A { cost' == 1 }, B { cost' == 1 }, D { cost' == 1 }, C; init A;
         trans A -> B { assign g = 0; }, B -> C { guard g >= 3; },
           A -> D { assign y = 0; }, D -> C { guard y >= 1; }; }
         process Q() { state A, B; init A; trans A -> B { assign g = 3; }; }
         system P, Q;";
    assert_eq!(value(model, "P.C"), Some(0));
}
