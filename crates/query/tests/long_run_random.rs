//! The least ratio of cost to reward or time of random models, held against all integer points.
//!
//! The judge makes the graph of what the reference interpreter does in single time units. That no cycle of it is better than the ratio
//! found is seen by potentials (Bellman and Ford); that some cycle is as good is seen by the run, which the answer has replayed.
//! `LONG_RUN_MODELS=5000` tries more.

use std::collections::HashMap;
use std::ops::ControlFlow;

use engine::watch::{Progress, StopReason, Watch};
use network::{Network, Pricing};
use orrery_query::long_run::{Counted, Ratio, TimeUnit, least_ratio};
use orrery_query::plan::Options;
use orrery_query::verdict::Verdict;
use reference::{Concrete, Ending, Rational, cost_rate};

mod priced_models;

use priced_models::{Dice, Key, LARGEST, key, loaded, random_model};

/// From, to, and the two numbers.
type Edge = (usize, usize, i64, i64);

/// More states are too many.
const MAX_STATES: usize = 6_000;

fn price(network: &Network, state: &Concrete<'_>, pricing: Pricing<'_>) -> i64 {
    match pricing {
        Pricing::Model(model) => {
            i64::from(state.discrete.memory[network.variable(model.price).base.index()])
        }
        Pricing::Time => 0,
    }
}

/// All states and edges in single time units; none if there are too many.
fn graph(network: &Network, [above, below]: [Pricing<'_>; 2]) -> Option<(usize, Vec<Edge>)> {
    let mut start = Concrete::initial(network);
    if !start.is_valid().expect("nothing is invalid") {
        return Some((0, Vec::new()));
    }
    let mut numbers: HashMap<Key, usize> = HashMap::from([(key(network, &start), 0)]);
    let (mut states, mut edges, mut next) = (vec![start], Vec::new(), 0);
    while next < states.len() {
        let mut state = states[next].clone();
        let mut found = Vec::new();
        for (_, after) in state.transitions().expect("nothing is invalid") {
            found.push((price(network, &after, above), price(network, &after, below), after));
        }
        let rate = |state: &mut Concrete<'_>, pricing| {
            cost_rate(&mut state.discrete, pricing).expect("nothing is invalid")
        };
        let rates = (rate(&mut state, above), rate(&mut state, below));
        if state.delay(Rational::from(1)).expect("nothing is invalid") {
            for clock in &mut state.valuation.clocks {
                *clock = (*clock).min(Rational::from(LARGEST + 1));
            }
            found.push((rates.0, rates.1, state));
        }
        for (above, below, state) in found {
            let fresh = states.len();
            let to = *numbers.entry(key(network, &state)).or_insert(fresh);
            if to == fresh {
                states.push(state);
            }
            edges.push((next, to, above, below));
        }
        next += 1;
        if states.len() > MAX_STATES {
            return None;
        }
    }
    Some((states.len(), edges))
}

/// Does some cycle have a negative sum of these weights?
fn has_negative_cycle(states: usize, edges: &[Edge], weight: impl Fn(&Edge) -> i64) -> bool {
    let mut least = vec![0; states];
    for _ in 0..=states {
        let mut changed = false;
        for edge in edges {
            let sum = least[edge.0] + weight(edge);
            if sum < least[edge.1] {
                least[edge.1] = sum;
                changed = true;
            }
        }
        if !changed {
            return false;
        }
    }
    true
}

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
    whole: u32,
    fractions: u32,
    waiting: u32,
    none: u32,
    left_out: u32,
}

fn trial(seed: u64, tally: &mut Tally) {
    let mut dice = Dice(fastrand::Rng::with_seed(seed));
    let (model, _) = random_model(&mut dice);
    let (network, query) = loaded(&model, "E[] true");
    let counted = if dice.one_in(2) { Counted::Time } else { Counted::Reward };
    let below = match counted {
        Counted::Time => Some(Pricing::Time),
        _ => network.reward.as_ref().map(Pricing::Model),
    };
    let (Some(above), Some(below)) = (Pricing::of(&network), below) else { return };
    let Some((states, edges)) = graph(&network, [above, below]) else { return };
    let unit = if dice.one_in(2) { TimeUnit::One } else { TimeUnit::Longest };
    let ratio = (Ratio::Per(Counted::Cost, counted), unit);
    let told = || format!("seed {seed}, {counted:?}, {unit:?}\n{model}");
    let options = Options::default();
    let found = match least_ratio(&network, &query, ratio, &options, &mut Patience(20_000)) {
        Ok(found) if found.stopped.is_none() => found,
        _ => {
            tally.left_out += 1;
            return;
        }
    };
    match found.verdict {
        Ok(Verdict::Holds) => {
            let value = found.value.expect("there is a ratio");
            assert_eq!(found.trace_error, None, "{}", told());
            let (one, other) = (value.numerator(), value.denominator());
            let weight = |edge: &Edge| edge.2 * other - edge.3 * one;
            assert!(!has_negative_cycle(states, &edges, weight), "{value:?}, {}", told());
            let waits = found.run.expect("there is a run").ending == Ending::DelaysForever;
            tally.waiting += u32::from(waits);
            *(if other == 1 { &mut tally.whole } else { &mut tally.fractions }) += 1;
        }
        Ok(Verdict::Fails) => {
            // Then no cycle counts anything below the line.
            assert!(!has_negative_cycle(states, &edges, |edge| -edge.3), "{}", told());
            tally.none += 1;
        }
        other => panic!("{other:?}, {}", told()),
    }
}

#[test]
fn the_least_ratio_is_that_of_all_integer_points() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let models = number("LONG_RUN_MODELS").unwrap_or(400);
    let mut tally = Tally::default();
    (1..=models).for_each(|seed| trial(seed, &mut tally));
    println!("{models} models: {tally:?}");
    let share = |count: u32, percent: u64| u64::from(count) * 100 >= models * percent;
    assert!(share(tally.whole, 8) && share(tally.fractions, 3), "{tally:?}");
    assert!(share(tally.waiting, 3) && share(tally.none, 10), "{tally:?}");
}
