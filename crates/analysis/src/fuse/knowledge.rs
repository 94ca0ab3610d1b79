//! What is known of cells and clocks because constants were assigned, and what follows from that.

use std::collections::BTreeMap;

use network::network::cell_count;
use network::variable::Dim;
use network::{
    BinaryOp, ClockConstraint, ClockPlace, Expr, LocationId, Network, Place, ProcessId, Stmt,
    StmtKind, Storage,
};

/// Values that are known. What is not known has no value here; neither has what may be invalid.
#[derive(Clone, Debug)]
pub(super) struct Knowledge<'n> {
    pub(super) network: &'n Network,
    /// Of cells, by slot.
    pub(super) cells: BTreeMap<usize, i32>,
    /// Of clocks, while no time passes.
    pub(super) clocks: BTreeMap<usize, i32>,
    /// Where a process is.
    pub(super) location: Option<(ProcessId, LocationId)>,
}

/// What is known of a clock constraint.
pub(super) enum Said {
    True,
    False,
    /// Nothing, but that it is about these clocks, none of which was set.
    Open(ClockConstraint),
    Nothing,
}

impl<'n> Knowledge<'n> {
    pub(super) fn nothing(network: &'n Network) -> Knowledge<'n> {
        Knowledge { network, cells: BTreeMap::new(), clocks: BTreeMap::new(), location: None }
    }

    /// The value of an expression. Operands are evaluated as the definition does, so an expression with a value is valid.
    pub(super) fn value(&self, expr: &Expr) -> Option<i32> {
        let overflow = self.network.overflow;
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Read(place) => self.read(place),
            Expr::At(process, location) => {
                let (known, at) = self.location?;
                (known == *process).then(|| i32::from(at == *location))
            }
            Expr::LocationOf(process) => {
                let (known, at) = self.location?;
                i32::try_from(at.0).ok().filter(|_| known == *process)
            }
            Expr::Unary(op, operand) => overflow.unary(*op, self.value(operand)?).ok(),
            Expr::Binary(BinaryOp::And, left, right) => {
                Some(i32::from(self.value(left)? != 0 && self.value(right)? != 0))
            }
            Expr::Binary(BinaryOp::Or, left, right) => {
                Some(i32::from(self.value(left)? != 0 || self.value(right)? != 0))
            }
            Expr::Binary(op, left, right) => {
                overflow.binary(*op, self.value(left)?, self.value(right)?).ok()
            }
            Expr::Cond(condition, then, otherwise) => {
                self.value(if self.value(condition)? != 0 { then } else { otherwise })
            }
            Expr::Quantified { .. } | Expr::BlocksEqual(..) | Expr::After(..) => None,
        }
    }

    fn read(&self, place: &Place) -> Option<i32> {
        let variable = self.network.variable(place.variable);
        let slot = self.slot(place)?;
        match variable.storage {
            Storage::Constant => variable.initial.get(slot - variable.base.index()).copied(),
            Storage::State => self.cells.get(&slot).copied(),
            Storage::Meta | Storage::Scratch => None,
        }
    }

    /// The slot of a cell.
    pub(super) fn slot(&self, place: &Place) -> Option<usize> {
        let variable = self.network.variable(place.variable);
        Some(variable.base.index() + self.offset(&variable.dims, &place.indices)?)
    }

    /// The number of a clock.
    pub(super) fn clock(&self, place: &ClockPlace) -> Option<usize> {
        let family = self.network.clock_family(place.family);
        Some(family.base.index() + self.offset(&family.dims, &place.indices)?)
    }

    /// The number of one member of a family, all of whose indices are given and within their ranges.
    pub(super) fn offset(&self, dims: &[Dim], indices: &[Expr]) -> Option<usize> {
        if dims.len() != indices.len() {
            return None;
        }
        let mut offset = 0;
        for (dim, index) in dims.iter().zip(indices) {
            let value = self.value(index).filter(|value| dim.contains(*value))?;
            let position = value.abs_diff(dim.lower) as usize;
            offset = offset * cell_count(std::slice::from_ref(dim)) + position;
        }
        Some(offset)
    }

    /// Takes in an update that sets cells and clocks to known values and does no more; false for any other.
    pub(super) fn takes_in(&mut self, update: &[Stmt]) -> bool {
        update.iter().all(|stmt| self.takes_in_one(stmt).is_some())
    }

    fn takes_in_one(&mut self, stmt: &Stmt) -> Option<()> {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                let variable = self.network.variable(target.variable);
                let slot = self.slot(target)?;
                let value = self.value(value).filter(|value| variable.domain.contains(*value))?;
                (variable.storage == Storage::State).then(|| self.cells.insert(slot, value))?;
                Some(())
            }
            StmtKind::SetClock { target, source: None, offset } => {
                let clock = self.clock(target)?;
                let value = self.value(offset).filter(|value| *value >= 0)?;
                self.clocks.insert(clock, value);
                Some(())
            }
            StmtKind::SetClock { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Call { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => None,
        }
    }

    /// What is known of a clock constraint.
    pub(super) fn says(&self, constraint: &ClockConstraint) -> Said {
        self.says_of(constraint).unwrap_or(Said::Nothing)
    }

    fn says_of(&self, constraint: &ClockConstraint) -> Option<Said> {
        if self.value(&constraint.when)? == 0 {
            return Some(Said::True);
        }
        let bound = self.value(&constraint.bound)?;
        let number = |place: &Option<ClockPlace>| match place {
            None => Some(None),
            Some(place) => self.clock(place).map(Some),
        };
        let (left, right) = (number(&constraint.left)?, number(&constraint.right)?);
        let value = |clock: Option<usize>| match clock {
            None => Some(0),
            Some(clock) => self.clocks.get(&clock).copied(),
        };
        if let (Some(left), Some(right)) = (value(left), value(right)) {
            let (difference, bound) = (i64::from(left) - i64::from(right), i64::from(bound));
            let holds = difference < bound || (difference == bound && !constraint.strict);
            return Some(if holds { Said::True } else { Said::False });
        }
        let is_set = |clock: Option<usize>| clock.is_some_and(|it| self.clocks.contains_key(&it));
        let plain = |place: &Option<ClockPlace>| {
            place.as_ref().is_none_or(|place| place.indices.is_empty())
        };
        let is_open = !is_set(left) && !is_set(right);
        (is_open && plain(&constraint.left) && plain(&constraint.right)).then(|| {
            let (when, bound) = (Expr::TRUE, Expr::Const(bound));
            Said::Open(ClockConstraint { when, bound, ..constraint.clone() })
        })
    }
}
