//! What a renaming makes of a goal.

use network::{
    BinaryOp, ClockConstraint, ClockFamilyId, ClockPlace, Expr, Goal, LocationId, Network, Place,
    ProcessId, VariableId,
};

use crate::compare::matcher::Matcher;
use crate::identities::classes::{Class, Classes};
use crate::renaming::bindings::Bindings;
use crate::renaming::total::Renaming;

/// The goal renamed; none if it contains what is not renamed here.
pub(crate) fn image_of_goal(
    network: &Network,
    classes: &Classes,
    renaming: &Renaming,
    goal: &Goal,
) -> Option<Goal> {
    let image = Renamer { classes, renaming }.goal(goal)?;
    // Not trusted either: the two must match as the pieces of a symmetric network do.
    let mut bindings = Bindings::of(network, classes, renaming);
    let same = Matcher::new(network, classes, &mut bindings).goals(goal, &image);
    (same && bindings.obligations.is_empty()).then_some(image)
}

struct Renamer<'r> {
    classes: &'r Classes,
    renaming: &'r Renaming,
}

impl Renamer<'_> {
    fn goal(&self, goal: &Goal) -> Option<Goal> {
        Some(match goal {
            Goal::And(parts) => Goal::And(self.goals(parts)?),
            Goal::Or(parts) => Goal::Or(self.goals(parts)?),
            Goal::Not(part) => Goal::Not(Box::new(self.goal(part)?)),
            Goal::Holds(expr) => Goal::Holds(self.expr(expr, None)?),
            Goal::Clock(constraint) => Goal::Clock(ClockConstraint {
                when: self.expr(&constraint.when, None)?,
                left: self.optional_clock(constraint.left.as_ref())?,
                right: self.optional_clock(constraint.right.as_ref())?,
                strict: constraint.strict,
                bound: self.expr(&constraint.bound, None)?,
            }),
            Goal::Deadlock => Goal::Deadlock,
        })
    }

    fn goals(&self, parts: &[Goal]) -> Option<Vec<Goal>> {
        parts.iter().map(|part| self.goal(part)).collect()
    }

    fn optional_clock(&self, clock: Option<&ClockPlace>) -> Option<Option<ClockPlace>> {
        let Some(clock) = clock else { return Some(None) };
        let dims = clock.indices.iter().enumerate();
        let indices = dims
            .map(|(dim, index)| self.expr(index, Some(self.classes.clock_dim(clock.family, dim))));
        let family = ClockFamilyId(self.renaming.clocks[clock.family.index()]);
        Some(Some(ClockPlace { family, indices: indices.collect::<Option<_>>()? }))
    }

    fn place(&self, place: &Place) -> Option<Place> {
        let dims = place.indices.iter().enumerate();
        let indices =
            dims.map(|(dim, index)| self.expr(index, Some(self.classes.dim(place.variable, dim))));
        let variable = VariableId(self.renaming.variables[place.variable.index()]);
        Some(Place { variable, indices: indices.collect::<Option<_>>()? })
    }

    /// An expression whose value is of a class.
    fn expr(&self, expr: &Expr, class: Option<Class>) -> Option<Expr> {
        let boxed = |expr: &Expr, class| self.expr(expr, class).map(Box::new);
        Some(match expr {
            Expr::Const(value) => {
                let class = class.filter(|class| self.classes.plain(*class).is_none());
                Expr::Const(class.map_or(*value, |class| self.renaming.value(class, *value)))
            }
            Expr::Read(place) => Expr::Read(self.place(place)?),
            Expr::At(process, location) => {
                let at = process.index();
                let image = self.renaming.locations[at][location.index()];
                Expr::At(ProcessId(self.renaming.processes[at]), LocationId(image))
            }
            Expr::Unary(op, operand) => Expr::Unary(*op, boxed(operand, None)?),
            Expr::Binary(op, left, right) => {
                let of = |expr: &Expr| self.classes.of_expr(expr);
                let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                let class = if equality { of(left).or_else(|| of(right)) } else { None };
                Expr::Binary(*op, boxed(left, class)?, boxed(right, class)?)
            }
            Expr::Cond(condition, then, otherwise) => {
                let class = self.classes.of_expr(expr).or(class);
                let condition = boxed(condition, None)?;
                Expr::Cond(condition, boxed(then, class)?, boxed(otherwise, class)?)
            }
            Expr::Quantified { .. }
            | Expr::LocationOf(_)
            | Expr::BlocksEqual(..)
            | Expr::After(..) => return None,
        })
    }
}
