//! Do two statements do the same, up to a renaming?

use network::{Argument, FunctionId, Origin, Stmt, StmtKind};

use super::matcher::Matcher;
use super::pairing::Pairing;
use super::sequence::any_two_commute;

impl<P: Pairing> Matcher<'_, P> {
    pub(crate) fn stmts(&mut self, left: &[Stmt], right: &[Stmt]) -> bool {
        if !self.require(left.len() == right.len()) {
            return false;
        }
        let mark = self.pairing.mark();
        if left.iter().zip(right).all(|(left, right)| self.stmt(left, right)) {
            return true;
        }
        if !any_two_commute(self.network, left) {
            return false;
        }
        self.pairing.roll_back(mark);
        // All of them are done, and none sees what another one does.
        let keeps_place = |_: &Stmt| false;
        self.any_order(left, right, &keeps_place, |matcher, left, right| matcher.stmt(left, right))
    }

    fn stmt(&mut self, left: &Stmt, right: &Stmt) -> bool {
        let outer = self.origins;
        if left.origin != Origin::NONE {
            self.origins = (left.origin, right.origin);
        }
        let same = self.stmt_kinds(&left.kind, &right.kind);
        self.origins = outer;
        same
    }

    /// By the left one, so that a new kind of statement must say how it is matched.
    fn stmt_kinds(&mut self, left: &StmtKind, right: &StmtKind) -> bool {
        match left {
            StmtKind::Assign { target, value } => {
                let StmtKind::Assign { target: to, value: other } = right else {
                    return self.differ();
                };
                let class = self.classes.value(target.variable);
                self.places(target, to) && self.exprs(value, other, Some(class))
            }
            StmtKind::Copy { target, source } => {
                let StmtKind::Copy { target: to, source: from } = right else {
                    return self.differ();
                };
                self.places(target, to) && self.places(source, from)
            }
            StmtKind::SetClock { target, source, offset } => {
                let StmtKind::SetClock { target: to, source: from, offset: by } = right else {
                    return self.differ();
                };
                self.clocks(target, to)
                    && self.optional_clocks(source.as_ref(), from.as_ref())
                    && self.exprs(offset, by, None)
            }
            StmtKind::Call { function, arguments } => {
                let StmtKind::Call { function: other, arguments: others } = right else {
                    return self.differ();
                };
                self.calls((*function, arguments), (*other, others))
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. } => self.nested(left, right),
            StmtKind::Return => self.require(*right == StmtKind::Return),
            StmtKind::Assert(condition) => {
                let StmtKind::Assert(other) = right else { return self.differ() };
                self.exprs(condition, other, None)
            }
        }
    }

    /// Statements that contain others.
    fn nested(&mut self, left: &StmtKind, right: &StmtKind) -> bool {
        match (left, right) {
            (
                StmtKind::If { condition, then, otherwise },
                StmtKind::If { condition: test, then: yes, otherwise: no },
            ) => {
                self.exprs(condition, test, None)
                    && self.stmts(then, yes)
                    && self.stmts(otherwise, no)
            }
            (
                StmtKind::While { condition, body },
                StmtKind::While { condition: test, body: round },
            )
            | (
                StmtKind::DoWhile { body, condition },
                StmtKind::DoWhile { body: round, condition: test },
            ) => self.exprs(condition, test, None) && self.stmts(body, round),
            (
                StmtKind::ForEach { variable, domain, body },
                StmtKind::ForEach { variable: other, domain: range, body: round },
            ) => {
                let same = domain.lower == range.lower
                    && domain.upper == range.upper
                    && self.pairing.variable(*variable, *other);
                self.require(same) && self.stmts(body, round)
            }
            // Of different kinds.
            _ => self.differ(),
        }
    }

    fn calls(
        &mut self,
        (left, arguments): (FunctionId, &[Argument]),
        (right, others): (FunctionId, &[Argument]),
    ) -> bool {
        let same = arguments.len() == others.len() && self.pairing.function(left, right);
        if !self.require(same) {
            return false;
        }
        let parameters = &self.network.function(left).parameters;
        for (parameter, (left, right)) in parameters.iter().zip(arguments.iter().zip(others)) {
            let class = self.classes.value(*parameter);
            let same = match (left, right) {
                (Argument::Value(left), Argument::Value(right)) => {
                    self.exprs(left, right, Some(class))
                }
                (Argument::Block(left), Argument::Block(right)) => self.places(left, right),
                (Argument::Value(_), Argument::Block(_))
                | (Argument::Block(_), Argument::Value(_)) => self.differ(),
            };
            if !same {
                return false;
            }
        }
        true
    }
}
