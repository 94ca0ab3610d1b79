//! Queries that name processes: `-->` finds its starts with all symmetries of the model, and one answer serves all queries
//! that differ in names alone. Nothing is answered otherwise than without symmetry.

use model::load;
use network::{Network, Query, QueryKind};
use orrery_query::check;
use orrery_query::check::Questions;
use orrery_query::plan::{Options, SymmetryOption, TraceOption, plan};
use orrery_query::verdict::{Answer, Verdict};
use reference::{Ending, Rational, Run, replay, satisfies, stays};
use syntax::SourceMap;

fn loaded(model: &str, queries: &[&str]) -> (Network, Vec<Query>) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let trees: Vec<_> = queries
        .iter()
        .map(|query| syntax::parse_query_text(&mut sources, "query", query).tree)
        .collect();
    let mut loaded = load(&parsed.tree, &trees);
    (loaded.network.take().expect("the model has no errors"), loaded.queries)
}

/// Fischer's protocol: who requests may never enter, but whoever is in leaves.
const FISCHER: &str = "typedef int[1,3] pid; int[0,3] id;
     process P(const pid i) { clock x;
     state idle, req { x <= 2 }, wait, cs { x <= 9 }; init idle;
     trans idle -> req { guard id == 0; assign x = 0; },
     req -> wait { guard x <= 2; assign x = 0, id = i; },
     wait -> req { guard id == 0; assign x = 0; },
     wait -> cs { guard x > 2 && id == i; assign x = 0; },
     cs -> idle { assign id = 0; }; }
     system P;";

/// Cars that come must get in, and the clock of each matters while it comes.
const CARS: &str = "typedef int[0,3] car_t; int[0,4] inside;
     process Car(const car_t id) { clock x;
     state Away, Coming { x <= 5 }, Inside; init Away;
     trans Away -> Coming { assign x = 0; }, Coming -> Inside { guard x >= 3; assign inside++; },
     Inside -> Away { assign inside--; }; }
     system Car;";

/// A token goes round, and each may hold it for as long as it likes: the model can be turned, and no two can be exchanged.
const RING: &str = "int[0,3] at = 0; clock t;
     process S(const int[0,3] i) { state A, B { t <= 3 }; init A;
     trans A -> B { guard at == i; assign t = 0; }, B -> A { guard t >= 1; assign at = (i + 1) % 4, t = 0; }; }
     system S;";

/// A token that is nowhere at first.
fn ring() -> String {
    RING.replace("int[0,3] at = 0;", "int[-1,3] at = -1;").replace(
        "A -> B { guard at == i;",
        "A -> A { guard at == -1; assign at = i; }, A -> B { guard at == i;",
    )
}

fn holds(answer: &Answer) -> bool {
    match &answer.verdict {
        Ok(Verdict::Holds) => true,
        Ok(Verdict::Fails) => false,
        other => panic!("no verdict: {other:?}"),
    }
}

/// Is there a moment at which the first goal holds, and from then on the second never does?
fn shows(network: &Network, query: &Query, run: &Run) -> bool {
    let QueryKind::LeadsTo(first, second) = &query.kind else { return true };
    let never = network::Goal::Not(Box::new(second.clone()));
    let steps: Vec<_> =
        run.steps.iter().map(|step| (step.delay, step.transition.clone())).collect();
    let again = replay(network, &steps, run.ending.clone(), &mut || true);
    assert_eq!(again.as_ref(), Ok(run), "the run is replayed");
    let moments = |step: usize| {
        let limit = match (run.steps.get(step), &run.ending) {
            (Some(step), _) => step.delay,
            (None, Ending::DelaysForever) => Rational::new(12, 1).expect("a number"),
            (None, Ending::Stuck(delay)) => *delay,
            (None, _) => Rational::ZERO,
        };
        let halves = (0..=24).filter_map(|halves| Rational::new(halves, 2));
        halves.filter(move |moment| *moment < limit).chain([limit])
    };
    let satisfied = |step: usize, moment, goal| {
        let steps = run.steps[..step].to_vec();
        let there = Run { steps, ending: Ending::Arrives(moment), ..run.clone() };
        satisfies(network, &there, goal) == Ok(true)
    };
    let never_after = |step| stays(network, run, (step, &never), &mut || true) == Ok(true);
    (0..=run.steps.len()).any(|step| {
        (step == run.steps.len() || never_after(step + 1))
            && moments(step).any(|from| {
                satisfied(step, from, first)
                    && moments(step).all(|at| at < from || !satisfied(step, at, second))
            })
    })
}

/// Asks with and without symmetry, on one thread and on two, with and without a run.
fn compare(model: &str, formula: &str, expected: bool) -> (Answer, Answer) {
    let (network, queries) = loaded(model, &[formula]);
    let ask = |symmetry, trace, threads| {
        let options = Options { symmetry, trace, threads, slice: false, ..Options::default() };
        check(&network, &queries[0], &options, &mut ()).expect("a plan")
    };
    let shortest = (!expected).then_some(TraceOption::Shortest);
    for trace in [TraceOption::None, TraceOption::Some].into_iter().chain(shortest) {
        for symmetry in [SymmetryOption::Auto, SymmetryOption::Sort, SymmetryOption::Off] {
            for threads in [1, 2] {
                let answer = ask(symmetry, trace, threads);
                assert_eq!(holds(&answer), expected, "{formula} {symmetry:?} {trace:?}");
                assert_eq!(answer.trace_error, None, "{formula} {symmetry:?} {trace:?}");
                if !expected && trace != TraceOption::None {
                    let run = answer.run.expect("there is a run");
                    assert!(shows(&network, &queries[0], &run), "{formula} {symmetry:?} {run:?}");
                }
            }
        }
    }
    let none = TraceOption::None;
    (ask(SymmetryOption::Auto, none, 1), ask(SymmetryOption::Off, none, 1))
}

/// How many images of a query are looked for where runs start.
fn images(model: &str, formula: &str) -> Option<usize> {
    let (network, queries) = loaded(model, &[formula]);
    let options = Options { slice: false, ..Options::default() };
    let plan = plan(&network, &queries[0], &options).expect("a plan");
    plan.symmetry.starts.as_ref().map(|starts| starts.closure.images.len())
}

#[test]
fn starts_of_runs_are_found_with_all_symmetries() {
    for (model, formula, expected, count) in [
        (FISCHER, "P(2).req --> P(2).cs", false, 3),
        (FISCHER, "P(2).req --> P(2).wait", true, 3),
        (FISCHER, "P(2).cs --> P(2).idle", true, 3),
        (FISCHER, "P(2).cs --> P(3).cs", false, 6),
        (FISCHER, "P(2).wait && P(3).wait --> id != 2 && id != 3", false, 3),
        (FISCHER, "P(2).wait && P(3).wait --> P(1).req", false, 3),
        (FISCHER, "P(2).wait && id == 3 --> id == 2", false, 6),
        (FISCHER, "P(2).wait && P(2).x > 1 --> P(2).x < 1 || id == 2 || P(2).req", false, 3),
        (FISCHER, "P(2).req && P(2).x > 1 --> P(2).wait && P(2).x < 1", true, 3),
        (FISCHER, "P(2).cs && P(2).x > 4 --> P(3).x < 1", false, 6),
        (CARS, "Car(2).Coming --> Car(2).Inside", true, 4),
        (CARS, "Car(2).Coming --> Car(2).Inside && Car(2).x <= 4", false, 4),
        (CARS, "Car(1).Coming && Car(2).Inside --> Car(2).Away", false, 12),
        (CARS, "Car(1).Coming && Car(2).Coming && Car(1).x < Car(2).x --> Car(1).Inside", true, 12),
        (&ring(), "S(1).B --> S(2).B", false, 4),
        (&ring(), "S(1).B --> S(1).A", true, 4),
        (&ring(), "S(1).B --> S(3).A && at == 2", true, 4),
    ] {
        let (on, off) = compare(model, formula, expected);
        assert_eq!(images(model, formula), Some(count), "{formula}");
        let (on, off) = (on.stats.progress.stored, off.stats.progress.stored);
        assert!(!expected || on < off, "{formula}: {on} states, {off} without symmetry");
    }
}

/// Of two processes that satisfy the goal in one state, either may be the one from which a run starts: here the guest, who is
/// only there while the owner is.
#[test]
fn every_process_that_satisfies_the_goal_is_a_start() {
    for locations in ["A, W { x <= 2 }, V, D, S", "A, V, W { x <= 2 }, D, S"] {
        let model = format!(
            "typedef int[0,2] S; int[-1,2] own = -1; broadcast chan go;
             process P(const S i) {{ clock x; state {locations}; init A;
             trans A -> W {{ guard own == -1; assign own = i, x = 0; }}, A -> V {{ guard own != -1; }},
             W -> D {{ guard x >= 1; sync go!; assign own = -1; }}, V -> S {{ sync go?; }}; }}
             system P;"
        );
        for process in 0..3 {
            let formula = format!("P({process}).W || P({process}).V --> P({process}).D");
            compare(&model, &formula, false);
            assert_eq!(images(&model, &formula), Some(3));
            let owner = format!("P({process}).W --> P({process}).D");
            compare(&model, &owner, true);
        }
    }
}

/// If the start singles one out, what holds of the others need not hold of it.
#[test]
fn a_start_that_tells_processes_apart_leaves_their_queries_apart() {
    let model = "typedef int[0,2] S; int[0,2] slow = 2;
        process P(const S i) { clock x; state A, B { x <= 3 }, C; init A;
        trans A -> B { assign x = 0; }, B -> C { guard slow != i && x >= 1; },
        B -> A { guard slow == i && x >= 1; }, C -> A { }; }
        system P;";
    for (formula, expected) in
        [("P(0).B --> P(0).C", true), ("P(1).B --> P(1).C", true), ("P(2).B --> P(2).C", false)]
    {
        compare(model, formula, expected);
        assert_ne!(images(model, formula), Some(3), "{formula}");
    }
    let formulas = ["P(0).B --> P(0).C", "P(2).B --> P(2).C", "P(1).B --> P(1).C"];
    let answers = together(model, &formulas, TraceOption::Some);
    assert_eq!(finders(&answers), [None, None, Some(0)]);
    assert_eq!(answers.iter().map(holds).collect::<Vec<_>>(), [true, false, true]);
}

/// An image that is invalid is met, or a run from another image: it is as without images.
#[test]
fn an_invalid_image_is_that_of_the_query_as_asked() {
    let model = "typedef int[0,2] S; int[0,1] a[3]; int[-1,2] own = -1;
        process P(const S i) { state A, B; init A;
        trans A -> B { guard own == -1; assign own = i; }, B -> A { assign own = -1; }; }
        system P;";
    let (network, queries) = loaded(model, &["P(1).B --> a[own] == 1"]);
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
        let options =
            Options { symmetry, trace: TraceOption::Some, slice: false, ..Options::default() };
        let answer = check(&network, &queries[0], &options, &mut ()).expect("a plan");
        match &answer.verdict {
            Err(fault) => assert!(fault.run.is_some(), "{symmetry:?} {:?}", fault.trace_error),
            Ok(verdict) => assert!(matches!(verdict, Verdict::Fails), "{symmetry:?} {verdict:?}"),
        }
    }
}

fn together(model: &str, formulas: &[&str], trace: TraceOption) -> Vec<Answer> {
    let (network, queries) = loaded(model, formulas);
    let options = Options { trace, ..Options::default() };
    let mut questions = Questions::new(&network, queries.iter().collect(), options);
    let answers: Vec<_> =
        (0..queries.len()).map(|each| questions.answer(each, &mut ()).expect("a plan")).collect();
    for (answer, query) in answers.iter().zip(&queries) {
        let off = Options { symmetry: SymmetryOption::Off, trace, ..Options::default() };
        let alone = check(&network, query, &off, &mut ()).expect("a plan");
        assert_eq!(holds(answer), holds(&alone), "{}", query.text);
        assert_eq!(answer.values, alone.values, "{}", query.text);
        assert_eq!(answer.run.is_some(), alone.run.is_some(), "{}", query.text);
        if let Some(run) = &answer.run {
            assert!(shows(&network, query, run), "{} {run:?}", query.text);
        }
    }
    answers
}

fn finders(answers: &[Answer]) -> Vec<Option<usize>> {
    answers.iter().map(|answer| answer.found_by).collect()
}

#[test]
fn one_answer_serves_all_queries_that_differ_in_names() {
    for trace in [TraceOption::None, TraceOption::Some] {
        let kinds: [&[&str]; 6] = [
            &["P(1).req --> P(1).cs", "P(2).req --> P(2).cs", "P(3).req --> P(3).cs"],
            &["P(1).cs --> P(2).cs", "P(2).cs --> P(3).cs", "P(3).cs --> P(1).cs"],
            &["A<> P(2).wait", "A<> P(1).wait", "A<> P(3).wait"],
            &["E[] not P(1).cs", "E[] not P(2).cs", "E[] not P(3).cs"],
            &["E<> P(1).cs && id == 1", "E<> P(3).cs && id == 3", "E<> P(2).cs && id == 2"],
            &["sup{P(1).cs}: P(1).x", "sup{P(2).cs}: P(2).x", "sup{P(3).cs}: P(3).x"],
        ];
        for formulas in kinds {
            let answers = together(FISCHER, formulas, trace);
            assert_eq!(finders(&answers), [None, Some(0), Some(0)], "{formulas:?}");
        }
        // Nothing makes one of these of another.
        let apart = ["A<> P(1).wait", "A<> P(2).req", "E[] not P(2).req", "P(1).req --> P(2).cs"];
        assert_eq!(finders(&together(FISCHER, &apart, trace)), [None; 4]);
        let apart = ["P(1).req --> P(2).cs", "P(1).req --> P(1).cs", "P(3).req --> P(2).cs"];
        assert_eq!(finders(&together(FISCHER, &apart, trace)), [None, None, Some(0)]);
        // Turning takes one to any other, and a pair of neighbours to the next.
        let turned = ["S(0).B --> S(1).B", "S(3).B --> S(0).B", "S(1).B --> S(3).B"];
        assert_eq!(finders(&together(&ring(), &turned, trace)), [None, Some(0), None]);
    }
}

#[test]
fn queries_are_answered_apart_if_asked_to_be() {
    let (network, queries) = loaded(FISCHER, &["A<> P(2).wait", "A<> P(1).wait"]);
    let off = SymmetryOption::Off;
    for options in [
        Options { shared: false, ..Options::default() },
        Options { symmetry: off, ..Options::default() },
    ] {
        let mut questions = Questions::new(&network, queries.iter().collect(), options);
        let answers = [0, 1].map(|each| questions.answer(each, &mut ()).expect("a plan"));
        assert_eq!(finders(&answers), [None, None]);
    }
}

#[test]
fn branching_time_is_passed_on_too() {
    let formulas = ["A[] E<> P(1).idle", "A[] E<> P(2).idle", "A[] E<> P(2).cs"];
    let answers = together(FISCHER, &formulas, TraceOption::None);
    assert_eq!(finders(&answers), [None, Some(0), None]);
}
