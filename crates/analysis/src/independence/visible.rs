//! What may make a goal true.

use network::{BinaryOp, ClockConstraint, Edge, Expr, Goal, UnaryOp};

use super::bits::Bits;
use super::footprint::{Footprint, Resources};

/// What the truth of goals, in normal form, hangs on.
pub(super) struct Watched<'n> {
    resources: Resources<'n>,
    /// Whatever happens to these may make a goal true.
    reads: Bits,
    /// Processes and locations: being there is asked for, or not being there.
    places: Vec<(usize, usize, bool)>,
}

impl<'n> Watched<'n> {
    pub(super) fn by(resources: &Resources<'n>, goals: &[Goal]) -> Watched<'n> {
        let (reads, places) = (Bits::none(resources.count), Vec::new());
        let mut watched = Watched { resources: *resources, reads, places };
        goals.iter().for_each(|goal| watched.goal(goal));
        watched
    }

    fn goal(&mut self, goal: &Goal) {
        match goal {
            Goal::And(parts) | Goal::Or(parts) => parts.iter().for_each(|part| self.goal(part)),
            Goal::Holds(condition) => self.condition(condition, true),
            Goal::Clock(constraint) => self.constraint(constraint),
            // Neither is looked for where this is used; whatever happens may make it true.
            Goal::Not(_) | Goal::Deadlock => {
                (0..self.resources.count).for_each(|resource| self.reads.insert(resource));
            }
        }
    }

    fn constraint(&mut self, constraint: &ClockConstraint) {
        let guard = network::Guard { condition: Expr::TRUE, clocks: vec![constraint.clone()] };
        self.reads.add(&Footprint::of_invariant(&self.resources, &guard).reads);
    }

    /// A condition that is asked for, or whose opposite is.
    fn condition(&mut self, condition: &Expr, holds: bool) {
        match condition {
            Expr::At(process, location) => {
                self.places.push((process.index(), location.index(), holds));
            }
            Expr::Unary(UnaryOp::Not, operand) => self.condition(operand, !holds),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.condition(left, holds);
                self.condition(right, holds);
            }
            other => self.reads.add(&Footprint::of_expr(&self.resources, other).reads),
        }
    }

    /// May taking an edge make a goal true that was not?
    pub(super) fn is_seen(&self, process: usize, edge: &Edge, footprint: &Footprint) -> bool {
        let (source, target) = (edge.source.index(), edge.target.index());
        let mut places = self.places.iter().filter(|(of, ..)| *of == process);
        footprint.writes.meets(&self.reads)
            || (source != target
                && places
                    .any(|(_, location, holds)| *location == if *holds { target } else { source }))
    }
}
