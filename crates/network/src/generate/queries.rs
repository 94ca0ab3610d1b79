//! Questions.

use super::Feature;
use super::maker::Maker;
use crate::expr::{BinaryOp, Expr};
use crate::formula::{Along, Formula};
use crate::goal::Goal;
use crate::ids::{LocationId, ProcessId};
use crate::query::{Extremum, Query, QueryKind, Term};

impl Maker<'_> {
    /// One question of each kind, and one that nothing satisfies, so that everything is explored.
    pub(super) fn queries(&mut self) -> Vec<Query> {
        let kinds = [
            QueryKind::Reachable(Goal::Or(Vec::new())),
            QueryKind::Reachable(self.goal(2)),
            QueryKind::Invariant(self.goal(2)),
            self.deadlock(),
            QueryKind::PotentiallyAlways(self.goal(2)),
            QueryKind::Eventually(self.goal(2)),
            QueryKind::LeadsTo(self.goal(1), self.goal(2)),
            self.optimum(),
        ];
        let more =
            self.on.has(Feature::Stopwatches).then(|| QueryKind::Reachable(self.narrow_goal()));
        // Branching time is answered for models without clocks.
        let formulas = if self.network.clock_count() == 0 { 3 } else { 0 };
        let formulas: Vec<QueryKind> =
            (0..formulas).map(|_| QueryKind::Branching(self.path_formula(3))).collect();
        kinds.into_iter().chain(more).chain(formulas).map(query).collect()
    }

    /// A place and several comparisons of clocks at it: what stopwatches reach is hard to tell only there.
    fn narrow_goal(&mut self) -> Goal {
        let mut parts = vec![self.atom()];
        for _ in 0..3 {
            let constraints = self.without_faults(Maker::clock_test);
            parts.extend(constraints.into_iter().map(Goal::Clock));
        }
        Goal::And(parts)
    }

    /// A formula that starts with a quantifier over paths.
    fn path_formula(&mut self, depth: usize) -> Formula {
        let part = |maker: &mut Self| Box::new(maker.formula(depth - 1));
        let along = match self.dice.below(5) {
            0 | 1 => Along::Eventually(part(self)),
            2 | 3 => Along::Always(part(self)),
            _ => Along::Until(part(self), part(self)),
        };
        if self.dice.chance(50) { Formula::All(along) } else { Formula::Some(along) }
    }

    /// A formula of branching time.
    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return Formula::Goal(if self.dice.chance(20) { Goal::Deadlock } else { self.goal(1) });
        }
        let part = |maker: &mut Self| maker.formula(depth - 1);
        match self.dice.weighted(&[8, 2, 2, 2, 1]) {
            0 => self.path_formula(depth),
            1 => Formula::Not(Box::new(part(self))),
            2 => Formula::And(vec![part(self), part(self)]),
            3 => Formula::Or(vec![part(self), part(self)]),
            _ => Formula::Same(Box::new(part(self)), Box::new(part(self))),
        }
    }

    /// A predicate on states.
    fn goal(&mut self, depth: usize) -> Goal {
        if self.copies.is_some() && self.dice.chance(50) {
            let guarded = if self.dice.chance(25) { self.guarded_goal() } else { None };
            return guarded.unwrap_or_else(|| self.goal_of_copies());
        }
        if depth == 0 || self.dice.chance(30) {
            return self.atom();
        }
        let parts = |maker: &mut Self| vec![maker.goal(depth - 1), maker.goal(depth - 1)];
        match self.dice.weighted(&[4, 4, 2]) {
            0 => Goal::And(parts(self)),
            1 => Goal::Or(parts(self)),
            _ => Goal::Not(Box::new(self.goal(depth - 1))),
        }
    }

    pub(super) fn atom(&mut self) -> Goal {
        match self.dice.weighted(&[5, 3, 4, 2]) {
            1 if !self.cells.is_empty() || !self.arrays.is_empty() => {
                Goal::Holds(self.without_faults(|maker| maker.condition(1)))
            }
            2 if !self.clocks.is_empty() => {
                let constraints = self.without_faults(Maker::clock_test);
                let mut goals: Vec<Goal> = constraints.into_iter().map(Goal::Clock).collect();
                if goals.len() == 1 { goals.remove(0) } else { Goal::And(goals) }
            }
            3 => {
                let process = self.dice.below(self.network.processes.len());
                let of = Expr::LocationOf(ProcessId::at(process));
                let op = if self.dice.chance(50) { BinaryOp::Lt } else { BinaryOp::Eq };
                Goal::Holds(Expr::binary(op, of, Expr::Const(self.dice.between(0, 2))))
            }
            _ => {
                let process = self.dice.below(self.network.processes.len());
                let locations = self.network.processes[process].locations.len();
                let location = self.dice.below(locations);
                Goal::Holds(Expr::At(ProcessId::at(process), LocationId::at(location)))
            }
        }
    }

    /// Few queries are to be invalid, and those on purpose.
    pub(super) fn without_faults<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let on = self.on;
        // A function may be invalid as well.
        let pure =
            if on.has(Feature::Faults) { std::mem::take(&mut self.pure) } else { Vec::new() };
        self.on.remove(Feature::Faults);
        let made = make(self);
        self.pure.extend(pure);
        self.on = on;
        made
    }

    fn deadlock(&mut self) -> QueryKind {
        let deadlock = match self.dice.below(4) {
            0 => Goal::And(vec![Goal::Deadlock, self.goal(1)]),
            1 => Goal::Or(vec![Goal::Deadlock, self.goal(1)]),
            _ => Goal::Deadlock,
        };
        if self.dice.chance(50) {
            QueryKind::Reachable(deadlock)
        } else {
            QueryKind::Invariant(Goal::Not(Box::new(deadlock)))
        }
    }

    fn optimum(&mut self) -> QueryKind {
        let extremum = if self.dice.chance(50) { Extremum::Supremum } else { Extremum::Infimum };
        let within = if self.dice.chance(50) { Goal::always() } else { self.goal(1) };
        let text = String::new();
        let value = if self.dice.chance(20) {
            Expr::LocationOf(ProcessId::at(self.dice.below(self.network.processes.len())))
        } else {
            self.without_faults(|maker| maker.value(1))
        };
        let mut terms = vec![Term::Int { text, value }];
        if let Some(left) = self.without_faults(Maker::clock) {
            let other = self.without_faults(Maker::clock).filter(|other| *other != left);
            let right = other.filter(|_| self.roll(Feature::Diagonals, 35));
            terms.push(Term::Clock { text: String::new(), left, right });
        }
        QueryKind::Optimum { extremum, within, terms }
    }
}

fn query(kind: QueryKind) -> Query {
    Query::of(kind)
}
