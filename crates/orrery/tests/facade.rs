//! The library as a Rust user sees it, where the tutorial in its documentation does not go.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use orrery::network::{FaultKind, Overflow};
use orrery::simulate::{StartError, StepError};
use orrery::{
    Limits, LoadError, Loader, Model, Options, PlanError, Rational, StopReason, Undecided, Verdict,
    Watch,
};

const TWO: &str = "
    typedef int[0, 1] id_t;
    process P(const id_t id) { state a, b; init a; trans a -> b { }; }
    system P;
";

/// Counts to a number that does not fit.
const COUNTER: &str = "
    int[-2147483648, 2147483647] n = 2147483646;
    process P() { state a, b; init a; trans a -> a { guard n > 0; assign n = n + 1; }; }
    system P;
";

/// Has far more states than any test looks at.
const LARGE: &str = "
    int[0, 1000] n[5];
    process P(const int[0, 4] i) {
        state a;
        init a;
        trans a -> a { guard n[i] < 1000; assign n[i]++; };
    }
    system P;
";

fn model(text: &str) -> Model {
    Model::from_text("m.xta", text).expect("the model is right")
}

fn holds(model: &Model, formula: &str) -> Option<bool> {
    let query = model.query(formula).expect("the formula is right");
    model.check(&query, &Options::default()).expect("it can be checked").holds()
}

#[test]
fn values_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Model>();
    shared::<orrery::Query>();
    shared::<orrery::Answer>();
    shared::<LoadError>();
    shared::<orrery::QueryError>();
    shared::<orrery::CheckError>();
}

#[test]
fn queries_bring_names_and_functions_of_their_own() {
    let model = model(TWO);
    assert_eq!(holds(&model, "E<> forall (i : id_t) P(i).b"), Some(true));
    assert_eq!(
        holds(&model, "A[] exists (i : id_t) forall (j : id_t) P(j).b imply P(i).b"),
        Some(true)
    );
    assert_eq!(holds(&model, "E<> P(0).b && P(1).a && sum (i : id_t) i == 2"), Some(false));
}

#[test]
fn formulas_that_make_no_sense_are_errors() {
    let model = model(TWO);
    for formula in ["", "E<>", "E<> Q.a", "E<> P(0).c", "E<> 1 +", "hello"] {
        let error = model.query(formula).expect_err(formula);
        assert!(!error.reason().is_empty(), "{formula}");
        assert!(error.to_string().contains("not a query about m.xta"), "{error}");
    }
    let error = model.query("E<> P(0).c").unwrap_err();
    let first = &error.diagnostics()[0];
    assert_eq!((first.file.as_str(), first.line), ("query", 1));
    assert!(error.to_string().contains("P(0).c"), "the text is shown: {error}");
}

#[test]
fn what_is_not_supported_or_not_sound_is_an_error() {
    let model = model(TWO);
    let query = model.query("A[] not deadlock").unwrap();
    let options = Options { abstraction: orrery::AbstractionOption::Lu, ..Options::default() };
    let error = model.check(&query, &options).unwrap_err();
    assert!(matches!(error.reason(), PlanError::Inadmissible { .. }), "{error}");
    assert!(error.to_string().contains("is not possible here"), "{error}");
}

#[test]
#[should_panic(expected = "asked of the model that made it")]
fn a_query_is_not_asked_of_another_model() {
    let query = model(TWO).query("E<> P(0).b").unwrap();
    let _ = model(TWO).check(&query, &Options::default());
}

#[test]
fn queries_made_one_by_one_and_together_can_be_mixed() {
    let model = model(TWO);
    let mut queries = vec![model.query("E<> P(0).b && P(1).b").unwrap()];
    queries.extend(model.query_list(&["A[] P(0).a || P(0).b", "E<> false", "E<> P(1).b"]).unwrap());
    // Queries of different slices do not share a search.
    let options = Options { slice: false, ..Options::default() };
    let answers = model.check_all(&queries, &options, &mut ());
    let answers: Vec<_> = answers.into_iter().map(|answer| answer.unwrap()).collect();
    let verdicts: Vec<_> = answers.iter().map(orrery::Answer::holds).collect();
    assert_eq!(verdicts, [Some(true), Some(true), Some(false), Some(true)]);
    // The place is that of the whole list, not of those that were made together.
    let found_by: Vec<_> = answers.iter().map(orrery::Answer::found_by).collect();
    assert_eq!(found_by, [None, None, Some(1), None]);
}

#[test]
fn queries_that_bring_names_of_their_own_can_be_asked_with_others() {
    let model = model(
        "int a[2]; int most(int i) { int j = i; while (a[j] > 0) { j++; } return j; }
         process P() { state s, t; init s; trans s -> t { assign a[0] = 1; }; } system P;",
    );
    let formulas = ["E<> P.t", "E<> most(0) == 1 && exists (i : int[0, 1]) a[i] == 1"];
    let queries: Vec<_> = formulas.iter().map(|text| model.query(text).unwrap()).collect();
    let answers = model.check_all(&queries, &Options::default(), &mut ());
    assert!(answers.iter().all(|answer| answer.as_ref().unwrap().holds() == Some(true)));
}

#[test]
fn results_that_wrap_give_a_warning_once_or_an_error() {
    let wrapping = model(COUNTER);
    let queries = wrapping.query_list(&["E<> n < 0", "E<> n < -5"]).unwrap();
    let answers = wrapping.check_all(&queries, &Options::default(), &mut ());
    let first = answers[0].as_ref().unwrap();
    assert_eq!(first.holds(), Some(true));
    let warning = queries[0].loaded().diagnostic_view(first.wraps().expect("a warning"));
    assert_eq!((warning.file.as_str(), warning.line), ("m.xta", 3));
    let second = answers[1].as_ref().unwrap();
    assert_eq!((second.holds(), second.wraps()), (Some(true), None));

    let strict = Loader::new().overflow(Overflow::Fault).load_text("m.xta", COUNTER).unwrap();
    let query = strict.query("E<> n < 0").unwrap();
    let answer = strict.check(&query, &Options::default()).unwrap();
    assert_eq!(answer.verdict().unwrap_err().fault.kind, FaultKind::Overflow);

    let mut silent = wrapping.checker(&queries, &Options::default()).without_warnings();
    assert_eq!(silent.answer(0, &mut ()).unwrap().wraps(), None);
}

#[test]
fn errors_of_loading_say_what_is_wrong() {
    let error = Model::from_file("no/such/file.xml").unwrap_err();
    assert!(error.to_string().starts_with("cannot read no/such/file.xml: "), "{error}");
    assert!(error.source().is_some() && error.diagnostics().is_empty());

    let error = Loader::new().only(3).load_text("m.xta", TWO).unwrap_err();
    assert_eq!(error.to_string(), "there is no query number 3: there are no queries");

    let bad = "process P() { state a; init a; trans a -> b { }, a -> c { }; } system P;";
    let error = Model::from_text("bad.xta", bad).unwrap_err();
    let LoadError::Wrong(loaded) = &error else { panic!("{error}") };
    assert!(loaded.network().is_none());
    assert_eq!(loaded.errors().count(), 2);
    let text = error.to_string();
    assert!(text.contains("`b`") && text.contains("`c`") && text.ends_with("2 errors"), "{text}");
}

#[test]
fn queries_are_those_given_or_those_beside_the_model() {
    let path = "examples/fischer.xta";
    assert_eq!(Model::from_file(path).unwrap().queries().len(), 3);
    assert_eq!(Loader::new().without_queries().load_file(path).unwrap().queries().len(), 0);
    let given = Loader::new().formula("E<> lock == 0").load_file(path).unwrap();
    assert_eq!(given.queries()[0].text(), "E<> lock == 0");
    let third = Loader::new().only(3).load_file(path).unwrap().queries();
    assert_eq!((third.len(), third[0].number()), (1, 3));
    assert_eq!(third[0].to_string(), "A[] not deadlock");
    let wrong = Loader::new().formula("E<> nothing").load_file(path).unwrap();
    assert!(wrong.check(&wrong.queries()[0], &Options::default()).is_err());
}

#[test]
fn a_search_can_be_watched_and_cancelled() {
    let model = model(LARGE);
    let query = model.query("E<> n[0] + n[1] + n[2] == 5000").unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    // Whoever is told of the progress cancels, so that this ends only if both work.
    let mut limits = Limits::new().cancel(&stop).progress(|progress, _| {
        assert!(progress.explored > 0);
        stop.store(true, Ordering::Relaxed);
    });
    let answer = model.check_within(&query, &Options::default(), &mut limits).unwrap();
    let stopped = Undecided::Stopped(StopReason::Interrupted);
    assert!(matches!(answer.verdict(), Ok(Verdict::Unknown(why)) if *why == stopped));
    assert!(limits.elapsed().as_millis() >= 100);
}

#[test]
fn memory_is_limited() {
    let model = model(LARGE);
    let query = model.query("E<> n[0] + n[1] + n[2] == 5000").unwrap();
    let mut limits = Limits::new().memory(1 << 20);
    let answer = model.check_within(&query, &Options::default(), &mut limits).unwrap();
    let stopped = Undecided::Stopped(StopReason::MemoryLimit);
    assert!(matches!(answer.verdict(), Ok(Verdict::Unknown(why)) if *why == stopped));
}

#[test]
fn any_watch_will_do() {
    struct Patience(u32);
    impl Watch for Patience {
        fn expanded(
            &mut self,
            _: &mut dyn FnMut() -> orrery::Progress,
        ) -> std::ops::ControlFlow<StopReason> {
            self.0 += 1;
            match self.0 {
                3.. => std::ops::ControlFlow::Break(StopReason::Interrupted),
                _ => std::ops::ControlFlow::Continue(()),
            }
        }
    }
    let (model, mut patience) = (model(LARGE), Patience(0));
    let query = model.query("E<> n[0] == 900").unwrap();
    let answer = model.check_within(&query, &Options::default(), &mut patience).unwrap();
    assert_eq!((answer.holds(), patience.0), (None, 3));
}

#[test]
fn the_simulator_refuses_what_is_not_possible_and_changes_nothing() {
    let model = model(
        "clock x; process P() { state a { x <= 2 }, b; init a; trans a -> b { guard x >= 1; }; } system P;",
    );
    let mut simulator = model.simulator().unwrap();
    let outlook = simulator.outlook().unwrap();
    assert_eq!(outlook.delay.to_string(), "[0, 2]");
    let next = &outlook.possible[0];
    assert_eq!(next.when.to_string(), "[1, 2]");
    assert_eq!(simulator.take(&next.candidate), Err(StepError::Impossible));
    assert_eq!(simulator.delay(Rational::from(3)), Err(StepError::Impossible));
    assert_eq!((simulator.state().time, simulator.undo()), (Rational::ZERO, false));
    simulator.delay(Rational::from(2)).unwrap();
    simulator.take(&next.candidate).unwrap();
    assert_eq!((simulator.steps(), simulator.state().time), (1, Rational::from(2)));
    assert!(simulator.undo());
    assert_eq!((simulator.steps(), simulator.state().time), (0, Rational::from(2)));
    simulator.restart();
    assert_eq!(simulator.state().time, Rational::ZERO);
}

#[test]
fn a_model_that_cannot_start_has_no_simulator() {
    let model = model("process P() { state a { 1 > 2 }; init a; } system P;");
    assert_eq!(model.simulator().unwrap_err(), StartError::Invariants);
}

#[test]
fn symmetries_of_queries_made_later_are_told_too() {
    let model = model(TWO);
    let symmetries = model.symmetries();
    let query = model.query("E<> forall (i : id_t) P(i).b").unwrap();
    let plan = model.plan(&query, &Options::default());
    let view = symmetries.explained(&query, &plan);
    let symmetry = view.decisions.iter().find(|one| one.topic == "symmetry").expect("a decision");
    assert!(!symmetry.because.is_empty());
}
