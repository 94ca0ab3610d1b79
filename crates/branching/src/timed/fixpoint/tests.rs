//! Each rule of the game by itself, on arenas with one clock.

use zones::{Bound, Federation, Zone};

use super::super::arena::{Arena, Edge, Origin, Place};
use super::super::sets::Sets;
use super::super::strategy::{Action, Strategy, reaching, staying};
use super::{Controller, until, weak_until};

const EVER: i32 = i32::MAX;

/// The clock from one value to another, which may themselves be excluded.
fn within((least, above): (i32, bool), (most, below): (i32, bool)) -> Zone {
    let bound = |i: usize, j: usize| match (i, j) {
        (0, 1) => {
            if above {
                Bound::lt(-least)
            } else {
                Bound::le(-least)
            }
        }
        (1, 0) if most == EVER => Bound::UNBOUNDED,
        (1, 0) => {
            if below {
                Bound::lt(most)
            } else {
                Bound::le(most)
            }
        }
        _ => Bound::LE_ZERO,
    };
    Zone::from_bounds(2, bound).expect("it is not empty")
}

/// The clock from one value to another, both included.
fn from(least: i32, most: i32) -> Zone {
    within((least, false), (most, false))
}

/// The clock from one value to another, the last one excluded.
fn before(least: i32, most: i32) -> Zone {
    within((least, false), (most, true))
}

/// The clock above a value.
fn after(least: i32) -> Zone {
    within((least, true), (EVER, false))
}

fn set(zones: &[Zone]) -> Federation {
    let mut set = Federation::empty(2);
    zones.iter().for_each(|zone| set.add(zone.clone()));
    set
}

fn place(zone: Zone) -> Place {
    Place { zone, delays: true }
}

fn urgent() -> Place {
    Place { zone: from(0, EVER), delays: false }
}

fn anything() -> Place {
    place(from(0, EVER))
}

/// An edge of the controller that leaves the clock alone.
fn own(from: u32, to: u32, enabled: Zone) -> Edge {
    let origins = vec![Origin { row: 1, offset: 0 }];
    Edge { from, to, controllable: true, enabled: vec![enabled], origins }
}

/// The same of the environment.
fn theirs(from: u32, to: u32, enabled: Zone) -> Edge {
    Edge { controllable: false, ..own(from, to, enabled) }
}

/// A game about place 0, with place 1 as the end, or as where it is safe, and place 2 as where it is lost.
struct Game {
    arena: Arena,
}

impl Game {
    fn new(first: Place, edges: Vec<Edge>) -> Game {
        Game { arena: Arena::new(vec![first, anything(), anything()], edges) }
    }

    fn sets(&self, of: [&[Zone]; 3]) -> Sets {
        Sets::new(of.map(set).to_vec())
    }

    /// Where place 1 is reached.
    fn reached(&self) -> Federation {
        let end = self.sets([&[], &[from(0, EVER)], &[]]);
        self.until(&Sets::all(&self.arena), &end)
    }

    fn until(&self, first: &Sets, second: &Sets) -> Federation {
        let watch = &mut |_| true;
        let found = until(&self.arena, Controller::Game, (first, second), watch);
        found.expect("it ends").at(0).clone()
    }

    /// Where place 2 is avoided.
    fn kept(&self) -> Federation {
        self.weak_until(&[from(0, EVER)], &[])
    }

    /// Where the first holds until the second does, in place 0, and place 2 is avoided.
    fn weak_until(&self, first: &[Zone], second: &[Zone]) -> Federation {
        let first = self.sets([first, &[from(0, EVER)], &[]]);
        let second = self.sets([second, &[], &[]]);
        let watch = &mut |_| true;
        let found = weak_until(&self.arena, Controller::Game, (&first, &second), watch);
        found.expect("it ends").at(0).clone()
    }
}

#[track_caller]
fn assert_is(found: &Federation, zones: &[Zone]) {
    assert!(found.is_same_set(&set(zones)), "{found:?}");
}

#[test]
fn the_controller_acts_when_it_likes_and_the_environment_need_not() {
    assert_is(&Game::new(anything(), vec![own(0, 1, from(2, EVER))]).reached(), &[from(0, EVER)]);
    assert_is(&Game::new(anything(), vec![theirs(0, 1, from(2, EVER))]).reached(), &[]);
    // What is enabled outside a place does not count.
    let narrow = Game::new(place(from(0, 2)), vec![own(0, 1, from(0, EVER))]);
    assert_is(&narrow.reached(), &[from(0, 2)]);
}

#[test]
fn the_environment_goes_first() {
    let edges = |enabled| vec![own(0, 1, from(3, EVER)), theirs(0, 2, enabled)];
    assert_is(&Game::new(anything(), edges(from(2, EVER))).reached(), &[]);
    assert_is(&Game::new(anything(), edges(from(4, EVER))).reached(), &[before(0, 4)]);
    let at_once = vec![own(0, 1, from(0, EVER)), theirs(0, 2, from(1, EVER))];
    assert_is(&Game::new(urgent(), at_once).reached(), &[before(0, 1)]);
}

#[test]
fn until_wants_the_first_before_the_second_and_not_after() {
    let game = Game::new(anything(), vec![own(0, 1, from(1, EVER))]);
    let (first, all) = (game.sets([&[before(0, 2)], &[], &[]]), from(0, EVER));
    let end = game.sets([&[], std::slice::from_ref(&all), &[]]);
    assert_is(&game.until(&first, &end), &[before(0, 2)]);
    let here = game.sets([&[from(2, EVER)], &[], &[]]);
    assert_is(&game.until(&first, &here), &[all]);
}

#[test]
fn where_time_cannot_go_on_the_environment_must_act_if_it_can() {
    let bounded = || place(from(0, 5));
    assert_is(&Game::new(urgent(), vec![theirs(0, 1, from(0, EVER))]).reached(), &[from(0, EVER)]);
    assert_is(&Game::new(urgent(), Vec::new()).reached(), &[]);
    // It may wait until the end of an invariant, and no longer.
    assert_is(&Game::new(bounded(), vec![theirs(0, 1, from(3, EVER))]).reached(), &[from(0, 5)]);
    assert_is(&Game::new(anything(), vec![theirs(0, 1, from(3, EVER))]).reached(), &[]);
    // If it cannot act at the end, it need not act before.
    assert_is(&Game::new(bounded(), vec![theirs(0, 1, from(1, 2))]).reached(), &[]);
    // Nor must anything bad be possible before.
    let other = vec![theirs(0, 1, from(3, EVER)), theirs(0, 2, from(1, 2))];
    assert_is(&Game::new(bounded(), other).reached(), &[within((2, true), (5, false))]);
    let later = vec![theirs(0, 1, from(3, EVER)), theirs(0, 2, from(4, EVER))];
    assert_is(&Game::new(bounded(), later).reached(), &[]);
    let both = vec![theirs(0, 1, from(0, EVER)), theirs(0, 2, from(1, EVER))];
    assert_is(&Game::new(urgent(), both).reached(), &[before(0, 1)]);
}

#[test]
fn what_holds_until_something_need_not_hold_afterwards() {
    let alone = Game::new(anything(), Vec::new());
    assert_is(&alone.weak_until(&[before(0, 4)], &[]), &[]);
    assert_is(&alone.weak_until(&[before(0, 4)], &[from(4, EVER)]), &[from(0, EVER)]);
    assert_is(&alone.weak_until(&[before(0, 2)], &[from(2, 3)]), &[from(0, 3)]);
    // Too late: it does not hold any more when the controller leaves.
    let leaving = |at| Game::new(anything(), vec![own(0, 1, from(at, EVER))]);
    assert_is(&leaving(2).weak_until(&[before(0, 2)], &[]), &[]);
    assert_is(&leaving(1).weak_until(&[before(0, 2)], &[]), &[before(0, 2)]);
}

#[test]
fn a_controller_must_not_stop_time() {
    let bounded = || place(from(0, 5));
    assert_is(&Game::new(bounded(), vec![own(0, 2, from(0, EVER))]).kept(), &[]);
    assert_is(&Game::new(anything(), vec![own(0, 2, from(0, EVER))]).kept(), &[from(0, EVER)]);
    // The environment acts in its place, or nobody can.
    let edges = vec![own(0, 2, from(0, EVER)), theirs(0, 1, from(0, EVER))];
    assert_is(&Game::new(bounded(), edges).kept(), &[from(0, 5)]);
    assert_is(&Game::new(bounded(), vec![own(0, 2, from(1, 2))]).kept(), &[from(0, 5)]);
    // It may do something better before.
    let edges = vec![own(0, 2, from(0, EVER)), own(0, 1, from(1, 2))];
    assert_is(&Game::new(bounded(), edges).kept(), &[from(0, 2)]);
    let edges = vec![own(0, 2, from(0, EVER)), own(0, 1, from(0, 2))];
    assert_is(&Game::new(urgent(), edges).kept(), &[from(0, 2)]);
}

#[test]
fn what_is_won_or_lost_spreads_over_several_edges() {
    let all = || from(0, EVER);
    let four = || (0..4).map(|_| anything()).collect::<Vec<_>>();
    let watch = &mut |_| true;
    let forth = Arena::new(four(), vec![own(0, 1, all()), own(1, 2, all()), own(2, 3, all())]);
    let mut end = vec![set(&[]); 4];
    end[3] = set(&[all()]);
    let won = until(&forth, Controller::Game, (&Sets::all(&forth), &Sets::new(end)), watch);
    assert_is(won.expect("it ends").at(0), &[all()]);
    let edges = vec![theirs(3, 2, all()), theirs(2, 1, all()), theirs(1, 0, all())];
    let back = Arena::new(four(), edges);
    let mut stay = vec![set(&[all()]); 4];
    stay[0] = set(&[]);
    let game = (&Sets::new(stay), &Sets::none(&back));
    let kept = weak_until(&back, Controller::Game, game, watch);
    assert_is(kept.expect("it ends").at(3), &[]);
}

/// In which valuations of place 0 a strategy says so.
fn told(strategy: &Strategy, action: Action) -> Federation {
    let mut all = Federation::empty(2);
    let rules = strategy.rules.iter().filter(|rule| rule.place == 0 && rule.action == action);
    rules.for_each(|rule| all.union(&rule.valuations));
    all
}

#[test]
fn one_rule_fits_where_something_is_to_be_reached() {
    let edges =
        vec![own(0, 1, from(2, EVER)), own(0, 1, from(1, EVER)), theirs(0, 2, from(4, EVER))];
    let game = Game::new(anything(), edges);
    let end = game.sets([&[], &[from(0, EVER)], &[]]);
    let all = Sets::all(&game.arena);
    let strategy = reaching(&game.arena, (&all, &end), &mut |_| true).expect("it ends");
    assert_is(&told(&strategy, Action::Take(0)), &[before(2, 4)]);
    assert_is(&told(&strategy, Action::Take(1)), &[before(1, 2)]);
    assert_is(&told(&strategy, Action::Wait), &[before(0, 1)]);
}

/// What stays in place 0 as long as the clock is in a zone, and avoids place 2.
fn permissive(game: &Game, first: Zone, second: &[Zone]) -> Strategy {
    let first = game.sets([&[first], &[from(0, EVER)], &[]]);
    let second = game.sets([second, &[], &[]]);
    staying(&game.arena, (&first, &second), &mut |_| true).expect("it ends")
}

#[test]
fn every_rule_fits_that_keeps_what_is_to_be_kept() {
    let edges = vec![own(0, 1, from(0, EVER)), own(0, 2, from(0, EVER)), theirs(0, 2, after(3))];
    let strategy = permissive(&Game::new(anything(), edges), from(0, EVER), &[]);
    assert_is(&told(&strategy, Action::Take(0)), &[from(0, 3)]);
    assert_is(&told(&strategy, Action::Take(1)), &[]);
    // At 3 it is too late to wait, for nothing is said of how little.
    assert_is(&told(&strategy, Action::Wait), &[before(0, 3)]);
}

#[test]
fn one_may_rest_at_the_end_if_the_others_can_act() {
    let both = vec![own(0, 1, from(0, EVER)), theirs(0, 1, from(0, EVER))];
    let strategy = permissive(&Game::new(place(from(0, 5)), both.clone()), from(0, EVER), &[]);
    assert_is(&told(&strategy, Action::Wait), &[from(0, 5)]);
    let strategy =
        permissive(&Game::new(place(from(0, 5)), both[..1].to_vec()), from(0, EVER), &[]);
    assert_is(&told(&strategy, Action::Wait), &[before(0, 5)]);
    // Elsewhere what comes must be good.
    let strategy = permissive(&Game::new(place(from(0, 5)), both), from(0, 2), &[]);
    assert_is(&told(&strategy, Action::Wait), &[before(0, 2)]);
}

#[test]
fn nothing_is_told_of_what_is_done() {
    let game = Game::new(anything(), vec![own(0, 1, from(0, EVER))]);
    let strategy = permissive(&game, from(0, 2), &[from(2, 4)]);
    assert_is(&told(&strategy, Action::Done), &[from(2, 4)]);
    assert_is(&told(&strategy, Action::Wait), &[before(0, 2)]);
    assert_is(&told(&strategy, Action::Take(0)), &[before(0, 2)]);
}
