//! Whom one must look at to evaluate something.

use std::collections::BTreeMap;

use super::asks::{Asks, counted};
use super::instance::Instance;
use super::rounds;
use super::witnesses::Unfit;
use crate::channel::ChannelPlace;
use crate::expr::{BinaryOp, Expr, Place, Quantifier, UnaryOp};
use crate::guard::{ClockPlace, Guard};
use crate::ids::{Origin, VariableId};
use crate::process::Edge;
use crate::stmt::{Argument, Stmt, StmtKind};
use crate::variable::{Dim, Domain, Storage};
use crate::visit::Visitor;

/// What must be seen of a condition: that it holds, that it does not, or which of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    True,
    False,
    Either,
}

impl Wanted {
    fn opposite(self) -> Wanted {
        match self {
            Wanted::True => Wanted::False,
            Wanted::False => Wanted::True,
            Wanted::Either => Wanted::Either,
        }
    }
}

const FOR_EACH: &str = "for each of all processes, what belongs to yet another one is looked at";

/// A walk over what an edge evaluates, which counts whom one must look at.
pub(super) struct Look<'i> {
    pub(super) instance: &'i Instance,
    /// Variables that stand for a member that is looked at: chosen by `select`, or bound.
    names: Vec<VariableId>,
    /// Those of them that are bound by a quantifier or a loop over all ids.
    bound: Vec<VariableId>,
    /// What parameters of functions stand for, where that is known.
    parameters: BTreeMap<VariableId, Expr>,
    /// Stored ids whose owners must be looked at, once for all their reads.
    owners: Vec<Expr>,
    /// How often each variable is assigned to by the edge.
    assigned: BTreeMap<VariableId, usize>,
    count: usize,
    origin: Origin,
    trouble: Option<Unfit>,
}

impl<'i> Look<'i> {
    /// At what an edge evaluates.
    pub(super) fn at(instance: &'i Instance, edge: &Edge) -> Look<'i> {
        let mut look = Look::within(instance, edge.origin);
        look.names = edge.selects.iter().map(|select| select.variable).collect();
        rounds::count_assignments(&instance.network, &edge.update, &mut look.assigned);
        look
    }

    /// At something that is evaluated for no edge.
    pub(super) fn within(instance: &'i Instance, origin: Origin) -> Look<'i> {
        let (names, bound, owners) = (Vec::new(), Vec::new(), Vec::new());
        let (parameters, assigned) = (BTreeMap::new(), BTreeMap::new());
        let (count, trouble) = (0, None);
        Look { instance, names, bound, parameters, owners, assigned, count, origin, trouble }
    }

    /// How many must be looked at, or why no number is enough.
    pub(super) fn finish(mut self) -> Result<usize, Unfit> {
        let times = |owner: &Expr| match owner {
            Expr::Read(place) => 1 + self.assigned.get(&place.variable).copied().unwrap_or(0),
            _ => 1,
        };
        let owners: usize = self.owners.iter().map(times).sum();
        match self.trouble.take() {
            Some(trouble) => Err(trouble),
            None => Ok(self.count.saturating_add(owners)),
        }
    }

    pub(super) fn need(&mut self, more: usize) {
        self.count += more;
    }

    pub(super) fn refuse(&mut self, reason: &str) {
        let origin = self.origin;
        self.trouble.get_or_insert_with(|| Unfit { reason: reason.to_owned(), origin });
    }

    /// Is this a range of ids, perhaps with values for nobody?
    pub(super) fn is_open(&self, range: Domain) -> bool {
        let ids = self.instance.ids;
        let close = |left: i32, right: i32| left.saturating_sub(right).unsigned_abs() <= 3;
        close(range.lower, ids.lower) && close(range.upper, ids.of(ids.members - 1))
    }

    /// A guard that must hold.
    pub(super) fn guard(&mut self, guard: &Guard) {
        self.count += self.expr(&guard.condition, Wanted::True);
        for constraint in &guard.clocks {
            // It is weaker without the constraint, so only that it does not count must be seen.
            self.count += self.expr(&constraint.when, Wanted::False);
            self.count += self.expr(&constraint.bound, Wanted::Either);
            constraint.left.iter().chain(&constraint.right).for_each(|clock| self.clock(clock));
        }
    }

    /// A guard of which one must see whether it holds.
    pub(super) fn exactly(&mut self, guard: &Guard) {
        let conditions = guard.clocks.iter().map(|constraint| &constraint.when);
        for condition in conditions.chain([&guard.condition]) {
            self.count += self.expr(condition, Wanted::Either);
            self.count += usize::from(self.asks_everybody(condition));
        }
        for constraint in &guard.clocks {
            self.count += self.expr(&constraint.bound, Wanted::Either);
            constraint.left.iter().chain(&constraint.right).for_each(|clock| self.clock(clock));
        }
    }

    /// Is there a quantifier or a loop over ids? What is asked of everybody is true of fewer, and still not known.
    pub(super) fn asks_everybody(&self, condition: &Expr) -> bool {
        let mut asks = Asks { look: self, found: false };
        asks.expr(condition);
        asks.found
    }

    /// Which indices of a channel are stored ids; others are counted.
    pub(super) fn channel(&mut self, channel: &ChannelPlace) -> Vec<bool> {
        let dims = &self.instance.network.channel_family(channel.family).dims;
        let mut stored = Vec::with_capacity(dims.len());
        for (index, dim) in channel.indices.iter().zip(dims) {
            let owned = self.is_open(*dim) && !self.is_name(index);
            stored.push(owned);
            self.count += self.expr(index, Wanted::Either);
        }
        stored
    }

    fn is_name(&self, expr: &Expr) -> bool {
        match self.resolved(expr) {
            Expr::Const(_) => true,
            Expr::Read(place) => place.indices.is_empty() && self.names.contains(&place.variable),
            _ => false,
        }
    }

    /// The expression that a parameter stands for.
    fn resolved(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Read(place) if place.indices.is_empty() => {
                self.parameters.get(&place.variable).unwrap_or(expr).clone()
            }
            _ => expr.clone(),
        }
    }

    /// The owner of a stored id.
    fn owner(&mut self, stored: &Expr) {
        let stored = self.resolved(stored);
        if self.mentions_bound(&stored) {
            return self.refuse(FOR_EACH);
        }
        let place = match &stored {
            Expr::Read(place) => Some(place),
            _ => None,
        };
        let lasting = place.is_some_and(|place| {
            let storage = self.instance.network.variable(place.variable).storage;
            storage == Storage::State && place.indices.iter().all(|index| self.is_name(index))
        });
        if !lasting && !self.bound.is_empty() {
            self.refuse(FOR_EACH);
        } else if !lasting {
            // Another value each time.
            self.count += 1;
        } else if !self.owners.contains(&stored) {
            self.owners.push(stored);
        }
    }

    pub(super) fn mentions_bound(&self, expr: &Expr) -> bool {
        rounds::mentions(expr, &self.bound)
    }

    fn indices(&mut self, indices: &[Expr], dims: &[Dim]) {
        for (index, dim) in indices.iter().zip(dims) {
            self.count += self.expr(index, Wanted::Either);
            if self.is_open(*dim) && !self.is_name(index) {
                self.owner(index);
            }
        }
    }

    pub(super) fn place(&mut self, place: &Place) {
        let dims = &self.instance.network.variable(place.variable).dims;
        self.indices(&place.indices, dims);
    }

    pub(super) fn clock(&mut self, place: &ClockPlace) {
        let dims = &self.instance.network.clock_family(place.family).dims;
        self.indices(&place.indices, dims);
    }

    /// How many witnesses show what is wanted of an expression; owners are noted.
    pub(super) fn expr(&mut self, expr: &Expr, wanted: Wanted) -> usize {
        match expr {
            Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => 0,
            Expr::Read(place) => {
                self.place(place);
                0
            }
            Expr::Unary(UnaryOp::Not, part) => self.expr(part, wanted.opposite()),
            Expr::Unary(_, part) => self.expr(part, Wanted::Either),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, right) = (self.expr(left, wanted), self.expr(right, wanted));
                let one = match wanted {
                    Wanted::True => *op == BinaryOp::Or,
                    Wanted::False => *op == BinaryOp::And,
                    Wanted::Either => false,
                };
                if one { left.max(right) } else { left + right }
            }
            Expr::Binary(op, left, right) => self.comparison(*op, (left, right), wanted),
            Expr::Cond(condition, then, otherwise) => {
                let condition = self.expr(condition, Wanted::Either);
                condition + self.expr(then, wanted) + self.expr(otherwise, wanted)
            }
            Expr::Quantified { quantifier, variable, domain, body } => {
                self.quantified(*quantifier, (*variable, *domain), body, wanted)
            }
            Expr::BlocksEqual(left, right) => {
                self.place(left);
                self.place(right);
                0
            }
            Expr::After(statements, value) => {
                self.statements(statements);
                self.expr(value, wanted)
            }
        }
    }

    fn comparison(&mut self, op: BinaryOp, sides: (&Expr, &Expr), wanted: Wanted) -> usize {
        let (left, right) = sides;
        if let Some((sum, op, number)) = counted(op, left, right)
            && let Expr::Quantified { variable, domain, body, .. } = sum
            && self.is_open(*domain)
        {
            return self.sum(op, number, (*variable, body), wanted);
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && self.is_stored(left)
            && self.is_stored(right)
        {
            // One of both owners is enough, and best one that does not depend on a bound name.
            let bound = self.mentions_bound(&self.resolved(left));
            self.owner(if bound { right } else { left });
        }
        self.expr(left, Wanted::Either) + self.expr(right, Wanted::Either)
    }

    /// Is it an id that is read from a variable?
    fn is_stored(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Read(place) => {
                (self.instance.stores_ids(place.variable)
                    || self.is_open(self.instance.network.variable(place.variable).domain))
                    && !self.is_name(expr)
            }
            Expr::After(_, value) => self.is_stored(value),
            Expr::Cond(_, then, otherwise) => self.is_stored(then) || self.is_stored(otherwise),
            _ => false,
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        (variable, domain): (VariableId, Domain),
        body: &Expr,
        wanted: Wanted,
    ) -> usize {
        if !self.is_open(domain) {
            let times = usize::try_from(domain.size()).unwrap_or(usize::MAX);
            let before = self.count;
            let once = self.expr(body, Wanted::Either).max(self.expr(body, wanted));
            self.count = before + (self.count - before).saturating_mul(times);
            return once.saturating_mul(times);
        }
        // What somebody shows, and what must then be so of everybody.
        let (shown, denied) = match quantifier {
            Quantifier::Exists => (Wanted::True, Wanted::False),
            Quantifier::ForAll => (Wanted::False, Wanted::True),
            Quantifier::Sum => {
                self.refuse("a sum over all ids that is not compared with a number");
                return 0;
            }
        };
        self.bind(variable, |look| {
            let mut count = 0;
            if wanted != denied {
                count = 1 + look.expr(body, shown);
            }
            if wanted != shown && look.expr(body, denied) > 0 {
                look.refuse("for each of all processes, another one is asked for");
            }
            count
        })
    }

    /// A sum over all ids, compared with a number.
    fn sum(
        &mut self,
        op: BinaryOp,
        number: i32,
        (variable, body): (VariableId, &Expr),
        wanted: Wanted,
    ) -> usize {
        if !self.is_never_negative(body) {
            self.refuse("a sum over all ids of values that may be negative");
        }
        let inside = self.bind(variable, |look| look.expr(body, Wanted::Either));
        if inside > 0 || self.bind(variable, |look| look.asks_everybody(body)) {
            self.refuse("a sum over all ids of something that depends on other processes");
        }
        let at_least = |number: i32| usize::try_from(number.max(0)).unwrap_or(0);
        let (holds, fails) = match op {
            BinaryOp::Ge => (at_least(number), 0),
            BinaryOp::Gt => (at_least(number.saturating_add(1)), 0),
            BinaryOp::Le => (0, at_least(number.saturating_add(1))),
            BinaryOp::Lt => (0, at_least(number)),
            BinaryOp::Eq => (at_least(number), at_least(number.saturating_add(1))),
            _ => (at_least(number.saturating_add(1)), at_least(number)),
        };
        match wanted {
            Wanted::True => holds,
            Wanted::False => fails,
            Wanted::Either => holds.max(fails),
        }
    }

    fn is_never_negative(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(value) => *value >= 0,
            Expr::Read(place) => self.instance.network.variable(place.variable).domain.lower >= 0,
            Expr::Unary(UnaryOp::Not | UnaryOp::Abs, _) | Expr::At(..) => true,
            Expr::Binary(op, ..) => op.is_boolean(),
            Expr::Cond(_, then, otherwise) => {
                self.is_never_negative(then) && self.is_never_negative(otherwise)
            }
            Expr::After(_, value) => self.is_never_negative(value),
            _ => false,
        }
    }

    /// Looks at something in which a variable is bound to each id.
    pub(super) fn bind<T>(&mut self, variable: VariableId, look: impl FnOnce(&mut Self) -> T) -> T {
        self.names.push(variable);
        self.bound.push(variable);
        let found = look(self);
        self.names.pop();
        self.bound.pop();
        found
    }

    pub(super) fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            let outside = std::mem::replace(&mut self.origin, statement.origin);
            if statement.origin == Origin::NONE {
                self.origin = outside;
            }
            self.statement(statement);
            self.origin = outside;
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, value } => {
                self.place(target);
                self.count += self.expr(value, Wanted::Either);
            }
            StmtKind::Copy { target, source } => {
                self.place(target);
                self.place(source);
            }
            StmtKind::SetClock { target, source, offset } => {
                self.clock(target);
                source.iter().for_each(|source| self.clock(source));
                self.count += self.expr(offset, Wanted::Either);
            }
            StmtKind::Call { function, arguments } => self.call(*function, arguments),
            StmtKind::If { condition, then, otherwise } => {
                self.count += self.expr(condition, Wanted::Either);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                let before = (self.count, self.owners.len());
                self.count += self.expr(condition, Wanted::Either);
                self.statements(body);
                if (self.count, self.owners.len()) != before {
                    self.refuse("a loop asks in each round for another process");
                }
            }
            StmtKind::ForEach { variable, domain, body } if self.is_open(*domain) => {
                rounds::over_ids(self, *variable, body);
            }
            StmtKind::ForEach { domain, body, .. } => {
                let before = self.count;
                self.statements(body);
                let times = usize::try_from(domain.size()).unwrap_or(usize::MAX);
                self.count = before + (self.count - before).saturating_mul(times);
            }
            StmtKind::Return => {}
            StmtKind::Assert(condition) => self.count += self.expr(condition, Wanted::Either),
        }
    }

    fn call(&mut self, function: crate::FunctionId, arguments: &[Argument]) {
        for argument in arguments {
            match argument {
                Argument::Value(value) => self.count += self.expr(value, Wanted::Either),
                Argument::Block(place) => self.place(place),
            }
        }
        let function = self.instance.network.function(function);
        let outside = self.enter(function, arguments);
        self.statements(&function.body);
        self.leave(outside);
    }

    /// Notes what the parameters of a function stand for; gives back what was known before.
    pub(super) fn enter(
        &mut self,
        function: &crate::Function,
        arguments: &[Argument],
    ) -> BTreeMap<VariableId, Expr> {
        let known = self.constant_parameters(function, arguments);
        let before = self.parameters.clone();
        self.parameters.extend(known);
        before
    }

    pub(super) fn leave(&mut self, outside: BTreeMap<VariableId, Expr>) {
        self.parameters = outside;
    }

    /// The parameters that a function does not assign to, with what they stand for if that is a plain cell or a name.
    pub(super) fn constant_parameters(
        &self,
        function: &crate::Function,
        arguments: &[Argument],
    ) -> Vec<(VariableId, Expr)> {
        let mut assigned = BTreeMap::new();
        rounds::count_assignments(&self.instance.network, &function.body, &mut assigned);
        let pairs = function.parameters.iter().zip(arguments);
        let constant = pairs.filter(|(parameter, _)| !assigned.contains_key(parameter));
        let known = constant.filter_map(|(parameter, argument)| match argument {
            Argument::Value(value) => {
                let value = self.resolved(value);
                let plain = match &value {
                    Expr::Const(_) => true,
                    Expr::Read(place) => place.indices.iter().all(|index| self.is_name(index)),
                    _ => false,
                };
                plain.then_some((*parameter, value))
            }
            Argument::Block(_) => None,
        });
        known.collect()
    }
}
