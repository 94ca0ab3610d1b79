//! What a controller can force: the two fixpoints.
//!
//! In a place the controller waits, and may take one of its edges at a moment it chooses. The others may take one of
//! theirs at any moment before, and at that moment as well. Where time cannot go on somebody must act if anybody can.

use std::collections::VecDeque;

use zones::Federation;

use super::arena::{Arena, Edge, Place};
use super::delay::may_last;
use super::sets::{Sets, Trouble};

/// Whose edges the controller decides about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Controller {
    /// All edges: what it can force is what some path does.
    Everybody,
    /// No edge: what is forced is what every path does.
    Nobody,
    /// Only those that the controller may take.
    Game,
}

impl Controller {
    fn owns(self, edge: &Edge) -> bool {
        match self {
            Controller::Everybody => true,
            Controller::Nobody => false,
            Controller::Game => edge.controllable,
        }
    }
}

/// Asked before each step, with the number of zones so far; false ends the computation.
pub type Watch<'w> = dyn FnMut(usize) -> bool + 'w;

/// From where the controller can force that `second` holds now or later, and `first` at all moments before: the least
/// set that contains `second` and all from where it can force the next step into the set.
pub fn until(
    arena: &Arena,
    controller: Controller,
    goal: (&Sets, &Sets),
    watch: &mut Watch<'_>,
) -> Result<Sets, Trouble> {
    winning(arena, controller, goal, watch, &mut |_, _, _| Ok(()))
}

/// From where the controller can force that `first` holds until `second` does, or for ever. The complement is a least
/// set: from where it cannot prevent that one is left before the other comes.
pub(super) fn weak_until(
    arena: &Arena,
    controller: Controller,
    goal: (&Sets, &Sets),
    watch: &mut Watch<'_>,
) -> Result<Sets, Trouble> {
    Ok(losing(arena, controller, goal, watch)?.outside(arena))
}

/// Told of each step: the place, what was won before, and what is won there now.
pub(super) type Gain<'g> = dyn FnMut(usize, &Sets, &Federation) -> Result<(), Trouble> + 'g;

/// See [`until`].
pub(super) fn winning(
    arena: &Arena,
    controller: Controller,
    (first, second): (&Sets, &Sets),
    watch: &mut Watch<'_>,
    gain: &mut Gain<'_>,
) -> Result<Sets, Trouble> {
    let mut won = second.clone();
    let mut waiting = Waiting::new(arena.places().len());
    for place in (0..arena.places().len()).filter(|place| !second.at(*place).is_empty()) {
        waiting.add(place);
        arena.sources(place).for_each(|source| waiting.add(source));
    }
    let mut zones = won.zones();
    while let Some(at) = waiting.next() {
        if !watch(zones) {
            return Err(Trouble::Stopped);
        }
        let game = Local::new(arena, controller, at);
        let now = game.until(&won, (first.at(at), second.at(at)))?;
        if !won.at(at).includes(&now) {
            gain(at, &won, &now)?;
            zones = zones + now.zones().len() - won.at(at).zones().len();
            won.set(at, now);
            arena.sources(at).for_each(|source| waiting.add(source));
        }
    }
    Ok(won)
}

/// The complement of [`weak_until`].
pub(super) fn losing(
    arena: &Arena,
    controller: Controller,
    (first, second): (&Sets, &Sets),
    watch: &mut Watch<'_>,
) -> Result<Sets, Trouble> {
    let mut lost = Sets::none(arena);
    let mut waiting = Waiting::new(arena.places().len());
    (0..arena.places().len()).rev().for_each(|place| waiting.add(place));
    let mut zones = 0;
    while let Some(at) = waiting.next() {
        if !watch(zones) {
            return Err(Trouble::Stopped);
        }
        let game = Local::new(arena, controller, at);
        let now = game.weak_until(&lost, (first.at(at), second.at(at)))?;
        if !lost.at(at).includes(&now) {
            zones = zones + now.zones().len() - lost.at(at).zones().len();
            lost.set(at, now);
            arena.sources(at).for_each(|source| waiting.add(source));
        }
    }
    Ok(lost)
}

/// Places to be looked at again, each once.
struct Waiting {
    queue: VecDeque<usize>,
    queued: Vec<bool>,
}

impl Waiting {
    fn new(places: usize) -> Waiting {
        Waiting { queue: VecDeque::new(), queued: vec![false; places] }
    }

    fn add(&mut self, place: usize) {
        if !std::mem::replace(&mut self.queued[place], true) {
            self.queue.push_back(place);
        }
    }

    fn next(&mut self) -> Option<usize> {
        let place = self.queue.pop_front()?;
        self.queued[place] = false;
        Some(place)
    }
}

/// The game as long as nobody leaves a place.
pub(super) struct Local<'a> {
    arena: &'a Arena,
    controller: Controller,
    at: usize,
    place: &'a Place,
}

impl<'a> Local<'a> {
    pub(super) fn new(arena: &'a Arena, controller: Controller, at: usize) -> Local<'a> {
        Local { arena, controller, at, place: &arena.places()[at] }
    }

    fn edges(&self, own: bool) -> impl Iterator<Item = &'a Edge> + use<'a> {
        let controller = self.controller;
        self.arena.leaving(self.at).filter(move |edge| controller.owns(edge) == own)
    }

    pub(super) fn nothing(&self) -> Federation {
        Federation::empty(self.place.zone.dim())
    }

    /// Where some edge of one side leads into the sets, or out of them.
    fn leading(&self, own: bool, sets: &Sets, into: bool) -> Result<Federation, Trouble> {
        let mut found = self.nothing();
        for edge in self.edges(own) {
            let to = edge.to as usize;
            if into {
                found.union(&edge.before(sets.at(to))?);
            } else {
                let mut rest = self.arena.places()[to].all();
                rest.subtract(sets.at(to));
                found.union(&edge.before(&rest)?);
            }
        }
        Ok(within(found, self.place))
    }

    /// Where some edge of one side is enabled.
    fn enabled(&self, own: bool) -> Result<Federation, Trouble> {
        let mut found = self.nothing();
        for edge in self.edges(own) {
            found.union(&edge.before(&self.arena.places()[edge.to as usize].all())?);
        }
        Ok(within(found, self.place))
    }

    /// From where all delays stay in a set.
    fn for_good(&self, set: &Federation) -> Federation {
        without(self.place.all(), &earlier(without(self.place.all(), set)))
    }

    /// Where the others can leave what is won, or the first part does not hold.
    pub(super) fn bad_for_until(
        &self,
        won: &Sets,
        (first, second): (&Federation, &Federation),
    ) -> Result<Federation, Trouble> {
        let mut bad = self.leading(false, won, false)?;
        bad.union(&without(self.place.all(), first));
        Ok(without(bad, second))
    }

    /// Where the controller need not act although time does not go on: the others can, or nobody can.
    pub(super) fn may_rest(&self) -> Result<Federation, Trouble> {
        let theirs = self.enabled(false)?;
        let mut rest = without(self.place.all(), &self.enabled(true)?);
        rest.union(&theirs);
        if self.place.delays {
            // Only where time cannot go on: elsewhere it is waiting that must be good.
            rest.subtract(&may_last(&self.place.all()));
        }
        Ok(rest)
    }

    /// One round of [`until`].
    fn until(
        &self,
        won: &Sets,
        (first, second): (&Federation, &Federation),
    ) -> Result<Federation, Trouble> {
        let bad = self.bad_for_until(won, (first, second))?;
        let mut good = second.clone();
        good.union(&without(self.leading(true, won, true)?, &bad));
        let forced = self.enabled(false)?;
        if !self.place.delays {
            good.union(&without(forced, &bad));
            return Ok(merged(good));
        }
        if self.place.is_bounded() && !forced.is_empty() {
            // Nothing bad ever comes, and in the end the others have to act.
            good.union(&without(self.for_good(&forced), &earlier(bad.clone())));
        }
        Ok(merged(within(good.pred_t(&bad), self.place)))
    }

    /// One round of [`weak_until`], for the complement.
    fn weak_until(
        &self,
        lost: &Sets,
        (first, second): (&Federation, &Federation),
    ) -> Result<Federation, Trouble> {
        let mut bad = self.leading(false, lost, true)?;
        bad.union(&without(self.place.all(), first));
        let bad = without(bad, second);
        let mut good = self.leading(true, lost, false)?;
        good.union(second);
        let good = without(good, &bad);
        let must_act = without(self.enabled(true)?, &self.enabled(false)?);
        if !self.place.delays {
            let mut now = bad;
            now.union(&without(must_act, &good));
            return Ok(merged(now));
        }
        let mut now = bad.pred_t(&good);
        if self.place.is_bounded() && !must_act.is_empty() {
            // In the end only the controller can act, must, and had nothing better before.
            now.union(&without(earlier(self.for_good(&must_act)), &earlier(good)));
        }
        Ok(merged(within(now, self.place)))
    }
}

pub(super) fn without(mut set: Federation, other: &Federation) -> Federation {
    set.subtract(other);
    set
}

fn earlier(mut set: Federation) -> Federation {
    set.down();
    set
}

pub(super) fn within(mut set: Federation, place: &Place) -> Federation {
    set.intersect_zone(&place.zone);
    set
}

/// The most zones that are joined where two make one: to look at all pairs takes its time.
const MOST_MERGED: usize = 24;

fn merged(mut set: Federation) -> Federation {
    if (2..=MOST_MERGED).contains(&set.zones().len()) {
        set.merge();
    }
    set
}

#[cfg(test)]
mod tests;
