//! Cheapest runs by several threads: the same values, limits that are kept, better runs that are told.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::watch::{Alarm, Progress, StopReason, Watch};
use model::load;
use network::{Network, Objective, Query, QueryKind};
use orrery_query::optimise::{Cheapest, SearchOrder, Settings, cheapest};
use orrery_query::plan::{Options, SymmetryOption};
use orrery_query::verdict::Verdict;
use syntax::SourceMap;

fn loaded(model: &str, query: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let tree = syntax::parse_query_text(&mut sources, "query", query).tree;
    let mut loaded = load(&parsed.tree, &[tree]);
    let query = loaded.queries.remove(0);
    (loaded.network.take().expect("the model has no errors"), query)
}

/// Jobs with steps on three machines, and costs for finishing late.
fn shop(seed: u64, jobs: u64) -> String {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut text = "int[0,1] m[3] = {1, 1, 1};\n".to_owned();
    for job in 0..jobs {
        let _ = write!(text, "process J{job}() {{ clock x; state ");
        for step in 0..3 {
            let _ = write!(text, "w{step} {{ cost' == 1 }}, ");
        }
        let steps: Vec<(u64, u64)> = (0..3).map(|_| (dice.u64(..3), 1 + dice.u64(..6))).collect();
        for (step, (_, time)) in steps.iter().enumerate() {
            let _ = write!(text, "b{step} {{ x <= {time} && cost' == 1 }}, ");
        }
        text.push_str("w3; init w0; trans ");
        for (step, (machine, time)) in steps.iter().enumerate() {
            let comma = if step > 0 { ", " } else { "" };
            let _ = write!(
                text,
                "{comma}w{step} -> b{step} {{ guard m[{machine}] > 0; assign m[{machine}]--, x = 0; }}, \
                 b{step} -> w{} {{ guard x == {time}; assign m[{machine}]++; }}",
                step + 1
            );
        }
        text.push_str("; }\n");
    }
    let names: Vec<String> = (0..jobs).map(|job| format!("J{job}")).collect();
    let _ = writeln!(text, "system {};", names.join(", "));
    text
}

fn asked(model: &str, jobs: u64) -> (Network, Query) {
    let goal: Vec<String> = (0..jobs).map(|job| format!("J{job}.w3")).collect();
    cheapest_to(model, &goal.join(" && "))
}

fn cheapest_to(model: &str, goal: &str) -> (Network, Query) {
    let (network, mut query) = loaded(model, &format!("E<> {goal}"));
    let QueryKind::Reachable(goal) = query.kind else { panic!("{:?}", query.kind) };
    query.kind = QueryKind::Cheapest { goal, objective: Objective::Cost };
    (network, query)
}

/// The other threads begin soon.
fn soon() -> Settings {
    Settings { first_slice: 5, ..Settings::default() }
}

fn found(
    (network, query): &(Network, Query),
    threads: usize,
    settings: Settings,
    watch: &mut dyn Watch,
) -> Cheapest {
    let options = Options { threads, symmetry: SymmetryOption::Off, ..Options::default() };
    cheapest(network, query, (&options, settings), watch).expect("a plan")
}

#[test]
fn the_value_does_not_depend_on_threads() {
    for seed in 1..8 {
        let asked = asked(&shop(seed, 3), 3);
        let alone = Settings { order: SearchOrder::Best, ..soon() };
        let expected = found(&asked, 1, alone, &mut ());
        assert!(expected.is_optimal());
        for threads in [1, 2, 4] {
            for estimates in [true, false] {
                let each = found(&asked, threads, Settings { estimates, ..soon() }, &mut ());
                assert_eq!(each.value, expected.value, "seed {seed}, {threads} threads");
                assert!(each.is_optimal() && each.is_attained() == Some(true), "{each:?}");
                let growing = each.improvements.windows(2).all(|pair| {
                    pair[0].bound <= pair[1].bound
                        && (pair[0].value.is_none() || pair[0].value >= pair[1].value)
                });
                assert!(growing, "{:?}", each.improvements);
            }
        }
    }
}

/// With one thread the same search is made every time.
#[test]
fn one_thread_does_the_same_every_time() {
    let asked = asked(&shop(3, 3), 3);
    let figures = || found(&asked, 1, soon(), &mut ()).stats.progress;
    assert_eq!(figures(), figures());
    let more = found(&asked, 3, soon(), &mut ()).stats.progress;
    assert!(more.explored > 0 && more.transitions >= more.explored, "{more:?}");
}

/// Writes down what it is told, and ends the search at some time.
struct Diary {
    told: Vec<(i64, i64)>,
    end: Instant,
    bytes: u64,
}

impl Diary {
    fn until(time: Duration) -> Diary {
        Diary { told: Vec::new(), end: Instant::now() + time, bytes: 0 }
    }
}

impl Watch for Diary {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.bytes = self.bytes.max(progress().bytes);
        self.working()
    }

    fn improved(&mut self, value: i64, bound: i64) {
        self.told.push((value, bound));
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        match Instant::now() < self.end {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(StopReason::TimeLimit),
        }
    }

    fn alarm(&self) -> Alarm {
        let end = self.end;
        Alarm::new(move || (Instant::now() >= end).then_some(StopReason::TimeLimit))
    }
}

/// Every better run is told once, whoever finds it, with a bound that is proved.
#[test]
fn better_runs_are_told_in_order() {
    let asked = asked(&shop(5, 4), 4);
    let settings = Settings { estimates: false, ..soon() };
    for threads in [1, 3] {
        let mut diary = Diary::until(Duration::from_secs(600));
        let best = found(&asked, threads, settings, &mut diary);
        let value = best.value.expect("the jobs can be done").floor();
        let falling = diary.told.windows(2).all(|pair| pair[0].0 > pair[1].0);
        assert!(falling, "{:?}", diary.told);
        assert!(diary.told.iter().all(|(_, bound)| *bound <= value), "{:?}", diary.told);
        // The last may be found when nothing is expanded any more.
        assert!(diary.told.last().is_some_and(|last| last.0 >= value), "{:?}", diary.told);
    }
}

/// A search that has no end in sight stops when it is told to, with what is known by then.
#[test]
fn limits_are_kept() {
    let asked = asked(&shop(1, 9), 9);
    let settings = Settings { estimates: false, ..soon() };
    let optimum = found(&asked, 2, soon(), &mut Diary::until(Duration::from_millis(10)));
    assert!(optimum.stopped.is_some());
    for threads in [2, 4] {
        let mut diary = Diary::until(Duration::from_millis(1500));
        let begun = Instant::now();
        let best = found(&asked, threads, settings, &mut diary);
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        assert_eq!(best.stopped, Some(StopReason::TimeLimit));
        let (value, bound) = (best.value.expect("a beam is fast"), best.bound.expect("a bound"));
        assert!(bound < value && !best.is_optimal(), "{bound:?} {value:?}");
        assert!(bound > 0.into(), "something is proved");
        assert!(matches!(best.verdict, Ok(Verdict::Holds)));
        assert_eq!(best.is_attained(), Some(true));
        assert!(diary.bytes > 0);
    }
}

/// Ends a search after so many expansions.
struct Patience(u32);

impl Watch for Patience {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.0 = self.0.saturating_sub(1);
        match self.0 {
            0 => ControlFlow::Break(StopReason::Interrupted),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Whoever watches may count expansions.
#[test]
fn expansions_are_told() {
    let asked = asked(&shop(1, 9), 9);
    for threads in [1, 2] {
        let best = found(&asked, threads, soon(), &mut Patience(300));
        assert_eq!(best.stopped, Some(StopReason::Interrupted), "{threads} threads");
    }
}

/// A beam of width 1 keeps what is cheapest at first, and that is not the way.
#[test]
fn what_a_beam_leaves_out_is_not_forgotten() {
    let beam = Settings { order: SearchOrder::Beam, estimates: false, width: 1, ..soon() };
    let astray = "process P() { state A, M, N, C; init A;
         trans A -> M { }, A -> N { assign cost += 1; }, N -> C { }; } system P;";
    let nothing = found(&cheapest_to(astray, "P.C"), 1, beam, &mut ());
    assert!(matches!(nothing.verdict, Ok(Verdict::Unknown(_))), "{:?}", nothing.verdict);
    let dear = "process P() { state A, M, N, X, Y, C; init A;
         trans A -> M { }, A -> N { assign cost += 1; }, N -> C { }, M -> X { assign cost += 5; }, M -> Y { assign cost += 6; },
           X -> C { }, Y -> C { }; } system P;";
    let five = found(&cheapest_to(dear, "P.C"), 1, beam, &mut ());
    assert_eq!((five.value, five.bound), (Some(5.into()), Some(1.into())));
    assert!(!five.is_optimal());
}

/// Whenever a search is stopped, what it says of the least cost is true.
#[test]
fn bounds_hold_at_any_moment() {
    let asked = asked(&shop(2, 3), 3);
    let alone = Settings { order: SearchOrder::Best, ..soon() };
    let optimum = found(&asked, 1, alone, &mut ()).value.expect("the jobs can be done");
    for order in [SearchOrder::Auto, SearchOrder::Best, SearchOrder::Depth, SearchOrder::Beam] {
        for estimates in [true, false] {
            for patience in (1..60).step_by(3).chain([200, 700, 2_000]) {
                let settings = Settings { order, estimates, width: 4, ..soon() };
                for threads in [1, 2] {
                    let each = found(&asked, threads, settings, &mut Patience(patience));
                    let told = format!("{order:?}, {patience}, {threads} threads: {each:?}");
                    assert!(each.bound.is_some_and(|bound| bound <= optimum), "{told}");
                    assert!(each.value.is_none_or(|value| value >= optimum), "{told}");
                    assert!(!each.is_optimal() || each.value == Some(optimum), "{told}");
                }
            }
        }
    }
}

/// What a beam runs into may be dearer than the cheapest run: it is no answer.
#[test]
fn faults_that_are_dearer_do_not_matter() {
    let model = "int[0,9] n; clock x;
         process P() { state A, B { cost' == 1 }, C { cost' == 1 }, D; init A;
         trans A -> B { assign x = 0; }, A -> C { assign x = 0; },
           B -> D { guard x >= 50; }, C -> C { guard x >= 90; assign n = n + 1; }; }
         process Q() { int[0,40] i; clock y; state A; init A; trans A -> A { guard i < 40 && y >= 1; assign i = i + 1, y = 0; }; }
         system P, Q;";
    let asked = cheapest_to(model, "P.D && Q.i == 40");
    for threads in [1, 2, 3] {
        for estimates in [true, false] {
            let each = found(&asked, threads, Settings { estimates, ..soon() }, &mut ());
            assert_eq!(each.value, Some(50.into()), "{threads} threads: {:?}", each.verdict);
            assert!(each.is_optimal());
        }
    }
}
