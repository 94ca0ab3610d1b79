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
}

/// What may be said of a path. Paths are maximal: they go on for ever, or end where they may.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Along {
    /// It holds now or later.
    Eventually(Box<Formula>),
    /// It holds now and ever after.
    Always(Box<Formula>),
    /// The second holds now or later, and the first at all moments before.
    Until(Box<Formula>, Box<Formula>),
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
            Formula::Some(along) | Formula::All(along) => match along {
                Along::Eventually(part) | Along::Always(part) => part.collect(goals),
                Along::Until(first, second) => {
                    first.collect(goals);
                    second.collect(goals);
                }
            },
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
