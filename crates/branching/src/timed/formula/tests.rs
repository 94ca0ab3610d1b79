use network::{Along, Expr, Formula, Goal};
use zones::{Bound, Federation, Zone};

use super::super::arena::{Arena, Edge, Origin, Place};
use super::super::sets::Sets;
use super::satisfying;

/// The end is place 1, reached from x = 3 on; row 2 is a timer.
fn arena() -> Arena {
    let mut zone = Zone::universe(3);
    zone.constrain(1, 0, Bound::le(5)).expect("not empty");
    let mut enabled = zone.clone();
    enabled.constrain(0, 1, Bound::le(-3)).expect("not empty");
    let place = |zone| Place { zone, delays: true };
    let origins = vec![Origin { row: 1, offset: 0 }, Origin { row: 2, offset: 0 }];
    let edge = Edge { from: 0, to: 1, controllable: true, enabled: vec![enabled], origins };
    Arena::new(vec![place(zone), place(Zone::universe(3))], vec![edge])
}

fn end() -> Formula {
    Formula::Goal(Goal::Holds(Expr::TRUE))
}

fn nowhere() -> Formula {
    Formula::Goal(Goal::Holds(Expr::FALSE))
}

/// From which values of x on a formula holds in place 0; none if nowhere there.
fn holds_from(formula: &Formula) -> Option<i32> {
    let arena = arena();
    let of = |goal: &Goal| {
        let mut sets = Sets::none(&arena);
        if *goal == Goal::Holds(Expr::TRUE) {
            sets.for_each(|(place, set)| {
                if place == 1 {
                    *set = arena.places()[1].all();
                }
            });
        }
        sets
    };
    let found = satisfying(&arena, formula, 1, &of, &mut |_| true).expect("it ends");
    let from = |least: i32| {
        let mut zone = arena.places()[0].zone.clone();
        zone.constrain(0, 1, Bound::le(-least)).expect("not empty");
        Federation::from(zone)
    };
    (0..=5).find(|least| found.at(0).is_same_set(&from(*least)))
}

#[test]
fn bounds_count_from_now_on_whatever_the_timer_says() {
    let within = |limit| Formula::Some(Along::Within(Box::new(end()), limit));
    assert_eq!([0, 1, 2, 3].map(|limit| holds_from(&within(limit))), [3, 2, 1, 0].map(Some));
}

#[test]
fn what_is_the_same_is_true_or_false_of_both() {
    let same = |left, right| Formula::Same(Box::new(left), Box::new(right));
    assert_eq!(holds_from(&same(end(), nowhere())), Some(0));
    assert_eq!(holds_from(&same(end(), Formula::Not(Box::new(end())))), None);
}

#[test]
fn each_game_is_played_by_itself() {
    let play = |goal| Formula::Control(Along::Eventually(Box::new(goal)));
    assert_eq!(holds_from(&play(end())), Some(0));
    assert_eq!(holds_from(&Formula::And(vec![play(end()), play(nowhere())])), None);
}
