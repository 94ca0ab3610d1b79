//! Resources: counters that processes take from and give back to.
//!
//! A counter is a resource if every write adds a constant, and if for each process what it has taken depends on where it is
//! alone. Then counter and takings together never change, and the range of the counter bounds what is taken at once.

use network::visit::{Visitor, walk_edge, walk_expr, walk_stmt};
use network::{BinaryOp, Expr, Network, Place, Process, Stmt, StmtKind};

use super::clocks::offset;

/// More counters are not looked at.
const MOST_CELLS: usize = 4_096;

/// Something of which only so much is taken at any time.
pub(super) struct Resource {
    pub(super) name: String,
    pub(super) capacity: i64,
    /// For each process that takes some: how much it has at each location.
    pub(super) taken: Vec<(usize, Vec<i64>)>,
}

/// The resources of a network.
pub(super) fn resources(network: &Network) -> Vec<Resource> {
    let names = network.slot_names();
    let mut found = Vec::new();
    let counters = counters(network);
    for (variable, cell) in counters.into_iter().take(MOST_CELLS) {
        let domain = network.variables[variable].domain;
        let initial = network.variables[variable].initial.get(cell);
        let Some(initial) = initial.map(|value| i64::from(*value)) else { continue };
        let Some(changes) = changes(network, variable, cell) else { continue };
        let name = &names[network.variables[variable].base.index() + cell];
        // Taken from a full counter, or added to an empty one.
        let ends =
            [(-1, initial - i64::from(domain.lower)), (1, i64::from(domain.upper) - initial)];
        found.extend(
            ends.into_iter().filter_map(|(sign, room)| resource(name, &changes, sign, room)),
        );
    }
    found
}

/// What each process has added to a counter at each location; those that add nothing are left out.
type Changes = Vec<(usize, Vec<i64>)>;

fn resource(name: &str, changes: &Changes, sign: i64, room: i64) -> Option<Resource> {
    let mut capacity = room;
    let mut taken: Changes = Vec::new();
    for (process, added) in changes {
        let amounts: Vec<i64> = added.iter().map(|added| sign * added).collect();
        let least = amounts.iter().copied().min().unwrap_or(0);
        capacity = capacity.checked_sub(least)?;
        taken.push((*process, amounts.into_iter().map(|amount| amount - least).collect()));
    }
    // Where there is enough for all at once nobody waits.
    let most = taken.iter().filter_map(|(_, amounts)| amounts.iter().max()).sum::<i64>();
    let scarce = capacity > 0 && most > capacity;
    scarce.then(|| Resource { name: name.to_owned(), capacity, taken })
}

/// Cells that are only ever written by `cell = cell + constant` on edges: variable and offset.
fn counters(network: &Network) -> Vec<(usize, usize)> {
    let mut writes = Writes { counts: vec![0; network.variables.len()] };
    let functions = network.functions.iter().flat_map(|function| &function.body);
    let hooks = network.before_update.iter().chain(&network.after_update);
    functions.chain(hooks).for_each(|stmt| writes.stmt(stmt));
    let mut plain = vec![0; network.variables.len()];
    let mut cells = Vec::new();
    for process in &network.processes {
        for edge in &process.edges {
            walk_edge(&mut writes, edge);
            for (place, _) in edge.update.iter().filter_map(counted) {
                let variable = place.variable.index();
                if let Some(cell) = offset(&network.variables[variable].dims, &place.indices) {
                    plain[variable] += 1;
                    cells.push((variable, cell));
                }
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|(variable, _)| writes.counts[*variable] == plain[*variable]);
    cells
}

/// `place = place + constant`.
fn counted(stmt: &Stmt) -> Option<(&Place, i64)> {
    let StmtKind::Assign { target, value } = &stmt.kind else { return None };
    let Expr::Binary(op, left, right) = value else { return None };
    let read = |expr: &Expr| matches!(expr, Expr::Read(place) if place == target);
    let added = match (op, &**left, &**right) {
        (BinaryOp::Add, own, Expr::Const(added)) if read(own) => i64::from(*added),
        (BinaryOp::Add, Expr::Const(added), own) if read(own) => i64::from(*added),
        (BinaryOp::Sub, own, Expr::Const(less)) if read(own) => -i64::from(*less),
        _ => return None,
    };
    Some((target, added))
}

/// Counts all writes of each variable, wherever they stand.
struct Writes {
    counts: Vec<usize>,
}

impl Visitor for Writes {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } => {
                self.counts[target.variable.index()] += 1;
            }
            StmtKind::Call { arguments, .. } => {
                for argument in arguments {
                    // It may be written there.
                    if let network::Argument::Block(place) = argument {
                        self.counts[place.variable.index()] += 1;
                    }
                }
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    fn expr(&mut self, expr: &Expr) {
        if let Expr::After(stmts, _) = expr {
            stmts.iter().for_each(|stmt| self.stmt(stmt));
        }
        walk_expr(self, expr);
    }
}

/// What each process has added to a counter, by location; nothing if that depends on the way there.
fn changes(network: &Network, variable: usize, cell: usize) -> Option<Changes> {
    let mut changes = Vec::new();
    for (at, process) in network.processes.iter().enumerate() {
        let added = |stmt: &Stmt| {
            let (place, added) = counted(stmt)?;
            let here = place.variable.index() == variable
                && offset(&network.variables[variable].dims, &place.indices) == Some(cell);
            here.then_some(added)
        };
        let added: Vec<i64> = process
            .edges
            .iter()
            .map(|edge| edge.update.iter().filter_map(added).sum::<i64>())
            .collect();
        if added.iter().any(|added| *added != 0) {
            changes.push((at, potential(process, &added)?));
        }
    }
    Some(changes)
}

/// A sum for each location that every edge changes by what it adds. Locations that no edges lead to from the start have 0.
fn potential(process: &Process, added: &[i64]) -> Option<Vec<i64>> {
    let mut sums: Vec<Option<i64>> = vec![None; process.locations.len()];
    sums[process.initial.index()] = Some(0);
    let mut waiting = vec![process.initial];
    while let Some(location) = waiting.pop() {
        let sum = sums[location.index()].unwrap_or(0);
        for (edge, added) in
            process.edges.iter().zip(added).filter(|(edge, _)| edge.source == location)
        {
            let after = sum.checked_add(*added)?;
            match sums[edge.target.index()] {
                None => {
                    sums[edge.target.index()] = Some(after);
                    waiting.push(edge.target);
                }
                Some(known) if known != after => return None,
                Some(_) => {}
            }
        }
    }
    Some(sums.into_iter().map(|sum| sum.unwrap_or(0)).collect())
}
