//! Compiled goals, and the parts of a symbolic state that satisfy them.

use std::ops::{ControlFlow, Deref};

use network::eval::Fault;
use network::{Goal, Origin};
use zones::{Federation, Remainder, Zone};

use super::order::{deadlocks_last, shows_order};
use crate::semantics::{Semantics, checked_bound};
use program::State;
use program::{Compiler, Constraint, Test};

/// A goal in normal form, compiled.
#[derive(Clone, Debug)]
pub enum GoalCode {
    /// All of them, from the left; an invalid evaluation behind a false conjunct does not happen.
    And(Parts),
    /// One of them. It does not show in which order they are evaluated.
    Or(Parts),
    /// One of them, from the left: where one holds, those after it are not evaluated. They may be invalid there.
    InOrder(Parts),
    /// A condition on the discrete state.
    Test(Test),
    Clock(Constraint),
    /// No transition now or later.
    Deadlock,
    /// Some transition now or later.
    Alive,
}

/// Goals that belong together.
#[derive(Clone, Debug)]
pub struct Parts {
    goals: Vec<GoalCode>,
    /// All depend on the discrete state alone. Asked for in every state, so it is not found out each time.
    discrete: bool,
}

impl FromIterator<GoalCode> for Parts {
    fn from_iter<I: IntoIterator<Item = GoalCode>>(goals: I) -> Parts {
        let goals: Vec<_> = goals.into_iter().collect();
        let discrete = goals.iter().all(GoalCode::is_discrete);
        Parts { goals, discrete }
    }
}

impl Deref for Parts {
    type Target = [GoalCode];

    fn deref(&self) -> &[GoalCode] {
        &self.goals
    }
}

impl GoalCode {
    /// Compiles a goal in normal form.
    pub fn compile(goal: &Goal, compiler: &mut Compiler<'_>, origin: Origin) -> GoalCode {
        match goal {
            Goal::And(parts) => {
                let parts = deadlocks_last(parts, compiler.network());
                let parts = parts.iter().map(|part| GoalCode::compile(part, compiler, origin));
                GoalCode::And(parts.collect())
            }
            Goal::Or(parts) => {
                let ordered = shows_order(parts, compiler.network());
                let parts = parts.iter().map(|part| GoalCode::compile(part, compiler, origin));
                let parts = parts.collect();
                if ordered { GoalCode::InOrder(parts) } else { GoalCode::Or(parts) }
            }
            Goal::Holds(condition) => GoalCode::Test(compiler.goal_test(condition, origin)),
            Goal::Clock(constraint) => {
                GoalCode::Clock(compiler.goal_constraint(constraint, origin))
            }
            Goal::Deadlock => GoalCode::Deadlock,
            // In normal form only deadlock is negated.
            Goal::Not(_) => GoalCode::Alive,
        }
    }

    /// Does it depend on the discrete state alone?
    #[must_use]
    pub fn is_discrete(&self) -> bool {
        match self {
            GoalCode::And(parts) | GoalCode::Or(parts) | GoalCode::InOrder(parts) => parts.discrete,
            GoalCode::Test(_) => true,
            GoalCode::Clock(_) | GoalCode::Deadlock | GoalCode::Alive => false,
        }
    }

    /// Does some valuation of the state satisfy it? The state must be loaded in `semantics`.
    pub fn holds_somewhere(
        &self,
        semantics: &mut Semantics<'_>,
        state: &State,
    ) -> Result<bool, Fault> {
        if self.is_discrete() {
            return self.holds(semantics);
        }
        let mut found = false;
        self.visit(semantics, state, &mut |_| {
            found = true;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Does one of its last alternatives hold somewhere in the state while another is invalid? Then its value there
    /// depends on the order in which they are evaluated. The state must be loaded in `semantics`.
    pub fn is_mixed(&self, semantics: &mut Semantics<'_>, state: &State) -> bool {
        // The transition that was being computed is still to be told.
        let attempted = std::mem::take(&mut semantics.attempted);
        let mut all = Vec::new();
        self.alternatives(&mut Vec::new(), &mut all);
        let (mut holds, mut invalid) = (false, false);
        for mut goals in all {
            semantics.load(&state.cells);
            let mut found = false;
            let mut visit = |_: &Zone| {
                found = true;
                ControlFlow::Break(())
            };
            let mut walk = Walk { semantics, state, visit: &mut visit };
            invalid |= walk.all(&mut goals, state.zone.clone()).is_err();
            holds |= found;
        }
        semantics.load(&state.cells);
        semantics.attempted = attempted;
        holds && invalid
    }

    /// The ways to satisfy it: what must hold for each, the last first.
    fn alternatives<'g>(
        &'g self,
        before: &mut Vec<&'g GoalCode>,
        out: &mut Vec<Vec<&'g GoalCode>>,
    ) {
        match self {
            GoalCode::Or(parts) | GoalCode::InOrder(parts) => {
                parts.iter().for_each(|part| part.alternatives(before, out));
            }
            GoalCode::And(parts) => {
                let known = before.len();
                match parts.split_last() {
                    Some((last, first)) => {
                        before.extend(first);
                        last.alternatives(before, out);
                        before.truncate(known);
                    }
                    None => out.push(before.iter().rev().copied().collect()),
                }
            }
            GoalCode::Test(_) | GoalCode::Clock(_) | GoalCode::Deadlock | GoalCode::Alive => {
                out.push(std::iter::once(self).chain(before.iter().rev().copied()).collect());
            }
        }
    }

    /// Can no state whatsoever satisfy it?
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        match self {
            GoalCode::And(parts) => parts.first().is_some_and(GoalCode::is_impossible),
            GoalCode::Or(parts) | GoalCode::InOrder(parts) => {
                parts.iter().all(GoalCode::is_impossible)
            }
            GoalCode::Test(test) => *test == Test::Never,
            GoalCode::Clock(_) | GoalCode::Deadlock | GoalCode::Alive => false,
        }
    }

    /// May a state with the loaded discrete part satisfy it? Nothing is evaluated that an exact answer
    /// would not evaluate, so that no fault is found which is none.
    pub fn may_hold(&self, semantics: &mut Semantics<'_>) -> Result<bool, Fault> {
        if self.is_discrete() {
            return self.holds(semantics);
        }
        match self {
            GoalCode::And(parts) => {
                // What follows a condition on clocks may depend on it.
                for part in parts.iter() {
                    if !part.is_discrete() {
                        return part.may_hold(semantics);
                    }
                    if !part.holds(semantics)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            GoalCode::Or(parts) | GoalCode::InOrder(parts) => {
                for part in parts.iter() {
                    if part.may_hold(semantics)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            GoalCode::Test(_) | GoalCode::Clock(_) | GoalCode::Deadlock | GoalCode::Alive => {
                Ok(true)
            }
        }
    }

    /// A goal that depends on the discrete state alone, in the loaded state.
    fn holds(&self, semantics: &mut Semantics<'_>) -> Result<bool, Fault> {
        Ok(match self {
            GoalCode::And(parts) => {
                for part in parts.iter() {
                    if !part.holds(semantics)? {
                        return Ok(false);
                    }
                }
                true
            }
            GoalCode::Or(parts) | GoalCode::InOrder(parts) => {
                for part in parts.iter() {
                    if part.holds(semantics)? {
                        return Ok(true);
                    }
                }
                false
            }
            GoalCode::Test(test) => {
                let (machine, memory, _) = semantics.loaded();
                machine.test(test, memory)?
            }
            GoalCode::Clock(_) | GoalCode::Deadlock | GoalCode::Alive => false,
        })
    }

    /// The parts of the state that satisfy it; their union is exactly the satisfying valuations. The
    /// state must be loaded in `semantics`.
    pub fn pieces(&self, semantics: &mut Semantics<'_>, state: &State) -> Result<Vec<Zone>, Fault> {
        let mut pieces = Vec::new();
        self.collect(semantics, state, &mut pieces).map(|()| pieces)
    }

    /// As [`GoalCode::pieces`]; if there are some before an invalid evaluation, those.
    pub fn first_pieces(
        &self,
        semantics: &mut Semantics<'_>,
        state: &State,
    ) -> Result<Vec<Zone>, Fault> {
        let mut pieces = Vec::new();
        match self.collect(semantics, state, &mut pieces) {
            Err(fault) if pieces.is_empty() => Err(fault),
            _ => Ok(pieces),
        }
    }

    fn collect(
        &self,
        semantics: &mut Semantics<'_>,
        state: &State,
        pieces: &mut Vec<Zone>,
    ) -> Result<(), Fault> {
        self.visit(semantics, state, &mut |zone| {
            if !pieces.iter().any(|piece: &Zone| piece.includes(zone)) {
                pieces.retain(|piece| !zone.includes(piece));
                pieces.push(zone.clone());
            }
            ControlFlow::Continue(())
        })
    }

    fn visit(
        &self,
        semantics: &mut Semantics<'_>,
        state: &State,
        visit: &mut dyn FnMut(&Zone) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let mut walk = Walk { semantics, state, visit };
        walk.all(&mut vec![self], state.zone.clone()).map(|_| ())
    }
}

/// Enumerates the satisfying parts by working off a list of goals that must all hold.
struct Walk<'a, 'p> {
    semantics: &'a mut Semantics<'p>,
    state: &'a State,
    visit: &'a mut dyn FnMut(&Zone) -> ControlFlow<()>,
}

impl Walk<'_, '_> {
    fn all(
        &mut self,
        goals: &mut Vec<&GoalCode>,
        mut zone: Zone,
    ) -> Result<ControlFlow<()>, Fault> {
        let Some(goal) = goals.pop() else {
            return Ok((self.visit)(&zone));
        };
        let flow = match goal {
            // A choice between discrete goals would be made in every combination with the other choices.
            goal if goal.is_discrete() => {
                if goal.holds(self.semantics)? {
                    self.all(goals, zone)?
                } else {
                    ControlFlow::Continue(())
                }
            }
            GoalCode::And(parts) => {
                goals.extend(parts.iter().rev());
                let flow = self.all(goals, zone);
                return flow;
            }
            GoalCode::Or(parts) => self.one_of(parts, goals, zone)?,
            GoalCode::InOrder(parts) => self.first_of(parts, goals, zone)?,
            GoalCode::Test(_) => ControlFlow::Continue(()),
            GoalCode::Clock(constraint) => {
                if self.constrain(constraint, &mut zone)? {
                    self.all(goals, zone)?
                } else {
                    ControlFlow::Continue(())
                }
            }
            GoalCode::Deadlock => {
                let mut stuck = self.semantics.deadlocks(self.state)?;
                self.semantics.load(&self.state.cells);
                self.each_stuck(goals, &zone, &mut stuck)?
            }
            GoalCode::Alive => {
                self.semantics.load(&self.state.cells);
                let alive = self.semantics.action_zones(&self.state.zone)?;
                self.semantics.load(&self.state.cells);
                self.each(goals, &zone, alive)?
            }
        };
        Ok(flow)
    }

    /// Goes on with what satisfies each goal.
    fn one_of(
        &mut self,
        parts: &[GoalCode],
        goals: &mut Vec<&GoalCode>,
        zone: Zone,
    ) -> Result<ControlFlow<()>, Fault> {
        let (discrete, timed): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part.is_discrete());
        for part in discrete {
            // It holds of the whole zone: the others add nothing.
            if part.holds(self.semantics)? {
                return self.all(goals, zone);
            }
        }
        for part in timed {
            let mut branch = goals.clone();
            branch.push(part);
            if self.all(&mut branch, zone.clone())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Goes on with what satisfies each goal, evaluated only where none before it holds.
    fn first_of(
        &mut self,
        parts: &[GoalCode],
        goals: &[&GoalCode],
        zone: Zone,
    ) -> Result<ControlFlow<()>, Fault> {
        let mut rest = Federation::from(zone);
        for part in parts {
            let mut found = Vec::new();
            for zone in rest.zones() {
                let mut visit = |piece: &Zone| {
                    found.push(piece.clone());
                    ControlFlow::Continue(())
                };
                let (semantics, state) = (&mut *self.semantics, self.state);
                let mut walk = Walk { semantics, state, visit: &mut visit };
                let _ = walk.all(&mut vec![part], zone.clone())?;
            }
            for piece in found {
                if self.all(&mut goals.to_vec(), piece.clone())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                rest.subtract_zone(&piece);
            }
            if rest.is_empty() {
                break;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Goes on with each part of the zone that is stuck; there may be many, and one may be enough.
    fn each_stuck(
        &mut self,
        goals: &[&GoalCode],
        zone: &Zone,
        stuck: &mut Remainder,
    ) -> Result<ControlFlow<()>, Fault> {
        while let Some(mut part) = self.semantics.next_piece(stuck)? {
            if part.intersect(zone).is_ok() && self.all(&mut goals.to_vec(), part)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Goes on with each part of the zone.
    fn each(
        &mut self,
        goals: &[&GoalCode],
        zone: &Zone,
        parts: Vec<Zone>,
    ) -> Result<ControlFlow<()>, Fault> {
        for mut part in parts {
            if part.intersect(zone).is_ok() && self.all(&mut goals.to_vec(), part)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn constrain(&mut self, constraint: &Constraint, zone: &mut Zone) -> Result<bool, Fault> {
        let (machine, memory, rows) = self.semantics.loaded();
        let Some((left, right, bound)) = machine.constraint(constraint, memory)? else {
            return Ok(true);
        };
        let (left, right) = (rows.of(left), rows.of(right));
        if left == right {
            return Ok((bound, !constraint.strict) >= (0, true));
        }
        let bound = checked_bound(bound.into(), constraint.strict)?;
        let some = zone.constrain(left, right, bound).is_ok();
        self.semantics.check_range(zone)?;
        Ok(some)
    }
}
