//! Walking along a trace and collecting what its moments must satisfy.

use network::eval::Fault;
use network::guard::Difference;
use zones::Rational;

use super::confirm::{Confirm, Stay, constraints_of};
use super::timeline::{Conjunction, Timeline};
use crate::concrete::{Candidate, Concrete, Discrete, EdgeInstance, Valuation, candidates};
use crate::search::Surroundings;
use crate::semantics::Semantics;

/// A walk: the discrete state it has come to, and the moments so far.
pub(super) struct Walk<'c, 'n> {
    confirm: &'c Confirm<'n>,
    semantics: Semantics<'c>,
    timeline: Timeline,
    discrete: Discrete<'n>,
    /// The moments of the start, the transitions, and the end.
    marks: Vec<usize>,
    /// The predicate to stay within, with the pieces of the present state and those that can have held
    /// when it was entered.
    inside: Option<Inside>,
}

struct Inside {
    stay: Stay,
    /// For each piece: its constraints, and that they held on entry.
    pieces: Vec<(Vec<Difference>, Conjunction)>,
}

impl<'c, 'n> Walk<'c, 'n> {
    pub(super) fn new(confirm: &'c Confirm<'n>) -> Walk<'c, 'n> {
        Walk {
            confirm,
            semantics: confirm.semantics(),
            timeline: Timeline::new(confirm.network),
            discrete: Discrete::initial(confirm.network),
            marks: vec![0],
            inside: None,
        }
    }

    /// Takes the transitions, staying within a predicate if there is one.
    pub(super) fn steps(
        &mut self,
        edges: &[Vec<EdgeInstance>],
        stay: Option<Stay>,
    ) -> Result<(), Fault> {
        self.invariants()?;
        self.enter(0, stay)?;
        for (number, transition) in edges.iter().enumerate() {
            self.pass()?;
            self.stay_until_now()?;
            self.attempt(transition);
            for write in self.discrete.fire(transition)? {
                self.timeline.write(&write);
            }
            self.invariants()?;
            self.enter(number + 1, stay)?;
        }
        Ok(())
    }

    /// Lets time pass, if it may, within the invariants; the new moment is marked.
    pub(super) fn pass(&mut self) -> Result<(), Fault> {
        self.advance()?;
        self.marks.push(self.timeline.now());
        Ok(())
    }

    fn advance(&mut self) -> Result<(), Fault> {
        self.load();
        let may_delay = self.semantics.may_delay()?;
        self.timeline.advance(may_delay);
        self.invariants()
    }

    fn cells(&self) -> Vec<i32> {
        let layout = self.confirm.program.layout;
        let locations = self.discrete.locations.iter().map(|location| location.0.cast_signed());
        let memory = &self.discrete.memory[..layout.carried - layout.processes];
        locations.chain(memory.iter().copied()).collect()
    }

    fn load(&mut self) {
        let cells = self.cells();
        self.semantics.load(&cells);
    }

    fn invariants(&mut self) -> Result<(), Fault> {
        let constraints = self.discrete.invariants()?.unwrap_or_default();
        self.require(&constraints);
        Ok(())
    }

    /// Constraints at the present moment.
    pub(super) fn require(&mut self, constraints: &[Difference]) {
        constraints.iter().for_each(|constraint| self.timeline.require(constraint));
    }

    /// What a transition requires at the present moment. If not even guards can be evaluated, nothing.
    pub(super) fn attempt(&mut self, transition: &[EdgeInstance]) {
        let Ok(all) = candidates(&mut self.discrete) else { return };
        let Some(found) = all.iter().find(|candidate| candidate.edges == transition) else {
            return;
        };
        self.require(&found.constraints);
        found.excluded.iter().for_each(|conjunction| self.timeline.forbid(conjunction));
        for other in all.iter().filter(|other| other.priority > found.priority) {
            if let Some(enabled) = self.enabled(other) {
                self.timeline.forbid(&enabled);
            }
        }
    }

    /// The constraints under which a candidate is enabled, target invariants included; none if integers
    /// exclude it. (Receivers that stay behind are ignored: at worst no run is found.)
    fn enabled(&self, candidate: &Candidate) -> Option<Vec<Difference>> {
        let mut after = self.discrete.clone();
        let writes = after.fire(&candidate.edges).ok()?;
        let mut constraints = candidate.constraints.clone();
        for mut constraint in after.invariants().ok()?? {
            for write in writes.iter().rev() {
                if constraint.left == Some(write.clock) {
                    constraint.left = write.source;
                    constraint.bound -= write.value;
                }
                if constraint.right == Some(write.clock) {
                    constraint.right = write.source;
                    constraint.bound += write.value;
                }
            }
            if constraint.left.is_none() && constraint.right.is_none() {
                let state = Concrete {
                    discrete: after.clone(),
                    valuation: Valuation { clocks: Vec::new() },
                    time: Rational::ZERO,
                };
                if !state.valuation.satisfies(&constraint) {
                    return None;
                }
            } else {
                constraints.push(constraint);
            }
        }
        Some(constraints)
    }

    /// The state after `number` transitions has been entered.
    fn enter(&mut self, number: usize, stay: Option<Stay>) -> Result<(), Fault> {
        self.inside = None;
        let Some(stay) = stay.filter(|stay| number >= stay.from) else { return Ok(()) };
        if stay.after_goal && number == stay.from {
            self.advance()?;
            let goal = &self.confirm.codes[0];
            let options = self.pieces(goal)?;
            self.timeline.choose(options.into_iter().map(|(_, conjunction)| conjunction).collect());
        }
        let pieces = self.pieces(self.confirm.predicate(stay))?;
        self.inside = Some(Inside { stay, pieces });
        Ok(())
    }

    /// The pieces of a predicate in the present discrete state that can hold at the present moment.
    fn pieces(
        &mut self,
        goal: &crate::goal::GoalCode,
    ) -> Result<Vec<(Vec<Difference>, Conjunction)>, Fault> {
        let cells = self.cells();
        let around = Surroundings::of(&mut self.semantics, goal, &cells, None)?;
        let pieces = around.map(|around| around.pieces).unwrap_or_default();
        let mut possible = Vec::new();
        for piece in &pieces {
            let constraints = constraints_of(piece);
            if let Some(conjunction) = self.timeline.conjunction(&constraints) {
                possible.push((constraints, conjunction));
            }
        }
        Ok(possible)
    }

    /// The predicate has held from entry until now: both moments are in one piece (pieces are convex),
    /// or in two pieces of which no gap separates the moments. Only the former is looked for.
    pub(super) fn stay_until_now(&mut self) -> Result<(), Fault> {
        let Some(inside) = self.inside.take() else { return Ok(()) };
        let mut options = Vec::new();
        for (constraints, on_entry) in &inside.pieces {
            if let Some(now) = self.timeline.conjunction(constraints) {
                options.push(now.and(on_entry.clone()));
            }
        }
        self.timeline.choose(options);
        debug_assert!(inside.stay.from <= self.marks.len(), "the walk has come this far");
        Ok(())
    }

    /// The times of the marked moments.
    pub(super) fn solve(&self) -> Option<Vec<Rational>> {
        let times = self.timeline.solve()?;
        Some(self.marks.iter().map(|mark| times[*mark]).collect())
    }
}
