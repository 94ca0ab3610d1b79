//! Predicates on states.

use crate::expr::Expr;
use crate::guard::ClockConstraint;

/// A predicate on states.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// All of them (true if there are none).
    And(Vec<Goal>),
    /// One of them (false if there are none).
    Or(Vec<Goal>),
    Not(Box<Goal>),
    /// An integer expression is not 0.
    Holds(Expr),
    /// A clock constraint. Where its `when` is 0 it is true, as in guards.
    Clock(ClockConstraint),
    /// No action is possible now or after any delay.
    Deadlock,
}

impl Goal {
    /// Satisfied by every state.
    #[must_use]
    pub fn always() -> Goal {
        Goal::And(Vec::new())
    }

    /// Does the predicate hold for each state or none with the same locations and integers?
    #[must_use]
    pub fn is_discrete(&self) -> bool {
        match self {
            Goal::And(parts) | Goal::Or(parts) => parts.iter().all(Goal::is_discrete),
            Goal::Not(part) => part.is_discrete(),
            Goal::Holds(_) => true,
            Goal::Clock(_) | Goal::Deadlock => false,
        }
    }

    /// Does it ask for deadlocks?
    #[must_use]
    pub fn has_deadlock(&self) -> bool {
        match self {
            Goal::And(parts) | Goal::Or(parts) => parts.iter().any(Goal::has_deadlock),
            Goal::Not(part) => part.has_deadlock(),
            Goal::Holds(_) | Goal::Clock(_) => false,
            Goal::Deadlock => true,
        }
    }
}
