//! The least cost of random models, held against a search that tries all integer delays.
//!
//! Constraints are closed and have integer bounds, so some cheapest run has integer delays: its moments are a corner of a
//! polyhedron of differences. The judge is a search by Dijkstra over what the reference interpreter does.
//!
//! `CHEAPEST_MODELS=10000 cargo test -p orrery-query --test cheapest_random` tries more of them; `CHEAPEST_SECONDS=400` ends it after
//! that time, and `CHEAPEST_FROM=5000` begins with another model. With `--nocapture` it tells what it tried.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::watch::{Progress, StopReason, Watch};
use network::{Goal, Network, Objective, Pricing, QueryKind};
use orrery_query::optimise::{SearchOrder, Settings, cheapest};
use orrery_query::plan::{AbstractionOption, Options, SymmetryOption};
use orrery_query::verdict::{Undecided, Verdict};
use reference::{Concrete, Ending, Rational, Run, cost_rate, satisfies};

mod priced_models;

use priced_models::{Dice, Key, LARGEST, key, loaded, random_model};

/// Is the goal satisfied right here?
fn is_goal(network: &Network, state: &Concrete<'_>, goal: &Goal) -> bool {
    let run =
        Run { start: state.snapshot(), steps: Vec::new(), ending: Ending::Arrives(Rational::ZERO) };
    satisfies(network, &run, goal).expect("nothing is invalid")
}

/// The least cost by trying all integer delays; nothing if the goal cannot be reached, an error if there is too much.
fn judged(network: &Network, goal: &Goal, pricing: Pricing<'_>) -> Result<Option<i64>, ()> {
    let price = match pricing {
        Pricing::Model(model) => Some(network.variable(model.price).base.index()),
        Pricing::Time => None,
    };
    let mut start = Concrete::initial(network);
    if !start.is_valid().expect("nothing is invalid") {
        return Ok(None);
    }
    let mut states = vec![start];
    let mut best: HashMap<Key, i64> = HashMap::from([(key(network, &states[0]), 0)]);
    let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((cost, at))) = waiting.pop() {
        let mut state = states[at].clone();
        if best[&key(network, &state)] < cost {
            continue;
        }
        if is_goal(network, &state, goal) {
            return Ok(Some(cost));
        }
        let mut next = Vec::new();
        for (_, after) in state.transitions().expect("nothing is invalid") {
            let price = price.map_or(0, |slot| i64::from(after.discrete.memory[slot]));
            next.push((cost + price, after));
        }
        let rate = cost_rate(&mut state.discrete, pricing).expect("nothing is invalid");
        if state.delay(Rational::from(1)).expect("nothing is invalid") {
            for clock in &mut state.valuation.clocks {
                *clock = (*clock).min(Rational::from(LARGEST + 1));
            }
            next.push((cost + rate, state));
        }
        for (cost, state) in next {
            let known = best.entry(key(network, &state)).or_insert(i64::MAX);
            if cost < *known {
                *known = cost;
                states.push(state);
                waiting.push(Reverse((cost, states.len() - 1)));
            }
        }
        if states.len() > 30_000 {
            return Err(());
        }
    }
    Ok(None)
}

/// Ends a search after so many expansions: without clock bounds it may have no end.
struct Patience(u32);

impl Watch for Patience {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.0 -= 1;
        if self.0 == 0 {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        ControlFlow::Continue(())
    }
}

#[derive(Debug, Default)]
struct Tally {
    values: u32,
    unreachable: u32,
    symmetric: u32,
    stopped: u32,
    unproved: u32,
    shared: u32,
}

/// One of the ways to search.
fn settings(dice: &mut Dice) -> Settings {
    let orders = [SearchOrder::Auto, SearchOrder::Best, SearchOrder::Depth, SearchOrder::Beam];
    Settings {
        order: orders[dice.below(4) as usize],
        estimates: !dice.one_in(3),
        width: 1 + dice.below(12) as usize,
        seed: dice.below(3),
        first_slice: if dice.one_in(3) { 1_000 } else { 1 + dice.below(20) },
        trust_remaining: false,
    }
}

/// Holds all plans against the judge.
fn trial(seed: u64, tally: &mut Tally) {
    let mut dice = Dice(fastrand::Rng::with_seed(seed));
    for _ in 0..8 {
        dice.below(2);
    }
    let (model, goal_text) = random_model(&mut dice);
    let (network, mut query) = loaded(&model, &format!("E<> {goal_text}"));
    let QueryKind::Reachable(goal) = query.kind.clone() else { panic!("{:?}", query.kind) };
    let objective = if dice.one_in(5) { Objective::Time } else { Objective::Cost };
    let pricing = match objective {
        Objective::Time => Some(Pricing::Time),
        Objective::Cost => Pricing::of(&network),
    };
    let Some(pricing) = pricing else { return };
    let Ok(expected) = judged(&network, &goal, pricing) else { return };
    query.kind = QueryKind::Cheapest { goal, objective };
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
        for abstraction in [AbstractionOption::Auto, AbstractionOption::M, AbstractionOption::None]
        {
            let threads = 1 + dice.below(3) as usize;
            let options = Options { symmetry, abstraction, threads, ..Options::default() };
            let settings = settings(&mut dice);
            let how = (&options, settings);
            let found = cheapest(&network, &query, how, &mut Patience(3_000)).expect("a plan");
            let told = || {
                format!(
                    "seed {seed}, {objective:?}, {options:?}, {settings:?}\n{model}E<> {goal_text}"
                )
            };
            let (value, bound) = (found.value.map(|value| value.floor()), found.bound);
            let bound = bound.map(|bound| bound.floor());
            assert!(bound <= expected.or(Some(i64::MAX)), "{}\n{found:?}", told());
            // Estimates that say too much are seen here before a run is found, and nowhere else.
            let proved = found.improvements.iter().map(|each| each.bound).max();
            assert!(proved <= expected.or(Some(i64::MAX)), "{}\n{found:?}", told());
            if settings.order == SearchOrder::Beam && !found.is_optimal() {
                // It may find nothing, and nothing that is too cheap.
                assert!(value.is_none() || value >= expected, "{}", told());
                let wrong =
                    matches!(found.verdict, Ok(Verdict::Unknown(Undecided::CostMismatch)) | Err(_));
                assert!(!wrong, "{}", told());
                tally.unproved += 1;
                continue;
            }
            if found.stopped.is_some() {
                tally.stopped += 1;
                continue;
            }
            assert_eq!(value, expected, "{}\n{:?}", told(), found.verdict);
            assert_eq!(matches!(found.verdict, Ok(Verdict::Holds)), expected.is_some());
            assert_eq!(found.is_attained(), expected.map(|_| true), "{}\n{found:?}", told());
            tally.shared += u32::from(found.notes.iter().any(|note| note.contains("resources r")));
            tally.symmetric += u32::from(found.plan.symmetry.group.is_some());
        }
    }
    *(if expected.is_some() { &mut tally.values } else { &mut tally.unreachable }) += 1;
}

#[test]
fn the_least_cost_is_that_of_all_integer_delays() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("CHEAPEST_FROM").unwrap_or(1);
    let most = number("CHEAPEST_MODELS").unwrap_or(60);
    let seconds = number("CHEAPEST_SECONDS").map_or(Duration::MAX, Duration::from_secs);
    let started = Instant::now();
    let mut tally = Tally::default();
    let in_time = |_: &u64| started.elapsed() < seconds;
    let models = (first..first + most).take_while(in_time).map(|seed| trial(seed, &mut tally));
    let models = models.count() as u64;
    println!("{models} models from {first} on: {tally:?}");
    let share = |count: u32, percent: u64| u64::from(count) * 100 >= models * percent;
    assert!(share(tally.values, 30) && share(tally.unreachable, 5), "{tally:?}");
    assert!(share(tally.symmetric, 30) && share(tally.shared, 10), "{tally:?}");
}
