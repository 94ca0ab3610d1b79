//! What the region graph says about formulas of branching time: each connective by its definition, as a set of nodes that
//! grows or shrinks until nothing changes. Time leads from a region to the next, so a path of nodes is what paths of the
//! model pass through. Games: the controller lets time pass or takes one of its transitions; others may take theirs first.

use network::{Along, Formula};

use crate::answers::{Answer, Expected, Judge, NOT_JUDGED, Nodes, Trouble, negation};
use crate::oracle::Alarm;

impl Judge<'_, '_> {
    /// The nodes that every search must look at: all of them, but of a game about predicates those before it is decided.
    fn looked_at(&mut self, formula: &Formula) -> Result<Nodes, Trouble> {
        let everywhere = vec![true; self.graph.nodes.len()];
        let Formula::Control(game) = formula else { return Ok(everywhere) };
        let predicate = |part: &&Formula| matches!(part, Formula::Goal(_));
        if !game.parts().iter().all(predicate) {
            return Ok(everywhere);
        }
        let nothing = vec![false; everywhere.len()];
        let mut of = |part: &Formula| -> Result<Nodes, Trouble> {
            Ok(self.formula(part)?.unwrap_or(everywhere.clone()))
        };
        let (keeps, ends) = match game {
            Along::Eventually(end) | Along::Within(end, _) => (everywhere.clone(), of(end)?),
            Along::Always(stay) => (of(stay)?, nothing),
            Along::Until(first, second) | Along::WeakUntil(first, second) => {
                (of(first)?, of(second)?)
            }
        };
        let undecided = keeps.iter().zip(&ends).map(|(keeps, ends)| *keeps && !*ends).collect();
        Ok(self.reachable_within(&undecided))
    }

    /// What is expected of a formula.
    pub(crate) fn branching(&mut self, formula: &Formula) -> Result<Expected, Trouble> {
        let looked = self.looked_at(formula)?;
        let shown = |holds: bool| match formula {
            Formula::All(Along::Always(_)) => !holds,
            Formula::Some(Along::Eventually(_)) => holds,
            _ => false,
        };
        Ok(match self.formula(formula)? {
            None => NOT_JUDGED,
            Some(nodes) => {
                let holds = nodes[0];
                let answer = Answer::Decided { holds, shown: shown(holds) };
                let everywhere = vec![true; looked.len()];
                let possible = self.alarm(&everywhere).map(|_| Alarm::Possible);
                Expected { answer, alarm: self.alarm(&looked).max(possible), large: false }
            }
        })
    }

    /// The nodes that satisfy a formula; none if some predicate in it is invalid somewhere.
    pub(crate) fn formula(&mut self, formula: &Formula) -> Result<Option<Nodes>, Trouble> {
        let join = |this: &mut Self, parts: &[Formula], all: bool| {
            let mut joined = vec![all; this.graph.nodes.len()];
            for part in parts {
                let Some(part) = this.formula(part)? else { return Ok(None) };
                for (joined, part) in joined.iter_mut().zip(part) {
                    *joined = if all { *joined && part } else { *joined || part };
                }
            }
            Ok(Some(joined))
        };
        match formula {
            Formula::Goal(goal) => {
                Ok(self.satisfying(goal)?.into_iter().collect::<Option<Vec<bool>>>())
            }
            Formula::Not(part) => Ok(self.formula(part)?.map(negation)),
            Formula::And(parts) => join(self, parts, true),
            Formula::Or(parts) => join(self, parts, false),
            Formula::Same(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
                Ok(Some(left.into_iter().zip(right).map(|(left, right)| left == right).collect()))
            }
            Formula::Some(along) => self.along(along, false),
            Formula::All(along) => self.along(along, true),
            Formula::Control(along) => self.game(along),
        }
    }

    /// The nodes from which the controller can make all paths like this.
    fn game(&mut self, along: &Along) -> Result<Option<Nodes>, Trouble> {
        let size = self.graph.nodes.len();
        let (first, second, weak) = match along {
            Along::Always(part) => (self.formula(part)?, Some(vec![false; size]), true),
            // The region graph does not measure time: `tests/src/games.rs` judges bounds by one more clock.
            Along::Within(..) => return Ok(None),
            Along::Eventually(part) => (Some(vec![true; size]), self.formula(part)?, false),
            Along::Until(first, second) => (self.formula(first)?, self.formula(second)?, false),
            Along::WeakUntil(first, second) => (self.formula(first)?, self.formula(second)?, true),
        };
        let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
        // The least set where the goal must be reached, the greatest where it may be put off for ever.
        let mut won = if weak { vec![true; size] } else { second.clone() };
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..size {
                let now = second[node] || (first[node] && self.can_force(node, &won, weak));
                changed |= now != won[node];
                won[node] = now;
            }
        }
        Ok(Some(won))
    }

    /// Can the controller force the next step to be one into the set? The others may always take one of their
    /// transitions; somebody must act where time cannot go on, unless nobody can: then the path may end if it need not
    /// lead anywhere.
    fn can_force(&self, node: usize, won: &Nodes, may_end: bool) -> bool {
        let node = &self.graph.nodes[node];
        let steps = || node.transitions.iter().map(|(_, to)| won[*to]).zip(&node.controllable);
        let theirs = || steps().filter(|(_, own)| !**own).map(|(won, _)| won);
        let own = || steps().filter(|(_, own)| **own).map(|(won, _)| won);
        if theirs().any(|won| !won) {
            return false;
        }
        own().any(|won| won)
            || match node.delay {
                Some(next) => won[next],
                None => theirs().next().is_some() || (own().next().is_none() && may_end),
            }
    }

    /// The nodes from which some path, or every path, is like this.
    fn along(&mut self, along: &Along, every: bool) -> Result<Option<Nodes>, Trouble> {
        let always = vec![true; self.graph.nodes.len()];
        let (first, second) = match along {
            Along::Always(part) => {
                let Some(part) = self.formula(part)? else { return Ok(None) };
                return Ok(Some(if every {
                    negation(self.least(&always, &negation(part), false))
                } else {
                    self.maximal_runs(&part)
                }));
            }
            Along::Within(..) => return Ok(None),
            Along::Eventually(part) => (Some(always), self.formula(part)?),
            Along::Until(first, second) | Along::WeakUntil(first, second) => {
                (self.formula(first)?, self.formula(second)?)
            }
        };
        let (Some(first), Some(second)) = (first, second) else { return Ok(None) };
        let mut found = self.least(&first, &second, every);
        if matches!(along, Along::WeakUntil(..)) {
            let forever = if every {
                // What every path does unless some path leaves both before it comes to the second.
                let neither = first.iter().zip(&second).map(|(first, second)| !first && !second);
                let (before, neither) = (negation(second.clone()), neither.collect());
                negation(self.least(&before, &neither, false))
            } else {
                self.maximal_runs(&first)
            };
            found.iter_mut().zip(forever).for_each(|(found, forever)| *found |= forever);
        }
        Ok(Some(found))
    }

    /// The least set that contains `second`, and of `first` each node with a successor in it, or all of whose
    /// successors are and that has one.
    fn least(&self, first: &Nodes, second: &Nodes, every: bool) -> Nodes {
        let mut set = second.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..set.len() {
                let mut next = self.graph.successors(node).peekable();
                let leads = if every {
                    next.peek().is_some() && next.all(|next| set[next])
                } else {
                    next.any(|next| set[next])
                };
                if !set[node] && first[node] && leads {
                    set[node] = true;
                    changed = true;
                }
            }
        }
        set
    }
}
