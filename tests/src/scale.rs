//! Large constants: a network whose clocks run by another unit of time.
//!
//! If every constant of a clock is multiplied by a factor, every answer stays the same, and the values of
//! clocks are multiplied by it. So the judge looks at the network with small constants and the engine at
//! one with large ones, up to the largest that zones hold.

use analysis::{LocalBounds, largest_reset};
use network::{
    Along, BinaryOp, ClockConstraint, Expr, Formula, Goal, Guard, Network, Query, QueryKind, Stmt,
    StmtKind, Term,
};
use query::verdict::LARGEST_CLOCK_CONSTANT;

use crate::answers::{Answer, Answers, Extreme};

#[cfg(test)]
mod tests;

/// What the largest constant becomes, or nearly.
const TARGETS: [i32; 8] =
    [1 << 15, 1 << 16, 1 << 24, 1 << 26, (1 << 26) + 1, 1 << 27, 1 << 28, LARGEST_CLOCK_CONSTANT];

/// A factor for a network: 1 for most, otherwise one that makes its largest constant large.
#[must_use]
pub fn factor(network: &Network, queries: &[Query], random: &mut dyn FnMut() -> u64) -> i32 {
    let number = random();
    if !number.is_multiple_of(5) {
        return 1;
    }
    let goals: Vec<Goal> = queries.iter().flat_map(|query| query.kind.goals()).cloned().collect();
    let compared = LocalBounds::of(network, &goals, true).largest();
    let largest = compared.max(largest_reset(network)).max(1);
    let target = TARGETS[usize::try_from(number / 5 % TARGETS.len() as u64).unwrap_or(0)];
    (target.min(LARGEST_CLOCK_CONSTANT) / largest).max(1)
}

/// The network with all constants of clocks multiplied.
#[must_use]
pub fn network(network: &Network, factor: i32) -> Network {
    let mut scaled = network.clone();
    for family in &mut scaled.clocks {
        family.initial.iter_mut().for_each(|value| *value *= factor);
    }
    for process in &mut scaled.processes {
        process.locations.iter_mut().for_each(|location| guard(&mut location.invariant, factor));
        for edge in &mut process.edges {
            guard(&mut edge.guard, factor);
            statements(&mut edge.update, factor);
        }
    }
    scaled.functions.iter_mut().for_each(|function| statements(&mut function.body, factor));
    statements(&mut scaled.before_update, factor);
    statements(&mut scaled.after_update, factor);
    scaled
}

/// The query with all constants of clocks multiplied.
#[must_use]
pub fn query(query: &Query, factor: i32) -> Query {
    let mut scaled = query.clone();
    match &mut scaled.kind {
        QueryKind::Reachable(each)
        | QueryKind::Invariant(each)
        | QueryKind::PotentiallyAlways(each)
        | QueryKind::Eventually(each)
        | QueryKind::Cheapest { goal: each, .. }
        | QueryKind::Optimum { within: each, .. } => goal(each, factor),
        QueryKind::LeadsTo(first, second) => {
            goal(first, factor);
            goal(second, factor);
        }
        QueryKind::Branching(each) => formula(each, factor),
        QueryKind::Unsupported(_) | QueryKind::Wrong(_) => {}
    }
    scaled
}

/// What the judge's answers become. What may exceed the range is not judged.
pub fn answers(judged: &mut Answers, queries: &[Query], factor: i32) {
    for (expected, query) in judged.expected.iter_mut().zip(queries) {
        expected.large = factor > 1;
        let QueryKind::Optimum { terms, .. } = &query.kind else { continue };
        let Answer::Extremes(extremes) = &mut expected.answer else { continue };
        let clocks = extremes.iter_mut().zip(terms).filter_map(|(extreme, term)| match term {
            Term::Clock { .. } => Some(extreme),
            Term::Int { .. } => None,
        });
        let mut judged = true;
        for extreme in clocks {
            match extreme {
                Extreme::At(value, _) | Extreme::Beyond(value) => {
                    *value *= i64::from(factor);
                    judged &= factor == 1 || value.abs() <= i64::from(LARGEST_CLOCK_CONSTANT) / 2;
                }
                Extreme::Nothing | Extreme::Unknown => {}
            }
        }
        if !judged {
            expected.answer = Answer::Open;
        }
    }
}

fn formula(part: &mut Formula, factor: i32) {
    match part {
        Formula::Goal(each) => goal(each, factor),
        Formula::Not(part) => formula(part, factor),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter_mut().for_each(|part| formula(part, factor));
        }
        Formula::Same(left, right) => {
            formula(left, factor);
            formula(right, factor);
        }
        Formula::Some(along) | Formula::All(along) | Formula::Control(along) => match along {
            Along::Eventually(part) | Along::Always(part) => formula(part, factor),
            Along::Within(part, limit) => {
                formula(part, factor);
                *limit *= factor;
            }
            Along::Until(first, second) | Along::WeakUntil(first, second) => {
                formula(first, factor);
                formula(second, factor);
            }
        },
    }
}

fn goal(part: &mut Goal, factor: i32) {
    match part {
        Goal::And(parts) | Goal::Or(parts) => parts.iter_mut().for_each(|part| goal(part, factor)),
        Goal::Not(part) => goal(part, factor),
        Goal::Clock(each) => constraint(each, factor),
        Goal::Holds(_) | Goal::Deadlock => {}
    }
}

fn guard(guard: &mut Guard, factor: i32) {
    guard.clocks.iter_mut().for_each(|each| constraint(each, factor));
}

fn constraint(constraint: &mut ClockConstraint, factor: i32) {
    multiply(&mut constraint.bound, factor);
}

fn statements(statements: &mut [Stmt], factor: i32) {
    statements.iter_mut().for_each(|stmt| statement(&mut stmt.kind, factor));
}

fn statement(kind: &mut StmtKind, factor: i32) {
    match kind {
        StmtKind::SetClock { offset, .. } => multiply(offset, factor),
        StmtKind::If { then, otherwise, .. } => {
            statements(then, factor);
            statements(otherwise, factor);
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::ForEach { body, .. } => statements(body, factor),
        StmtKind::Assign { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return
        | StmtKind::Assert(_) => {}
    }
}

fn multiply(amount: &mut Expr, factor: i32) {
    let old = std::mem::replace(amount, Expr::FALSE);
    *amount = match old {
        Expr::Const(value) => Expr::Const(value * factor),
        other => Expr::binary(BinaryOp::Mul, other, Expr::Const(factor)),
    };
}
