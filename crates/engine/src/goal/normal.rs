//! Goals with negation only at the leaves.

use network::{BinaryOp, ClockConstraint, Expr, Goal, UnaryOp};

/// The goal with every negation pushed down: the result contains no `Not` except around `Deadlock`.
#[must_use]
pub fn normal(goal: &Goal) -> Goal {
    push(goal, false)
}

/// The negation of the goal, in normal form.
#[must_use]
pub fn negated(goal: &Goal) -> Goal {
    push(goal, true)
}

fn push(goal: &Goal, negate: bool) -> Goal {
    let parts = |parts: &[Goal]| parts.iter().map(|part| push(part, negate)).collect();
    match goal {
        Goal::And(list) if negate => Goal::Or(parts(list)),
        Goal::And(list) => Goal::And(parts(list)),
        Goal::Or(list) if negate => Goal::And(parts(list)),
        Goal::Or(list) => Goal::Or(parts(list)),
        Goal::Not(part) => push(part, !negate),
        Goal::Holds(condition) => holds(condition, negate),
        Goal::Clock(constraint) => clock(constraint, negate),
        Goal::Deadlock if negate => Goal::Not(Box::new(Goal::Deadlock)),
        Goal::Deadlock => Goal::Deadlock,
    }
}

/// Splits connectives so that locations become visible to the bounds analysis.
fn holds(condition: &Expr, negate: bool) -> Goal {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => {
            let parts = vec![holds(left, negate), holds(right, negate)];
            if negate { Goal::Or(parts) } else { Goal::And(parts) }
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            let parts = vec![holds(left, negate), holds(right, negate)];
            if negate { Goal::And(parts) } else { Goal::Or(parts) }
        }
        Expr::Unary(UnaryOp::Not, operand) => holds(operand, !negate),
        _ if negate => Goal::Holds(Expr::not(condition.clone())),
        _ => Goal::Holds(condition.clone()),
    }
}

/// A constraint is true where its `when` is 0; so its negation is `when` and the opposite constraint.
fn clock(constraint: &ClockConstraint, negate: bool) -> Goal {
    let bare = ClockConstraint { when: Expr::TRUE, ..constraint.clone() };
    let when = constraint.when.clone();
    if negate {
        let opposite = ClockConstraint {
            when: Expr::TRUE,
            left: bare.right,
            right: bare.left,
            strict: !bare.strict,
            bound: Expr::negated(bare.bound),
        };
        return conjunction(when, Goal::Clock(opposite));
    }
    if when.is_true() {
        Goal::Clock(bare)
    } else {
        Goal::Or(vec![holds(&when, true), conjunction(when, Goal::Clock(bare))])
    }
}

/// `condition && goal`. The condition is repeated on both sides of a disjunction so that the bound of a
/// constraint is only evaluated where it is meant to be.
fn conjunction(condition: Expr, goal: Goal) -> Goal {
    if condition.is_true() { goal } else { Goal::And(vec![holds(&condition, false), goal]) }
}
