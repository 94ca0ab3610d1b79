//! Formulas of branching time: CTL (Clarke and Emerson, 1981) over predicates on states.

use crate::goal::Goal;

/// What a state satisfies, by the paths that start in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// A predicate on the state itself.
    Goal(Goal),
    Not(Box<Formula>),
    /// All of them (true if there are none).
    And(Vec<Formula>),
    /// One of them (false if there are none).
    Or(Vec<Formula>),
    Same(Box<Formula>, Box<Formula>),
    /// Some path from the state is like this.
    Some(Along),
    /// Every path from the state is like this.
    All(Along),
    /// Whoever chooses the controllable edges can make every path from the state like this, whatever the others do:
    /// a game (docs/theory/games.md).
    Control(Along),
}

/// What may be said of a path. Paths are maximal: they go on for ever, or end where they may.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Along {
    /// It holds now or later.
    Eventually(Box<Formula>),
    /// It holds now or after at most so much time.
    Within(Box<Formula>, i32),
    /// It holds now and ever after.
    Always(Box<Formula>),
    /// The second holds now or later, and the first at all moments before.
    Until(Box<Formula>, Box<Formula>),
    /// The same, or the first holds now and ever after.
    WeakUntil(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// The predicates on states, in the order in which they are written.
    #[must_use]
    pub fn goals(&self) -> Vec<&Goal> {
        let mut goals = Vec::new();
        self.collect(&mut goals);
        goals
    }

    fn collect<'f>(&'f self, goals: &mut Vec<&'f Goal>) {
        match self {
            Formula::Goal(goal) => goals.push(goal),
            Formula::Not(part) => part.collect(goals),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.collect(goals));
            }
            Formula::Same(left, right) => {
                left.collect(goals);
                right.collect(goals);
            }
            Formula::Some(along) | Formula::All(along) | Formula::Control(along) => {
                along.parts().into_iter().for_each(|part| part.collect(goals));
            }
        }
    }

    /// Is some part of it a game?
    #[must_use]
    pub fn has_game(&self) -> bool {
        match self {
            Formula::Goal(_) => false,
            Formula::Not(part) => part.has_game(),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(Formula::has_game),
            Formula::Same(left, right) => left.has_game() || right.has_game(),
            Formula::Some(along) | Formula::All(along) => {
                along.parts().into_iter().any(Formula::has_game)
            }
            Formula::Control(_) => true,
        }
    }

    /// How many quantifiers with a bound on time stand inside one another, and the largest bound.
    #[must_use]
    pub fn bounds(&self) -> (usize, i32) {
        let join = |parts: Vec<&Formula>| {
            let each = parts.into_iter().map(Formula::bounds);
            each.fold((0, 0), |all, each| (all.0.max(each.0), all.1.max(each.1)))
        };
        match self {
            Formula::Goal(_) => (0, 0),
            Formula::Not(part) => part.bounds(),
            Formula::And(parts) | Formula::Or(parts) => join(parts.iter().collect()),
            Formula::Same(left, right) => join(vec![left, right]),
            Formula::Some(along) | Formula::All(along) | Formula::Control(along) => {
                let (deep, largest) = join(along.parts());
                match along {
                    Along::Within(_, limit) => (deep + 1, largest.max(*limit)),
                    Along::Eventually(_)
                    | Along::Always(_)
                    | Along::Until(..)
                    | Along::WeakUntil(..) => (deep, largest),
                }
            }
        }
    }

    /// `A[] (first imply A<> second)`, which is what `first --> second` means.
    #[must_use]
    pub fn leads_to(first: Formula, second: Formula) -> Formula {
        let second = Formula::All(Along::Eventually(Box::new(second)));
        let either = Formula::Or(vec![Formula::Not(Box::new(first)), second]);
        Formula::All(Along::Always(Box::new(either)))
    }
}

impl Along {
    /// The formulas it is made of.
    #[must_use]
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Along::Eventually(part) | Along::Always(part) | Along::Within(part, _) => vec![part],
            Along::Until(first, second) | Along::WeakUntil(first, second) => vec![first, second],
        }
    }
}
