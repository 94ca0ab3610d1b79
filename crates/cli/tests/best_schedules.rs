//! The best schedules of random small problems, held against trying everything.

use orrery::network::Objective;
use orrery::schedule::{
    Automata, Calendar, Heuristics, Landings, Order, Problem, Resource, Starts, Step, Wanted,
    job_shop, table,
};
use orrery::{Limits, Loader, OptimiseSettings, Options, SearchOrder, SymmetryOption};

struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % sides).expect("it is small")
    }
}

/// The least cost or time of a model; nothing if there is no schedule. It must be proved.
fn least(automata: &Automata) -> Option<i64> {
    let model = Loader::new()
        .load_text("s.xta", &automata.model)
        .unwrap_or_else(|error| panic!("{error}\n{}", automata.model));
    let query = model.query(&automata.query).expect("a query");
    let objective = if automata.is_time { Objective::Time } else { Objective::Cost };
    let how = (&Options::default(), OptimiseSettings::default());
    let found = model.optimise(&query, objective, how, &mut Limits::new()).expect("a plan");
    assert!(found.value.is_none() || found.is_optimal(), "{found:?}");
    assert!(found.verdict.is_ok() && found.trace_error.is_none(), "{found:?}\n{}", automata.model);
    found.value.map(|value| value.floor())
}

fn step(resource: usize, duration: u32) -> Step {
    Step {
        name: String::new(),
        duration,
        takes: vec![resource],
        gives: vec![resource],
        pause_at_least: 0,
        pause_at_most: None,
        interruptible: false,
    }
}

fn resource(count: u32) -> Resource {
    Resource { name: "r".to_owned(), count, calendar: None, cleaning: 0 }
}

/// The least makespan or cost by trying all integer starts up to a horizon. Steps may not be interrupted, and resources may be closed.
fn tried(problem: &Problem, horizon: u32) -> Option<i64> {
    let steps: Vec<(usize, usize)> = (0..problem.orders.len())
        .flat_map(|order| (0..problem.orders[order].steps.len()).map(move |step| (order, step)))
        .collect();
    let mut starts = vec![0; steps.len()];
    try_from(problem, &steps, 0, &mut starts, horizon)
}

fn try_from(
    problem: &Problem,
    steps: &[(usize, usize)],
    at: usize,
    starts: &mut Vec<u32>,
    horizon: u32,
) -> Option<i64> {
    let Some((order, number)) = steps.get(at).copied() else { return cost(problem, steps, starts) };
    let step = &problem.orders[order].steps[number];
    let before = at.checked_sub(1).filter(|_| number > 0);
    let ended =
        before.map(|before| starts[before] + problem.orders[order].steps[number - 1].duration);
    let pause = number.checked_sub(1).map(|before| &problem.orders[order].steps[before]);
    let earliest = ended.unwrap_or(0).max(problem.orders[order].release)
        + pause.map_or(0, |pause| pause.pause_at_least);
    let latest = pause.and_then(|pause| Some(ended? + pause.pause_at_most?)).unwrap_or(horizon);
    let mut least: Option<i64> = None;
    for start in earliest..=latest.min(horizon) {
        starts[at] = start;
        let resource = &problem.resources[step.takes[0]];
        let closed = |time: u32| {
            let calendar = resource.calendar.as_ref()?;
            let now = time % calendar.period;
            (!calendar.open.iter().any(|(from, until)| (*from..*until).contains(&now)))
                .then_some(())
        };
        let busy = |time: u32| {
            let used = (0..at).filter(|other| {
                let (order, number) = steps[*other];
                let other_step = &problem.orders[order].steps[number];
                other_step.takes == step.takes
                    && (starts[*other]..starts[*other] + other_step.duration).contains(&time)
            });
            used.count() as u32 >= resource.count
        };
        if (start..start + step.duration).any(|time| busy(time) || closed(time).is_some()) {
            continue;
        }
        let found = try_from(problem, steps, at + 1, starts, horizon);
        least = least.into_iter().chain(found).min();
    }
    least
}

fn cost(problem: &Problem, steps: &[(usize, usize)], starts: &[u32]) -> Option<i64> {
    let mut sum: i64 = 0;
    for (at, (order, number)) in steps.iter().enumerate() {
        let order = &problem.orders[*order];
        if number + 1 < order.steps.len() {
            continue;
        }
        let end = i64::from(starts[at] + order.steps[*number].duration);
        let due = order.due.map(i64::from);
        match (problem.wanted, due) {
            (Wanted::Makespan, _) => sum = sum.max(end),
            (Wanted::Cost, Some(due)) => {
                sum += (end - due).max(0) * i64::from(order.delay_cost);
                sum += (due - end).max(0) * i64::from(order.storage_cost);
            }
            (Wanted::Cost | Wanted::Feasible, _) => {}
        }
    }
    Some(sum)
}

fn random_problem(dice: &mut Dice) -> Problem {
    let wanted = if dice.below(2) == 0 { Wanted::Makespan } else { Wanted::Cost };
    let mut resources = vec![resource(1), resource(1 + dice.below(2))];
    if dice.below(3) == 0 {
        resources[0].calendar =
            Some(Calendar { period: 6, open: vec![(dice.below(2), 4 + dice.below(3))] });
    }
    let alike = dice.below(2) == 0;
    let mut orders: Vec<Order> = Vec::new();
    for at in 0..2 + dice.below(2) as usize {
        let steps = (0..1 + dice.below(2)).map(|_| step(dice.below(2) as usize, 1 + dice.below(3)));
        let steps: Vec<Step> = steps.collect();
        let steps = if alike && at > 0 { orders[0].steps.clone() } else { steps };
        let (delay_cost, storage_cost) =
            (1 + dice.below(3), if dice.below(3) == 0 { 1 } else { 0 });
        let order = Order {
            name: format!("order {at}"),
            recipe: if alike { 0 } else { at },
            steps,
            release: dice.below(3),
            due: Some(3 + dice.below(4)),
            delay_cost: if alike { 2 } else { delay_cost },
            storage_cost: if alike { 0 } else { storage_cost },
        };
        orders.push(order);
    }
    if dice.below(4) == 0 && orders[0].steps.len() > 1 {
        orders[0].steps[0].pause_at_most = Some(dice.below(2));
    }
    Problem { wanted, resources, orders }
}

#[test]
fn nice_heuristics_keep_the_optimum() {
    let mut dice = Dice(5);
    let (mut nice, mut lost) = (0, 0);
    for number in 0..40 {
        let problem = random_problem(&mut dice);
        let expected = tried(&problem, 14);
        let any = Heuristics {
            starts: Starts::Any,
            non_overtaking: false,
            at_most_active: None,
            lead: None,
        };
        let found = least(&Automata::of(&problem, &any));
        assert_eq!(found, expected, "problem {number}: {problem:?}");
        for starts in [Starts::Any, Starts::Events, Starts::NonLazy, Starts::Greedy] {
            for non_overtaking in [false, true] {
                let heuristics =
                    Heuristics { starts, non_overtaking, at_most_active: None, lead: None };
                let effects = heuristics.effects(&problem);
                let found = least(&Automata::of(&problem, &heuristics));
                if effects.iter().all(|effect| effect.nice) {
                    assert_eq!(found, expected, "problem {number}, {heuristics:?}: {problem:?}");
                    nice += 1;
                } else {
                    assert!(
                        found.is_none() || found >= expected,
                        "problem {number}, {heuristics:?}: {problem:?}"
                    );
                    lost += u32::from(found != expected);
                }
            }
        }
    }
    assert!(nice > 60 && lost > 5, "{nice} {lost}");
}

#[test]
fn greedy_misses_the_optimum() {
    // The long step must not begin before the short one, which is released a little later.
    let order = |name: &str, steps: Vec<Step>, release: u32| Order {
        name: name.to_owned(),
        recipe: release as usize,
        steps,
        release,
        due: None,
        delay_cost: 0,
        storage_cost: 0,
    };
    let long = order("long", vec![step(0, 5)], 0);
    let short = order("short", vec![step(0, 1), step(1, 6)], 1);
    let problem = Problem {
        wanted: Wanted::Makespan,
        resources: vec![resource(1), resource(1)],
        orders: vec![long, short],
    };
    let with = |starts| {
        least(&Automata::of(
            &problem,
            &Heuristics { starts, non_overtaking: false, at_most_active: None, lead: None },
        ))
    };
    assert_eq!(with(Starts::Any), Some(8));
    assert_eq!(with(Starts::NonLazy), Some(8));
    assert_eq!(with(Starts::Greedy), Some(12));
}

/// The least cost of landings by trying all integer times.
fn landed(
    planes: &[[u32; 5]],
    apart: &[Vec<u32>],
    runways: u32,
    times: &mut Vec<(u32, u32)>,
) -> Option<i64> {
    let at = times.len();
    let Some([earliest, target, latest, early, late]) = planes.get(at).copied() else {
        return Some(0);
    };
    let mut least = None;
    for time in earliest..=latest {
        for runway in 0..runways {
            let far = |(other, (then, on)): (usize, &(u32, u32))| {
                *on != runway
                    || (*then <= time && time - then >= apart[other][at])
                    || (time <= *then && then - time >= apart[at][other])
            };
            if !times.iter().enumerate().all(far) {
                continue;
            }
            times.push((time, runway));
            let cost =
                i64::from(target.saturating_sub(time) * early + time.saturating_sub(target) * late);
            let rest = landed(planes, apart, runways, times);
            times.pop();
            least = least.into_iter().chain(rest.map(|rest| rest + cost)).min();
        }
    }
    least
}

#[test]
fn landings_cost_least() {
    let mut dice = Dice(11);
    for number in 0..25 {
        let count = 3 + dice.below(2) as usize;
        let kinds: Vec<u32> = (0..count).map(|_| dice.below(2)).collect();
        let between =
            [[1 + dice.below(3), 1 + dice.below(4)], [1 + dice.below(4), 1 + dice.below(3)]];
        let mut planes = Vec::new();
        let mut text = format!("{count} 10\n");
        let apart: Vec<Vec<u32>> = (0..count)
            .map(|one| {
                (0..count)
                    .map(|other| between[kinds[one] as usize][kinds[other] as usize])
                    .collect()
            })
            .collect();
        for row in &apart {
            let earliest = dice.below(4);
            let target = earliest + dice.below(3);
            let plane = [
                earliest,
                target,
                target + 3 + dice.below(4),
                1 + dice.below(2),
                1 + dice.below(2),
            ];
            let [earliest, target, latest, early, late] = plane;
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            text.push_str(&format!(
                "0 {earliest} {target} {latest} {early}.00 {late}.00\n{}\n",
                row.join(" ")
            ));
            planes.push(plane);
        }
        let landings = Landings::read(&text).expect("it is right");
        for runways in [1, 2] {
            let expected = landed(&planes, &apart, runways, &mut Vec::new());
            for in_order in [false, true] {
                let found = least(&landings.automata(runways, in_order));
                assert_eq!(
                    found, expected,
                    "{number}, {runways} runways, in order: {in_order}\n{text}"
                );
            }
        }
    }
}

#[test]
fn a_job_shop_is_solved() {
    let problem = job_shop::read("2 2\n0 3 1 2\n0 2 1 4\n").expect("it is right");
    assert_eq!(least(&Automata::of(&problem, &Heuristics::nice(&problem))), Some(8));
}

const TABLE: &str = r#"
objective = "cost"
[resources.mill]
availability = 0.5
[resources.line]
cleaning = 2
[resources.vessel]
count = 2
[recipes.uni]
steps = [{ resource = "mill", duration = 2 }, { resource = "line", per_unit = 0.5, pause_at_least = 0 }]
hold = [{ resource = "vessel", from = 1, to = 2 }]
[recipes.bronze]
steps = [{ resource = "line", duration = 3 }]
[[orders]]
recipe = "uni"
amount = 4
due = 6
delay_cost = 3
[[orders]]
recipe = "bronze"
due = 3
delay_cost = 1
"#;

#[test]
fn a_table_is_read_and_solved() {
    let problem = table::read(TABLE).expect("it is right");
    assert_eq!(
        problem.orders[0].steps.iter().map(|step| step.duration).collect::<Vec<_>>(),
        [4, 2]
    );
    // The line is cleaned for 2 after bronze: uni would end at 8 if it waited, but cleaning can be done while the mill works... it is part of the step.
    let value = least(&Automata::of(&problem, &Heuristics::nice(&problem)));
    // Bronze first: the step of uni takes 2 + 2 from 4 on, so it ends at 8: 6. Uni first: bronze ends at 6 + 3 + 2 = 11: 8.
    assert_eq!(value, Some(6));
}

#[test]
fn everything_that_is_wrong_with_a_table_is_told() {
    let text = TABLE
        .replace("recipe = \"bronze\"", "recipe = \"bronce\"")
        .replace("due = 6", "due = -6")
        .replace("cleaning = 2", "clening = 2");
    let told = table::read(&text).expect_err("it is wrong").to_string();
    for part in ["`bronce`", "`due` must be", "`clening` is not known", "line "] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(
        table::read("objective = 3").is_err()
            && table::read("[").is_err()
            && table::read("").is_err()
    );
}

/// Orders that are alike are exchanged by the symmetry that is found; it leaves as few states as not overtaking does by hand. Without estimates, so
/// that both look at everything that is cheaper than the goal.
#[test]
fn symmetry_leaves_no_more_states_than_orders_that_do_not_overtake() {
    let order = |number: usize| Order {
        name: format!("order {number}"),
        recipe: 0,
        steps: vec![step(0, 3), step(1, 2), step(0, 1)],
        release: 0,
        due: None,
        delay_cost: 0,
        storage_cost: 0,
    };
    let problem = Problem {
        wanted: Wanted::Makespan,
        resources: vec![resource(1), resource(1)],
        orders: (0..5).map(order).collect(),
    };
    let mut found = Vec::new();
    for (non_overtaking, symmetry) in
        [(true, SymmetryOption::Off), (false, SymmetryOption::Auto), (false, SymmetryOption::Off)]
    {
        let heuristics =
            Heuristics { starts: Starts::Events, non_overtaking, at_most_active: None, lead: None };
        let automata = Automata::of(&problem, &heuristics);
        let model = Loader::new().load_text("s.xta", &automata.model).expect("a model");
        let query = model.query(&automata.query).expect("a query");
        let settings = OptimiseSettings {
            order: SearchOrder::Best,
            estimates: false,
            ..OptimiseSettings::default()
        };
        let options = Options { symmetry, ..Options::default() };
        let how = (&options, settings);
        let best = model.optimise(&query, Objective::Time, how, &mut Limits::new());
        let best = best.expect("a plan");
        assert!(best.is_optimal());
        found.push((best.value.map(|value| value.floor()), best.stats.progress.stored));
    }
    let [by_hand, by_symmetry, neither] = found[..] else { panic!("three searches") };
    assert_eq!((by_hand.0, by_symmetry.0, neither.0), (Some(20), Some(20), Some(20)));
    assert!(by_symmetry.1 <= by_hand.1, "{found:?}");
    assert!(by_symmetry.1 * 40 < neither.1, "{found:?}");
}

/// Beginning late saves storage costs, and may be too late.
#[test]
fn beginning_late_is_cut_and_pray() {
    let order = |name: &str| Order {
        name: name.to_owned(),
        recipe: 0,
        steps: vec![step(0, 3)],
        release: 0,
        due: Some(20),
        delay_cost: 5,
        storage_cost: 1,
    };
    let orders = vec![order("one"), order("two")];
    let problem = Problem { wanted: Wanted::Cost, resources: vec![resource(1)], orders };
    let heuristics =
        |starts, lead| Heuristics { starts, non_overtaking: false, at_most_active: None, lead };
    let value = |starts, lead| least(&Automata::of(&problem, &heuristics(starts, lead)));
    // One ends at 20 and the other at 17.
    assert_eq!(value(Starts::Any, None), Some(3));
    assert_eq!(value(Starts::Greedy, None), Some(17 + 14));
    assert_eq!(value(Starts::Greedy, Some(6)), Some(3));
    assert_eq!(value(Starts::Greedy, Some(4)), Some(1 + 10));
    let told = |lead| {
        let effects = heuristics(Starts::Any, Some(lead)).effects(&problem);
        effects.last().map(|effect| (effect.heuristic, effect.nice))
    };
    assert_eq!(told(6), Some(("begin late", false)));
    assert_eq!(told(20), Some(("begin late", true)));
}
