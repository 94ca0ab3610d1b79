//! What the controller does to win.

use zones::Federation;

use super::arena::Arena;
use super::delay::may_last;
use super::fixpoint::{Controller, Local, Watch, losing, winning, within, without};
use super::sets::{Sets, Trouble};

/// What the controller may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing more is to be done: what was to be reached is reached.
    Done,
    /// Let time pass, or wait for the others.
    Wait,
    /// Take the edge of the arena with this number.
    Take(usize),
}

/// What to do in some valuations of a place.
#[derive(Clone, Debug)]
pub struct Rule {
    pub place: usize,
    pub valuations: Federation,
    pub action: Action,
}

/// Rules for all states from which the controller wins.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// From where it wins.
    pub won: Sets,
    pub rules: Vec<Rule>,
    /// More than one rule may fit a state, and any may be followed. Otherwise exactly one fits.
    pub permissive: bool,
}

/// How to reach `second` through `first`. Sets are won one after the other, and what is to be done in a new one leads
/// into those won before, or into the goal; so the controller comes closer to it with every rule.
pub fn reaching(
    arena: &Arena,
    (first, second): (&Sets, &Sets),
    watch: &mut Watch<'_>,
) -> Result<Strategy, Trouble> {
    let mut rules = Vec::new();
    for place in 0..arena.places().len() {
        let valuations = second.at(place).clone();
        rules.push(Rule { place, valuations, action: Action::Done });
    }
    let won = winning(arena, Controller::Game, (first, second), watch, &mut |at, before, now| {
        let game = Local::new(arena, Controller::Game, at);
        let mut new = without(now.clone(), before.at(at));
        let bad = game.bad_for_until(before, (first.at(at), second.at(at)))?;
        for number in arena.numbers_leaving(at) {
            let edge = &arena.edges()[number];
            if !edge.controllable {
                continue;
            }
            let mut take = without(edge.before(before.at(edge.to as usize))?, &bad);
            take.intersect(&new);
            new.subtract(&take);
            rules.push(Rule { place: at, valuations: take, action: Action::Take(number) });
        }
        rules.push(Rule { place: at, valuations: new, action: Action::Wait });
        Ok(())
    })?;
    rules.retain(|rule| !rule.valuations.is_empty());
    Ok(Strategy { won, rules, permissive: false })
}

/// How to stay in `first` until `second`: everything that keeps the game won.
pub fn staying(
    arena: &Arena,
    (first, second): (&Sets, &Sets),
    watch: &mut Watch<'_>,
) -> Result<Strategy, Trouble> {
    let won = losing(arena, Controller::Game, (first, second), watch)?.outside(arena);
    let mut rules = Vec::new();
    for (at, place) in arena.places().iter().enumerate() {
        let mut here = won.at(at).clone();
        let mut done = here.clone();
        done.intersect(second.at(at));
        here.subtract(&done);
        rules.push(Rule { place: at, valuations: done, action: Action::Done });
        let game = Local::new(arena, Controller::Game, at);
        for number in arena.numbers_leaving(at) {
            let edge = &arena.edges()[number];
            if edge.controllable {
                let mut take = within(edge.before(won.at(edge.to as usize))?, place);
                take.intersect(&here);
                rules.push(Rule { place: at, valuations: take, action: Action::Take(number) });
            }
        }
        let mut wait = if place.delays { may_last(won.at(at)) } else { game.nothing() };
        wait.union(&game.may_rest()?);
        wait.intersect(&here);
        rules.push(Rule { place: at, valuations: wait, action: Action::Wait });
    }
    rules.retain(|rule| !rule.valuations.is_empty());
    Ok(Strategy { won, rules, permissive: true })
}
