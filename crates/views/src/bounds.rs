//! The constants that clocks are compared with. What is larger is forgotten, which only makes views larger, so any
//! bounds are sound and these only have to be good.

use network::{BinaryOp, ClockConstraint, Expr, Goal, Network, Place};

/// A bound that is not known better is taken to be at most this.
const LARGEST: i32 = 100_000;

/// For each clock, after a first entry for the clock that is always 0, the greatest constant it is compared with in
/// the network or in the goal.
pub fn greatest_constants(network: &Network, goal: &Goal) -> Vec<i32> {
    let mut most = vec![0; network.clock_count() + 1];
    for process in &network.processes {
        let invariants = process.locations.iter().map(|location| &location.invariant);
        let guards = process.edges.iter().map(|edge| &edge.guard);
        for guard in invariants.chain(guards) {
            guard.clocks.iter().for_each(|constraint| note(network, constraint, &mut most));
        }
    }
    note_goal(network, goal, &mut most);
    most
}

fn note_goal(network: &Network, goal: &Goal, most: &mut [i32]) {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => {
            parts.iter().for_each(|part| note_goal(network, part, most));
        }
        Goal::Not(part) => note_goal(network, part, most),
        Goal::Clock(constraint) => note(network, constraint, most),
        Goal::Holds(_) | Goal::Deadlock => {}
    }
}

fn note(network: &Network, constraint: &ClockConstraint, most: &mut [i32]) {
    let bound = size(network, &constraint.bound).min(LARGEST);
    for place in [&constraint.left, &constraint.right].into_iter().flatten() {
        let family = network.clock_family(place.family);
        let first = family.base.index() + 1;
        for most in &mut most[first..first + family.initial.len()] {
            *most = bound.max(*most);
        }
    }
}

/// How large the value of an expression can be, roughly.
fn size(network: &Network, expr: &Expr) -> i32 {
    match expr {
        Expr::Const(value) => value.saturating_abs(),
        Expr::Read(Place { variable, .. }) => {
            let domain = network.variable(*variable).domain;
            domain.lower.saturating_abs().max(domain.upper.saturating_abs())
        }
        Expr::Unary(_, part) => size(network, part),
        Expr::Binary(BinaryOp::Mul, left, right) => {
            size(network, left).saturating_mul(size(network, right))
        }
        Expr::Binary(_, left, right) => size(network, left).saturating_add(size(network, right)),
        Expr::Cond(_, left, right) => size(network, left).max(size(network, right)),
        _ => LARGEST,
    }
}
