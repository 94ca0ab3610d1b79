//! Checks everything the documentation of [`Network`] promises.

use crate::channel::ChannelPlace;
use crate::expr::{Expr, Place};
use crate::guard::{ClockConstraint, ClockPlace, Guard};
use crate::ids::{FunctionId, LocationId, ProcessId, VariableId};
use crate::network::{Network, cell_count};
use crate::process::{Edge, Process};
use crate::stmt::{Argument, Function, Stmt, StmtKind};
use crate::variable::{Dim, Storage, cells};
use crate::visit::{Visitor, walk_constraint, walk_edge, walk_expr, walk_guard, walk_stmt};

/// The most problems reported.
const MOST_PROBLEMS: usize = 50;

/// Every problem found (up to fifty), or none.
pub fn validate(network: &Network) -> Result<(), Vec<String>> {
    let mut validator = Validator { network, problems: Vec::new(), callable: 0 };
    validator.tables();
    validator.meters();
    if validator.problems.is_empty() {
        validator.functions();
        network.processes.iter().for_each(|process| validator.process(process));
        for stmt in network.before_update.iter().chain(&network.after_update) {
            validator.stmt(stmt);
        }
    }
    if validator.problems.is_empty() { Ok(()) } else { Err(validator.problems) }
}

struct Validator<'a> {
    network: &'a Network,
    problems: Vec<String>,
    /// Functions below this number may be called from where we are.
    callable: usize,
}

impl Validator<'_> {
    fn require(&mut self, condition: bool, problem: impl FnOnce() -> String) {
        if !condition && self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem());
        }
    }

    fn tables(&mut self) {
        let network = self.network;
        let mut next = 0;
        for storage in Storage::ALL {
            for variable in network.variables.iter().filter(|v| v.storage == storage) {
                let name = &variable.name;
                let count = cell_count(&variable.dims);
                self.require(variable.base.index() == next, || format!("{name} is not laid out"));
                self.require(variable.initial.len() == count, || {
                    format!(
                        "{name} has {} initial values for {count} cells",
                        variable.initial.len()
                    )
                });
                self.require(variable.initial.iter().all(|v| variable.domain.contains(*v)), || {
                    format!("{name} starts outside its domain")
                });
                next += count;
            }
        }
        let mut next = 0;
        for family in &network.clocks {
            let count = cell_count(&family.dims);
            let sound = family.base.index() == next
                && family.initial.len() == count
                && family.initial.iter().all(|value| *value >= 0);
            self.require(sound, || format!("clock {} is not laid out", family.name));
            next += count;
        }
        let mut next = 0;
        for family in &network.channels {
            let count = cell_count(&family.dims);
            let sound = family.base.index() == next && family.priority.len() == count;
            self.require(sound, || format!("channel {} is not laid out", family.name));
            next += count;
        }
    }

    fn meters(&mut self) {
        for cost in self.network.cost.iter().chain(&self.network.reward) {
            let price = self.network.variables.get(cost.price.index());
            let is_cell = price.is_some_and(|v| v.storage == Storage::Meta && v.dims.is_empty());
            self.require(is_cell, || "the price is no `meta` cell".to_owned());
            for rate in &cost.rates {
                self.location(rate.process, Some(rate.location));
                self.expr(&rate.when);
                self.expr(&rate.rate);
            }
        }
    }

    fn functions(&mut self) {
        let network = self.network;
        for (number, function) in network.functions.iter().enumerate() {
            self.callable = number;
            self.frame(function);
            function.body.iter().for_each(|stmt| self.stmt(stmt));
        }
        self.callable = network.functions.len();
    }

    fn frame(&mut self, function: &Function) {
        let all = function.parameters.iter().chain(&function.results).chain(&function.locals);
        for variable in all {
            self.scratch(*variable, None);
        }
    }

    /// The variable is scratch and, if it is bound by something, a single cell.
    fn scratch(&mut self, id: VariableId, bound_by: Option<&str>) {
        let Some(variable) = self.network.variables.get(id.index()) else {
            self.require(false, || format!("no variable {}", id.0));
            return;
        };
        let name = &variable.name;
        self.require(variable.storage == Storage::Scratch, || format!("{name} is not scratch"));
        if let Some(what) = bound_by {
            self.require(variable.dims.is_empty(), || {
                format!("{what} variable {name} has dimensions")
            });
        }
    }

    fn process(&mut self, process: &Process) {
        let locations = process.locations.len();
        let in_range = |location: LocationId| location.index() < locations;
        let name = &process.name;
        self.require(in_range(process.initial), || format!("{name} has no initial location"));
        let template = process.template.index() < self.network.templates.len();
        self.require(template, || format!("{name} has no template"));
        for location in &process.locations {
            self.guard(&location.invariant);
            for rate in &location.rates {
                self.expr(&rate.when);
                self.clock(&rate.clock);
                self.expr(&rate.rate);
            }
        }
        for edge in &process.edges {
            let ends = in_range(edge.source) && in_range(edge.target);
            self.require(ends, || format!("an edge of {name} leads nowhere"));
            self.edge(edge);
        }
    }

    fn edge(&mut self, edge: &Edge) {
        for select in &edge.selects {
            self.scratch(select.variable, Some("select"));
        }
        walk_edge(self, edge);
    }

    fn guard(&mut self, guard: &Guard) {
        walk_guard(self, guard);
    }

    fn location(&mut self, process: ProcessId, location: Option<LocationId>) {
        let network = self.network;
        let found = network.processes.get(process.index()).is_some_and(|process| {
            location.is_none_or(|location| location.index() < process.locations.len())
        });
        self.require(found, || format!("no location {location:?} of process {}", process.0));
    }

    fn indices(&mut self, name: &str, dims: &[Dim], indices: &[Expr], whole: bool) {
        let fits = indices.len() == dims.len() || (!whole && indices.len() < dims.len());
        self.require(fits, || format!("{name} has {} indices for {}", indices.len(), dims.len()));
        indices.iter().for_each(|index| self.expr(index));
    }

    /// The number of cells a place denotes; `whole` says that one cell is meant.
    fn place_cells(&mut self, place: &Place, whole: bool) -> u64 {
        let Some(variable) = self.network.variables.get(place.variable.index()) else {
            self.require(false, || format!("no variable {}", place.variable.0));
            return 0;
        };
        self.indices(&variable.name, &variable.dims, &place.indices, whole);
        cells(variable.dims.get(place.indices.len()..).unwrap_or(&[]))
    }

    fn same_size(&mut self, left: &Place, right: &Place) {
        let (left, right) = (self.place_cells(left, false), self.place_cells(right, false));
        self.require(left == right, || format!("blocks of {left} and {right} cells"));
    }

    fn writable(&mut self, place: &Place) {
        let variable = self.network.variables.get(place.variable.index());
        let constant = variable.is_some_and(|variable| variable.storage == Storage::Constant);
        self.require(!constant, || format!("constant {} is written", place.variable.0));
    }

    fn call(&mut self, id: FunctionId, arguments: &[Argument]) {
        let callable = self.callable;
        self.require(id.index() < callable, || format!("function {} is not callable here", id.0));
        let Some(function) = self.network.functions.get(id.index()) else { return };
        let (name, expected) = (&function.name, function.parameters.len());
        self.require(arguments.len() == expected, || {
            format!("{name} takes {expected} arguments, not {}", arguments.len())
        });
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match argument {
                Argument::Value(value) => self.expr(value),
                Argument::Block(place) => self.same_size(&Place::whole(*parameter), place),
            }
        }
    }
}

impl Visitor for Validator<'_> {
    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::At(process, location) => self.location(*process, Some(*location)),
            Expr::LocationOf(process) => self.location(*process, None),
            Expr::Quantified { variable, .. } => self.scratch(*variable, Some("quantified")),
            Expr::BlocksEqual(left, right) => return self.same_size(left, right),
            _ => {}
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Copy { target, source } => {
                self.writable(target);
                self.same_size(target, source);
            }
            StmtKind::Assign { target, .. } => {
                self.writable(target);
                walk_stmt(self, stmt);
            }
            StmtKind::Call { function, arguments } => self.call(*function, arguments),
            StmtKind::ForEach { variable, .. } => {
                self.scratch(*variable, Some("loop"));
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn place(&mut self, place: &Place) {
        self.place_cells(place, true);
    }

    fn clock(&mut self, place: &ClockPlace) {
        match self.network.clocks.get(place.family.index()) {
            Some(family) => self.indices(&family.name, &family.dims, &place.indices, true),
            None => self.require(false, || format!("no clock {}", place.family.0)),
        }
    }

    fn channel(&mut self, place: &ChannelPlace) {
        match self.network.channels.get(place.family.index()) {
            Some(family) => self.indices(&family.name, &family.dims, &place.indices, true),
            None => self.require(false, || format!("no channel {}", place.family.0)),
        }
    }

    fn constraint(&mut self, constraint: &ClockConstraint) {
        let clocks = constraint.left.is_some() || constraint.right.is_some();
        self.require(clocks, || "a clock constraint without clocks".to_owned());
        walk_constraint(self, constraint);
    }
}
