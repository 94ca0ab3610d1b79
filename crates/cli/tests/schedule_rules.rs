//! What each part of a table does to its model: small problems, one for each rule, with least costs that can be found by hand.

use orrery::network::Objective;
use orrery::schedule::{
    Automata, Calendar, Heuristics, Landings, Order, Problem, Resource, Starts, Step, Wanted,
};
use orrery::{Limits, Loader, OptimiseSettings, Options};

fn least(automata: &Automata) -> Option<i64> {
    let model = Loader::new().load_text("s.xta", &automata.model).expect("a model");
    let query = model.query(&automata.query).expect("a query");
    let objective = if automata.is_time { Objective::Time } else { Objective::Cost };
    let how = (&Options::default(), OptimiseSettings::default());
    let found = model.optimise(&query, objective, how, &mut Limits::new()).expect("a plan");
    assert!(found.value.is_none() || found.is_optimal(), "{found:?}");
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

fn resource() -> Resource {
    Resource { name: "r".to_owned(), count: 1, calendar: None, cleaning: 0 }
}

fn order(recipe: usize, release: u32, steps: Vec<Step>) -> Order {
    let name = format!("order {recipe}");
    Order { name, recipe, steps, release, due: None, delay_cost: 0, storage_cost: 0 }
}

/// Three resources, and these orders as soon as possible.
fn makespan(orders: Vec<Order>) -> Problem {
    Problem {
        wanted: Wanted::Makespan,
        resources: vec![resource(), resource(), resource()],
        orders,
    }
}

const ANY: Heuristics =
    Heuristics { starts: Starts::Any, non_overtaking: false, at_most_active: None, lead: None };

fn with(problem: &Problem, heuristics: Heuristics) -> Option<i64> {
    least(&Automata::of(problem, &heuristics))
}

fn starts(starts: Starts) -> Heuristics {
    Heuristics { starts, ..ANY }
}

#[test]
fn at_most_so_many_orders_are_active() {
    let orders = (0..3).map(|at| order(at, 0, vec![step(0, 2), step(1, 3)])).collect();
    let problem = makespan(orders);
    let active = |most| with(&problem, Heuristics { at_most_active: Some(most), ..ANY });
    assert_eq!((active(1), active(2), active(3)), (Some(15), Some(11), Some(11)));
    let told = |most| {
        let heuristics = Heuristics { at_most_active: Some(most), ..ANY };
        heuristics.effects(&problem).last().map(|effect| effect.nice)
    };
    assert_eq!((told(2), told(3)), (Some(false), Some(true)));
}

#[test]
fn an_order_does_not_begin_before_its_release() {
    let mut late = order(0, 5, vec![step(0, 3)]);
    late.due = Some(10);
    let problem = makespan(vec![late]);
    assert_eq!(with(&problem, ANY), Some(8));
    assert_eq!(with(&problem, Heuristics { lead: Some(8), ..ANY }), Some(8));
}

/// The last order is urgent. It may go first, unless orders of one recipe keep their order.
#[test]
fn orders_that_do_not_overtake_keep_their_order() {
    let dated = |release, due| {
        let mut order = order(0, release, vec![step(0, 2)]);
        (order.due, order.delay_cost) = (Some(due), 1);
        order
    };
    let orders = vec![dated(0, 50), dated(0, 60), dated(1, 5)];
    let problem = Problem { wanted: Wanted::Cost, resources: vec![resource()], orders };
    assert_eq!(with(&problem, ANY), Some(0));
    assert_eq!(with(&problem, Heuristics { non_overtaking: true, ..ANY }), Some(1));
}

fn closed(open: Vec<(u32, u32)>, mut only: Step, interruptible: bool) -> Problem {
    only.interruptible = interruptible;
    let mut problem = makespan(vec![order(0, 0, vec![only])]);
    problem.resources[0].calendar = Some(Calendar { period: 10, open });
    problem
}

#[test]
fn calendars_are_kept() {
    for how in [Starts::Any, Starts::Events] {
        let least = |problem: &Problem| with(problem, starts(how));
        assert_eq!(least(&closed(vec![(5, 10)], step(0, 2), true)), Some(7));
        assert_eq!(least(&closed(vec![(5, 10)], step(0, 2), false)), Some(7));
        assert_eq!(least(&closed(vec![(1, 4)], step(0, 5), true)), Some(1 + 3 + 7 + 2));
        assert_eq!(least(&closed(vec![(1, 4)], step(0, 3), false)), Some(4));
        assert_eq!(least(&closed(vec![(1, 4), (6, 8)], step(0, 4), true)), Some(7));
    }
}

#[test]
fn pauses_are_kept() {
    let mut first = step(0, 1);
    first.pause_at_least = 2;
    let problem = makespan(vec![order(0, 0, vec![first, step(1, 1)])]);
    for how in [Starts::Any, Starts::Events, Starts::NonLazy, Starts::Greedy] {
        assert_eq!(with(&problem, starts(how)), Some(4), "{how:?}");
    }
}

#[test]
fn cleaning_is_for_another_recipe() {
    let shop = |recipes: [usize; 2]| {
        let orders = recipes.map(|recipe| order(recipe, 0, vec![step(0, 3)])).to_vec();
        let mut problem = makespan(orders);
        problem.resources[0].cleaning = 2;
        with(&problem, ANY)
    };
    assert_eq!((shop([0, 0]), shop([0, 1])), (Some(6), Some(8)));
}

/// Nothing happens between 0 and the due date, so a step that begins at an event begins too early.
#[test]
fn steps_begin_at_events() {
    let stored = |release| {
        let mut order = order(0, release, vec![step(0, 3)]);
        (order.due, order.storage_cost) = (Some(20), 1);
        order
    };
    let resources = vec![resource(), resource()];
    let orders = vec![stored(0)];
    let problem = Problem { wanted: Wanted::Cost, resources: resources.clone(), orders };
    assert_eq!(with(&problem, ANY), Some(0));
    assert_eq!(with(&problem, starts(Starts::Events)), Some(17));
    // Idling for longer than the step takes is no way to begin after the other order, which comes at 10.
    let other = order(1, 10, vec![step(0, 1)]);
    let problem = Problem { wanted: Wanted::Cost, resources, orders: vec![stored(0), other] };
    assert_eq!(with(&problem, starts(Starts::NonLazy)), Some(17));
}

/// It pays to wait for the short step that is released just before the long one would be done.
#[test]
fn an_order_may_idle_as_long_as_its_step_takes() {
    let long = order(0, 0, vec![step(0, 5)]);
    let short = order(1, 4, vec![step(0, 1), step(1, 20)]);
    let problem = makespan(vec![long, short]);
    assert_eq!(with(&problem, ANY), Some(25));
    assert_eq!(with(&problem, starts(Starts::NonLazy)), Some(25));
    assert_eq!(with(&problem, starts(Starts::Greedy)), Some(26));
}

#[test]
fn it_is_told_what_may_lose_the_optimum() {
    let plain = makespan(vec![order(0, 0, vec![step(0, 1), step(1, 1)])]);
    let nice = |problem: &Problem, heuristics: Heuristics| {
        heuristics.effects(problem).iter().all(|effect| effect.nice)
    };
    let both = |problem: &Problem| {
        (nice(problem, starts(Starts::Events)), nice(problem, starts(Starts::NonLazy)))
    };
    assert_eq!(both(&plain), (true, true));
    let mut pause = plain.clone();
    pause.orders[0].steps[0].pause_at_most = Some(1);
    assert_eq!(both(&pause), (false, false));
    let mut cleaning = plain.clone();
    cleaning.resources[0].cleaning = 1;
    assert_eq!(both(&cleaning), (true, false));
    let mut calendar = plain.clone();
    calendar.resources[0].calendar = Some(Calendar { period: 9, open: vec![(0, 5)] });
    assert_eq!(both(&calendar), (true, false));
    let mut held = plain.clone();
    held.orders[0].steps[0].gives = vec![];
    held.orders[0].steps[1].gives = vec![0, 1];
    assert_eq!(both(&held), (true, false));
    let mut storage = plain.clone();
    (storage.wanted, storage.orders[0].storage_cost) = (Wanted::Cost, 1);
    assert_eq!(both(&storage), (false, false));
    let order_of = |second: Order| {
        let orders = vec![order(0, 0, vec![step(0, 1)]), second];
        nice(&makespan(orders), Heuristics { non_overtaking: true, ..ANY })
    };
    assert!(order_of(order(0, 3, vec![step(0, 1)])));
    assert!(!order_of(order(0, 3, vec![step(0, 2)])), "another duration");
    let mut dated = order(0, 3, vec![step(0, 1)]);
    dated.delay_cost = 1;
    assert!(!order_of(dated), "another cost");
}

/// Landings of planes `[earliest, target, latest, early, late]` on one runway; with and without an order among planes that are alike.
fn landings(planes: &[[u32; 5]], apart: &[Vec<u32>]) -> [Option<i64>; 2] {
    let mut text = format!("{} 10\n", planes.len());
    for (plane, row) in planes.iter().zip(apart) {
        let [earliest, target, latest, early, late] = plane;
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        text.push_str(&format!(
            "0 {earliest} {target} {latest} {early}.00 {late}.00\n{}\n",
            row.join(" ")
        ));
    }
    let landings = Landings::read(&text).expect("it is right");
    [false, true].map(|in_order| least(&landings.automata(1, in_order)))
}

/// In files a plane keeps this distance from itself.
const ITSELF: u32 = 99_999;

#[test]
fn planes_that_are_not_alike_land_in_any_order() {
    let same = [0, 5, 30, 1, 1];
    // The first must not come right before the second.
    assert_eq!(landings(&[same; 2], &[vec![ITSELF, 9], vec![1, ITSELF]]), [Some(1); 2]);
    // Nothing but the second comes well before the third, and nothing but the first after it.
    let apart = [vec![ITSELF, 2, 1], vec![2, ITSELF, 1], vec![1, 9, ITSELF]];
    assert_eq!(landings(&[same; 3], &apart), [Some(2); 2]);
    let apart = [vec![ITSELF, 3], vec![3, ITSELF]];
    // The one with the earlier target cannot land early, or the other cannot land late.
    assert_eq!(landings(&[[5, 5, 30, 1, 10], [0, 6, 30, 1, 10]], &apart), [Some(4); 2]);
    assert_eq!(landings(&[[0, 5, 30, 10, 1], [0, 6, 6, 10, 1]], &apart), [Some(4); 2]);
}

/// Five planes of five kinds; the first keeps the third at a distance, whatever lands in between.
#[test]
fn the_landing_before_the_last_may_matter() {
    let mut apart = vec![vec![4; 5]; 5];
    for (at, row) in apart.iter_mut().enumerate() {
        row[at] = ITSELF;
        // So that no two are alike.
        row[(at + 2) % 5] = 5;
    }
    apart[0][2] = 10;
    let at = |target: u32| [target, target, target + 20, 1, 1];
    let planes = [at(5), at(9), at(13), at(30), at(40)];
    // The third lands at 15 instead of 13.
    assert_eq!(landings(&planes, &apart), [Some(2); 2]);
}
