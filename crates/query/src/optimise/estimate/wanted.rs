//! Where a goal wants the processes to be.

use network::{BinaryOp, Expr, Goal, Network, UnaryOp};

/// For each process and location: may the process be there when the goal is reached?
pub(super) fn wanted(network: &Network, goal: &Goal) -> Vec<Vec<bool>> {
    let all = |truth: bool| -> Vec<Vec<bool>> {
        network.processes.iter().map(|process| vec![truth; process.locations.len()]).collect()
    };
    of_goal(goal, true, &all)
}

type Places = Vec<Vec<bool>>;

fn of_goal(goal: &Goal, truth: bool, all: &dyn Fn(bool) -> Places) -> Places {
    match (goal, truth) {
        (Goal::And(parts), true) | (Goal::Or(parts), false) => {
            let each = parts.iter().map(|part| of_goal(part, truth, all));
            each.fold(all(true), |sum, part| joined(sum, &part, |a, b| a && b))
        }
        (Goal::Or(parts), true) | (Goal::And(parts), false) => {
            let each = parts.iter().map(|part| of_goal(part, truth, all));
            each.fold(all(false), |sum, part| joined(sum, &part, |a, b| a || b))
        }
        (Goal::Not(part), _) => of_goal(part, !truth, all),
        (Goal::Holds(condition), _) => of_condition(condition, truth, all),
        (Goal::Clock(_) | Goal::Deadlock, _) => all(true),
    }
}

fn of_condition(condition: &Expr, truth: bool, all: &dyn Fn(bool) -> Places) -> Places {
    match condition {
        Expr::Const(value) => all((*value != 0) == truth),
        Expr::At(process, location) => {
            let mut places = all(true);
            let of_process = places[process.index()].iter_mut().enumerate();
            of_process.for_each(|(at, may)| *may = (at == location.index()) == truth);
            places
        }
        Expr::Unary(UnaryOp::Not, part) => of_condition(part, !truth, all),
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let (left, right) = (of_condition(left, truth, all), of_condition(right, truth, all));
            let both = (*op == BinaryOp::And) == truth;
            joined(left, &right, |a, b| if both { a && b } else { a || b })
        }
        // What depends on variables may hold anywhere.
        _ => all(true),
    }
}

fn joined(mut left: Places, right: &Places, how: impl Fn(bool, bool) -> bool) -> Places {
    for (left, right) in left.iter_mut().zip(right) {
        left.iter_mut().zip(right).for_each(|(left, right)| *left = how(*left, *right));
    }
    left
}
