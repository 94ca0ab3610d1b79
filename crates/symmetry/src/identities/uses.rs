//! Walks through a network and notes which values meet, and which are used as numbers.

use std::collections::BTreeSet;

use network::variable::Dim;
use network::visit::{Visitor, walk_expr, walk_guard, walk_stmt};
use network::{
    Argument, BinaryOp, ChannelPlace, ClockPlace, Expr, Goal, Network, Origin, Place, Quantifier,
    Stmt, StmtKind, Storage, UnaryOp, VariableId,
};

use super::classes::{Classes, Node, Plain, Use};
use super::cyclic_function::cyclic_function;

pub(crate) struct Walker<'a> {
    pub(crate) network: &'a Network,
    pub(crate) classes: &'a mut Classes,
    pub(crate) origin: Origin,
}

impl Walker<'_> {
    pub(crate) fn network(&mut self) {
        let network = self.network;
        self.initial_values();
        for process in &network.processes {
            for location in &process.locations {
                self.origin = location.origin;
                walk_guard(self, &location.invariant);
                self.condition(&location.invariant.condition);
                for rate in &location.rates {
                    self.condition(&rate.when);
                    self.clock(&rate.clock);
                    self.number(&rate.rate);
                }
            }
            for edge in &process.edges {
                self.origin = edge.origin;
                edge.selects.iter().for_each(|select| self.bind(select.variable, select.domain));
                walk_guard(self, &edge.guard);
                self.condition(&edge.guard.condition);
                edge.sync.iter().for_each(|sync| self.channel(&sync.channel));
                edge.update.iter().for_each(|stmt| self.stmt(stmt));
            }
        }
        for function in &network.functions {
            function.body.iter().for_each(|stmt| self.stmt(stmt));
        }
        for stmt in network.before_update.iter().chain(&network.after_update) {
            self.stmt(stmt);
        }
    }

    /// What a query looks at. A variable that is a conjunct of its own is tested for truth.
    pub(crate) fn goal(&mut self, goal: &Goal) {
        match goal {
            Goal::And(parts) | Goal::Or(parts) => parts.iter().for_each(|part| self.goal(part)),
            Goal::Not(part) => self.goal(part),
            Goal::Holds(condition) => self.condition(condition),
            Goal::Clock(constraint) => self.constraint(constraint),
            Goal::Deadlock => {}
        }
    }

    /// What variables hold before anything is assigned to them. Scratch variables other than locals are
    /// always assigned to first.
    fn initial_values(&mut self) {
        let network = self.network;
        let locals = network.functions.iter().flat_map(|function| &function.locals);
        let locals: BTreeSet<VariableId> = locals.copied().collect();
        for (number, variable) in network.variables.iter().enumerate() {
            if variable.storage == Storage::Scratch && !locals.contains(&VariableId::at(number)) {
                continue;
            }
            let values: BTreeSet<i32> = variable.initial.iter().copied().collect();
            let node = self.classes.variable_base[number];
            for value in values {
                self.classes.entering.push((node, Dim::int(value, value)));
            }
        }
    }

    /// A value is put into a variable.
    fn enter(&mut self, variable: VariableId, value: &Expr) {
        let node = self.classes.variable_base[variable.index()];
        self.meet_node(node, value);
        let mut constants = Vec::new();
        constants_of(value, &mut constants);
        let single = |value| (node, Dim::int(value, value));
        self.classes.entering.extend(constants.into_iter().map(single));
    }

    /// A variable runs through a domain.
    fn bind(&mut self, variable: VariableId, domain: Dim) {
        let node = self.classes.variable_base[variable.index()];
        self.classes.entering.push((node, domain));
    }

    /// What a value is used as; walks its parts.
    fn use_of(&mut self, expr: &Expr) -> Use {
        if let Some((inner, function)) = cyclic_function(expr)
            && let Use::Of(node) = self.use_of(inner)
        {
            self.classes.cyclic_functions.push((node, function));
            return Use::Of(node);
        }
        match expr {
            Expr::Const(_) => Use::Constant,
            Expr::Read(place) => {
                self.place(place);
                Use::Of(self.classes.variable_base[place.variable.index()])
            }
            Expr::Cond(condition, then, otherwise) => {
                self.condition(condition);
                let (then, otherwise) = (self.use_of(then), self.use_of(otherwise));
                self.meet(then, otherwise);
                if then == Use::Constant { otherwise } else { then }
            }
            Expr::After(statements, value) => {
                statements.iter().for_each(|stmt| self.stmt(stmt));
                self.use_of(value)
            }
            Expr::BlocksEqual(left, right) => {
                self.blocks(left, right);
                Use::Plain
            }
            Expr::At(..)
            | Expr::LocationOf(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Quantified { .. } => {
                self.expr(expr);
                Use::Plain
            }
        }
    }

    /// Two uses are the same.
    fn meet(&mut self, left: Use, right: Use) {
        match (left, right) {
            (Use::Of(left), Use::Of(right)) => self.classes.union(left, right),
            (Use::Of(node), Use::Plain) | (Use::Plain, Use::Of(node)) => {
                self.classes.mark(node, Plain::Computed(self.origin));
            }
            (Use::Constant | Use::Plain, Use::Constant | Use::Plain)
            | (Use::Of(_), Use::Constant)
            | (Use::Constant, Use::Of(_)) => {}
        }
    }

    fn meet_node(&mut self, node: Node, expr: &Expr) {
        let found = self.use_of(expr);
        self.meet(Use::Of(node), found);
    }

    fn mark(&mut self, expr: &Expr, reason: impl Fn(Origin) -> Plain) {
        if let Use::Of(node) = self.use_of(expr) {
            self.classes.mark(node, reason(self.origin));
        }
    }

    /// A value that is tested for truth.
    fn condition(&mut self, expr: &Expr) {
        self.mark(expr, Plain::Tested);
    }

    /// A value that is computed with.
    fn number(&mut self, expr: &Expr) {
        self.mark(expr, Plain::Computed);
    }

    /// Two blocks hold the same: values and remaining dimensions are of one class.
    fn blocks(&mut self, left: &Place, right: &Place) {
        self.place(left);
        self.place(right);
        let base = |place: &Place| self.classes.variable_base[place.variable.index()];
        let (left_base, right_base) = (base(left), base(right));
        self.classes.union(left_base, right_base);
        let rest = self.network.variable(left.variable).dims.len() - left.indices.len();
        let other = self.network.variable(right.variable).dims.len() - right.indices.len();
        for dim in 0..rest.min(other) {
            self.classes.union(
                left_base + 1 + left.indices.len() + dim,
                right_base + 1 + right.indices.len() + dim,
            );
        }
    }
}

/// The constants that an expression may have for its value.
fn constants_of(expr: &Expr, out: &mut Vec<i32>) {
    match expr {
        Expr::Const(value) => out.push(*value),
        // What such a function makes of the values of its class is found by applying it.
        Expr::Cond(_, then, otherwise) if cyclic_function(expr).is_none() => {
            constants_of(then, out);
            constants_of(otherwise, out);
        }
        Expr::After(_, value) => constants_of(value, out),
        // Not constants, or values of a class of numbers that mean themselves.
        Expr::Read(_)
        | Expr::Cond(..)
        | Expr::At(..)
        | Expr::LocationOf(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Quantified { .. }
        | Expr::BlocksEqual(..) => {}
    }
}

impl Visitor for Walker<'_> {
    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.condition(operand),
            Expr::Unary(_, operand) => self.number(operand),
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
                let (left, right) = (self.use_of(left), self.use_of(right));
                self.meet(left, right);
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            Expr::Binary(op, left, right) => {
                let ordered = matches!(
                    op,
                    BinaryOp::Lt
                        | BinaryOp::Le
                        | BinaryOp::Ge
                        | BinaryOp::Gt
                        | BinaryOp::Min
                        | BinaryOp::Max
                );
                for side in [left, right] {
                    if ordered { self.mark(side, Plain::Ordered) } else { self.number(side) }
                }
            }
            Expr::Quantified { quantifier, variable, domain, body } => {
                self.bind(*variable, *domain);
                match quantifier {
                    Quantifier::Sum => self.number(body),
                    Quantifier::ForAll | Quantifier::Exists => self.condition(body),
                }
            }
            Expr::Cond(..) | Expr::After(..) | Expr::Read(_) | Expr::BlocksEqual(..) => {
                self.use_of(expr);
            }
            Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => walk_expr(self, expr),
        }
    }

    fn place(&mut self, place: &Place) {
        let base = self.classes.variable_base[place.variable.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + 1 + dim, index);
        }
    }

    fn clock(&mut self, place: &ClockPlace) {
        let base = self.classes.clock_base[place.family.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + dim, index);
        }
    }

    fn channel(&mut self, place: &ChannelPlace) {
        let base = self.classes.channel_base[place.family.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + dim, index);
        }
    }

    fn constraint(&mut self, constraint: &network::ClockConstraint) {
        self.condition(&constraint.when);
        constraint.left.iter().chain(&constraint.right).for_each(|place| self.clock(place));
        self.number(&constraint.bound);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if stmt.origin != Origin::NONE {
            self.origin = stmt.origin;
        }
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.place(target);
                self.enter(target.variable, value);
            }
            StmtKind::Copy { target, source } => self.blocks(target, source),
            StmtKind::SetClock { target, source, offset } => {
                self.clock(target);
                source.iter().for_each(|place| self.clock(place));
                self.number(offset);
            }
            StmtKind::Call { function, arguments } => {
                let parameters = &self.network.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    match argument {
                        Argument::Value(value) => {
                            self.enter(*parameter, value);
                        }
                        Argument::Block(place) => self.blocks(&Place::whole(*parameter), place),
                    }
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition);
                then.iter().chain(otherwise).for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.condition(condition);
                body.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::Assert(condition) => self.condition(condition),
            StmtKind::ForEach { variable, domain, .. } => {
                self.bind(*variable, *domain);
                walk_stmt(self, stmt);
            }
            StmtKind::Return => {}
        }
    }
}
