//! Orders for goals: by distance, and scouts beside a search.

use network::build::{NetworkBuilder, equals};
use network::{BinaryOp, Expr, Goal, Network, Query, QueryKind};
use orrery_query::check::check;
use orrery_query::plan::{Options, OrderOption, TraceOption};
use orrery_query::verdict::{Answer, Verdict};

const LARGEST_VALUE: i32 = 30;

/// Three counters, of which any may be increased, and a goal that needs some of each.
fn counters(values: [i32; 3]) -> (Network, Query) {
    let mut net = NetworkBuilder::new();
    let p = net.process("P", &["a"]);
    let mut parts = Vec::new();
    for (name, value) in ["x", "y", "z"].into_iter().zip(values) {
        let counter = net.int(name, 0, LARGEST_VALUE, 0);
        let now = || Expr::variable(counter);
        let below = Expr::binary(BinaryOp::Lt, now(), Expr::Const(LARGEST_VALUE));
        let more = Expr::binary(BinaryOp::Add, now(), Expr::Const(1));
        net.edge(p, "a", "a").when(below).assign(counter, more);
        parts.push(Goal::Holds(equals(counter, value)));
    }
    let query = Query::of(QueryKind::Reachable(Goal::And(parts)));
    (net.finish(), query)
}

fn ask(values: [i32; 3], options: &Options) -> (Answer, bool) {
    let (network, query) = counters(values);
    let answer = check(&network, &query, options, &mut ()).expect("a plan");
    let holds = match &answer.verdict {
        Ok(Verdict::Holds) => true,
        Ok(Verdict::Fails) => false,
        other => panic!("{other:?}"),
    };
    (answer, holds)
}

#[test]
fn guided_goes_where_the_goal_is() {
    let by = |order| Options { order, ..Options::default() };
    let (guided, holds) = ask([12, 3, 1], &by(OrderOption::Guided));
    assert!(holds);
    let explored = guided.stats.progress.explored;
    assert!(explored <= 20, "{explored} expanded");
    let (breadth, _) = ask([12, 3, 1], &by(OrderOption::Bfs));
    assert!(breadth.stats.progress.explored > 500);
    // What cannot be reached is not found, and the whole space is seen.
    let (guided, holds) = ask([12, 3, -1], &by(OrderOption::Guided));
    assert!(!holds);
    let stored = u64::try_from((LARGEST_VALUE + 1).pow(3)).unwrap();
    assert_eq!(guided.stats.progress.stored, stored);
}

/// On one thread scouts are as exact as the search: the same figures every time, and less is expanded.
#[test]
fn scouts_find_what_is_near() {
    let options = |scouts, threads, trace| Options { scouts, threads, trace, ..Options::default() };
    let goal = [15, 14, 13];
    let (without, holds) = ask(goal, &options(None, 1, TraceOption::None));
    assert!(holds);
    let figures = |scouts| {
        let (answer, holds) = ask(goal, &options(scouts, 1, TraceOption::None));
        assert!(holds);
        answer.stats.progress.explored
    };
    assert_eq!(figures(Some(2048)), figures(Some(2048)));
    assert!(figures(Some(2048)) < without.stats.progress.explored);
    for threads in [1, 2] {
        let (answer, holds) = ask(goal, &options(Some(2048), threads, TraceOption::Some));
        assert!(holds);
        assert_eq!(answer.trace_error, None);
        assert_eq!(answer.run.expect("a run was wanted").steps.len(), 42);
        let (_, holds) = ask([1, 2, -3], &options(Some(64), threads, TraceOption::None));
        assert!(!holds);
    }
}
