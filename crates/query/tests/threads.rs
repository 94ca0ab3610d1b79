//! Several threads give the answers of one, and orders differ in what they cost only.

use std::ops::ControlFlow;

use engine::watch::{Progress, StopReason, Watch};
use model::load;
use network::{Network, Query};
use orrery_query::check;
use orrery_query::plan::{
    AbstractionOption, CoveringOption, Options, OrderOption, SymmetryOption, TraceOption,
};
use orrery_query::verdict::{Answer, Verdict};
use syntax::SourceMap;

/// Fischer's protocol with its delay `k` of the waiting, which is safe from 2 on.
fn fischer(processes: usize, k: i32) -> String {
    format!(
        "typedef int[1,{processes}] pid; int[0,{processes}] id;\n\
         process P(const pid i) {{ clock x;\n\
         state a, req {{ x <= 2 }}, wait, cs; init a;\n\
         trans a -> req {{ guard id == 0; assign x = 0; }},\n\
         req -> wait {{ guard x <= 2; assign x = 0, id = i; }},\n\
         wait -> req {{ guard id == 0; assign x = 0; }},\n\
         wait -> cs {{ guard x > {k} && id == i; }},\n\
         cs -> a {{ assign id = 0; }}; }}\nsystem P;"
    )
}

fn loaded(model: &str, query: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let query = syntax::parse_query_text(&mut sources, "query", query).tree;
    let mut loaded = load(&parsed.tree, &[query]);
    let network = loaded.network.take().expect("the model has no errors");
    (network, loaded.queries.remove(0))
}

fn answer(model: &str, query: &str, options: &Options) -> Answer {
    let (network, query) = loaded(model, query);
    check(&network, &query, options, &mut ()).expect("there is a plan")
}

fn options(threads: usize) -> Options {
    Options { symmetry: SymmetryOption::Off, threads, ..Options::default() }
}

const MUTEX: &str = "A[] forall (i : pid) forall (j : pid) P(i).cs && P(j).cs imply i == j";

#[test]
fn threads_agree_on_verdicts_and_on_what_is_stored() {
    for order in [OrderOption::Auto, OrderOption::Bfs] {
        let alone = answer(&fischer(5, 2), MUTEX, &Options { order, ..options(1) });
        assert!(matches!(alone.verdict, Ok(Verdict::Holds)));
        for threads in [2, 3, 8] {
            let many = answer(&fischer(5, 2), MUTEX, &Options { order, ..options(threads) });
            assert!(matches!(many.verdict, Ok(Verdict::Holds)));
            // In Fischer's protocol one zone is left of each discrete state, whatever the order.
            assert_eq!(many.stats.progress.stored, alone.stats.progress.stored);
            assert_eq!(many.stats.discrete_states, alone.stats.discrete_states);
        }
    }
}

#[test]
fn without_superseding_all_figures_are_those_of_one_thread() {
    let equality = |threads| {
        let covering = CoveringOption::Equality;
        let options = Options { covering, order: OrderOption::Bfs, ..options(threads) };
        let stats = answer(&fischer(4, 2), MUTEX, &options).stats;
        (stats.progress.stored, stats.progress.explored, stats.progress.transitions)
    };
    let alone = equality(1);
    assert!(alone.0 > 100, "{alone:?}");
    (2..5).for_each(|threads| assert_eq!(equality(threads), alone));
}

#[test]
fn several_threads_find_runs_that_can_be_replayed() {
    for trace in [TraceOption::Some, TraceOption::Shortest] {
        for threads in [1, 2, 4] {
            let options = Options { trace, ..options(threads) };
            let answer = answer(&fischer(4, 1), MUTEX, &options);
            assert!(matches!(answer.verdict, Ok(Verdict::Fails)));
            assert!(answer.run.is_some(), "{trace:?} with {threads} threads");
        }
    }
}

#[test]
fn several_threads_find_the_run_to_a_fault() {
    let model = "int[0,3] n; process P() { clock x; state a { x <= 2 }; init a;\n\
                 trans a -> a { guard x >= 1; assign x = 0, n = n + 1; }; }\n\
                 A = P(); B = P(); system A, B;";
    for threads in [1, 3] {
        let answer = answer(model, "E<> n == 7", &options(threads));
        let fault = answer.verdict.expect_err("n leaves its range");
        assert!(fault.run.is_some(), "with {threads} threads");
    }
}

#[test]
fn the_order_decides_how_much_is_explored_and_nothing_else() {
    let figures = |order| {
        let answer = answer(&fischer(8, 2), MUTEX, &Options { order, ..options(1) });
        assert!(matches!(answer.verdict, Ok(Verdict::Holds)));
        (answer.stats.progress.stored, answer.stats.progress.explored)
    };
    let (stored, auto) = figures(OrderOption::Auto);
    for order in [OrderOption::Bfs, OrderOption::Dfs] {
        let (same, explored) = figures(order);
        assert_eq!(same, stored, "{order:?}");
        assert!(explored > auto, "{order:?} explores {explored}, auto {auto}");
    }
}

/// Ends a search after so many expansions.
struct Patience(u32);

impl Watch for Patience {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn limits_see_the_expansions_of_all_threads() {
    // One discrete state with ever new zones: a single worker has all the work, mostly not the first one.
    let model = "process P() { clock x, y; state a { x <= 1 }; init a;\n\
                 trans a -> a { guard x == 1; assign x = 0; }; }\nsystem P;";
    let (network, query) = loaded(model, "E<> P.y < 0");
    let abstraction = AbstractionOption::None;
    for threads in [2, 3, 5, 8] {
        let options = Options {
            abstraction,
            order: OrderOption::Bfs,
            active_clocks: false,
            ..options(threads)
        };
        let answer =
            check(&network, &query, &options, &mut Patience(1000)).expect("there is a plan");
        assert!(matches!(answer.verdict, Ok(Verdict::Unknown(_))), "{:?}", answer.verdict);
        let explored = answer.stats.progress.explored;
        assert!(explored < 30_000, "{explored} with {threads} threads");
    }
}

/// One thread finds the goal behind the first of many states; behind all others something is invalid, which
/// several threads meet first.
#[test]
fn several_threads_do_not_answer_with_a_fault_where_one_answers() {
    let model = "int[0,1] n; int[0,99] v;\n\
                 process P() { state a, b, c; init a; trans\n\
                 a -> b { select i : int[0,99]; assign v = i; },\n\
                 b -> c { guard v == 0; },\n\
                 b -> b { guard v > 0; assign n = 2; }; }\nsystem P;";
    for threads in [1, 2, 4, 8] {
        let options = Options { order: OrderOption::Bfs, ..options(threads) };
        let verdict = answer(model, "E<> P.c", &options).verdict;
        assert!(matches!(verdict, Ok(Verdict::Holds)), "with {threads} threads: {verdict:?}");
    }
}
