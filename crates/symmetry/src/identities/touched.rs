//! Which values of identities make a difference that can change.
//!
//! Entries of arrays that are never written are interchangeable, and so are the last entries of an array that is
//! larger than what the model uses. Such an exchange is right and useless: it turns every state into
//! itself, and asking for representatives costs time in every state.

use std::collections::{BTreeMap, BTreeSet};

use network::visit::{Visitor, walk_edge, walk_guard, walk_stmt};
use network::{ClockPlace, Expr, Network, Place, Stmt, StmtKind, Storage};

use super::classes::{Class, Classes};

/// The values that index what is written, or that variables may come to hold.
#[derive(Debug)]
pub(crate) struct Touched<'n> {
    network: &'n Network,
    classes: &'n Classes,
    /// Classes with values that are not known before running.
    any: BTreeSet<Class>,
    some: BTreeMap<Class, BTreeSet<i32>>,
}

impl<'n> Touched<'n> {
    /// What a network touches. Functions count even if nobody calls them.
    pub(crate) fn by(network: &'n Network, classes: &'n Classes) -> Touched<'n> {
        let (any, some) = (BTreeSet::new(), BTreeMap::new());
        let mut touched = Touched { network, classes, any, some };
        for process in &network.processes {
            for location in &process.locations {
                walk_guard(&mut touched, &location.invariant);
                for rate in &location.rates {
                    touched.clock(&rate.clock);
                }
            }
            process.edges.iter().for_each(|edge| walk_edge(&mut touched, edge));
        }
        let bodies = network.functions.iter().flat_map(|function| &function.body);
        let always = network.before_update.iter().chain(&network.after_update);
        bodies.chain(always).for_each(|stmt| touched.stmt(stmt));
        touched
    }

    /// Can anything that belongs to this value change, or a variable come to hold it?
    pub(crate) fn has(&self, class: Class, value: i32) -> bool {
        self.any.contains(&class)
            || self.some.get(&class).is_some_and(|values| values.contains(&value))
    }

    fn touch(&mut self, class: Class, value: Option<&Expr>) {
        match value {
            Some(Expr::Const(value)) => {
                self.some.entry(class).or_default().insert(*value);
            }
            _ => {
                self.any.insert(class);
            }
        }
    }

    fn written(&mut self, target: &Place, value: Option<&Expr>) {
        let variable = self.network.variable(target.variable);
        if !matches!(variable.storage, Storage::State | Storage::Meta) {
            return;
        }
        for dim in 0..variable.dims.len() {
            self.touch(self.classes.dim(target.variable, dim), target.indices.get(dim));
        }
        self.touch(self.classes.value(target.variable), value);
    }
}

impl Visitor for Touched<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.written(target, Some(value)),
            StmtKind::Copy { target, .. } => self.written(target, None),
            StmtKind::SetClock { .. }
            | StmtKind::Call { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return
            | StmtKind::Assert(_) => {}
        }
        walk_stmt(self, stmt);
    }

    fn clock(&mut self, place: &ClockPlace) {
        let dims = self.network.clock_family(place.family).dims.len();
        for dim in 0..dims {
            self.touch(self.classes.clock_dim(place.family, dim), place.indices.get(dim));
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
