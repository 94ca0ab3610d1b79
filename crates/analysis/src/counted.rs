//! Loops that count: `for (i = 0; i < n; i++)`, as C has it.

use network::{BinaryOp, Expr, Network, Place, Stmt, StmtKind, VariableId};

use crate::effects::Writes;
use crate::intervals::{Facts, Interval, interval_given};

/// The variable that a loop counts with, one way or the other, towards an end that it cannot pass.
#[derive(Clone, Debug)]
pub(crate) struct Counter<'n> {
    pub(crate) variable: VariableId,
    upwards: bool,
    end: &'n Expr,
}

impl Counter<'_> {
    /// The values it may have where a round begins, from what is known before the first one.
    pub(crate) fn values(&self, network: &Network, facts: &Facts) -> Interval {
        let start = interval_given(network, &Expr::variable(self.variable), facts);
        // What is known of the end may be out of date after a round, but not the domains of what it reads.
        let end = interval_given(network, self.end, &Facts::default());
        if self.upwards {
            Interval { lower: start.lower, upper: end.upper }
        } else {
            Interval { lower: end.lower, upper: start.upper }
        }
    }
}

/// The counter of a loop, if each round changes it by a constant, once, and it goes on only while the counter has
/// not reached an end.
pub(crate) fn counted<'n>(
    network: &'n Network,
    condition: &'n Expr,
    body: &[Stmt],
) -> Option<Counter<'n>> {
    if let Expr::Binary(BinaryOp::And, left, right) = condition {
        return counted(network, left, body).or_else(|| counted(network, right, body));
    }
    let Expr::Binary(op, left, right) = condition else { return None };
    let (counter, end, upwards) = match (op, &**left, &**right) {
        (BinaryOp::Lt | BinaryOp::Le, Expr::Read(place), end) => (place, end, true),
        (BinaryOp::Gt | BinaryOp::Ge, Expr::Read(place), end) => (place, end, false),
        _ => return None,
    };
    let variable = counter.variable;
    if !counter.indices.is_empty() || !network.variable(variable).dims.is_empty() {
        return None;
    }
    let mut steps = 0;
    for stmt in body {
        if is_step(stmt, variable, upwards) {
            steps += 1;
        } else if Writes::of(network, std::slice::from_ref(stmt)).variables.contains(&variable) {
            return None;
        }
    }
    (steps == 1).then_some(Counter { variable, upwards, end })
}

/// `i = i + 1` or, downwards, `i = i - 1`, by any constant.
fn is_step(stmt: &Stmt, counter: VariableId, upwards: bool) -> bool {
    let StmtKind::Assign { target: Place { variable, .. }, value } = &stmt.kind else {
        return false;
    };
    let Expr::Binary(op, left, right) = value else { return false };
    let (Expr::Read(place), Expr::Const(by)) = (&**left, &**right) else { return false };
    let step = match op {
        BinaryOp::Add => i64::from(*by),
        BinaryOp::Sub => -i64::from(*by),
        _ => return false,
    };
    *variable == counter
        && place.variable == counter
        && place.indices.is_empty()
        && if upwards { step > 0 } else { step < 0 }
}
