//! The longest time unit in which all that clocks are compared with and set to is whole.
//!
//! If all constants are multiples of a number, so are the corners of the polyhedra in which the best moments lie. Time may then be
//! counted in this number, and there are fewer points of time to look at.

use network::visit::{Visitor, walk_constraint, walk_edge, walk_goal, walk_guard, walk_stmt};
use network::{ClockConstraint, Expr, Goal, Network, Stmt, StmtKind};

/// In which steps time passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeUnit {
    /// The longest in which all constants of clocks are whole.
    #[default]
    Longest,
    /// 1, to compare figures.
    One,
}

/// The greatest common divisor of all constants of clocks, at least 1. A bound that is no constant may be anything, so it
/// gives 1.
pub(super) fn time_unit(network: &Network, goals: &[Goal]) -> i32 {
    let mut divisor = Divisor(0);
    let initial = network.clocks.iter().flat_map(|family| &family.initial);
    initial.for_each(|value| divisor.add(*value));
    for process in &network.processes {
        process.locations.iter().for_each(|location| walk_guard(&mut divisor, &location.invariant));
        process.edges.iter().for_each(|edge| walk_edge(&mut divisor, edge));
    }
    let functions = network.functions.iter().flat_map(|function| &function.body);
    let hooks = network.before_update.iter().chain(&network.after_update);
    functions.chain(hooks).for_each(|stmt| divisor.stmt(stmt));
    goals.iter().for_each(|goal| walk_goal(&mut divisor, goal));
    i32::try_from(divisor.0.max(1)).unwrap_or(1)
}

struct Divisor(u32);

impl Divisor {
    fn add(&mut self, value: i32) {
        let (mut a, mut b) = (self.0, value.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        self.0 = a;
    }

    fn add_value(&mut self, value: &Expr) {
        self.add(if let Expr::Const(value) = value { *value } else { 1 });
    }
}

impl Visitor for Divisor {
    fn constraint(&mut self, constraint: &ClockConstraint) {
        self.add_value(&constraint.bound);
        walk_constraint(self, constraint);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::SetClock { offset, .. } = &stmt.kind {
            self.add_value(offset);
        }
        walk_stmt(self, stmt);
    }
}
