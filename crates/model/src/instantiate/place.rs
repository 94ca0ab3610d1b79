//! Places: variables with indices and fields.

use std::rc::Rc;

use network::{Expr as Code, Place, ProcessId, Stmt, StmtKind, Storage};
use syntax::Span;

use super::object::{Leaf, Object};
use super::shape::Shape;
use super::{Binding, Lowered, Lowering, Stop, unsupported};
use crate::symbol::{Role, SymbolId};
use crate::typed::{Expr, ExprKind, Initialiser, ProcessRef};

impl Lowering<'_> {
    /// The value of a cell.
    pub(super) fn read(&mut self, expr: &Expr) -> Lowered<Code> {
        if let Some(process) = owner(expr) {
            return self.over_members(process, |this, member| this.read_of(expr, Some(member)));
        }
        if expr.root().is_none() {
            return self.read_part(expr);
        }
        self.read_of(expr, None)
    }

    fn read_of(&mut self, expr: &Expr, process: Option<ProcessId>) -> Lowered<Code> {
        if let Some(value) = self.known(expr, process) {
            return Ok(Code::Const(value));
        }
        let object = self.object(expr, process)?;
        let variable = match (&object.shape, object.variable()) {
            (Shape::Int(_), Some(variable)) => variable,
            (Shape::Ignored(what), _) => {
                return unsupported(format!("{what} decides what happens"), expr.span);
            }
            (Shape::Clock, _) => {
                return unsupported("the value of a clock is used as a number", expr.span);
            }
            _ => return Err(Stop::Reported),
        };
        Ok(self.read_cell(Place::indexed(variable, object.indices)))
    }

    /// The value of a cell, computed if it is a constant.
    pub(super) fn read_cell(&mut self, place: Place) -> Code {
        let variable = self.network.variable(place.variable);
        let fixed = place.indices.iter().all(|index| matches!(index, Code::Const(_)));
        if variable.storage == Storage::Constant && fixed {
            let mut evaluator = network::eval::Evaluator::new(&self.network, &[], &mut self.memory);
            if let Ok(slot) = evaluator.locate(&place) {
                return Code::Const(self.memory[slot]);
            }
        }
        Code::Read(place)
    }

    /// The number a name stands for, if it stands for one.
    fn known(&self, expr: &Expr, process: Option<ProcessId>) -> Option<i32> {
        let binding = match (&expr.kind, process) {
            (ExprKind::Symbol(symbol), _) => match self.binding(*symbol) {
                Some(binding) => binding,
                None => return self.predeclared(*symbol),
            },
            (ExprKind::Member(_, symbol), Some(process)) => {
                self.process_locals.get(process.index())?.get(symbol)?
            }
            _ => return None,
        };
        match binding {
            Binding::Value(value) => Some(*value),
            Binding::Object(_) => None,
        }
    }

    /// The value of a constant that the language declares.
    fn predeclared(&self, symbol: SymbolId) -> Option<i32> {
        let variable = self.model.symbols.variable(symbol)?;
        match (&variable.role, &variable.initialiser) {
            (Role::Constant, Some(Initialiser::Value(Expr { kind: ExprKind::Int(value), .. }))) => {
                Some(*value)
            }
            _ => None,
        }
    }

    /// The object an expression denotes. `process` is the owner of the variable, if it has one.
    pub(super) fn object(&mut self, expr: &Expr, process: Option<ProcessId>) -> Lowered<Object> {
        match &expr.kind {
            ExprKind::Symbol(symbol) => match self.binding(*symbol) {
                Some(Binding::Object(object)) => Ok(object.clone()),
                Some(Binding::Value(_)) => Err(Stop::Reported),
                None => self.unbound(*symbol, expr.span),
            },
            ExprKind::Member(owner, symbol) => {
                let process = match process {
                    Some(process) => process,
                    None => self.single_member(owner)?,
                };
                let locals = self.process_locals.get(process.index());
                match locals.and_then(|locals| locals.get(symbol)) {
                    Some(Binding::Object(object)) => Ok(object.clone()),
                    _ => Err(Stop::Reported),
                }
            }
            ExprKind::Index(base, index) => {
                let mut object = self.object(base, process)?;
                let index = self.int(index)?;
                let Shape::Array(_, element) = &object.shape else { return Err(Stop::Reported) };
                object.shape = Shape::clone(element);
                object.indices.push(index);
                Ok(object)
            }
            ExprKind::Field(base, field) => {
                let object = self.object(base, process)?;
                Ok(select(&object, *field))
            }
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("a variable that is chosen by an expression", expr.span),
        }
    }

    fn unbound<T>(&self, symbol: SymbolId, span: Span) -> Lowered<T> {
        // Only the language's own floating-point constants are never bound.
        match self.model.symbols.variable(symbol) {
            Some(variable) if variable.role == Role::Constant => {
                unsupported("a floating-point number", span)
            }
            _ => Err(Stop::Reported),
        }
    }

    /// The object an expression denotes, whichever process it belongs to.
    pub(super) fn static_object(&mut self, expr: &Expr) -> Lowered<Object> {
        self.object(expr, None)
    }

    /// Computes indices that do or call something once, so that the object can be used several times.
    pub(super) fn settle(&mut self, object: &mut Object, span: Span, prelude: &mut Vec<Stmt>) {
        self.fix_indices(object, span, prelude, has_effect);
    }

    /// Computes all indices now, so that nothing that happens later changes them.
    pub(super) fn pin(&mut self, object: &mut Object, span: Span, prelude: &mut Vec<Stmt>) {
        self.fix_indices(object, span, prelude, |index| !matches!(index, Code::Const(_)));
    }

    /// Computes the indices now that depend on leaves that are about to change.
    pub(super) fn detach(
        &mut self,
        object: &mut Object,
        leaves: &[Leaf],
        span: Span,
        prelude: &mut Vec<Stmt>,
    ) {
        self.fix_indices(object, span, prelude, |index| {
            let mut reads = Vec::new();
            network::visit::Visitor::expr(&mut Reads(&mut reads), index);
            has_effect(index) || reads.into_iter().any(|id| leaves.contains(&Leaf::Variable(id)))
        });
    }

    fn fix_indices(
        &mut self,
        object: &mut Object,
        span: Span,
        prelude: &mut Vec<Stmt>,
        needed: impl Fn(&Code) -> bool,
    ) {
        let origin = self.origin(span);
        for index in &mut object.indices {
            if needed(index) {
                let cell = self.scratch("#index", network::Domain::ANY, span);
                let value = std::mem::replace(index, Code::variable(cell));
                let kind = StmtKind::Assign { target: Place::whole(cell), value };
                prelude.push(Stmt { kind, origin });
            }
        }
    }
}

/// The field of a record.
pub(super) fn select(object: &Object, field: usize) -> Object {
    let Shape::Record(fields) = &object.shape else { return object.clone() };
    let first: usize = fields.iter().take(field).map(|(_, shape)| shape.leaves()).sum();
    let shape = fields[field].1.clone();
    let leaves: Rc<[Leaf]> = object.leaves[first..first + shape.leaves()].into();
    Object { shape, leaves, indices: object.indices.clone() }
}

/// The process whose variable an expression starts from, if it starts from one.
pub(super) fn owner(expr: &Expr) -> Option<&ProcessRef> {
    match &expr.kind {
        ExprKind::Member(process, _) => Some(process),
        ExprKind::Index(base, _) | ExprKind::Field(base, _) => owner(base),
        _ => None,
    }
}

/// Does code do something, so that it must run exactly once?
pub(super) fn has_effect(code: &Code) -> bool {
    struct Search(bool);
    impl network::visit::Visitor for Search {
        fn expr(&mut self, expr: &Code) {
            self.0 |= matches!(expr, Code::After(..));
            if !self.0 {
                network::visit::walk_expr(self, expr);
            }
        }
    }
    let mut search = Search(false);
    network::visit::Visitor::expr(&mut search, code);
    search.0
}

/// Finds the variables that code reads.
pub(super) struct Reads<'f>(pub(super) &'f mut Vec<network::VariableId>);

impl network::visit::Visitor for Reads<'_> {
    fn place(&mut self, place: &Place) {
        self.0.push(place.variable);
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
