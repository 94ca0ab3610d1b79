//! Questions about those who are told: of all kinds, and about what may change in the middle of a chain.

use network::build::{above, at_least, at_most, below, equals};
use network::{ClockPlace, Expr, Extremum, Goal, Network, Query, QueryKind, Term, VariableId};

use super::parts::{Dice, Parts, location};

pub(super) struct Questions<'q, 'r> {
    network: &'q Network,
    parts: &'q Parts,
    dice: Dice<'r>,
}

impl<'q, 'r> Questions<'q, 'r> {
    pub(super) fn about(
        network: &'q Network,
        parts: &'q Parts,
        random: &'r mut dyn FnMut() -> u64,
    ) -> Questions<'q, 'r> {
        Questions { network, parts, dice: Dice { random } }
    }

    /// A few about states, one about values, and one of another kind.
    pub(super) fn make(mut self) -> Vec<Query> {
        let mut kinds = Vec::new();
        for _ in 0..5 {
            kinds.push(QueryKind::Reachable(self.conjunction()));
        }
        kinds.push(QueryKind::Invariant(Goal::Not(Box::new(self.conjunction()))));
        kinds.push(QueryKind::Invariant(self.goal(2)));
        kinds.push(QueryKind::Reachable(Goal::Holds(Expr::FALSE)));
        kinds.push(self.values());
        let (first, second) = (self.goal(1), self.goal(1));
        kinds.push(match self.dice.below(5) {
            0 => QueryKind::Reachable(Goal::Deadlock),
            1 => QueryKind::Invariant(Goal::Not(Box::new(Goal::Deadlock))),
            2 => QueryKind::PotentiallyAlways(first),
            3 => QueryKind::Eventually(first),
            _ => QueryKind::LeadsTo(first, second),
        });
        kinds.into_iter().map(Query::of).collect()
    }

    fn conjunction(&mut self) -> Goal {
        let count = 1 + self.dice.below(3);
        Goal::And((0..count).map(|_| self.literal()).collect())
    }

    fn goal(&mut self, depth: usize) -> Goal {
        if depth == 0 || self.dice.chance(30) {
            return self.literal();
        }
        let parts = vec![self.goal(depth - 1), self.goal(depth - 1)];
        match self.dice.below(3) {
            0 => Goal::And(parts),
            1 => Goal::Or(parts),
            _ => Goal::Not(Box::new(Goal::Or(parts))),
        }
    }

    fn literal(&mut self) -> Goal {
        let literal = match self.dice.below(10) {
            0..=3 => {
                let station = self.dice.pick(&self.parts.stations);
                Goal::Holds(Expr::At(station, location(self.dice.below(3))))
            }
            4 | 5 => {
                let bus = self.parts.bus;
                let count = self.network.process(bus).locations.len();
                Goal::Holds(Expr::At(bus, location(self.dice.below(count))))
            }
            6 => Goal::Holds(equals(self.variable(), self.dice.small(3))),
            7 if !self.parts.clocks.is_empty() => {
                let clock = self.dice.pick(&self.parts.clocks);
                self.bound(clock)
            }
            8 => self.bound(self.parts.bus_clock),
            _ => {
                let (left, right) = (self.variable(), self.variable());
                let (left, right) = (Expr::variable(left), Expr::variable(right));
                Goal::Holds(Expr::binary(network::BinaryOp::Lt, left, right))
            }
        };
        if self.dice.chance(25) { Goal::Not(Box::new(literal)) } else { literal }
    }

    fn bound(&mut self, clock: network::ClockFamilyId) -> Goal {
        let bound = self.dice.small(2);
        Goal::Clock(match self.dice.below(4) {
            0 => at_most(clock, bound),
            1 => at_least(clock, bound),
            2 => below(clock, bound + 1),
            _ => above(clock, bound),
        })
    }

    fn variable(&mut self) -> VariableId {
        if self.dice.chance(30) { self.parts.counter } else { self.dice.pick(&self.parts.marks) }
    }

    fn values(&mut self) -> QueryKind {
        let extremum = self.dice.pick(&[Extremum::Supremum, Extremum::Infimum]);
        let within = if self.dice.chance(50) { Goal::always() } else { self.conjunction() };
        let text = String::new();
        let term = if self.dice.chance(70) || self.parts.clocks.is_empty() {
            Term::Int { text, value: Expr::variable(self.variable()) }
        } else {
            let left = ClockPlace::single(self.dice.pick(&self.parts.clocks));
            Term::Clock { text, left, right: None }
        };
        QueryKind::Optimum { extremum, within, terms: vec![term] }
    }
}
