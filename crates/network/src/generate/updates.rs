//! Statements.

use super::Feature;
use super::maker::Maker;
use crate::expr::{BinaryOp, Expr, Place};
use crate::guard::ClockPlace;
use crate::ids::{ClockFamilyId, VariableId};
use crate::stmt::{Argument, Stmt, StmtKind};
use crate::variable::Domain;

impl Maker<'_> {
    /// A few statements; `depth` bounds their nesting.
    pub(super) fn statements(&mut self, depth: usize) -> Vec<Stmt> {
        let count = self.dice.weighted(&[3, 5, 3, 1]);
        (0..count).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Stmt> {
        let kind = match self.dice.weighted(&[8, 6, 3, 2, 3, 3, 4, 1, 2]) {
            0 => self.set_clock(),
            1 => self.assign_cell(),
            2 => self.assign_element(),
            3 if !self.meta.is_empty() => return self.through_meta(),
            4 if depth > 0 && self.roll(Feature::Branches, 100) => Some(StmtKind::If {
                condition: self.condition(1),
                then: self.statements(depth - 1),
                otherwise: self.statements(depth - 1),
            }),
            5 if depth > 0 && self.roll(Feature::Loops, 100) => self.repeat(depth - 1),
            6 if !self.procedures.is_empty() => self.call_procedure(),
            7 => self.copy_array(),
            8 if self.in_procedure && self.roll(Feature::EarlyReturns, 100) => {
                Some(self.early_return())
            }
            _ => self.assign_cell(),
        };
        kind.into_iter().map(Stmt::new).collect()
    }

    /// `if (…) return;`
    pub(super) fn early_return(&mut self) -> StmtKind {
        let condition = self.condition(1);
        let then = vec![Stmt::new(StmtKind::Return)];
        StmtKind::If { condition, then, otherwise: Vec::new() }
    }

    fn set_clock(&mut self) -> Option<StmtKind> {
        let target = self.clock()?;
        if self.roll(Feature::ClockCopies, 40) {
            let source = self.clock();
            // Shifting clocks that are compared with one another is undecidable.
            let shifts = !self.on.has(Feature::Diagonals) && self.roll(Feature::ClockShifts, 50);
            let offset = Expr::Const(if shifts { self.dice.between(1, 2) } else { 0 });
            return Some(StmtKind::SetClock { target, source, offset });
        }
        let offset = if self.roll(Feature::NonZeroResets, 30) {
            if self.on.has(Feature::VariableBounds) && self.dice.chance(30) {
                self.fitting(Domain::int(0, 3), 0)
            } else {
                Expr::Const(self.dice.between(1, self.profile.constant))
            }
        } else {
            Expr::Const(0)
        };
        Some(StmtKind::SetClock { target, source: None, offset })
    }

    fn assign_cell(&mut self) -> Option<StmtKind> {
        if self.copies.is_some() && self.dice.chance(40) {
            return self.assign_reference();
        }
        let target = self.dice.pick(&self.cells)?;
        let domain = self.network.variable(target).domain;
        if let Some(value) = self.sum_of_members(target) {
            return Some(StmtKind::Assign { target: Place::whole(target), value });
        }
        let value = if self.dice.chance(25) {
            // Counting, which random values rarely do.
            let next = Expr::binary(BinaryOp::Add, Expr::variable(target), Expr::Const(1));
            if self.roll(Feature::Faults, 25) {
                next
            } else {
                Expr::binary(BinaryOp::Min, next, Expr::Const(domain.upper))
            }
        } else {
            self.fitting(domain, 2)
        };
        Some(StmtKind::Assign { target: Place::whole(target), value })
    }

    fn assign_element(&mut self) -> Option<StmtKind> {
        let array = self.dice.pick(&self.arrays)?;
        let domain = self.network.variable(array).domain;
        let target = self.element(array);
        Some(StmtKind::Assign { target, value: self.fitting(domain, 1) })
    }

    /// One array becomes another; only between arrays whose values fit.
    fn copy_array(&mut self) -> Option<StmtKind> {
        let source = self.dice.pick(&self.arrays)?;
        let target = self.dice.pick(&self.arrays)?;
        let (from, to) = (self.network.variable(source), self.network.variable(target));
        let fits = from.dims == to.dims
            && to.domain.lower <= from.domain.lower
            && from.domain.upper <= to.domain.upper;
        let (target, source) = (Place::whole(target), Place::whole(source));
        fits.then_some(StmtKind::Copy { target, source })
    }

    /// A `meta` variable is written and read at once: what it holds between transitions is not defined.
    fn through_meta(&mut self) -> Vec<Stmt> {
        let (Some(meta), Some(cell)) = (self.dice.pick(&self.meta), self.dice.pick(&self.cells))
        else {
            return Vec::new();
        };
        self.used.insert(Feature::Meta);
        let domain = self.network.variable(cell).domain;
        let value = self.fitting(domain, 1);
        let store = StmtKind::Assign { target: Place::whole(meta), value };
        let load = StmtKind::Assign { target: Place::whole(cell), value: Expr::variable(meta) };
        vec![Stmt::new(store), Stmt::new(load)]
    }

    fn repeat(&mut self, depth: usize) -> Option<StmtKind> {
        if self.dice.chance(60) {
            let domain = self.some_members().unwrap_or(Domain::int(0, 1));
            let variable = self.scratch("n", domain);
            self.scope.push(variable);
            let mut body = self.reset_member(variable, domain);
            body.extend(self.statements(depth));
            self.scope.pop();
            return Some(StmtKind::ForEach { variable, domain, body });
        }
        let cell = self.dice.pick(&self.cells)?;
        Some(self.count_up(cell))
    }

    /// `x[n] = 0;` and perhaps `if (…) return;` for a loop variable `n`, if there is an array of clocks to
    /// go through.
    pub(super) fn reset_member(&mut self, variable: VariableId, domain: Domain) -> Vec<Stmt> {
        let of_members = |id: &&ClockFamilyId| self.network.clock_family(**id).dims == [domain];
        let Some(family) = self.clocks.iter().find(of_members).copied() else { return Vec::new() };
        if self.dice.chance(30) {
            return Vec::new();
        }
        let target = ClockPlace { family, indices: vec![Expr::variable(variable)] };
        let (source, offset) = (None, Expr::Const(0));
        let mut body = vec![Stmt::new(StmtKind::SetClock { target, source, offset })];
        if self.in_procedure && self.roll(Feature::EarlyReturns, 70) {
            body.push(Stmt::new(self.early_return()));
        }
        body
    }

    /// `while (cell < upper) cell = cell + 1`, which ends.
    fn count_up(&mut self, cell: VariableId) -> StmtKind {
        let upper = self.network.variable(cell).domain.upper;
        let limit = self.dice.between(0, upper);
        let condition = Expr::binary(BinaryOp::Lt, Expr::variable(cell), Expr::Const(limit));
        let next = Expr::binary(BinaryOp::Add, Expr::variable(cell), Expr::Const(1));
        let next = Expr::binary(BinaryOp::Min, next, Expr::Const(upper));
        let mut body: Vec<Stmt> = self.set_clock().into_iter().map(Stmt::new).collect();
        body.push(Stmt::new(StmtKind::Assign { target: Place::whole(cell), value: next }));
        if self.dice.chance(50) {
            StmtKind::While { condition, body }
        } else {
            StmtKind::DoWhile { body, condition }
        }
    }

    fn call_procedure(&mut self) -> Option<StmtKind> {
        let function = self.dice.pick(&self.procedures)?;
        self.used.insert(Feature::Functions);
        let arguments = vec![Argument::Value(self.value(1))];
        Some(StmtKind::Call { function, arguments })
    }
}
