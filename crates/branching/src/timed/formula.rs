//! The states of an arena that satisfy a formula.

use network::{Along, Formula, Goal};
use zones::Bound;

use super::arena::Arena;
use super::fixpoint::{Controller, Watch, until, weak_until};
use super::sets::{Sets, Trouble};

/// The states that satisfy a formula, given those that satisfy each predicate in it. The last `timers` rows of each place
/// are clocks that nobody sets and that may have any value everywhere: they measure time for quantifiers with a bound,
/// and there must be as many of them as such quantifiers stand inside one another.
pub fn satisfying(
    arena: &Arena,
    formula: &Formula,
    timers: usize,
    of: &dyn Fn(&Goal) -> Sets,
    watch: &mut Watch<'_>,
) -> Result<Sets, Trouble> {
    Evaluation { arena, of, timers, used: 0, watch, played: Vec::new() }.states(formula)
}

struct Evaluation<'a, 'w> {
    arena: &'a Arena,
    of: &'a dyn Fn(&Goal) -> Sets,
    timers: usize,
    /// How many timers measure time for quantifiers around this formula.
    used: usize,
    watch: &'a mut Watch<'w>,
    /// Games that were played already: queries under a strategy name one several times.
    played: Vec<(Along, Sets)>,
}

impl Evaluation<'_, '_> {
    fn states(&mut self, formula: &Formula) -> Result<Sets, Trouble> {
        match formula {
            Formula::Goal(goal) => Ok((self.of)(goal)),
            Formula::Not(part) => Ok(self.states(part)?.outside(self.arena)),
            Formula::And(parts) => {
                let mut all = Sets::all(self.arena);
                for part in parts {
                    all.intersect(&self.states(part)?);
                }
                Ok(all)
            }
            Formula::Or(parts) => {
                let mut all = Sets::none(self.arena);
                for part in parts {
                    all.union(&self.states(part)?);
                }
                Ok(all)
            }
            Formula::Same(left, right) => {
                let mut both = self.states(left)?;
                let right = self.states(right)?;
                let mut neither = both.outside(self.arena);
                neither.intersect(&right.outside(self.arena));
                both.intersect(&right);
                both.union(&neither);
                Ok(both)
            }
            Formula::Some(along) => self.forced(Controller::Everybody, along),
            Formula::All(along) => self.forced(Controller::Nobody, along),
            Formula::Control(along) => {
                if let Some((_, won)) = self.played.iter().find(|(game, _)| game == along) {
                    return Ok(won.clone());
                }
                let won = self.forced(Controller::Game, along)?;
                self.played.push((along.clone(), won.clone()));
                Ok(won)
            }
        }
    }

    /// From where a controller can make paths like this.
    fn forced(&mut self, controller: Controller, along: &Along) -> Result<Sets, Trouble> {
        let arena = self.arena;
        let (first, second, weak) = match along {
            Along::Eventually(end) => (Sets::all(arena), self.states(end)?, false),
            Along::Within(end, limit) => return self.within(controller, end, *limit),
            Along::Always(stay) => (self.states(stay)?, Sets::none(arena), true),
            Along::Until(first, second) => (self.states(first)?, self.states(second)?, false),
            Along::WeakUntil(first, second) => (self.states(first)?, self.states(second)?, true),
        };
        if weak {
            weak_until(arena, controller, (&first, &second), self.watch)
        } else {
            until(arena, controller, (&first, &second), self.watch)
        }
    }

    /// From where a controller can force that the end comes before a timer that starts now is past the limit.
    fn within(
        &mut self,
        controller: Controller,
        end: &Formula,
        limit: i32,
    ) -> Result<Sets, Trouble> {
        let (arena, timers, number) = (self.arena, self.timers, self.used);
        let row = |dim: usize| dim - timers + number;
        self.used += 1;
        let mut end = self.states(end)?;
        self.used -= 1;
        end.for_each(|(_, set)| set.constrain(row(set.dim()), 0, Bound::le(limit)));
        let mut found = until(arena, controller, (&Sets::all(arena), &end), self.watch)?;
        found.for_each(|(place, set)| {
            set.constrain(row(set.dim()), 0, Bound::LE_ZERO);
            set.free(row(set.dim()));
            set.intersect_zone(&arena.places()[place].zone);
        });
        Ok(found)
    }
}

#[cfg(test)]
mod tests;
