//! Which evaluations may be invalid, and where the order of evaluations shows.
//!
//! `&&`, `||` and quantifiers evaluate from the left and stop early. Whether they meet an invalid operand
//! may depend on the order of operands, unless none of them can be invalid. What is said here is "certainly
//! valid" or "perhaps not", from the domains of variables and from the conditions that come first.

use std::collections::{BTreeMap, BTreeSet};

use network::visit::{Visitor, walk_stmt};
use network::{
    Argument, BinaryOp, ClockConstraint, ClockPlace, Dim, Expr, FunctionId, Goal, Guard, Network,
    Origin, Overflow, Place, Quantifier, Stmt, StmtKind, Storage, UnaryOp, VariableId,
};

use crate::intervals::Facts;
use crate::intervals::{ALL, Interval, binary, interval_given};

/// A quantifier whose value, or whether it has one, may depend on the order of its instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordered {
    pub variable: VariableId,
    pub domain: Dim,
    /// The statement or label it stands in.
    pub origin: Origin,
}

/// Looks for evaluations that may be invalid. The answer is "perhaps" if nothing is known.
pub struct Faults<'n> {
    network: &'n Network,
    facts: Facts,
    /// What is known of functions that have been looked at.
    functions: BTreeMap<FunctionId, bool>,
    /// The statement or label that is looked at.
    pub origin: Origin,
    /// An expression has written something: what is known of it may be out of date.
    blind: bool,
    /// Quantifiers met so far whose order may show.
    pub ordered: Vec<Ordered>,
}

impl<'n> Faults<'n> {
    /// Where these facts are true.
    pub fn given(network: &'n Network, facts: Facts) -> Faults<'n> {
        let (functions, ordered) = (BTreeMap::new(), Vec::new());
        Faults { network, facts, functions, origin: Origin::NONE, blind: false, ordered }
    }

    /// Where nothing is known.
    pub fn of(network: &'n Network) -> Faults<'n> {
        Faults::given(network, Facts::default())
    }

    /// Replaces what is known.
    pub fn know(&mut self, facts: Facts) {
        self.facts = facts;
    }

    pub fn goal(&mut self, goal: &Goal) -> bool {
        match goal {
            Goal::And(parts) => self.apart(|faults| {
                let mut found = false;
                for part in parts {
                    found |= faults.goal(part);
                    faults.facts.assume_goal(faults.network, part);
                }
                found
            }),
            Goal::Or(parts) => self.apart(|faults| {
                let mut found = false;
                for part in parts {
                    found |= faults.goal(part);
                    if let Goal::Holds(condition) = part {
                        faults.facts.assume(faults.network, condition, false);
                    }
                }
                found
            }),
            Goal::Not(part) => self.goal(part),
            Goal::Holds(condition) => self.expr(condition),
            Goal::Clock(constraint) => self.constraint(constraint),
            // What guards evaluate is evaluated in every state anyway.
            Goal::Deadlock => false,
        }
    }

    /// In a guard or invariant?
    pub fn guard(&mut self, guard: &Guard) -> bool {
        let found = self.expr(&guard.condition);
        found
            | self.assuming(&guard.condition, true, |faults| {
                guard.clocks.iter().fold(false, |found, each| found | faults.constraint(each))
            })
    }

    /// In a clock constraint?
    pub fn constraint(&mut self, constraint: &ClockConstraint) -> bool {
        let found = self.expr(&constraint.when);
        found
            | self.assuming(&constraint.when, true, |faults| {
                let clocks = constraint.left.iter().chain(&constraint.right);
                let found = clocks.fold(false, |found, clock| found | faults.clock(clock));
                found | faults.expr(&constraint.bound)
            })
    }

    /// In the indices of a clock?
    pub fn clock(&mut self, place: &ClockPlace) -> bool {
        self.indices(&place.indices, &self.network.clock_family(place.family).dims)
    }

    fn place(&mut self, place: &Place) -> bool {
        self.indices(&place.indices, &self.network.variable(place.variable).dims)
    }

    /// In these indices of an array?
    pub fn indices(&mut self, indices: &[Expr], dims: &[Dim]) -> bool {
        let mut found = false;
        for (index, dim) in indices.iter().zip(dims) {
            found |= self.expr(index);
            found |= !self.interval(index).is_within((*dim).into());
        }
        found
    }

    fn interval(&self, expr: &Expr) -> Interval {
        interval_given(self.network, expr, &self.facts)
    }

    pub fn expr(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => false,
            Expr::Read(place) => self.place(place),
            Expr::Unary(op, operand) => self.expr(operand) | self.unary_overflows(*op, operand),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let found = self.expr(left);
                found | self.assuming(left, *op == BinaryOp::And, |faults| faults.expr(right))
            }
            Expr::Binary(op, left, right) => {
                self.expr(left) | self.expr(right) | self.operator(*op, left, right)
            }
            Expr::Cond(condition, then, otherwise) => {
                self.expr(condition)
                    | self.assuming(condition, true, |faults| faults.expr(then))
                    | self.assuming(condition, false, |faults| faults.expr(otherwise))
            }
            Expr::Quantified { quantifier, variable, domain, body } => {
                self.quantified(*quantifier, *variable, *domain, body)
            }
            Expr::BlocksEqual(left, right) => self.place(left) | self.place(right),
            Expr::After(statements, value) => {
                let found = self.apart(|faults| faults.block(statements) | faults.expr(value));
                // What is known may not be true behind an expression that writes.
                self.blind |= !is_pure(self.network, expr);
                found | self.blind
            }
        }
    }

    /// Looks at something; what is learnt there is not known afterwards.
    fn apart(&mut self, look: impl FnOnce(&mut Self) -> bool) -> bool {
        let known = self.facts.clone();
        let found = look(self);
        self.facts = known;
        found
    }

    fn assuming(
        &mut self,
        condition: &Expr,
        truth: bool,
        look: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        self.apart(|faults| {
            faults.facts.assume(faults.network, condition, truth);
            look(faults)
        })
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: VariableId,
        domain: Dim,
        body: &Expr,
    ) -> bool {
        let known = self.facts.clone();
        self.facts.bind(variable, domain);
        let invalid = self.expr(body);
        let values = self.interval(body);
        self.facts = known;
        let count = i64::try_from(domain.size()).unwrap_or(i64::MAX);
        let sums = Interval {
            lower: values.lower.min(0).saturating_mul(count),
            upper: values.upper.max(0).saturating_mul(count),
        };
        let (shows, overflows) = match quantifier {
            Quantifier::ForAll | Quantifier::Exists => (invalid, false),
            // Everything is summed up; but partial sums may not fit.
            Quantifier::Sum => (false, self.may_overflow(sums)),
        };
        if shows || overflows || self.blind || !is_pure(self.network, body) {
            self.ordered.push(Ordered { variable, domain, origin: self.origin });
        }
        invalid || overflows
    }

    fn may_overflow(&self, values: Interval) -> bool {
        self.network.overflow == Overflow::Fault && !values.is_within(ALL)
    }

    fn unary_overflows(&self, op: UnaryOp, operand: &Expr) -> bool {
        match op {
            UnaryOp::Not => false,
            UnaryOp::Negate | UnaryOp::Abs => {
                self.network.overflow == Overflow::Fault
                    && self.interval(operand).contains(ALL.lower)
            }
        }
    }

    /// May an operator be undefined for its operands, or its result not fit?
    fn operator(&self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (left, right) = (self.interval(left), self.interval(right));
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.may_overflow(binary(op, left, right))
            }
            BinaryOp::Div | BinaryOp::Mod => {
                right.contains(0) || (left.contains(ALL.lower) && right.contains(-1))
            }
            BinaryOp::Shl => {
                let shifts = Interval { lower: 0, upper: 31 };
                !right.is_within(shifts) || self.may_overflow(binary(op, left, right))
            }
            BinaryOp::Shr => !right.is_within(Interval { lower: 0, upper: 31 }),
            BinaryOp::Pow => true,
            BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Ge
            | BinaryOp::Gt
            | BinaryOp::And
            | BinaryOp::Or => false,
        }
    }

    /// In statements that are done one after the other? Afterwards, what is known is what is known after them.
    pub fn block(&mut self, statements: &[Stmt]) -> bool {
        let mut found = false;
        for stmt in statements {
            let outer = self.origin;
            if stmt.origin != Origin::NONE {
                self.origin = stmt.origin;
            }
            let blind = self.blind;
            found |= self.stmt(&stmt.kind);
            self.forget_written(std::slice::from_ref(stmt));
            (self.origin, self.blind) = (outer, blind);
            // Behind a branch that leaves, its condition is false.
            if let StmtKind::If { condition, then, .. } = &stmt.kind
                && matches!(then.last(), Some(Stmt { kind: StmtKind::Return, .. }))
            {
                self.facts.assume(self.network, condition, false);
            }
        }
        found
    }

    fn stmt(&mut self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Assign { target, value } => {
                self.place(target) | self.expr(value) | self.stored(target.variable, value)
            }
            StmtKind::Copy { target, source } => {
                self.place(target)
                    | self.place(source)
                    | self.copied(target.variable, source.variable)
            }
            StmtKind::SetClock { target, source, offset } => {
                let mut found = self.clock(target) | self.expr(offset);
                if let Some(source) = source {
                    found |= self.clock(source);
                }
                found | (source.is_none() && self.interval(offset).lower < 0)
            }
            StmtKind::Call { function, arguments } => {
                let mut found = false;
                let parameters = &self.network.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    found |= match argument {
                        Argument::Value(value) => self.expr(value) | self.stored(*parameter, value),
                        Argument::Block(place) => {
                            self.place(place) | self.copied(*parameter, place.variable)
                        }
                    };
                }
                found | self.function(*function)
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition)
                    | self.assuming(condition, true, |faults| faults.block(then))
                    | self.assuming(condition, false, |faults| faults.block(otherwise))
            }
            // It may not end.
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.forget_written(body);
                self.expr(condition);
                self.apart(|faults| faults.block(body));
                true
            }
            StmtKind::ForEach { variable, domain, body } => {
                self.forget_written(body);
                self.apart(|faults| {
                    faults.facts.bind(*variable, *domain);
                    faults.block(body)
                })
            }
            StmtKind::Return => false,
            StmtKind::Assert(condition) => {
                self.expr(condition);
                !condition.is_true()
            }
        }
    }

    fn forget_written(&mut self, statements: &[Stmt]) {
        for variable in Writes::of(self.network, statements).variables {
            self.facts.forget(variable);
        }
    }

    /// May a value be outside the domain of the variable that it is assigned to?
    fn stored(&self, variable: VariableId, value: &Expr) -> bool {
        !self.interval(value).is_within(self.network.variable(variable).domain.into())
    }

    /// The same for the cells of an array.
    fn copied(&self, to: VariableId, from: VariableId) -> bool {
        let domain = |id: VariableId| Interval::from(self.network.variable(id).domain);
        !domain(from).is_within(domain(to))
    }

    fn function(&mut self, id: FunctionId) -> bool {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let known = std::mem::take(&mut self.facts);
        let found = self.block(&self.network.function(id).body);
        self.facts = known;
        self.functions.insert(id, found);
        found
    }
}

/// Does evaluating an expression leave the state as it is? Then it can be evaluated before or after another.
pub fn is_pure(network: &Network, expr: &Expr) -> bool {
    let mut writes = Writes::nothing(network);
    writes.expr(expr);
    let lasts = |id: &VariableId| network.variable(*id).storage != Storage::Scratch;
    !writes.clocks && !writes.variables.iter().any(lasts)
}

/// What code writes, with all the functions it calls.
struct Writes<'n> {
    network: &'n Network,
    variables: BTreeSet<VariableId>,
    clocks: bool,
    functions: BTreeSet<FunctionId>,
}

impl<'n> Writes<'n> {
    fn nothing(network: &'n Network) -> Writes<'n> {
        let (variables, functions) = (BTreeSet::new(), BTreeSet::new());
        Writes { network, variables, clocks: false, functions }
    }

    fn of(network: &'n Network, statements: &[Stmt]) -> Writes<'n> {
        let mut writes = Writes::nothing(network);
        statements.iter().for_each(|stmt| writes.stmt(stmt));
        writes
    }
}

impl Visitor for Writes<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                self.variables.insert(target.variable);
            }
            StmtKind::SetClock { .. } => self.clocks = true,
            StmtKind::Call { function, .. } => {
                let called = self.network.function(*function);
                self.variables.extend(called.parameters.iter().chain(&called.locals));
                if self.functions.insert(*function) {
                    called.body.iter().for_each(|stmt| self.stmt(stmt));
                }
            }
            StmtKind::ForEach { variable, .. } => {
                self.variables.insert(*variable);
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
        walk_stmt(self, stmt);
    }
}
