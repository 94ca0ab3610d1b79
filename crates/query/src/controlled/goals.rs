//! Predicates on the model as predicates on the model under a strategy.

use network::visit::{Visitor, walk_expr};
use network::{BinaryOp, ClockConstraint, ClockPlace, Expr, Goal, Place, Stmt, Term, VariableId};

/// The variable that holds the location of each process.
pub(super) struct Translation<'a> {
    pub(super) locations: &'a [VariableId],
}

impl Translation<'_> {
    /// None if it asks for deadlocks, which is another question here, or runs statements.
    pub(super) fn goal(&self, goal: &Goal) -> Option<Goal> {
        let all = |parts: &[Goal]| {
            parts.iter().map(|part| self.goal(part)).collect::<Option<Vec<Goal>>>()
        };
        Some(match goal {
            Goal::And(parts) => Goal::And(all(parts)?),
            Goal::Or(parts) => Goal::Or(all(parts)?),
            Goal::Not(part) => Goal::Not(Box::new(self.goal(part)?)),
            Goal::Holds(condition) => Goal::Holds(self.expr(condition)?),
            Goal::Clock(constraint) => Goal::Clock(self.constraint(constraint)?),
            Goal::Deadlock => return None,
        })
    }

    pub(super) fn term(&self, term: &Term) -> Option<Term> {
        Some(match term {
            Term::Int { text, value } => Term::Int { text: text.clone(), value: self.expr(value)? },
            Term::Clock { text, left, right } => Term::Clock {
                text: text.clone(),
                left: self.clock(left)?,
                right: match right {
                    Some(right) => Some(self.clock(right)?),
                    None => None,
                },
            },
        })
    }

    fn clock(&self, place: &ClockPlace) -> Option<ClockPlace> {
        Some(ClockPlace { family: place.family, indices: self.exprs(&place.indices)? })
    }

    fn constraint(&self, constraint: &ClockConstraint) -> Option<ClockConstraint> {
        let clock = |place: &Option<ClockPlace>| match place {
            None => Some(None),
            Some(place) => self.clock(place).map(Some),
        };
        Some(ClockConstraint {
            when: self.expr(&constraint.when)?,
            left: clock(&constraint.left)?,
            right: clock(&constraint.right)?,
            strict: constraint.strict,
            bound: self.expr(&constraint.bound)?,
        })
    }

    fn exprs(&self, all: &[Expr]) -> Option<Vec<Expr>> {
        all.iter().map(|each| self.expr(each)).collect()
    }

    fn place(&self, place: &Place) -> Option<Place> {
        Some(Place { variable: place.variable, indices: self.exprs(&place.indices)? })
    }

    pub(super) fn expr(&self, expr: &Expr) -> Option<Expr> {
        let boxed = |expr: &Expr| self.expr(expr).map(Box::new);
        Some(match expr {
            Expr::Const(value) => Expr::Const(*value),
            Expr::Read(place) => Expr::Read(self.place(place)?),
            Expr::At(process, location) => {
                let at = Expr::variable(self.locations[process.index()]);
                let number = i32::try_from(location.0).ok()?;
                Expr::binary(BinaryOp::Eq, at, Expr::Const(number))
            }
            Expr::LocationOf(process) => Expr::variable(self.locations[process.index()]),
            Expr::Unary(op, operand) => Expr::Unary(*op, boxed(operand)?),
            Expr::Binary(op, left, right) => Expr::Binary(*op, boxed(left)?, boxed(right)?),
            Expr::Cond(condition, then, otherwise) => {
                Expr::Cond(boxed(condition)?, boxed(then)?, boxed(otherwise)?)
            }
            Expr::Quantified { quantifier, variable, domain, body } => Expr::Quantified {
                quantifier: *quantifier,
                variable: *variable,
                domain: *domain,
                body: boxed(body)?,
            },
            Expr::BlocksEqual(left, right) => {
                Expr::BlocksEqual(self.place(left)?, self.place(right)?)
            }
            Expr::After(statements, _) if sees_locations(statements) => return None,
            Expr::After(statements, value) => Expr::After(statements.clone(), boxed(value)?),
        })
    }
}

/// Do the statements ask where a process is? Functions they call cannot.
fn sees_locations(statements: &[Stmt]) -> bool {
    struct Locations(bool);
    impl Visitor for Locations {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr, Expr::At(..) | Expr::LocationOf(_));
            walk_expr(self, expr);
        }
    }
    let mut found = Locations(false);
    statements.iter().for_each(|statement| found.stmt(statement));
    found.0
}
