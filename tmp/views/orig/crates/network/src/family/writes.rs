//! What edges of members write that does not belong to the member.

use super::instance::Instance;
use crate::eval::Evaluator;
use crate::expr::{Expr, Place};
use crate::guard::ClockPlace;
use crate::ids::{ClockFamilyId, ProcessId, VariableId};
use crate::process::Edge;
use crate::stmt::{Stmt, StmtKind};
use crate::variable::Storage;
use crate::visit::{Visitor, walk_stmt};

/// A cell or clock that does not belong to the member that writes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shared {
    Cell(VariableId, Vec<i32>),
    Clock(ClockFamilyId, Vec<i32>),
    /// Which one depends on something.
    Unknown,
}

/// Does an edge of this member write what does not belong to it?
#[must_use]
pub fn writes_elsewhere(instance: &Instance, member: usize, edge: &Edge) -> bool {
    !shared_writes(instance, member, edge).is_empty()
}

/// What does not belong to the member and is written by an edge, each with the number it is set to, if it is one.
pub(super) fn shared_writes(
    instance: &Instance,
    member: usize,
    edge: &Edge,
) -> Vec<(Shared, Option<i32>)> {
    let mut writes = Writes { instance, member, found: Vec::new() };
    edge.update.iter().for_each(|stmt| writes.stmt(stmt));
    writes.found
}

struct Writes<'i> {
    instance: &'i Instance,
    member: usize,
    found: Vec<(Shared, Option<i32>)>,
}

impl Writes<'_> {
    fn cell(&mut self, place: &Place, value: Option<i32>) {
        let network = &self.instance.network;
        if network.variable(place.variable).storage != Storage::State {
            return;
        }
        let whole = place.indices.len() < network.variable(place.variable).dims.len();
        let known = numbers(&place.indices).filter(|_| !whole);
        let mut memory = network.initial_memory();
        let slot = Evaluator::new(network, &[], &mut memory).locate(place);
        let mine = known.is_some()
            && slot.is_ok_and(|slot| self.instance.members_of_cell(slot).contains(&self.member));
        if !mine && !self.owns(network.variable(place.variable).owner) {
            let shared = known.map(|indices| Shared::Cell(place.variable, indices));
            self.found.push((shared.unwrap_or(Shared::Unknown), value));
        }
    }

    fn clock_set(&mut self, place: &ClockPlace, value: Option<i32>) {
        let network = &self.instance.network;
        let known = numbers(&place.indices);
        let mut memory = network.initial_memory();
        let clock = Evaluator::new(network, &[], &mut memory).clock(place);
        let mine = known.is_some()
            && clock.is_ok_and(|clock| {
                self.instance.members_of_clock(clock.index()).contains(&self.member)
            });
        if !mine && !self.owns(network.clock_family(place.family).owner) {
            let shared = known.map(|indices| Shared::Clock(place.family, indices));
            self.found.push((shared.unwrap_or(Shared::Unknown), value));
        }
    }

    fn owns(&self, owner: Option<ProcessId>) -> bool {
        let member = owner.and_then(|owner| self.instance.member_of[owner.index()]);
        member == Some(self.member)
    }
}

fn numbers(indices: &[Expr]) -> Option<Vec<i32>> {
    indices.iter().map(number).collect()
}

fn number(expr: &Expr) -> Option<i32> {
    match expr {
        Expr::Const(value) => Some(*value),
        _ => None,
    }
}

impl Visitor for Writes<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.cell(target, number(value)),
            StmtKind::Copy { target, .. } => self.cell(target, None),
            StmtKind::SetClock { target, source, offset } => {
                self.clock_set(target, number(offset).filter(|_| source.is_none()));
            }
            StmtKind::Call { function, .. } => {
                let instance = self.instance;
                let body = &instance.network.function(*function).body;
                body.iter().for_each(|stmt| self.stmt(stmt));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}
