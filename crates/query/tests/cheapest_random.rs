//! The least cost of random models, held against a search that tries all integer delays.
//!
//! Constraints are closed and have integer bounds, so some cheapest run has integer delays: its moments are a corner of a
//! polyhedron of differences. The judge is a search by Dijkstra over what the reference interpreter does.
//!
//! `CHEAPEST_MODELS=10000 cargo test -p orrery-query --test cheapest_random` tries more of them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::Write as _;
use std::ops::ControlFlow;

use engine::watch::{Progress, StopReason, Watch};
use model::load;
use network::{Goal, Network, Objective, Pricing, Query, QueryKind, Storage};
use orrery_query::optimise::{SearchOrder, Settings, cheapest};
use orrery_query::plan::{AbstractionOption, Options, SymmetryOption};
use orrery_query::verdict::Verdict;
use reference::{Concrete, Ending, Rational, Run, cost_rate, satisfies};
use syntax::SourceMap;

/// No clock is compared with more.
const LARGEST: i64 = 4;

/// Small random numbers.
struct Dice(fastrand::Rng);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0.u64(..sides)
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A cost: a constant, or something that tells processes or states apart.
fn amount(dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => "n".to_owned(),
        1 => "i + 1".to_owned(),
        2 => "(n > 0 ? 3 : 1)".to_owned(),
        other => (other - 2).to_string(),
    }
}

/// What an edge waits for, and what it does.
fn label(dice: &mut Dice) -> (Vec<String>, Vec<String>) {
    let mut guards = Vec::new();
    if !dice.one_in(3) {
        let clock = dice.pick(&["x", "x", "g"]);
        let sign = dice.pick(&[">=", ">=", "<=", "=="]);
        guards.push(format!("{clock} {sign} {}", dice.below(LARGEST as u64 + 1)));
    }
    if dice.one_in(4) {
        guards.push(dice.pick(&["n == 0", "n < 2", "n >= 1"]).to_owned());
    }
    let mut updates = Vec::new();
    if !dice.one_in(3) {
        updates.push(dice.pick(&["x = 0", "x = 0", "g = 0", "x = 1", "g = 3"]).to_owned());
    }
    if dice.one_in(3) {
        updates.push(dice.pick(&["n = 0", "n = 1", "n = (n + 1) % 3"]).to_owned());
    }
    if dice.one_in(2) {
        updates.push(format!("cost += {}", amount(dice)));
    }
    (guards, updates)
}

fn channel(dice: &mut Dice) -> &'static str {
    match dice.below(8) {
        0 => "a!",
        1 => "a?",
        2 => "b!",
        3 => "b?",
        4 => "u!",
        _ => "",
    }
}

/// The locations of a template, and their invariants.
fn states(dice: &mut Dice, locations: u64) -> String {
    let mut text = String::new();
    for location in 0..locations {
        let mut parts = Vec::new();
        if !dice.one_in(3) {
            let clock = dice.pick(&["x", "x", "g"]);
            parts.push(format!("{clock} <= {}", dice.below(LARGEST as u64 + 1)));
        }
        if !dice.one_in(3) {
            parts.push(format!("cost' == {}", amount(dice)));
        }
        let invariant =
            if parts.is_empty() { String::new() } else { format!(" {{ {} }}", parts.join(" && ")) };
        let _ = write!(text, "{}L{location}{invariant}", if location > 0 { ", " } else { "" });
    }
    text
}

fn template(dice: &mut Dice, name: &str, copies: u64) -> String {
    let mut text = format!("process {name}(const int[0,{}] i) {{ clock x; state ", copies - 1);
    // Whoever is at L2 has taken one of `r`, and L2 is on the way.
    let holds = dice.one_in(2);
    let locations = if holds { 3 } else { 2 + dice.below(3) };
    text.push_str(&states(dice, locations));
    text.push(';');
    match dice.below(8) {
        0 => text.push_str(" urgent L1;"),
        1 => text.push_str(" commit L1;"),
        _ => {}
    }
    text.push_str(" init L0; trans ");
    for edge in 0..2 + dice.below(4) {
        let (from, to) = (dice.below(locations), dice.below(locations));
        let (from, to) = match (holds, edge) {
            (false, 0) => (0, 1),
            (true, 0) => (0, 2),
            (true, 1) => (2, 1),
            (true, _) if (from, to) == (0, 1) => (1, 0),
            _ => (from, to),
        };
        let (mut guards, mut updates) = label(dice);
        let sync = channel(dice);
        let (takes, gives) = (holds && from != 2 && to == 2, holds && from == 2 && to != 2);
        // Two that take at once would take too much.
        let sync = if takes || gives { "" } else { sync };
        if takes {
            guards.push("r > 0".to_owned());
            updates.extend(["r--".to_owned(), "x = 0".to_owned()]);
        }
        if gives {
            updates.push("r++".to_owned());
        }
        // A guard on clocks and an urgent channel do not go together. Where a listener has one, others go without it as
        // soon as it does not hold: then constraints are not closed.
        let guards = if ["u!", "b?"].contains(&sync) { Vec::new() } else { guards };
        let _ = write!(text, "{}L{from} -> L{to} {{ ", if edge > 0 { ", " } else { "" });
        for (word, parts) in [("guard", guards.join(" && ")), ("sync", sync.to_owned())] {
            if !parts.is_empty() {
                let _ = write!(text, "{word} {parts}; ");
            }
        }
        if !updates.is_empty() {
            let _ = write!(text, "assign {}; ", updates.join(", "));
        }
        text.push('}');
    }
    text + "; }\n"
}

fn random_model(dice: &mut Dice) -> (String, String) {
    let mut text =
        "clock g; int[0,2] n; chan a; broadcast chan b; urgent broadcast chan u;\n".to_owned();
    let most = 1 + dice.below(3);
    text.push_str(&format!("int[0,{most}] r = {most};\n"));
    let copies = [1 + dice.below(3), 1 + dice.below(2)];
    text.push_str(&template(dice, "P", copies[0]));
    text.push_str(&template(dice, "Q", copies[1]));
    text.push_str("system P, Q;\n");
    let at = |dice: &mut Dice, name: &str, of: u64| {
        format!("{name}({}).L{}", dice.below(of), dice.below(2))
    };
    let all = format!("forall (i : int[0,{}]) P(i).L1", copies[0] - 1);
    let mut goal = match dice.below(3) {
        0 => all,
        1 => format!("{} && {}", at(dice, "P", copies[0]), at(dice, "Q", copies[1])),
        _ => format!("({all}) && Q(0).L1"),
    };
    match dice.below(5) {
        0 => goal.push_str(&format!(" && g >= {}", dice.below(5))),
        1 => goal = format!("({goal}) && (Q(0).x <= 1 || g >= {})", dice.below(5)),
        _ => {}
    }
    (text, goal)
}

fn loaded(model: &str, goal: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let tree = syntax::parse_query_text(&mut sources, "query", &format!("E<> {goal}")).tree;
    let mut loaded = load(&parsed.tree, &[tree]);
    let query = loaded.queries.remove(0);
    let network =
        loaded.network.take().unwrap_or_else(|| panic!("{:?}\n{model}", loaded.diagnostics));
    (network, query)
}

type Key = (Vec<u32>, Vec<i32>, Vec<i64>);

fn key(network: &Network, state: &Concrete<'_>) -> Key {
    let cells = network.slots_in(Storage::State);
    let clocks = state.valuation.clocks.iter().map(|clock| clock.floor()).collect();
    let locations = state.discrete.locations.iter().map(|location| location.0).collect();
    (locations, state.discrete.memory[..cells].to_vec(), clocks)
}

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
    let (network, mut query) = loaded(&model, &goal_text);
    let QueryKind::Reachable(goal) = query.kind.clone() else { panic!("{:?}", query.kind) };
    let objective = if dice.one_in(5) { Objective::Time } else { Objective::Cost };
    let pricing = match objective {
        Objective::PerEvent => unreachable!("it is not among the objectives drawn"),
        Objective::Time => Some(Pricing::Time),
        Objective::Cost => Pricing::of(&network),
    };
    let Some(pricing) = pricing else { return };
    let Ok(expected) = judged(&network, &goal, pricing) else { return };
    query.kind = QueryKind::Cheapest { goal, objective };
    for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
        for abstraction in [AbstractionOption::Auto, AbstractionOption::M, AbstractionOption::None]
        {
            let options = Options { symmetry, abstraction, ..Options::default() };
            let settings = settings(&mut dice);
            let how = (&options, settings);
            let found = cheapest(&network, &query, how, &mut Patience(3_000)).expect("a plan");
            let told = || {
                format!(
                    "seed {seed}, {objective:?}, {options:?}, {settings:?}\n{model}E<> {goal_text}"
                )
            };
            assert!(found.bound <= expected.or(Some(i64::MAX)), "{}\n{found:?}", told());
            if settings.order == SearchOrder::Beam && !found.is_optimal() {
                // It may find nothing, and nothing that is too cheap.
                assert!(found.value.is_none() || found.value >= expected, "{}", told());
                assert!(found.verdict.is_ok(), "{}", told());
                tally.unproved += 1;
                continue;
            }
            if found.stopped.is_some() {
                tally.stopped += 1;
                continue;
            }
            assert_eq!(found.value, expected, "{}\n{:?}", told(), found.verdict);
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
    let models = std::env::var("CHEAPEST_MODELS").ok().and_then(|text| text.parse().ok());
    let models: u64 = models.unwrap_or(60);
    let mut tally = Tally::default();
    (1..=models).for_each(|seed| trial(seed, &mut tally));
    let share = |count: u32, percent: u64| u64::from(count) * 100 >= models * percent;
    assert!(share(tally.values, 30) && share(tally.unreachable, 5), "{tally:?}");
    assert!(share(tally.symmetric, 30) && share(tally.shared, 10), "{tally:?}");
}
