//! Queries of one file: one search may answer several, and none is answered otherwise than alone.

use model::load;
use network::{Network, Query};
use orrery_query::check;
use orrery_query::check::Questions;
use orrery_query::plan::{Options, SymmetryOption, TraceOption};
use orrery_query::verdict::{Answer, Verdict};
use syntax::SourceMap;

const FISCHER: &str = "typedef int[1,3] pid; int[0,3] id; int n; int a[2];
     int at(int i) { return a[i]; }
     int endless() { int k = 0; while (k >= 0) { k = 1 - k; } return k; }
     int long() { int i; int j = 0; for (i = 0; i < 30000; i++) { j = i; } return 1; }
     process P(const pid i) { clock x;
     state idle, req { x <= 2 }, wait, cs; init idle;
     trans idle -> req { guard id == 0; assign x = 0; },
     req -> wait { guard x <= 2; assign x = 0, id = i; },
     wait -> req { guard id == 0; assign x = 0; },
     wait -> cs { guard x > 2 && id == i; assign n = n + 1; },
     cs -> idle { assign id = 0, n = n - 1; }; }
     system P;";

fn loaded(queries: &[&str]) -> (Network, Vec<Query>) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", FISCHER.as_bytes());
    let trees: Vec<_> = queries
        .iter()
        .map(|query| syntax::parse_query_text(&mut sources, "query", query).tree)
        .collect();
    let mut loaded = load(&parsed.tree, &trees);
    (loaded.network.take().expect("the model has no errors"), loaded.queries)
}

fn together(queries: &[&str], options: &Options) -> Vec<Answer> {
    let (network, queries) = loaded(queries);
    let mut questions = Questions::new(&network, queries.iter().collect(), options.clone());
    (0..queries.len()).map(|each| questions.answer(each, &mut ()).expect("a plan")).collect()
}

fn alone(queries: &[&str], options: &Options) -> Vec<Answer> {
    let (network, queries) = loaded(queries);
    queries.iter().map(|each| check(&network, each, options, &mut ()).expect("a plan")).collect()
}

fn finders(answers: &[Answer]) -> Vec<Option<usize>> {
    answers.iter().map(|answer| answer.found_by).collect()
}

fn holds(answer: &Answer) -> bool {
    matches!(answer.verdict, Ok(Verdict::Holds))
}

#[test]
fn one_search_answers_all_that_is_not_reachable() {
    let queries = ["A[] n <= 1", "E<> n == 1", "E<> P(1).cs && P(2).cs", "A[] n >= 0"];
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
        for threads in [1, 2] {
            let options = Options { symmetry, threads, ..Options::default() };
            let (many, each) = (together(&queries, &options), alone(&queries, &options));
            // What is reachable is searched for on its own, for the sake of the run to it.
            assert_eq!(finders(&many), [None, None, Some(0), Some(0)], "{options:?}");
            for (many, each) in many.iter().zip(&each) {
                assert_eq!(holds(many), holds(each), "{options:?}");
                if threads == 1 && symmetry == SymmetryOption::Off {
                    assert_eq!(many.stats.progress.stored, each.stats.progress.stored);
                }
            }
        }
    }
}

#[test]
fn a_search_is_not_shared_with_what_it_does_not_keep_apart() {
    // The second needs larger clock bounds, the third other symmetries.
    let queries = ["A[] n <= 1", "E<> P(1).cs && P(1).x > 100 && n > 1", "A[] n <= 1 || P(2).cs"];
    let options = Options { symmetry: SymmetryOption::Scalars, ..Options::default() };
    assert_eq!(finders(&together(&queries, &options)), [None, None, Some(0)]);
    let none = Options { shared: false, ..options };
    assert_eq!(finders(&together(&queries, &none)), [None, None, None]);
}

#[test]
fn a_search_that_ends_early_answers_nothing_else() {
    let queries = ["E<> n == 1", "A[] n <= 1", "A[] n < 3"];
    let answers = together(&queries, &Options::default());
    assert_eq!(finders(&answers), [None, None, Some(1)]);
    assert!(answers.iter().all(holds));
}

#[test]
fn an_invalid_query_is_invalid_for_itself_only() {
    let queries = ["A[] n <= 1", "A[] at(id) == 0 || n >= 0", "A[] n >= 0"];
    let answers = together(&queries, &Options::default());
    assert!(holds(&answers[0]) && holds(&answers[2]));
    assert!(answers[1].verdict.is_err(), "a[2] does not exist");
    assert_eq!(finders(&answers), [None, None, Some(0)]);
}

/// Statements are counted for each state anew: those of other queries, or of the same one in states before, do not count.
#[test]
fn an_endless_query_takes_nothing_from_others() {
    let queries = ["A[] n <= 1 && long() == 1", "A[] endless() == 0", "A[] n >= 0"];
    let answers = together(&queries, &Options::default());
    assert!(holds(&answers[0]) && holds(&answers[2]));
    assert!(answers[1].verdict.is_err(), "it does not end");
}

#[test]
fn runs_are_those_of_a_search_alone() {
    let queries = ["A[] n <= 1", "E<> P(2).cs", "A[] not P(3).wait"];
    let options = Options { trace: TraceOption::Shortest, ..Options::default() };
    let (many, each) = (together(&queries, &options), alone(&queries, &options));
    for (many, each) in many.iter().zip(&each) {
        assert_eq!(many.run.is_some(), each.run.is_some());
        let steps = |answer: &Answer| answer.run.as_ref().map(|run| run.steps.len());
        assert_eq!(steps(many), steps(each));
    }
}
