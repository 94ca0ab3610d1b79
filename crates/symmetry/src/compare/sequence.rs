//! Assignments that may be written in any order.

use network::{Expr, Network, Place, Stmt, StmtKind};

use super::commute::updates_commute;

/// The longest sequences looked at.
const LONGEST: usize = 8;

/// May these statements be done in any order? Only if they are assignments of different cells, none of which
/// reads what another one writes; not even a value out of range then depends on the order.
pub(crate) fn any_two_commute(network: &Network, statements: &[Stmt]) -> bool {
    let pairs = || {
        let numbered = statements.iter().enumerate();
        numbered.flat_map(|(at, left)| statements[..at].iter().map(move |right| (left, right)))
    };
    (2..=LONGEST).contains(&statements.len())
        && pairs().all(|(left, right)| are_apart(left, right))
        && pairs().all(|(left, right)| {
            let (left, right) = (std::slice::from_ref(left), std::slice::from_ref(right));
            updates_commute(network, left, right).is_ok()
        })
}

fn are_apart(left: &Stmt, right: &Stmt) -> bool {
    match (&left.kind, &right.kind) {
        (StmtKind::Assign { target, .. }, StmtKind::Assign { target: other, .. }) => {
            target.variable != other.variable || are_different_cells(target, other)
        }
        (StmtKind::SetClock { .. }, StmtKind::SetClock { .. })
        | (StmtKind::Assign { .. }, StmtKind::SetClock { .. })
        | (StmtKind::SetClock { .. }, StmtKind::Assign { .. }) => true,
        _ => false,
    }
}

fn are_different_cells(left: &Place, right: &Place) -> bool {
    left.indices.iter().zip(&right.indices).any(|pair| match pair {
        (Expr::Const(left), Expr::Const(right)) => left != right,
        _ => false,
    })
}
