//! What may be done with ids: comparing them with names of ids, storing them, choosing what belongs to them.
//!
//! A *name* is an id that stays the same while an expression is evaluated and whose owner takes part: the id of
//! the process itself, or one bound by `select` or a quantifier. A *stored* id is read from a variable; its owner
//! may be anybody. A *fixed* value stands for nobody. Where what belongs to the owner of a stored id is read, or two
//! stored ids are compared, that owner must be looked at too (`network::family::Witnesses`).

use syntax::Span;
use syntax::tree::{AssignOp, BinaryOp};

use super::open::Rules;
use crate::symbol::{Role, SymbolId};
use crate::typed::{Expr, ExprKind, ProcessRef};
use crate::types::Type;

/// What an id is known by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Name,
    Stored,
    Fixed,
}

const COUNTER: &str = "a variable whose range depends on the open constant counts: a counter needs a range of its own, such as `int[0, 2]`, if that is enough";
const FOR_EACH: &str = "for each of all processes, what belongs to yet another one is looked at";

impl Rules<'_> {
    /// The declared type of what an expression stands for.
    pub(super) fn type_of(&self, expr: &Expr) -> Type {
        let variable = |id: SymbolId| {
            self.model.symbols.variable(id).map(|variable| self.type_with_ids(id, &variable.ty))
        };
        let found = match &expr.kind {
            ExprKind::Symbol(id) | ExprKind::Member(_, id) => variable(*id),
            ExprKind::Index(base, _) => match self.type_of(base) {
                Type::Array(array) => Some(array.element.clone()),
                _ => None,
            },
            ExprKind::Field(base, number) => match self.type_of(base) {
                Type::Record(record) => record.fields.get(*number).map(|(_, ty)| ty.clone()),
                _ => None,
            },
            ExprKind::Call { function, .. } => {
                self.model.functions.get(*function).map(|function| function.result.clone())
            }
            _ => None,
        };
        found.unwrap_or_else(|| expr.ty.clone())
    }

    /// An expression where no id is expected.
    pub(super) fn plain(&mut self, expr: &Expr) {
        if self.is_open(&self.type_of(expr)) {
            let reason = if self.is_id(&self.type_of(expr)) {
                "an id is used as a number: what has a range up to the open constant holds ids, and these can only be compared by `==` and `!=`, stored, and used as an index"
            } else {
                "an array or record with something for each id is used as a whole"
            };
            return self.obstacle(expr.span, reason);
        }
        self.parts(expr);
    }

    /// An expression that is evaluated for what it does, not for its value.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(op, target, value) => self.assignment(*op, target, value),
            ExprKind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            ExprKind::Call { .. } => self.parts(expr),
            ExprKind::IncDec(_, target) if self.is_id(&self.type_of(target)) => {
                self.obstacle(expr.span, COUNTER);
            }
            _ => self.plain(expr),
        }
    }

    fn parts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Symbol(id) if self.is_open_constant(*id) => {
                self.obstacle(
                    expr.span,
                    "the open constant is used as a number; it may only say how many ids there are",
                );
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
                self.equality(left, right)
            }
            ExprKind::Assign(op, target, value) => self.assignment(*op, target, value),
            ExprKind::Index(..) | ExprKind::Field(..) => self.place(expr),
            ExprKind::Member(process, _)
            | ExprKind::At(process, _)
            | ExprKind::LocationOf(process) => self.process(process),
            ExprKind::Quantified { symbol, body, .. } => {
                self.asked += usize::from(self.ranges_over_ids(*symbol));
                self.plain(body);
            }
            ExprKind::Call { function, process, arguments } => {
                if let Some(process) = process {
                    self.process(process);
                }
                self.call(*function, arguments, expr.span);
            }
            ExprKind::Rate(_) => self.obstacle(expr.span, "stopwatches are not supported here"),
            _ => {
                let mut parts = Vec::new();
                expr.for_each_part(|part| parts.push(part));
                for part in parts {
                    self.plain(part);
                }
            }
        }
    }

    /// An expression where an id is expected; what the id is known by.
    pub(super) fn id(&mut self, expr: &Expr) -> Option<Known> {
        let ids = self.ids?;
        if let Some(value) = self.number(expr) {
            if value < ids.lower {
                return Some(Known::Fixed);
            }
            if self.in_query && ids.scalar.is_none() {
                let above = usize::try_from(i64::from(value) - i64::from(ids.lower)).ok()?;
                self.named = self.named.max(above.saturating_add(1));
                return Some(Known::Name);
            }
            self.obstacle(
                expr.span,
                format!("the number {value} is an id: one process is unlike the others"),
            );
            return None;
        }
        if let Some(offset) = self.open_offset(expr) {
            if offset > ids.offset {
                return Some(Known::Fixed);
            }
            self.obstacle(expr.span, "the last process is unlike the others");
            return None;
        }
        if !self.is_id(&self.type_of(expr)) {
            self.obstacle(expr.span, "this is not an id, but used as one");
            return None;
        }
        self.parts(expr);
        match &expr.kind {
            ExprKind::Symbol(id) => self.known_by(*id),
            ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Member(..)
            | ExprKind::Call { .. } => Some(Known::Stored),
            _ => {
                self.obstacle(expr.span, "this computes an id");
                None
            }
        }
    }

    fn known_by(&self, id: SymbolId) -> Option<Known> {
        let variable = self.model.symbols.variable(id)?;
        Some(match variable.role {
            Role::Selected | Role::Quantified | Role::Iterator => Known::Name,
            Role::TemplateParameter(passing) if !passing.reference && !variable.written => {
                Known::Name
            }
            _ => Known::Stored,
        })
    }

    fn equality(&mut self, left: &Expr, right: &Expr) {
        let (a, b) = (self.type_of(left), self.type_of(right));
        if !self.is_id(&a) && !self.is_id(&b) {
            self.plain(left);
            return self.plain(right);
        }
        let known = (self.id(left), self.id(right));
        if known == (Some(Known::Stored), Some(Known::Stored)) {
            (self.owners, self.asked) = (self.owners + 1, self.asked + 1);
            // One owner for all of them is enough, but there must be one.
            if self.in_query && self.mentions_bound(left) && self.mentions_bound(right) {
                self.obstacle(left.span.to(right.span), FOR_EACH);
            }
        }
    }

    fn assignment(&mut self, op: AssignOp, target: &Expr, value: &Expr) {
        if op != AssignOp::Set && self.is_id(&self.type_of(target)) {
            return self.obstacle(target.span.to(value.span), COUNTER);
        }
        if op != AssignOp::Set || !self.is_id(&self.type_of(target)) {
            self.plain(target);
            return self.plain(value);
        }
        self.place(target);
        self.id(value);
    }

    /// A chain of indices and fields.
    fn place(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Index(base, index) => {
                let open = match self.type_of(base) {
                    Type::Array(array) => {
                        self.index_openness(&array.index) != super::ids::Openness::Closed
                    }
                    _ => false,
                };
                if open {
                    self.index(index);
                } else {
                    self.plain(index);
                }
                self.place(base);
            }
            ExprKind::Field(base, _) => self.place(base),
            ExprKind::Symbol(id) if self.is_open_constant(*id) => self.parts(expr),
            ExprKind::Symbol(_) => {}
            _ => self.parts(expr),
        }
    }

    fn index(&mut self, index: &Expr) {
        if self.id(index) == Some(Known::Stored) {
            (self.owners, self.asked) = (self.owners + 1, self.asked + 1);
            if self.in_query && self.mentions_bound(index) {
                self.obstacle(index.span, FOR_EACH);
            }
        }
    }

    /// Does it depend on a name that a quantifier binds?
    fn mentions_bound(&self, expr: &Expr) -> bool {
        let here = match expr.kind {
            ExprKind::Symbol(id) => {
                self.model.symbols.variable(id).is_some_and(|v| v.role == Role::Quantified)
            }
            _ => false,
        };
        let mut found = here;
        expr.for_each_part(|part| found |= self.mentions_bound(part));
        found
    }

    /// A process of the system; only queries name them.
    fn process(&mut self, process: &ProcessRef) {
        let listed = &self.model.system[process.listed];
        let parameters = &self.model.instances[listed.instance].parameters;
        for (parameter, argument) in parameters.iter().zip(&process.arguments) {
            let open = self.model.symbols.variable(*parameter).is_some_and(|v| self.is_id(&v.ty));
            if !open {
                self.plain(argument);
            } else if self.id(argument) == Some(Known::Stored) {
                self.obstacle(argument.span, "the process with a stored id is asked about");
            }
        }
    }

    /// Is the name bound to each id?
    pub(super) fn ranges_over_ids(&self, symbol: SymbolId) -> bool {
        self.model.symbols.variable(symbol).is_some_and(|variable| self.is_id(&variable.ty))
    }

    fn call(&mut self, function: usize, arguments: &[Expr], span: Span) {
        if self.asking.contains(&function) {
            self.asked += 1;
            if self.in_query {
                let reason =
                    "a query calls a function that asks about other processes: write it out";
                self.obstacle(span, reason);
            }
        }
        let Some(function) = self.model.functions.get(function) else { return };
        self.arguments(&function.parameters, arguments);
    }

    /// What is passed to parameters.
    pub(super) fn arguments(&mut self, parameters: &[SymbolId], arguments: &[Expr]) {
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let Some(variable) = self.model.symbols.variable(*parameter) else { continue };
            let reference = match variable.role {
                Role::TemplateParameter(passing) | Role::FunctionParameter(passing) => {
                    passing.reference
                }
                _ => false,
            };
            if !self.is_id(&variable.ty) {
                self.plain(argument);
            } else if reference {
                self.obstacle(argument.span, "an id is passed by reference");
            } else {
                self.id(argument);
            }
        }
    }
}
