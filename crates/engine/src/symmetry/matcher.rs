//! Do two pieces of a network say the same, up to a renaming?

use network::guard::Rate;
use network::{
    Argument, BinaryOp, ChannelPlace, ClockConstraint, ClockPlace, Edge, Expr, FunctionId, Goal,
    Guard, Location, LocationId, Network, Origin, Place, ProcessId, Stmt, StmtKind,
};

use super::classes::{Class, Classes};
use super::mismatch::{Mismatch, Part};
use super::pairing::Pairing;
use super::sequence::any_two_commute;
use super::turning::turning;

/// Matches pieces of one network against each other.
pub(super) struct Matcher<'a, P> {
    pub(super) network: &'a Network,
    pub(super) classes: &'a Classes,
    pub(super) pairing: &'a mut P,
    /// The places being compared.
    origins: (Origin, Origin),
    /// The label being compared.
    part: Part,
    /// The first difference found.
    pub(super) mismatch: Option<Mismatch>,
}

impl<'a, P: Pairing> Matcher<'a, P> {
    pub(super) fn new(network: &'a Network, classes: &'a Classes, pairing: &'a mut P) -> Self {
        let origins = (Origin::NONE, Origin::NONE);
        Matcher { network, classes, pairing, origins, part: Part::Whole, mismatch: None }
    }

    pub(super) fn differ(&mut self) -> bool {
        self.differ_in(None)
    }

    fn differ_in(&mut self, constants: Option<(i32, i32, Option<Class>)>) -> bool {
        let ((origin, other), part) = (self.origins, self.part);
        self.mismatch.get_or_insert(Mismatch { origin, other, part, constants });
        false
    }

    fn require(&mut self, same: bool) -> bool {
        same || self.differ()
    }

    /// Processes: locations and edges in order, or else edges in any order.
    pub(super) fn processes(&mut self, from: ProcessId, to: ProcessId) -> bool {
        let (left, right) = (self.network.process(from), self.network.process(to));
        let alike = left.locations.len() == right.locations.len()
            && left.edges.len() == right.edges.len()
            && left.priority == right.priority;
        if !alike || !self.pairing.process(from, to) {
            return self.differ();
        }
        let mark = self.pairing.mark();
        if self.in_place((from, to)) {
            return true;
        }
        self.pairing.roll_back(mark);
        let mismatch = self.mismatch.take();
        if self.rearranged((from, to)) {
            return true;
        }
        self.pairing.roll_back(mark);
        self.mismatch = mismatch;
        self.differ()
    }

    /// Every location becomes the one with the same number.
    fn in_place(&mut self, pair: (ProcessId, ProcessId)) -> bool {
        let (left, right) = (self.network.process(pair.0), self.network.process(pair.1));
        for (number, (here, there)) in left.locations.iter().zip(&right.locations).enumerate() {
            let id = LocationId::at(number);
            self.origins = (here.origin, there.origin);
            if !self.pairing.location((pair.0, id), (pair.1, id)) {
                return self.differ();
            }
            if !self.locations(here, there) {
                return false;
            }
        }
        let mark = self.pairing.mark();
        let edges = left.edges.iter().zip(&right.edges);
        if edges.into_iter().all(|(left, right)| self.edges(pair, left, right)) {
            return true;
        }
        self.pairing.roll_back(mark);
        self.any_order(&left.edges, &right.edges, |matcher, left, right| {
            left.source == right.source && matcher.edges(pair, left, right)
        })
    }

    pub(super) fn locations(&mut self, left: &Location, right: &Location) -> bool {
        self.origins = (left.origin, right.origin);
        self.part = Part::Invariant;
        self.require(left.kind == right.kind && left.rates.len() == right.rates.len())
            && self.guards(&left.invariant, &right.invariant)
            && left.rates.iter().zip(&right.rates).all(|(left, right)| self.rates(left, right))
    }

    fn rates(&mut self, left: &Rate, right: &Rate) -> bool {
        self.exprs(&left.when, &right.when, None)
            && self.clocks(&left.clock, &right.clock)
            && self.exprs(&left.rate, &right.rate, None)
    }

    /// Edges of two processes.
    pub(super) fn edges(
        &mut self,
        (from, to): (ProcessId, ProcessId),
        left: &Edge,
        right: &Edge,
    ) -> bool {
        self.origins = (left.origin, right.origin);
        self.part = Part::Whole;
        let alike = left.selects.len() == right.selects.len()
            && self.pairing.location((from, left.source), (to, right.source))
            && self.pairing.location((from, left.target), (to, right.target));
        if !self.require(alike) {
            return false;
        }
        self.part = Part::Select;
        for (left, right) in left.selects.iter().zip(&right.selects) {
            let same = left.domain.lower == right.domain.lower
                && left.domain.upper == right.domain.upper
                && self.pairing.variable(left.variable, right.variable);
            if !self.require(same) {
                return false;
            }
        }
        self.part = Part::Sync;
        let syncs = match (&left.sync, &right.sync) {
            (None, None) => true,
            (Some(left), Some(right)) => {
                self.require(left.direction == right.direction)
                    && self.channels(&left.channel, &right.channel)
            }
            _ => self.differ(),
        };
        self.part = if syncs { Part::Guard } else { self.part };
        let same = syncs && self.guards(&left.guard, &right.guard);
        self.part = if same { Part::Update } else { self.part };
        same && self.stmts(&left.update, &right.update)
    }

    fn guards(&mut self, left: &Guard, right: &Guard) -> bool {
        self.exprs(&left.condition, &right.condition, None)
            && self.any_order(&left.clocks, &right.clocks, |matcher, left, right| {
                matcher.constraints(left, right)
            })
    }

    fn constraints(&mut self, left: &ClockConstraint, right: &ClockConstraint) -> bool {
        self.require(left.strict == right.strict)
            && self.exprs(&left.when, &right.when, None)
            && self.optional_clocks(left.left.as_ref(), right.left.as_ref())
            && self.optional_clocks(left.right.as_ref(), right.right.as_ref())
            && self.exprs(&left.bound, &right.bound, None)
    }

    fn optional_clocks(&mut self, left: Option<&ClockPlace>, right: Option<&ClockPlace>) -> bool {
        match (left, right) {
            (None, None) => true,
            (Some(left), Some(right)) => self.clocks(left, right),
            _ => self.differ(),
        }
    }

    pub(super) fn clocks(&mut self, left: &ClockPlace, right: &ClockPlace) -> bool {
        let same = self.pairing.clock(left.family, right.family);
        let family = left.family;
        self.require(same)
            && self.indices(&left.indices, &right.indices, |classes, dim| {
                classes.clock_dim(family, dim)
            })
    }

    fn channels(&mut self, left: &ChannelPlace, right: &ChannelPlace) -> bool {
        let same = self.pairing.channel(left.family, right.family);
        let family = left.family;
        self.require(same)
            && self.indices(&left.indices, &right.indices, |classes, dim| {
                classes.channel_dim(family, dim)
            })
    }

    fn places(&mut self, left: &Place, right: &Place) -> bool {
        let same = self.pairing.variable(left.variable, right.variable);
        let variable = left.variable;
        self.require(same)
            && self
                .indices(&left.indices, &right.indices, |classes, dim| classes.dim(variable, dim))
    }

    fn indices(
        &mut self,
        left: &[Expr],
        right: &[Expr],
        class: impl Fn(&Classes, usize) -> Class,
    ) -> bool {
        if !self.require(left.len() == right.len()) {
            return false;
        }
        let pairs = left.iter().zip(right).enumerate();
        for (dim, (left, right)) in pairs {
            let class = class(self.classes, dim);
            if !self.exprs(left, right, Some(class)) {
                return false;
            }
        }
        true
    }

    /// Functions of identities; nothing if neither is one. What such a function gives is renamed. That two of them look
    /// alike part by part would show that they give the same number: `v = (v != 0) % 2` and `v = (v != 1) % 2`
    /// do not do the same.
    fn turnings(&mut self, left: &Expr, right: &Expr) -> Option<bool> {
        match (turning(left), turning(right)) {
            (None, None) => None,
            (Some((left_inner, left_turn)), Some((right_inner, right_turn)))
                if left_turn == right_turn =>
            {
                let class = self.classes.of_expr(left);
                Some(self.exprs(left_inner, right_inner, class))
            }
            _ => Some(self.require(false)),
        }
    }

    /// Expressions; constants in them belong to the class, if there is one.
    pub(super) fn exprs(&mut self, left: &Expr, right: &Expr, class: Option<Class>) -> bool {
        if let Some(alike) = self.turnings(left, right) {
            return alike;
        }
        match (left, right) {
            (Expr::Const(left), Expr::Const(right)) => {
                self.pairing.constant(*left, *right, class)
                    || self.differ_in(Some((*left, *right, class)))
            }
            (Expr::Read(left), Expr::Read(right)) => self.places(left, right),
            (Expr::At(p, l), Expr::At(q, m)) => {
                let same = self.pairing.location((*p, *l), (*q, *m));
                self.require(same)
            }
            (Expr::LocationOf(p), Expr::LocationOf(q)) => {
                let same = self.pairing.process(*p, *q);
                self.require(same)
            }
            (Expr::Unary(op, left), Expr::Unary(other, right)) => {
                self.require(op == other) && self.exprs(left, right, None)
            }
            (Expr::Binary(op, ..), Expr::Binary(other, ..)) if op == other => {
                self.binaries(*op, left, right)
            }
            (Expr::Cond(a, b, c), Expr::Cond(x, y, z)) => {
                let class = self.classes.of_expr(left).or(class);
                self.exprs(a, x, None) && self.exprs(b, y, class) && self.exprs(c, z, class)
            }
            (
                Expr::Quantified { quantifier, variable, domain, body },
                Expr::Quantified {
                    quantifier: other,
                    variable: bound,
                    domain: range,
                    body: other_body,
                },
            ) => {
                let same = quantifier == other
                    && domain.lower == range.lower
                    && domain.upper == range.upper
                    && self.pairing.variable(*variable, *bound);
                self.require(same) && self.exprs(body, other_body, None)
            }
            (Expr::BlocksEqual(a, b), Expr::BlocksEqual(x, y)) => {
                self.places(a, x) && self.places(b, y)
            }
            (Expr::After(first, left), Expr::After(second, right)) => {
                self.stmts(first, second) && self.exprs(left, right, class)
            }
            _ => self.differ(),
        }
    }

    fn binaries(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (Expr::Binary(_, a, b), Expr::Binary(_, x, y)) = (left, right) else { return false };
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let class = equality.then(|| self.classes.of_expr(a).or_else(|| self.classes.of_expr(b)));
        let class = class.flatten();
        let mark = self.pairing.mark();
        let known = self.mismatch.clone();
        if self.exprs(a, x, class) && self.exprs(b, y, class) {
            return true;
        }
        let first_mismatch = std::mem::replace(&mut self.mismatch, known);
        self.pairing.roll_back(mark);
        let same = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Add => {
                let (mut lefts, mut rights) = (Vec::new(), Vec::new());
                flatten(op, left, &mut lefts);
                flatten(op, right, &mut rights);
                lefts.len() > 1
                    && self.any_order(&lefts, &rights, |matcher, left, right| {
                        matcher.exprs(left, right, None)
                    })
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Mul | BinaryOp::Min | BinaryOp::Max => {
                self.exprs(a, y, class) && self.exprs(b, x, class)
            }
            _ => false,
        };
        if !same {
            self.mismatch = first_mismatch;
        }
        same
    }

    pub(super) fn stmts(&mut self, left: &[Stmt], right: &[Stmt]) -> bool {
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
        self.any_order(left, right, |matcher, left, right| matcher.stmt(left, right))
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

    fn stmt_kinds(&mut self, left: &StmtKind, right: &StmtKind) -> bool {
        match (left, right) {
            (
                StmtKind::Assign { target, value },
                StmtKind::Assign { target: other, value: other_value },
            ) => {
                let class = self.classes.value(target.variable);
                self.places(target, other) && self.exprs(value, other_value, Some(class))
            }
            (StmtKind::Copy { target, source }, StmtKind::Copy { target: to, source: from }) => {
                self.places(target, to) && self.places(source, from)
            }
            (
                StmtKind::SetClock { target, source, offset },
                StmtKind::SetClock { target: to, source: from, offset: by },
            ) => {
                self.clocks(target, to)
                    && self.optional_clocks(source.as_ref(), from.as_ref())
                    && self.exprs(offset, by, None)
            }
            (
                StmtKind::Call { function, arguments },
                StmtKind::Call { function: other, arguments: others },
            ) => self.calls((*function, arguments), (*other, others)),
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
            (StmtKind::Return, StmtKind::Return) => true,
            (StmtKind::Assert(left), StmtKind::Assert(right)) => self.exprs(left, right, None),
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
                _ => self.differ(),
            };
            if !same {
                return false;
            }
        }
        true
    }

    /// Bodies, parameters, results and locals of two functions.
    pub(super) fn functions(&mut self, from: FunctionId, to: FunctionId) -> bool {
        let (left, right) = (self.network.function(from), self.network.function(to));
        self.origins = (left.origin, right.origin);
        for (left, right) in [
            (&left.parameters, &right.parameters),
            (&left.results, &right.results),
            (&left.locals, &right.locals),
        ] {
            let same = left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.pairing.variable(*left, *right));
            if !self.require(same) {
                return false;
            }
        }
        self.stmts(&left.body, &right.body)
    }

    /// Goals in normal form.
    pub(super) fn goals(&mut self, left: &Goal, right: &Goal) -> bool {
        match (left, right) {
            (Goal::And(left), Goal::And(right)) | (Goal::Or(left), Goal::Or(right)) => {
                self.any_order(left, right, |matcher, left, right| matcher.goals(left, right))
            }
            (Goal::Not(left), Goal::Not(right)) => self.goals(left, right),
            (Goal::Holds(left), Goal::Holds(right)) => self.exprs(left, right, None),
            (Goal::Clock(left), Goal::Clock(right)) => self.constraints(left, right),
            (Goal::Deadlock, Goal::Deadlock) => true,
            _ => self.differ(),
        }
    }
}

/// The operands of a chain of one operator.
fn flatten<'e>(op: BinaryOp, expr: &'e Expr, out: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(other, left, right) if *other == op => {
            flatten(op, left, out);
            flatten(op, right, out);
        }
        _ => out.push(expr),
    }
}
