use crate::answer::{Answer, Extreme, answers};
use crate::explore::Alarm;
use crate::feature::{Feature, FeatureSet, Profile};
use crate::generate::generate;
use crate::print::{model_text, query_text};
use crate::shrink::shrink;
use crate::tree::{
    Binary, Edge, Expr, Initial, Item, Location, Model, Quantifier, Query, Stay, Template, Type,
    Unary, Variable,
};

fn variable(name: &str, ty: Type) -> Item {
    let name = name.to_owned();
    Item::Variable(Variable { name, ty, constant: false, meta: false, initial: None })
}

fn location(name: &str, invariant: Option<Expr>) -> Location {
    Location { name: name.to_owned(), invariant, stay: Stay::Normal }
}

fn edge(source: usize, target: usize, guard: Option<Expr>, updates: Vec<Expr>) -> Edge {
    Edge { source, target, selects: Vec::new(), guard, sync: None, updates }
}

/// One process `P` with these locations and edges.
fn model(items: Vec<Item>, locations: Vec<Location>, edges: Vec<Edge>) -> Model {
    let (name, parameters) = ("P".to_owned(), Vec::new());
    Model {
        scale: 1,
        words: false,
        items,
        priorities: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
        templates: vec![Template { name, parameters, items: Vec::new(), locations, edges }],
        instances: Vec::new(),
        system: vec![vec!["P".to_owned()]],
    }
}

fn at(location: &str) -> Expr {
    Expr::Member("P".to_owned(), Vec::new(), location.to_owned())
}

fn compare(op: Binary, name: &str, time: i32) -> Expr {
    Expr::binary(op, Expr::name(name), Expr::Time(time))
}

fn supremum(of: &str) -> Query {
    Query::Extreme { largest: true, within: Some(at("A")), term: Expr::name(of) }
}

fn decided(model: &Model, query: Query) -> (bool, Option<Alarm>) {
    let judged = answers(model, &[query], 1000).unwrap();
    match judged.expected[0].answer {
        Answer::Decided { holds, .. } => (holds, judged.expected[0].alarm),
        _ => panic!("not decided"),
    }
}

/// A waits until 2 at most, and leaves at 2 at the earliest.
fn waiting(op: Binary, scale: i32) -> Model {
    let invariant = compare(op, "x", 2);
    let guard = compare(Binary::Ge, "x", 2);
    let locations = vec![location("A", Some(invariant)), location("B", None)];
    let items = vec![variable("x", Type::Clock)];
    Model { scale, ..model(items, locations, vec![edge(0, 1, Some(guard), Vec::new())]) }
}

#[test]
fn a_bound_is_reached_unless_it_is_strict() {
    assert!(decided(&waiting(Binary::Le, 1), Query::Reachable(at("B"))).0);
    assert!(decided(&waiting(Binary::Le, 1), Query::Eventually(at("B"))).0);
    assert!(!decided(&waiting(Binary::Lt, 1), Query::Reachable(at("B"))).0);
    // Before a strict bound a run must stop: a timelock, but no endless delay.
    assert!(!decided(&waiting(Binary::Lt, 1), Query::Eventually(at("B"))).0);
    assert!(decided(&waiting(Binary::Lt, 1), Query::PotentiallyAlways(at("A"))).0);
}

#[test]
fn extreme_values_are_in_units_of_time() {
    let extreme =
        |model: &Model| answers(model, &[supremum("x")], 1000).unwrap().expected[0].answer;
    assert_eq!(extreme(&waiting(Binary::Le, 1)), Answer::Extreme(Extreme::At(2, false)));
    assert_eq!(extreme(&waiting(Binary::Lt, 1)), Answer::Extreme(Extreme::At(2, true)));
    assert_eq!(extreme(&waiting(Binary::Le, 1000)), Answer::Extreme(Extreme::At(2000, false)));
    assert!(model_text(&waiting(Binary::Le, 1000)).contains("x <= 2000"));
}

/// `i` is counted up until it leaves its range.
fn counting() -> Model {
    let step = Expr::Step { place: Box::new(Expr::name("i")), down: false };
    let items = vec![variable("i", Type::Range(0, 2))];
    model(items, vec![location("A", None)], vec![edge(0, 0, None, vec![step])])
}

#[test]
fn a_value_out_of_range_is_a_fault_that_only_a_run_may_come_before() {
    let is = |value| Expr::binary(Binary::Eq, Expr::name("i"), Expr::Int(value));
    let certain = Some(Alarm::Certain);
    assert_eq!(decided(&counting(), Query::Reachable(is(7))), (false, certain));
    assert_eq!(decided(&counting(), Query::Reachable(is(2))), (true, certain));
    // Where no run starts, nobody looks.
    assert_eq!(decided(&counting(), Query::PotentiallyAlways(is(3))), (false, None));
}

#[test]
fn what_clocks_may_hide_is_a_possible_fault() {
    let division = Expr::binary(Binary::Div, Expr::Int(1), Expr::name("i"));
    let invalid = Expr::binary(Binary::Eq, division, Expr::Int(1));
    let items = || vec![variable("i", Type::Range(0, 2)), variable("x", Type::Clock)];
    let guarded = |left: Expr, right: Expr| {
        let guard = Some(Expr::binary(Binary::And, left, right));
        let locations = vec![location("A", Some(compare(Binary::Le, "x", 1)))];
        model(items(), locations, vec![edge(0, 0, guard, Vec::new())])
    };
    let never = || compare(Binary::Ge, "x", 2);
    let ask = |model: &Model| decided(model, Query::Reachable(Expr::Bool(false))).1;
    assert_eq!(ask(&guarded(never(), invalid.clone())), Some(Alarm::Possible));
    assert_eq!(ask(&guarded(invalid.clone(), never())), Some(Alarm::Certain));
    assert_eq!(ask(&guarded(Expr::Bool(false), invalid)), None);
    // A bound of a clock may be evaluated last, although it stands first.
    let bound = Expr::binary(Binary::Div, Expr::Int(1), Expr::name("i"));
    let bound = Expr::binary(Binary::Ge, Expr::name("x"), bound);
    assert_eq!(ask(&guarded(bound, Expr::Bool(false))), Some(Alarm::Possible));
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    // i + (i = 2): the first i is still 1.
    let set = Expr::assign(Expr::name("i"), Expr::Int(2));
    let sum = Expr::binary(Binary::Add, Expr::name("i"), set);
    let update = Expr::assign(Expr::name("j"), sum);
    let Item::Variable(start) = variable("i", Type::Range(0, 9)) else { unreachable!() };
    let start = Variable { initial: Some(Initial::Value(Expr::Int(1))), ..start };
    let items = vec![Item::Variable(start), variable("j", Type::Range(0, 9))];
    let locations = vec![location("A", None), location("B", None)];
    let model = model(items, locations, vec![edge(0, 1, None, vec![update])]);
    let three = Expr::binary(Binary::Eq, Expr::name("j"), Expr::Int(3));
    assert!(decided(&model, Query::Reachable(three)).0);
}

#[test]
fn parentheses_are_written_where_they_are_needed() {
    let text = |expr: Expr| query_text(&counting(), &Query::Reachable(expr));
    let (a, b, c) = (Expr::name("a"), Expr::name("b"), Expr::name("c"));
    let sum = Expr::binary(Binary::Add, a.clone(), b.clone());
    assert_eq!(text(Expr::binary(Binary::Mul, sum.clone(), c.clone())), "E<> (a + b) * c");
    assert_eq!(text(Expr::binary(Binary::Add, sum.clone(), c.clone())), "E<> a + b + c");
    assert_eq!(text(Expr::binary(Binary::Sub, c.clone(), sum)), "E<> c - (a + b)");
    let all = Expr::Quantified(Quantifier::ForAll, "i".to_owned(), Type::Range(0, 1), Box::new(a));
    let both = Expr::binary(Binary::And, all.clone(), b.clone());
    assert_eq!(text(both), "E<> (forall (i : int[0,1]) a) && b");
    let both = Expr::binary(Binary::And, b, all);
    assert_eq!(text(both), "E<> b && forall (i : int[0,1]) a");
    let minus = Expr::Unary(Unary::Negate, Box::new(Expr::Int(-1)));
    assert_eq!(text(Expr::binary(Binary::Eq, minus, c)), "E<> - -1 == c");
}

#[test]
fn a_model_is_shrunk_to_what_matters() {
    let generated = generate(&Profile::default(), 12);
    let query = generated.queries[0].clone();
    let edges = |model: &Model| -> usize {
        model.templates.iter().map(|template| template.edges.len()).sum()
    };
    assert!(edges(&generated.model) > 2);
    let (small, query) = shrink(generated.model, query, &mut |model, _| edges(model) >= 1);
    assert_eq!(edges(&small), 1);
    assert_eq!((small.templates.len(), small.items.len()), (1, 0));
    assert!(query_text(&small, &query).len() < 12, "{}", query_text(&small, &query));
}

#[test]
fn a_seed_always_gives_the_same_model() {
    let text = |seed| model_text(&generate(&Profile::default(), seed).model);
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

#[test]
fn every_feature_can_be_forced_and_forbidden() {
    for feature in Feature::ALL {
        let mut profile = Profile::default();
        profile.forced.insert(*feature);
        // Scalar sets leave no room for numbers, nor copies for differences.
        for other in [Feature::ScalarIds, Feature::Alike] {
            if other != *feature {
                profile.allowed.remove(other);
            }
        }
        let used = |profile: &Profile| -> Vec<FeatureSet> {
            (0..60).map(|seed| generate(profile, seed).used).collect()
        };
        let count = used(&profile).iter().filter(|used| used.has(*feature)).count();
        assert!(count >= 15, "{feature} is in {count} of 60 models although it is forced");
        profile.forced = FeatureSet::default();
        profile.allowed.remove(*feature);
        assert!(!used(&profile).iter().any(|used| used.has(*feature)), "{feature} is forbidden");
    }
}
