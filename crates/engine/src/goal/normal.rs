//! Goals with negation only at the leaves.

use network::visit::{Visitor, walk_expr};
use network::{BinaryOp, ClockConstraint, Expr, Goal, Quantifier, UnaryOp, VariableId};

use program::fold;

/// Quantifiers are written out as long as a goal has no more instances than this.
const MOST_INSTANCES: u64 = 20_000;

/// Longer sums are not written out: they would be nested as deep.
const LONGEST_SUM: u64 = 512;

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
        Goal::And(list) => one_list(parts(list), !negate),
        Goal::Or(list) => one_list(parts(list), negate),
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
            one_list(vec![holds(left, negate), holds(right, negate)], !negate)
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            one_list(vec![holds(left, negate), holds(right, negate)], negate)
        }
        Expr::Unary(UnaryOp::Not, operand) => holds(operand, !negate),
        Expr::Quantified { quantifier, variable, domain, body }
            if *quantifier != Quantifier::Sum && instances(condition) <= MOST_INSTANCES =>
        {
            // Written out, what the instances say about locations becomes visible, and so does the
            // symmetry of the whole.
            let instance = |value: i32| {
                let body = fold::expr(body, &[(*variable, value)] as &[(VariableId, i32)]);
                holds(&body, negate)
            };
            let parts = flattened(domain.values().map(instance).collect(), *quantifier, negate);
            let conjunction = (*quantifier == Quantifier::ForAll) != negate;
            if conjunction { Goal::And(parts) } else { Goal::Or(parts) }
        }
        _ if negate => Goal::Holds(Expr::not(written_out(condition))),
        _ => Goal::Holds(written_out(condition)),
    }
}

/// A conjunction or disjunction as one list, however it was nested: two chains of the same parts are then
/// compared part by part, and not at every level in every order.
fn one_list(parts: Vec<Goal>, conjunction: bool) -> Goal {
    let mut list = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Goal::And(inner) if conjunction => list.extend(inner),
            Goal::Or(inner) if !conjunction => list.extend(inner),
            part => list.push(part),
        }
    }
    if conjunction { Goal::And(list) } else { Goal::Or(list) }
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

/// The expression with quantifiers over processes written out. Which process an instance is about is then
/// plain to see, where it was hidden in a distinction of cases by the value of the variable.
#[must_use]
pub fn written_out(expr: &Expr) -> Expr {
    if instances(expr) > MOST_INSTANCES || !mentions_process(expr) {
        return expr.clone();
    }
    match expr {
        Expr::Quantified { quantifier: Quantifier::Sum, domain, .. }
            if domain.size() > LONGEST_SUM =>
        {
            expr.clone()
        }
        Expr::Quantified { quantifier, variable, domain, body } => {
            let instance = |value: i32| {
                written_out(&fold::expr(body, &[(*variable, value)] as &[(VariableId, i32)]))
            };
            let instances: Vec<Expr> = domain.values().map(instance).collect();
            joined(*quantifier, &instances)
        }
        Expr::Binary(op, left, right) => Expr::binary(*op, written_out(left), written_out(right)),
        Expr::Unary(op, operand) => Expr::Unary(*op, Box::new(written_out(operand))),
        Expr::Cond(condition, then, otherwise) => Expr::Cond(
            Box::new(written_out(condition)),
            Box::new(written_out(then)),
            Box::new(written_out(otherwise)),
        ),
        other => other.clone(),
    }
}

/// All instances of a quantifier in one expression, no deeper than it must be. Partial sums may be invalid, so they
/// are those of the quantifier.
fn joined(quantifier: Quantifier, instances: &[Expr]) -> Expr {
    let (op, neutral) = match quantifier {
        Quantifier::ForAll => (BinaryOp::And, Expr::TRUE),
        Quantifier::Exists => (BinaryOp::Or, Expr::FALSE),
        Quantifier::Sum => (BinaryOp::Add, Expr::Const(0)),
    };
    match instances {
        [] => neutral,
        [instance] => Expr::binary(op, neutral, instance.clone()),
        [first, rest @ ..] if quantifier == Quantifier::Sum => {
            rest.iter().fold(first.clone(), |sum, instance| Expr::binary(op, sum, instance.clone()))
        }
        _ => {
            let (left, right) = instances.split_at(instances.len() / 2);
            Expr::binary(op, joined(quantifier, left), joined(quantifier, right))
        }
    }
}

fn mentions_process(expr: &Expr) -> bool {
    struct ProcessFinder(bool);
    impl Visitor for ProcessFinder {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr, Expr::At(..) | Expr::LocationOf(_));
            walk_expr(self, expr);
        }
    }
    let mut finder = ProcessFinder(false);
    finder.expr(expr);
    finder.0
}

/// How many instances writing out all quantifiers of an expression makes.
fn instances(expr: &Expr) -> u64 {
    match expr {
        Expr::Quantified { domain, body, .. } => {
            domain.size().saturating_mul(instances(body).max(1))
        }
        Expr::Binary(_, left, right) => instances(left).saturating_add(instances(right)),
        Expr::Unary(_, operand) => instances(operand),
        Expr::Cond(condition, then, otherwise) => instances(condition)
            .saturating_add(instances(then))
            .saturating_add(instances(otherwise)),
        _ => 0,
    }
}

/// Instances that are the neutral element are dropped, nested lists of the same kind joined.
fn flattened(parts: Vec<Goal>, quantifier: Quantifier, negate: bool) -> Vec<Goal> {
    let conjunction = (quantifier == Quantifier::ForAll) != negate;
    let neutral = Goal::Holds(if conjunction { Expr::TRUE } else { Expr::FALSE });
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Goal::And(inner) if conjunction => flat.extend(inner),
            Goal::Or(inner) if !conjunction => flat.extend(inner),
            part if part == neutral => {}
            part => flat.push(part),
        }
    }
    flat
}
