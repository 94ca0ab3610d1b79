//! Which evaluations may be invalid, and where the order of evaluations shows.
//!
//! `&&`, `||` and quantifiers evaluate from the left and stop early. Whether they meet an invalid operand
//! may depend on the order of operands, unless none of them can be invalid. What is said here is "certainly
//! valid" or "perhaps not", from the domains of variables and from the conditions that come first.

use std::collections::{BTreeMap, BTreeSet};

use network::{
    Argument, BinaryOp, ClockConstraint, ClockPlace, Dim, Expr, FunctionId, Goal, Guard, Network,
    Origin, Overflow, Place, Quantifier, Stmt, StmtKind, UnaryOp, VariableId,
};

use crate::counted::counted;
use crate::effects::{Writes, is_pure};
use crate::intervals::Facts;
use crate::intervals::{ALL, Interval, binary, interval_given};

/// The most rounds of loops, one inside the other, that are taken to end: some hundred statements done as often
/// stay below the budget of statements.
const MOST_ROUNDS: u64 = 1 << 14;

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
    /// What is known of functions that have been looked at: may they fail, and how often do their loops go round?
    functions: BTreeMap<FunctionId, (bool, u64)>,
    /// How often the loops around go round, and the most that was met so far.
    rounds: (u64, u64),
    /// The statement or label that is looked at.
    pub origin: Origin,
    /// An expression has written something: what is known of it may be out of date.
    blind: bool,
    /// Quantifiers met so far whose order may show.
    pub ordered: Vec<Ordered>,
    /// Statements met so far whose own evaluation may be invalid, whatever those inside them do. They are known
    /// by where they are: the network is borrowed as long as anybody asks.
    pub suspects: BTreeSet<*const Stmt>,
}

impl<'n> Faults<'n> {
    /// Where these facts are true.
    pub fn given(network: &'n Network, facts: Facts) -> Faults<'n> {
        let (functions, ordered) = (BTreeMap::new(), Vec::new());
        let (origin, suspects) = (Origin::NONE, BTreeSet::new());
        let rounds = (1, 1);
        Faults { network, facts, functions, rounds, origin, blind: false, ordered, suspects }
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
            found |= self.stmt(stmt);
            let assigned = self.assigned(stmt);
            self.forget_written(std::slice::from_ref(stmt));
            if let Some((place, values)) = assigned {
                self.facts.learn(place, values);
            }
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

    /// What a cell holds after a statement that assigns to it and does nothing else.
    fn assigned(&self, stmt: &Stmt) -> Option<(Place, Interval)> {
        let StmtKind::Assign { target, value } = &stmt.kind else { return None };
        let variable = self.network.variable(target.variable);
        if self.blind || !target.indices.is_empty() || !variable.dims.is_empty() {
            return None;
        }
        let domain = Interval::from(variable.domain);
        let values = self.interval(value).meet(domain);
        (values != domain && is_pure(self.network, value)).then(|| (target.clone(), values))
    }

    fn stmt(&mut self, stmt: &Stmt) -> bool {
        let (own, inside) = match &stmt.kind {
            StmtKind::Assign { target, value } => {
                let stored = self.place(target) | self.expr(value);
                (stored | self.stored(target.variable, value), false)
            }
            StmtKind::Copy { target, source } => {
                let copied = self.copied(target.variable, source.variable);
                (self.place(target) | self.place(source) | copied, false)
            }
            StmtKind::SetClock { target, source, offset } => {
                let mut found = self.clock(target) | self.expr(offset);
                if let Some(source) = source {
                    found |= self.clock(source);
                }
                (found | (source.is_none() && self.interval(offset).lower < 0), false)
            }
            StmtKind::Call { function, arguments } => {
                let found = self.arguments(*function, arguments);
                let (inside, rounds) = self.function(*function);
                (found | !self.enter(rounds, |_| ()), inside)
            }
            StmtKind::If { condition, then, otherwise } => (
                self.expr(condition),
                self.assuming(condition, true, |faults| faults.block(then))
                    | self.assuming(condition, false, |faults| faults.block(otherwise)),
            ),
            StmtKind::While { condition, body } => self.while_loop(condition, body),
            // It may not end.
            StmtKind::DoWhile { body, condition } => {
                self.forget_written(body);
                self.expr(condition);
                self.apart(|faults| faults.block(body));
                (true, true)
            }
            StmtKind::ForEach { variable, domain, body } => {
                self.forget_written(body);
                let mut inside = false;
                let ends = self.enter(domain.size(), |faults| {
                    inside = faults.apart(|faults| {
                        faults.facts.bind(*variable, *domain);
                        faults.block(body)
                    });
                });
                (!ends, inside)
            }
            StmtKind::Return => (false, false),
            StmtKind::Assert(condition) => {
                self.expr(condition);
                (!condition.is_true(), false)
            }
        };
        if own {
            self.suspects.insert(std::ptr::from_ref(stmt));
        }
        own | inside
    }

    /// May the loop itself go wrong, and may something inside it?
    fn while_loop(&mut self, condition: &Expr, body: &[Stmt]) -> (bool, bool) {
        let counter = counted(self.network, condition, body);
        let values = counter.as_ref().map(|counter| counter.values(self.network, &self.facts));
        let rounds = values.map_or(u64::MAX, |values| {
            u64::try_from((values.upper - values.lower).max(0)).map_or(u64::MAX, |size| size + 1)
        });
        self.forget_written(body);
        let own = self.expr(condition);
        let mut inside = false;
        let ends = self.enter(rounds, |faults| {
            inside = faults.apart(|faults| {
                faults.facts.assume(faults.network, condition, true);
                if let (Some(counter), Some(values)) = (&counter, values) {
                    faults.facts.learn(Place::whole(counter.variable), values);
                }
                faults.block(body)
            });
        });
        (own | !ends, inside)
    }

    /// Looks into a loop with so many rounds; is that few enough, with the loops around it?
    fn enter(&mut self, rounds: u64, look: impl FnOnce(&mut Self)) -> bool {
        let around = self.rounds.0;
        let all = around.saturating_mul(rounds);
        let ends = all <= MOST_ROUNDS;
        if ends {
            self.rounds = (all, self.rounds.1.max(all));
        }
        look(self);
        self.rounds.0 = around;
        ends
    }

    /// In what a function is called with?
    fn arguments(&mut self, function: FunctionId, arguments: &[Argument]) -> bool {
        let mut found = false;
        let parameters = &self.network.function(function).parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            found |= match argument {
                Argument::Value(value) => self.expr(value) | self.stored(*parameter, value),
                Argument::Block(place) => {
                    self.place(place) | self.copied(*parameter, place.variable)
                }
            };
        }
        found
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

    fn function(&mut self, id: FunctionId) -> (bool, u64) {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        let (facts, rounds) = (std::mem::take(&mut self.facts), self.rounds);
        self.rounds = (1, 1);
        let found = self.block(&self.network.function(id).body);
        let known = (found, self.rounds.1);
        (self.facts, self.rounds) = (facts, rounds);
        self.functions.insert(id, known);
        known
    }
}
