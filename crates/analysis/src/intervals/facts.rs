//! What is known of variables at some point of an evaluation.
//!
//! `own != -1 && a[own] == 0` evaluates the index only where `own` is not -1. Conditions that come first
//! narrow the values of what they read, as long as nothing is written in between.

use network::visit::Visitor;
use network::{BinaryOp, Domain, Expr, Goal, Network, Place, UnaryOp, VariableId};

use super::interval::{Interval, interval_given};

/// The most facts that are kept: whoever knows less says "perhaps" more often, which is no mistake.
const MOST_FACTS: usize = 64;

/// Intervals in which cells are known to lie. A cell is known by how it is written.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    known: Vec<(Place, Interval)>,
}

impl Facts {
    /// The part of an interval in which a cell may lie.
    pub(crate) fn narrowed(&self, place: &Place, within: Interval) -> Interval {
        let about = self.known.iter().filter(|(known, _)| known == place);
        about.fold(within, |interval, (_, fact)| interval.meet(*fact))
    }

    /// A variable runs through a domain.
    pub fn bind(&mut self, variable: VariableId, domain: Domain) {
        self.learn(Place::whole(variable), domain.into());
    }

    /// Nothing is known any more of what depends on this variable.
    pub(crate) fn forget(&mut self, variable: VariableId) {
        self.known.retain(|(place, _)| !mentions(place, variable));
    }

    /// The condition has been found true, or false.
    pub fn assume(&mut self, network: &Network, condition: &Expr, truth: bool) {
        match condition {
            Expr::Unary(UnaryOp::Not, operand) => self.assume(network, operand, !truth),
            Expr::Binary(BinaryOp::And, left, right) if truth => {
                self.assume(network, left, true);
                self.assume(network, right, true);
            }
            Expr::Binary(BinaryOp::Or, left, right) if !truth => {
                self.assume(network, left, false);
                self.assume(network, right, false);
            }
            Expr::Binary(op, left, right) => {
                if let Some(op) = if truth { Some(*op) } else { opposite(*op) } {
                    self.compare(network, op, left, right);
                    self.compare(network, mirrored(op), right, left);
                }
            }
            Expr::Read(_) => {
                let op = if truth { BinaryOp::Ne } else { BinaryOp::Eq };
                self.compare(network, op, condition, &Expr::Const(0));
            }
            // Nothing is learnt from these, which is always allowed.
            Expr::Const(_)
            | Expr::At(..)
            | Expr::LocationOf(_)
            | Expr::Unary(..)
            | Expr::Cond(..)
            | Expr::Quantified { .. }
            | Expr::BlocksEqual(..)
            | Expr::After(..) => {}
        }
    }

    /// The goal has been found true.
    pub fn assume_goal(&mut self, network: &Network, goal: &Goal) {
        match goal {
            Goal::And(parts) => parts.iter().for_each(|part| self.assume_goal(network, part)),
            Goal::Holds(condition) => self.assume(network, condition, true),
            Goal::Or(_) | Goal::Not(_) | Goal::Clock(_) | Goal::Deadlock => {}
        }
    }

    /// A cell compares like this with a value.
    fn compare(&mut self, network: &Network, op: BinaryOp, cell: &Expr, value: &Expr) {
        let Expr::Read(place) = cell else { return };
        let Interval { lower, upper } = interval_given(network, value, self);
        let now = interval_given(network, cell, self);
        let fact = match op {
            BinaryOp::Eq => Interval { lower, upper },
            BinaryOp::Lt => Interval { upper: upper - 1, ..now },
            BinaryOp::Le => Interval { upper, ..now },
            BinaryOp::Gt => Interval { lower: lower + 1, ..now },
            BinaryOp::Ge => Interval { lower, ..now },
            BinaryOp::Ne if lower == upper && now.lower == lower => {
                Interval { lower: lower + 1, ..now }
            }
            BinaryOp::Ne if lower == upper && now.upper == upper => {
                Interval { upper: upper - 1, ..now }
            }
            _ => return,
        };
        self.learn(place.clone(), fact);
    }

    /// A cell lies in an interval.
    pub(crate) fn learn(&mut self, place: Place, fact: Interval) {
        if self.known.len() < MOST_FACTS {
            self.known.push((place, fact));
        }
    }
}

/// The comparison that is true where this one is false.
fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

fn mentions(place: &Place, variable: VariableId) -> bool {
    struct VariableFinder(VariableId, bool);
    impl Visitor for VariableFinder {
        fn place(&mut self, place: &Place) {
            self.1 |= place.variable == self.0;
            place.indices.iter().for_each(|index| self.expr(index));
        }
    }
    let mut finder = VariableFinder(variable, false);
    finder.place(place);
    finder.1
}
